/*
 * Two loads of 64 bytes of global memory, or of half of them, by bytes, half words or words, then a
 * store of one byte of them; each by one of several warps, without a barrier: they race unless it
 * is one thread that loads the byte and stores it. Each case says what is expected. -DSHARE=6
 * -DPART=2 takes one of every six; by itself it takes one of 97, as each has a process of its own.
 */
#include <cstdint>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SHARE
#define SHARE 97
#define PART  0
#endif

enum shape { FIRST_HALF, SECOND_HALF, HALF_WORDS, WORDS, SHAPES };

struct warp {
    int block, number;
};
static const warp warps[] = {{0, 0}, {0, 1}, {1, 0}, {2, 0}};

struct load {
    int shape;
    warp by;
};

struct store {
    int byte, lane;
    warp by;
};

__device__ bool is_here(warp by)
{
    return (int)blockIdx.x == by.block && (int)threadIdx.x / 32 == by.number;
}

__device__ void touch(const uint8_t *row, load how)
{
    volatile int sink;
    int lane = threadIdx.x % 32;
    if (how.shape == FIRST_HALF)
        sink = row[lane];
    if (how.shape == SECOND_HALF)
        sink = row[32 + lane];
    if (how.shape == HALF_WORDS)
        sink = ((const uint16_t *)row)[lane];
    if (how.shape == WORDS && lane < 16)
        sink = ((const int *)row)[lane];
    (void)sink;
}

__global__ void access(uint8_t *row, load one, load other, store last)
{
    if (is_here(one.by))
        touch(row, one);
    if (is_here(other.by))
        touch(row, other);
    if (is_here(last.by) && (int)threadIdx.x % 32 == last.lane)
        row[last.byte] = 1;
}

/* The lane that loads the byte; -1: none does. */
static int lane_of(int shape, int byte)
{
    switch (shape) {
    case FIRST_HALF: return byte < 32 ? byte : -1;
    case SECOND_HALF: return byte - 32;
    case HALF_WORDS: return byte / 2;
    default: return byte / 4;
    }
}

static bool is_race(load how, store last)
{
    int lane = lane_of(how.shape, last.byte);
    return lane >= 0 &&
           (lane != last.lane || how.by.block != last.by.block || how.by.number != last.by.number);
}

/* In a process of its own: a pair of lines that has raced is not named again. */
static void launch(load one, load other, store last)
{
    pid_t child = fork();
    if (!child) {
        uint8_t *row;
        cudaMalloc(&row, 256);
        cudaMemset(row, 0, 256);
        fprintf(stderr, "case %d: %d by %d.%d, %d by %d.%d, byte %d by %d.%d lane %d\n",
                is_race(one, last) || is_race(other, last), one.shape, one.by.block, one.by.number,
                other.shape, other.by.block, other.by.number, last.byte, last.by.block,
                last.by.number, last.lane);
        access<<<3, 64>>>(row, one, other, last);
        _exit(cudaDeviceSynchronize());
    }
    waitpid(child, NULL, 0);
}

int main()
{
    unsigned turn = 0;
    for (int one = 0; one < 3 * SHAPES; one++)
        for (int other = 0; other < 3 * SHAPES; other++)
            for (const warp &by : warps)
                for (int byte : {5, 40})
                    for (int shape : {byte / 32, (int)HALF_WORDS, (int)WORDS})
                        if (turn++, (turn + turn / SHARE) % SHARE == PART)
                            launch({one % SHAPES, warps[one / SHAPES]},
                                   {other % SHAPES, warps[other / SHAPES]},
                                   {byte, lane_of(shape, byte), by});
    return 0;
}
