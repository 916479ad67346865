/* A function of the device that other files call. */
__device__ int half(int v)
{
    return v / 2;
}
