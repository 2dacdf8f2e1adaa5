# header only
from cpython cimport array
from libc.string cimport memcpy
from outwit.geometry.bits cimport u8, u16, u32, u64

cdef extern from *:
    """
    static inline unsigned long long *outwit_cache_lines(PyObject *store) {
        size_t start = (size_t)PyByteArray_AS_STRING(store);
        return (unsigned long long *)((start + 63) & ~(size_t)63);
    }
    static inline PyObject *outwit_instance(PyObject *cls) {
        PyObject *nothing = PyTuple_New(0);
        PyObject *made = nothing ? ((PyTypeObject *)cls)->tp_new((PyTypeObject *)cls, nothing, NULL) : NULL;
        Py_XDECREF(nothing);
        return made;
    }
    static inline PyObject *outwit_unset(Py_ssize_t size) {
        return PyByteArray_FromStringAndSize(NULL, size);
    }
    static inline PyObject *outwit_copied(PyObject *store, Py_ssize_t size) {
        return PyByteArray_FromStringAndSize(PyByteArray_AS_STRING(store), size);
    }
    """
    object instance "outwit_instance"(object cls)
    bytearray unset "outwit_unset"(Py_ssize_t size)
    bytearray copied "outwit_copied"(bytearray store, Py_ssize_t size)
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
