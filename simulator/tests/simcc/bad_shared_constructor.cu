// fails: a __shared__ variable's constructor and destructor must be empty
struct zeroed {
    int value;
    __device__ zeroed() : value(0) {}
};
__global__ void k()
{
    __shared__ zeroed s[32];
    s[threadIdx.x].value = 1;
}
