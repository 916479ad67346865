// A reference to a variable of the host's stack is an address of the host.
// exit: 86
// err: host pointer: stops_reference.cu:5 in count
// err: thread 0 of block 0 writes 4 bytes of the host's memory
__global__ void count(int &number) { number = 1; }
int main()
{
    int number = 0;
    count<<<1, 1>>>(number);
    return cudaDeviceSynchronize() != cudaSuccess && number == 0;
}
