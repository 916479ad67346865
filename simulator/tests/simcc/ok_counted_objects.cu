// Objects with destructors as arguments: the host makes one copy and ends it after the launch;
// the device has the bytes, of which each thread may change its own.
// out: copies 1, ended 1, of all 1 3: 10 11 12 13
// out: by pointer: copies 0, ended 0: 20 21 22 23
// out: large: copies 1, ended 1: 7
#include <utility>

static int copies, ended;

struct counted {
    int start;
    int *to;

    counted(int first, int *target) : start(first), to(target)
    {
    }
    counted(const counted &other) : start(other.start), to(other.to)
    {
        copies++;
    }
    ~counted()
    {
        ended++;
    }
};

struct large : counted {
    int more[500];

    using counted::counted;
};

__global__ void count(int before, counted object, double after)
{
    object.start += threadIdx.x + before - (int)after;
    object.to[threadIdx.x] = object.start;
}

__global__ void look(const large object)
{
    *object.to = object.more[499];
}

static void print(const int *p)
{
    for (int i = 0; i < 4; i++)
        printf(" %d", p[i]);
    printf("\n");
}

int main()
{
    int *p, before = 2;
    double after = 2.5;

    cudaMallocManaged(&p, 4 * sizeof *p);
    {
        counted object(10, p);
        count<<<1, 4>>>(before, object, after);
        cudaDeviceSynchronize();
        printf("copies %d, ended %d", copies, ended);
        count<<<1, 4>>>(2, counted(10, p), 2);
        cudaDeviceSynchronize();
    }
    printf(", of all %d %d:", copies, ended);
    print(p);

    copies = ended = 0;
    counted object(20, p);
    void *arguments[] = {&before, &object, &after};
    cudaLaunchKernel((const void *)count, 1, 4, arguments, 0, 0);
    cudaDeviceSynchronize();
    printf("by pointer: copies %d, ended %d:", copies, ended);
    print(p);

    large big(0, p);
    big.more[499] = 7;
    copies = ended = 0;
    look<<<1, 1>>>(big);
    cudaDeviceSynchronize();
    printf("large: copies %d, ended %d: %d\n", copies, ended, *p);
    return 0;
}
