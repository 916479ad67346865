// fails: 2: error: the simulator has no templates of variables in the device's memory: declare one variable for each type
template <class type> __device__ type zero = type(0);
__global__ void k(float *p) { *p = zero<float>; }
int main() { return 0; }
