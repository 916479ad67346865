/*
 * A loop that allocates and frees: after some rounds it gets addresses again that it had before,
 * whose bytes are unwritten then. What is used after its end is found.
 *     freed_in_loop CASE
 * addresses: prints the number of the round in which each address was there first. several: the
 * same for three arrays of a round. unwritten: reads what the rounds before have written.
 * stale K: reads in round 20 what was freed K rounds ago. twice: frees in round 20 what was freed
 * in the round before. other: another call allocates as much between the rounds.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define ROUNDS 24
#define N      1000

__global__ void write(int *data)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        data[i] = i;
}

__global__ void read(const int *data, int *sum)
{
    atomicAdd(sum, data[threadIdx.x]);
}

static int *seen[3 * ROUNDS], seen_count;

static int first_round(int *address)
{
    for (int i = 0; i < seen_count; i++)
        if (seen[i] == address)
            return i;
    seen[seen_count] = address;
    return seen_count++;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "addresses";
    int *sum, *data[3], *had[ROUNDS], arrays = !strcmp(what, "several") ? 3 : 1;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < arrays; i++) {
            cudaMalloc(&data[i], N * sizeof(int));
            printf("%d ", first_round(data[i]));
        }
        had[round] = data[0];
        if (!strcmp(what, "other")) {
            int *other;
            cudaMalloc(&other, N * sizeof(int));
            printf("%d ", first_round(other));
            cudaFree(other);
        }
        if (!strcmp(what, "unwritten") && round == 20)
            read<<<1, 32>>>(data[0], sum);
        for (int i = 0; i < arrays; i++)
            write<<<1, 64>>>(data[i]);
        if (!strcmp(what, "stale") && round == 20)
            read<<<1, 32>>>(had[round - atoi(argc > 2 ? argv[2] : "1")], sum);
        if (!strcmp(what, "twice") && round == 20)
            cudaFree(had[round - 1]);
        for (int i = 0; i < arrays; i++)
            cudaFree(data[i]);
    }
    printf("\n%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
