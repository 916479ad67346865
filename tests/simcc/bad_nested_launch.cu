// fails: 6: error: the simulator has no dynamic parallelism
__global__ void child() {}
__global__ void parent()
{
    if (threadIdx.x == 0)
        child<<<1, 1>>>();
}
int main() { parent<<<1, 1>>>(); return 0; }
