// fails: 4: error: the simulator has no CUDA graphs (cudaGraph_t)
int main()
{
    cudaGraph_t graph;
    return 0;
}
