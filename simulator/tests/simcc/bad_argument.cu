// fails: 6: error:
__global__ void k(int *p) { *p = 0; }
int main()
{
    float *p = 0;
    k<<<1, 1>>>(p);
    return 0;
}
