// fails: 5: error: this <<< of a kernel launch has no >>>
__global__ void k() {}
int main()
{
    k<<<1, 1>>();
    return 0;
}
