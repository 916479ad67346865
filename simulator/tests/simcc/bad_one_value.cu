// fails: 6: error: a kernel launch takes <<<grid, block>>>
__global__ void k() {}
int main()
{
    /* k<<<1>>>() */
    k<<<
        1>>>();
    return 0;
}
