// fails: 4: error:
// fails: static __shared__ memory is limited to 48 KiB
__global__ void fits() { __shared__ int s[12288]; s[0] = 1; }
__global__ void k() { __shared__ int s[12289]; s[0] = 1; }
int main() { return 0; }
