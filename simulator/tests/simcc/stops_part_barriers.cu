// A barrier of PTX for a part of a warp ends the program with a line that says so.
// exit: 3
// err: simulator: not supported: a barrier of PTX that is none of 0 to 15, or not for whole warps
__global__ void k()
{
    asm volatile("bar.sync 1, 40;" ::: "memory");
}

int main()
{
    k<<<1, 64>>>();
}
