// fails: 6: error: the simulator has no cudaDeviceSynchronize in kernels: it is gone since CUDA 12, too; go on in a second kernel, launched after the first
__global__ void child() {}
__global__ void parent()
{
    child<<<1, 1>>>();
    cudaDeviceSynchronize();
}
int main() { parent<<<1, 1>>>(); return 0; }
