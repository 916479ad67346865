// fails: 2: error: a __global__ function returns void
__global__ int k() { return 1; }
int main() { return 0; }
