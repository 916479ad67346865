// fails: 2: error: the simulator has no memory allocation inside a kernel (malloc)
__global__ void k(int **p) { *p = (int *)malloc(4); }
int main() { int *p = (int *)malloc(4); free(p); return 0; }
