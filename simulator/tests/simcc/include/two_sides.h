/* A function of both sides in a header. */
__host__ __device__ inline int in_header()
{
#ifdef __CUDA_ARCH__
    return 31;
#else
    return 30;
#endif
}
