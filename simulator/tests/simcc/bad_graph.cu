// fails: 4: error: the simulator has no conditional graph nodes (cudaGraphConditionalHandle): choose on the host which graph to launch
int main()
{
    cudaGraphConditionalHandle graph;
    return 0;
}
