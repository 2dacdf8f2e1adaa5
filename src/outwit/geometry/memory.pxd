# header only
from outwit.geometry.bits cimport u8, u16, u32, u64

cdef extern from *:
    u8* u8s "(unsigned char *)PyByteArray_AS_STRING"(object store) noexcept
    u16* u16s "(unsigned short *)PyByteArray_AS_STRING"(object store) noexcept
    int* i32s "(int *)PyByteArray_AS_STRING"(object store) noexcept
    u32* u32s "(unsigned int *)PyByteArray_AS_STRING"(object store) noexcept
    u64* u64s "(unsigned long long *)PyByteArray_AS_STRING"(object store) noexcept
