// What is not CUDA's stays the compiler's.
// fails: 5: error:
// fails: no_such_function
__global__ void k(int *p) { *p = 1; }
int main() { k<<<1, 1>>>(no_such_function()); return 0; }
