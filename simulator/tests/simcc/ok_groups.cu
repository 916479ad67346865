// Cooperative groups: blocks, tiles, coalesced and partitioned groups, reductions, grid barriers.
// out: wrong: 0
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <stdio.h>

namespace cg = cooperative_groups;

__device__ int wrong;
__device__ int arrived[4];

#define TRUE(condition)                                                                  \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            printf("line %d thread %d: not %s\n", __LINE__, rank, #condition);           \
            atomicAdd(&wrong, 1);                                                        \
        }                                                                                \
    } while (0)

struct wide { int a; double b; short c; };

template <unsigned N> __device__ void tiles(const cg::thread_block &block)
{
    int rank = block.thread_rank();
    auto tile = cg::tiled_partition<N>(block);
    int in_tile = rank % N, first = rank - in_tile;
    int sum = 0;

    for (unsigned i = 0; i < N; i++)
        sum += first + i;
    TRUE(tile.size() == N && tile.num_threads() == N && (int)tile.thread_rank() == in_tile);
    TRUE((int)tile.meta_group_rank() == rank / (int)N && tile.meta_group_size() == 64 / N);
    TRUE(tile.shfl(rank, 0) == first && tile.shfl(rank, N - 1) == first + (int)N - 1);
    TRUE(tile.shfl_xor(rank, N / 2) == (int)(first + (in_tile ^ N / 2)));
    TRUE(tile.shfl_down(rank, 1) == (in_tile + 1 < (int)N ? rank + 1 : rank));
    TRUE(tile.shfl_up(rank, 1) == (in_tile > 0 ? rank - 1 : rank));
    TRUE(tile.any(in_tile == 0) && tile.all(in_tile >= 0) && tile.ballot(in_tile == 0) == 1);
    TRUE(tile.match_any(5) == (N == 32 ? 0xffffffffu : (1u << N % 32) - 1));
    TRUE(cg::reduce(tile, rank, cg::plus<int>()) == sum);
    TRUE(cg::reduce(tile, (float)rank, cg::plus<float>()) == (float)sum);
    TRUE(cg::reduce(tile, (long long)rank, cg::greater<long long>()) == first + (int)N - 1);
    TRUE(cg::reduce(tile, rank, cg::less<int>()) == first);
    TRUE(cg::reduce(tile, 1u << in_tile, cg::bit_or<unsigned>()) == (N == 32 ? ~0u : (1u << N % 32) - 1));
    TRUE(cg::reduce(tile, ~(1u << in_tile), cg::bit_and<unsigned>()) == (N == 32 ? 0 : ~0u << N % 32));
    TRUE(cg::reduce(tile, 1u, cg::bit_xor<unsigned>()) == (N == 1));
    TRUE(cg::reduce(tile, rank, [](int x, int y) { return x > y ? x : y; }) == first + (int)N - 1);
    TRUE(cg::inclusive_scan(tile, 1) == in_tile + 1 && cg::exclusive_scan(tile, 1) == in_tile);
    wide w = tile.shfl(wide{rank, rank * 0.5, (short)rank}, 0);
    TRUE(w.a == first && w.b == first * 0.5 && w.c == first);
    tile.sync();
}

__device__ int generic_sum(cg::thread_group g, int *scratch, int v)
{
    unsigned r = g.thread_rank();

    scratch[r] = v;
    g.sync();
    for (unsigned i = g.size() / 2; i > 0; i /= 2) {
        if (r < i)
            scratch[r] += scratch[r + i];
        g.sync();
    }
    return scratch[0];
}

__global__ void block_and_tiles()
{
    __shared__ int scratch[64];
    auto block = cg::this_thread_block();
    int rank = block.thread_rank();

    TRUE(rank == (int)(threadIdx.x + threadIdx.y * blockDim.x) && block.size() == 64);
    TRUE(block.group_index().x == blockIdx.x && block.thread_index().y == threadIdx.y);
    TRUE(block.dim_threads().x == 16 && block.group_dim().y == 4);
    tiles<1>(block);
    tiles<2>(block);
    tiles<4>(block);
    tiles<8>(block);
    tiles<16>(block);
    tiles<32>(block);

    auto warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<8> eighth = cg::tiled_partition<8>(warp);
    TRUE((int)eighth.meta_group_rank() == rank % 32 / 8 && eighth.meta_group_size() == 4);

    TRUE(generic_sum(block, scratch, 1) == 64);
    cg::sync(block);
    auto runtime = cg::tiled_partition(block, 8);
    TRUE(runtime.size() == 8 && (int)runtime.thread_rank() == rank % 8);
    TRUE(generic_sum(runtime, scratch + rank / 8 * 8, rank) == rank / 8 * 64 + 28);

    if (rank % 3 == 0) {
        auto some = cg::coalesced_threads();
        int lane = rank % 32, r = 0, n = 0, first = -1, last = 0, sum = 0;
        for (int l = 0; l < 32; l++)
            if ((rank - lane + l) % 3 == 0)
                n++, r += l < lane, first = first < 0 ? rank - lane + l : first, last = rank - lane + l, sum += rank - lane + l;
        TRUE((int)some.size() == n && (int)some.thread_rank() == r);
        TRUE(some.shfl(rank, 0) == first && some.shfl(rank, n - 1) == last);
        TRUE(some.shfl_down(rank, 1) == (r + 1 < n ? rank + 3 : rank));
        TRUE(some.shfl_up(rank, 2) == (r >= 2 ? rank - 6 : rank));
        TRUE(some.ballot(r == 1) == 2 && some.any(r == 1) && !some.all(r == 1));
        TRUE(cg::reduce(some, rank, cg::plus<int>()) == sum);
        TRUE(cg::reduce(some, (double)rank, cg::plus<double>()) == sum);
        TRUE(cg::inclusive_scan(some, 1) == r + 1);
        some.sync();
    }
    block.sync();
    auto label = cg::labeled_partition(warp, rank % 4);
    TRUE(label.size() == 8 && (int)label.thread_rank() == rank % 32 / 4);
    auto half = cg::binary_partition(warp, rank % 2 == 0);
    TRUE(half.size() == 16 && (int)half.thread_rank() == rank % 32 / 2);
}

__global__ void whole_grid()
{
    auto grid = cg::this_grid();
    int rank = (int)grid.thread_rank();

    TRUE(grid.is_valid() && grid.size() == 4 * 64 && grid.num_blocks() == 4);
    TRUE(grid.block_rank() == blockIdx.x && rank == (int)(blockIdx.x * 64 + threadIdx.x));
    if (threadIdx.x == 0)
        arrived[blockIdx.x] = 1;
    grid.sync();
    TRUE(arrived[(blockIdx.x + 1) % 4] == 1);
}

int main()
{
    int result;

    block_and_tiles<<<2, dim3(16, 4)>>>();
    void *none[] = {nullptr};
    if (cudaLaunchCooperativeKernel(whole_grid, 4, 64, none) != cudaSuccess)
        puts("cooperative launch failed");
    cudaMemcpyFromSymbol(&result, wrong, sizeof result);
    printf("wrong: %d\n", result);
    return result != 0;
}
