// fails: 4: error: a __shared__ variable cannot have an initialiser
__global__ void k()
{
    __shared__ int s = 0;
}
int main() { return 0; }
