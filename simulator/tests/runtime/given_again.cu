// Allocations of many sizes in little memory, most of which is given away again and again: no two
// that exist share a byte, none has another's numbers, and memory is found as long as a gap of that
// size is there.
#include <cstdio>
#include <cstdlib>

enum { LIVE = 7, ROUNDS = 1200, MOST = 60000, LARGE = 700000 };

static struct {
    unsigned char *start;
    size_t size;
} live[LIVE];

static unsigned wrong;

static void look_at(unsigned place)
{
    static unsigned char bytes[MOST];
    cudaMemcpy(bytes, live[place].start, live[place].size, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < live[place].size; i++)
        wrong += bytes[i] != place + 1;
    for (unsigned other = 0; other < LIVE; other++)
        wrong += other != place && live[other].size > 0 &&
                 live[other].start < live[place].start + live[place].size &&
                 live[place].start < live[other].start + live[other].size;
}

int main()
{
    unsigned failed = 0, drawn = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        drawn = drawn * 1664525 + 1013904223;
        unsigned place = drawn / 65536 % LIVE;
        if (live[place].size > 0) {
            look_at(place);
            cudaFree(live[place].start);
        }
        live[place].size = drawn / 256 % (round % 3 == 0 ? MOST : 700) + 1;
        if (cudaMalloc(&live[place].start, live[place].size) != cudaSuccess) {
            failed++;
            live[place].size = 0;
            continue;
        }
        cudaMemset(live[place].start, place + 1, live[place].size);
        for (unsigned other = 0; other < LIVE; other++)
            if (live[other].size > 0)
                look_at(other);
    }
    void *large; // all else is free, whatever was freed in which order
    for (unsigned place = 0; place < LIVE; place++)
        cudaFree(live[place].size > 0 ? live[place].start : nullptr);
    cudaError_t error = cudaMalloc(&large, LARGE);
    printf("%u wrong, %u failed, %s\n", wrong, failed, cudaGetErrorName(error));
    return 0;
}
