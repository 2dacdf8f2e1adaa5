# header only
from outwit.geometry.bits cimport u8, u16, u32, u64

cdef extern from *:
    """
    static inline unsigned long long *outwit_cache_lines(PyObject *store) {
        size_t start = (size_t)PyByteArray_AS_STRING(store);
        return (unsigned long long *)((start + 63) & ~(size_t)63);
    }
    """
    u64* cache_lines "outwit_cache_lines"(object store) noexcept
    u8* u8s "(unsigned char *)PyByteArray_AS_STRING"(object store) noexcept
    u16* u16s "(unsigned short *)PyByteArray_AS_STRING"(object store) noexcept
    int* i32s "(int *)PyByteArray_AS_STRING"(object store) noexcept
    u32* u32s "(unsigned int *)PyByteArray_AS_STRING"(object store) noexcept
    u64* u64s "(unsigned long long *)PyByteArray_AS_STRING"(object store) noexcept
