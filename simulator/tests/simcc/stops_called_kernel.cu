// exit: 3
// err: scale<int> is a kernel: it is launched by scale<int><<<grid, block>>>(...), not called
template <class T> __global__ void scale(T *p) { *p *= 2; }
int main() { scale<int>(NULL); return 0; }
