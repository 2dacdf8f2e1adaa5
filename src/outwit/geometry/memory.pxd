# header only
from cpython cimport array
from libc.string cimport memcpy
from outwit.geometry.bits cimport i8, u8, u16, u32, u64

cdef extern from *:
    """
    #ifdef __linux__
    #include <sys/mman.h>
    #endif
    static inline PyObject *outwit_zeros(Py_ssize_t size) {
        PyObject *store = PyByteArray_FromStringAndSize(NULL, size);
        if (!store) return NULL;
        char *bytes = PyByteArray_AS_STRING(store);
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        /* Before a page is touched, and whole large pages only. It is but advice. */
        size_t page = (size_t)1 << 21;
        size_t first = ((size_t)bytes + page - 1) & ~(page - 1);
        size_t last = ((size_t)bytes + (size_t)size) & ~(page - 1);
        if (last > first) (void)madvise((void *)first, last - first, MADV_HUGEPAGE);
    #endif
        memset(bytes, 0, (size_t)size);
        return store;
    }
    static inline unsigned long long *outwit_cache_lines(PyObject *store) {
        size_t start = (size_t)PyByteArray_AS_STRING(store);
        return (unsigned long long *)((start + 63) & ~(size_t)63);
    }
    static inline PyObject *outwit_in_lines(PyObject *store) {
        Py_ssize_t size = PyByteArray_GET_SIZE(store);
        PyObject *made = PyByteArray_FromStringAndSize(NULL, size + 64);
        if (made) memcpy(outwit_cache_lines(made), PyByteArray_AS_STRING(store), (size_t)size);
        return made;
    }
    static inline PyObject *outwit_instance(PyObject *cls) {
        PyObject *nothing = PyTuple_New(0);
        PyObject *made = nothing ? ((PyTypeObject *)cls)->tp_new((PyTypeObject *)cls, nothing, NULL) : NULL;
        Py_XDECREF(nothing);
        return made;
    }
    static inline void outwit_write_word(unsigned char *bytes, int at, unsigned long long word) {
        memcpy(bytes + at, &word, 8);
    }
    static inline PyObject *outwit_unset(Py_ssize_t size) {
        return PyByteArray_FromStringAndSize(NULL, size);
    }
    static inline PyObject *outwit_copied(PyObject *store, Py_ssize_t size) {
        return PyByteArray_FromStringAndSize(PyByteArray_AS_STRING(store), size);
    }
    """
    void write_word "outwit_write_word"(u8* numbers, int at, u64 word) noexcept nogil
    object instance "outwit_instance"(object cls)
    bytearray unset "outwit_unset"(Py_ssize_t size)
    bytearray zeros "outwit_zeros"(Py_ssize_t size)
    bytearray copied "outwit_copied"(bytearray store, Py_ssize_t size)
    bytearray in_lines "outwit_in_lines"(bytearray store)
    i8* i8_lines "(signed char *)outwit_cache_lines"(object store) noexcept
    u64* cache_lines "outwit_cache_lines"(object store) noexcept
    u8* u8s "(unsigned char *)PyByteArray_AS_STRING"(object store) noexcept
    u16* u16s "(unsigned short *)PyByteArray_AS_STRING"(object store) noexcept
    short* i16s "(short *)PyByteArray_AS_STRING"(object store) noexcept
    int* i32s "(int *)PyByteArray_AS_STRING"(object store) noexcept
    u32* u32s "(unsigned int *)PyByteArray_AS_STRING"(object store) noexcept
    u64* u64s "(unsigned long long *)PyByteArray_AS_STRING"(object store) noexcept

cdef inline array.array u32_array(array.array like, u32* numbers, Py_ssize_t count):
    made = array.clone(like, count, False)
    memcpy(made.data.as_uints, numbers, 4 * count)
    return made
