# compiled with -O1
from outwit.core cimport numbers
from outwit.core.moves cimport MoveStack
from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport u8, u32, u64

cdef class Rules:
    cdef int side
    cdef readonly int ply
    cdef readonly int most
    cdef int frame
    cdef int room
    cdef int listed
    cdef bint timed
    cdef readonly int slots
    cdef int action_count
    cdef int plane_count
    cdef int record_words
    cdef readonly bint ready
    cdef u64* past
    cdef u32* line
    cdef bytearray past_store
    cdef bytearray line_store
    cdef dict rules
    cdef object home
    cdef object fault
    cdef object shown
    cdef MoveStack scratch

    cdef int generate(self, MoveStack moves, int start) noexcept nogil
    cdef int count(self) noexcept nogil
    cdef u64 replies(self, MoveStack moves, int start, int stop) noexcept nogil
    cdef void make(self, u32 move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef int judge(self) noexcept nogil
    cdef u64 digest(self) noexcept nogil
    cdef int evaluate(self) noexcept nogil
    cdef void write_slots(self, u8* states, int start) noexcept nogil
    cdef int bucket(self) noexcept nogil
    cdef int repeated(self) noexcept nogil
    cdef int order(self, u32 move) noexcept nogil
    cdef void order_all(self, MoveStack moves, int start, int stop, int* guesses) noexcept nogil
    cdef u32 random_move(self, MoveStack moves, u64 chance) noexcept nogil
    cdef u32 winning_move(self) noexcept nogil
    cdef bint must_answer(self) noexcept nogil
    cdef int generate_hopeful(self, MoveStack moves, int start) noexcept nogil
    cdef int generate_hopeless(self, MoveStack moves, int start) noexcept nogil
    cdef int generate_forcing(self, MoveStack moves, int start) noexcept nogil
    cdef bint allows_null_move(self) noexcept nogil
    cdef int action(self, u32 move) noexcept nogil
    cdef u32 move_at(self, int action) noexcept nogil
    cdef void mark_actions(self, u64* legal) noexcept nogil
    cdef void write_planes(self, u8* planes) noexcept nogil
    cdef void save(self, u64* record) noexcept nogil
    cdef void load(self, u64* record) noexcept nogil

    cdef str write_text(self)
    cdef str draw_text(self)
    cdef str write_move(self, u32 move)
    cdef object parse_move(self, str text)
    cdef object describe(self, u32 move)
    cdef object view(self)
    cdef object reflect(self, object symmetry)
    cdef str write_action(self, int action, int side)
    cdef object parse_action(self, str text, int side)
    cdef object reflect_action(self, int action, object symmetry)
    cdef object read_planes(self, bytes planes)
    cdef bint award_history_ends(self, int side)
    cdef void assign(self, Rules other)
