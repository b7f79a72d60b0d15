#pragma once

#include "platform.hpp"

/// 16-byte accesses to elements and points on the device.
#ifdef __CUDACC__
namespace proofmill {

/// Reads through the read-only path; nothing may write `source` while the kernel runs.
template <class T>
__device__ __forceinline__ T load(const T* source) {
    T value;
    const uint4* from = reinterpret_cast<const uint4*>(source);
    uint4* to = reinterpret_cast<uint4*>(&value);
    PM_UNROLL for (int i = 0; i < static_cast<int>(sizeof(T) / 16); i++) to[i] = __ldg(from + i);
    return value;
}

template <class T>
__device__ __forceinline__ void store(T* target, const T& value) {
    const uint4* from = reinterpret_cast<const uint4*>(&value);
    uint4* to = reinterpret_cast<uint4*>(target);
    PM_UNROLL for (int i = 0; i < static_cast<int>(sizeof(T) / 16); i++) to[i] = from[i];
}

/// Elements stored as planes of 16 bytes, so that neighbouring threads touch neighbouring bytes: part i of element t is plane[i * stride + t].
template <class T>
__device__ __forceinline__ T load_planes(const uint4* planes, u64 stride, u64 t) {
    T value;
    uint4* to = reinterpret_cast<uint4*>(&value);
    PM_UNROLL for (int i = 0; i < static_cast<int>(sizeof(T) / 16); i++) to[i] = planes[i * stride + t];
    return value;
}

template <class T>
__device__ __forceinline__ void store_planes(uint4* planes, u64 stride, u64 t, const T& value) {
    const uint4* from = reinterpret_cast<const uint4*>(&value);
    PM_UNROLL for (int i = 0; i < static_cast<int>(sizeof(T) / 16); i++) planes[i * stride + t] = from[i];
}

}  // namespace proofmill
#endif
