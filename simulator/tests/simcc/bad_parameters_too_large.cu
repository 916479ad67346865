// fails: a kernel's parameters are limited to 32764 bytes
struct large { int values[8192]; };
__global__ void k(large numbers, int *p) { *p = numbers.values[0]; }
int main() { k<<<1, 1>>>(large(), nullptr); }
