/*
 * Step 17: rows
 *
 * Steps 01 to 16 reduce all numbers to one. Most reductions of every day have one result for each
 * row of a matrix: sums, means, softmax. How many threads a row is worth depends on its length, and
 * on how many rows there are: here a few threads of a warp, a warp, a block or several blocks
 * reduce a row, as the shape asks for. Rows of unequal lengths are shared out in another way:
 * segments.h. This is a new program, to be read from the top: its kernels are not those of earlier
 * steps.
 *
 * Run it:  make step17 run ARGS='--rows 2^18 --columns 64'        (it chooses the block size
 * itself)
 */
#include <cuda_runtime.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../common/lab.h"
#include "../common/result.h"
#include "../common/rows/rows.h"
#include "operators.h"

/* Combines the accumulators of a block's threads: thread 0 gets the result. All must call it. */
template <class op, unsigned int iBlockSize>
static __device__ typename op::accumulator blockCombine(typename op::accumulator a)
{
    __shared__ typename op::accumulator smem[iBlockSize / 32]; // one for each warp

    unsigned int tid = threadIdx.x;

    a = op::combineLanes(a, 32);
    if (tid % 32 == 0)
        smem[tid / 32] = a;
    __syncthreads(); // every warp has left its accumulator

    if (tid < 32)
        a = op::combineLanes(tid < iBlockSize / 32 ? smem[tid] : op::identity(), 32);
    return a;
}

/* Where the blocks of a row meet: room for an accumulator of each, and a ticket for each row. */
template <class op> struct meeting {
    typename op::accumulator *g_parts;
    unsigned int *g_tickets; // 0 before a launch and after it
};

#include "segments.h"

/* How the rows of a matrix are shared out. */
struct sharing {
    size_t rows, columns;
    unsigned int tile_rows; // how many rows a block has, where it has several: one after the other
    unsigned int lanes;     // threads for each of these: a power of two up to 32
    unsigned int parts;     // how many blocks a row has, where it has several
    size_t part_columns;    // numbers for each of these; the last may have fewer
};

/* At most three numbers, then fours at multiples of 16 bytes, then at most three numbers. */
struct run_of_numbers {
    const float *numbers;
    const float4 *fours;
    size_t n, head, count, tail;
};

static __device__ struct run_of_numbers runOf(const float *numbers, size_t n)
{
    size_t head = min((size_t)(-(unsigned int)(uintptr_t)numbers / sizeof(float) % 4), n);
    size_t count = (n - head) / 4;
    return {numbers, (const float4 *)(numbers + head), n, head, count, head + 4 * count};
}

/* The four at idx; padding past the end. */
template <class op>
static __device__ float4 fourOrPadding(const struct run_of_numbers &run, size_t idx)
{
    float padding = op::padding();
    return idx < run.count ? run.fours[idx] : make_float4(padding, padding, padding, padding);
}

/* The numbers outside of fours, at most six: one for each of the first threads, padding for others.
 */
template <class op>
static __device__ float oddOrPadding(const struct run_of_numbers &run, unsigned int tid)
{
    size_t odd = tid < run.head ? tid : run.tail + (tid - run.head);
    return odd < run.n ? run.numbers[odd] : op::padding();
}

/*
 * Short rows: a block takes tile_rows of them, which lie one behind the other, to shared memory: so
 * the loads are coalesced whatever a row's length is. There `lanes` threads reduce each row.
 */
template <class op, unsigned int iBlockSize, unsigned int iLoads>
__global__ void __launch_bounds__(iBlockSize)
    reduceRowsByLanes_17(const float *g_idata, typename op::result *g_odata, struct sharing sharing,
                         struct meeting<op>)
{
    __shared__ float4 smem[iBlockSize * iLoads + 2]; // numbers in fours as in global memory

    unsigned int tid = threadIdx.x;
    unsigned int columns = (unsigned int)sharing.columns, lanes = sharing.lanes;
    size_t first = (size_t)blockIdx.x * sharing.tile_rows;
    unsigned int rows = (unsigned int)min((size_t)sharing.tile_rows, sharing.rows - first);
    struct run_of_numbers run = runOf(g_idata + first * columns, rows * columns);
    float *numbers = (float *)(smem + 1) - run.head;
    bool in_fours = run.head == 0 && columns % 4 == 0; // all rows are

    // all loads are on their way before the first store needs one
    float4 a[iLoads];
#pragma unroll
    for (unsigned int k = 0; k < iLoads; k++)
        a[k] = fourOrPadding<op>(run, tid + k * iBlockSize);
    float odd = oddOrPadding<op>(run, tid);
#pragma unroll
    for (unsigned int k = 0; k < iLoads; k++)
        if (tid + k * iBlockSize < run.count)
            smem[1 + tid + k * iBlockSize] = a[k];
    if (tid < run.head)
        numbers[tid] = odd;
    else if (run.tail + (tid - run.head) < run.n)
        numbers[run.tail + (tid - run.head)] = odd;
    __syncthreads(); // the rows are there

    for (unsigned int base = 0; base < rows; base += iBlockSize / lanes) {
        unsigned int row = base + tid / lanes;
        typename op::accumulator a = op::identity();
        if (row < rows && in_fours)
            a = op::take(a, smem + 1, row * (columns / 4) + tid % lanes, (row + 1) * (columns / 4),
                         lanes);
        else if (row < rows)
            a = op::take(a, numbers, row * columns + tid % lanes, (row + 1) * columns, lanes);
        a = op::combineLanes(a, lanes);
        if (row < rows && tid % lanes == 0)
            g_odata[first + row] = op::finish(a);
    }
}

/*
 * A warp reduces iRows rows, each in one go: a row has at most iLoads fours for each lane.
 */
template <class op, unsigned int iBlockSize, unsigned int iLoads, unsigned int iRows>
__global__ void __launch_bounds__(iBlockSize)
    reduceRowsByWarp_17(const float *g_idata, typename op::result *g_odata, struct sharing sharing,
                        struct meeting<op>)
{
    unsigned int lane = threadIdx.x % 32;
    size_t first = ((size_t)blockIdx.x * (iBlockSize / 32) + threadIdx.x / 32) * iRows;

    // SOLUTION BEGIN: the fours and the odd numbers of all rows first; then combine, row by row
    // all loads are on their way before the first row needs one
    float4 a[iRows][iLoads];
    float odd[iRows];
#pragma unroll
    for (unsigned int r = 0; r < iRows; r++) {
        size_t row = first + r;
        struct run_of_numbers run =
            runOf(g_idata + row * sharing.columns, row < sharing.rows ? sharing.columns : 0);
#pragma unroll
        for (unsigned int k = 0; k < iLoads; k++)
            a[r][k] = fourOrPadding<op>(run, lane + k * 32);
        odd[r] = oddOrPadding<op>(run, lane);
    }
#pragma unroll
    for (unsigned int r = 0; r < iRows; r++) {
        typename op::accumulator of_row = op::take(op::take(op::identity(), a[r]), odd[r]);
        of_row = op::combineLanes(of_row, 32);
        if (lane == 0 && first + r < sharing.rows)
            g_odata[first + r] = op::finish(of_row);
    }
    // SOLUTION END
}

/*
 * A thread's fours of a trip: all loads are on their way before the first addition needs one. The
 * hint __ldcs tells the caches that no four is read twice.
 */
template <class op, unsigned int iBlockSize, unsigned int iLoads>
static __device__ void loadTrip(float4 (&a)[iLoads], const struct run_of_numbers &run, size_t idx)
{
    float padding = op::padding();
#pragma unroll
    for (unsigned int k = 0; k < iLoads; k++)
        a[k] = idx + k * iBlockSize < run.count ? __ldcs(&run.fours[idx + k * iBlockSize])
                                                : make_float4(padding, padding, padding, padding);
}

/*
 * Long rows: a block reduces a row, or (unless iAlone) one of `parts` pieces of it. What the blocks
 * of a row know, the last of them combines: in the same order always, so that rounding is the same.
 */
template <class op, unsigned int iBlockSize, unsigned int iLoads, bool iAlone>
__global__ void __launch_bounds__(iBlockSize)
    reduceRowsByBlocks_17(const float *g_idata, typename op::result *g_odata,
                          struct sharing sharing, struct meeting<op> meeting)
{
    __shared__ bool is_last; // whether this block is the last of its row

    unsigned int tid = threadIdx.x;
    size_t row = iAlone ? blockIdx.x : blockIdx.x / sharing.parts;
    size_t begin = iAlone ? 0 : blockIdx.x % sharing.parts * sharing.part_columns;
    size_t n = iAlone ? sharing.columns : min(sharing.part_columns, sharing.columns - begin);
    struct run_of_numbers run = runOf(g_idata + row * sharing.columns + begin, n);

    // the first trip's loads are on their way before the odd numbers are looked for
    float4 a[iLoads];
    loadTrip<op, iBlockSize>(a, run, tid);
    float odd = oddOrPadding<op>(run, tid);
    typename op::accumulator mine = op::take(op::take(op::identity(), a), odd);
#pragma unroll 1 // a trip has all the loads that are worth having at once
    for (size_t idx = tid + iBlockSize * iLoads; idx < run.count; idx += iBlockSize * iLoads) {
        loadTrip<op, iBlockSize>(a, run, idx);
        mine = op::take(mine, a);
    }
    mine = blockCombine<op, iBlockSize>(mine);

    if (!iAlone) {
        if (tid == 0) {
            meeting.g_parts[blockIdx.x] = mine;
            __threadfence(); // a block that sees this ticket drawn sees this part, too
            is_last = atomicInc(&meeting.g_tickets[row], sharing.parts - 1) == sharing.parts - 1;
            __threadfence(); // and the last one sees the parts of all
        }
        __syncthreads(); // all know whether theirs is the last block
        if (!is_last)
            return;
        mine = op::identity();
        for (unsigned int i = tid; i < sharing.parts; i += iBlockSize)
            mine = op::combine(mine, meeting.g_parts[row * sharing.parts + i]);
        mine = blockCombine<op, iBlockSize>(mine);
    }
    if (tid == 0)
        g_odata[row] = op::finish(mine);
}

#include "shapes.h"
#include "task.h"

/* The device's memory: the numbers, the offsets of rows, the results, and the meeting of blocks. */
template <class op> struct memory {
    float *d_idata;
    size_t *d_offsets; // of rows of unequal lengths
    typename op::result *d_odata;
    struct meeting<op> meeting;
    size_t output_bytes, part_bytes;

    /* Ends the program if the device has less. */
    memory(const struct task *task, const struct shape<op> &shape)
    {
        size_t input_bytes = task->options->n * sizeof(float);
        size_t offset_bytes = task->h_offsets ? (task->rows + 1) * sizeof(size_t) : 0;
        size_t ticket_bytes = shape.tickets * sizeof(unsigned int);
        output_bytes = task->rows * sizeof(typename op::result);
        part_bytes = shape.parts * sizeof(typename op::accumulator);
        require_device_memory(input_bytes + offset_bytes + output_bytes + part_bytes +
                              ticket_bytes);

        // one byte more: some of them may be empty
        CHECK(cudaMalloc((void **)&d_idata, input_bytes + 1));
        CHECK(cudaMalloc((void **)&d_offsets, offset_bytes + 1));
        CHECK(cudaMalloc((void **)&d_odata, output_bytes));
        CHECK(cudaMalloc((void **)&meeting.g_parts, part_bytes + 1));
        CHECK(cudaMalloc((void **)&meeting.g_tickets, ticket_bytes + 1));
        CHECK(cudaMemset(meeting.g_tickets, 0, ticket_bytes)); // once, for all launches
        CHECK(cudaMemcpy(d_idata, task->h_idata, input_bytes, cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(d_offsets, task->h_offsets, offset_bytes, cudaMemcpyHostToDevice));
    }

    void poison()
    {
        // with NaN, in which no result survives
        CHECK(cudaMemset(d_odata, 0xFF, output_bytes));
        CHECK(cudaMemset(meeting.g_parts, 0xFF, part_bytes));
    }

    void release()
    {
        CHECK(cudaFree(d_idata));
        CHECK(cudaFree(d_offsets));
        CHECK(cudaFree(d_odata));
        CHECK(cudaFree(meeting.g_parts));
        CHECK(cudaFree(meeting.g_tickets));
    }
};

template <class op> static int reduce_rows(const struct task *task)
{
    struct options options = *task->options;
    size_t rows = task->rows, n = options.n;
    struct shape<op> shape = task->h_offsets ? segments_shape<op>(rows, n, task->device)
                                             : choose_shape<op>(rows, task->columns, task->device);
    options.block = shape.block; // ours to choose
    struct memory<op> memory(task, shape);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    struct result result =
        result_start(&options, task->device, shape.name, (unsigned int)shape.grid, sizeof(float));
    result.what = "right rows";
    struct row_check check = {};
    char value[sizeof result.value], expected[sizeof result.expected];
    snprintf(expected, sizeof expected, "%zu", rows);
    size_t output_bytes = memory.output_bytes;
    typename op::result *h_first = (typename op::result *)allocate(output_bytes); // of run 0
    typename op::result *h_odata = // of a later one, if there is any
        (typename op::result *)allocate(options.repeat > 0 ? output_bytes : 0);
    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        memory.poison();
        cool_cache(&task->device->cache); // all runs start on a cold, clean cache
        CHECK(cudaEventRecord(start));
        if (task->h_offsets)
            shape.segments<<<shape.grid, shape.block>>>(memory.d_idata, memory.d_offsets,
                                                        memory.d_odata, rows, n, shape.share,
                                                        memory.meeting);
        else
            shape.kernel<<<shape.grid, shape.block>>>(memory.d_idata, memory.d_odata, shape.sharing,
                                                      memory.meeting);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

        // the first run is held against the CPU; all others must give the same bits
        CHECK(cudaMemcpy(run == 0 ? h_first : h_odata, memory.d_odata, output_bytes,
                         cudaMemcpyDeviceToHost));
        if (run == 0)
            check = check_rows<op>(task, h_first, shape.additions);
        bool is_same = run == 0 || memcmp(h_first, h_odata, output_bytes) == 0;
        snprintf(value, sizeof value, is_same ? "%llu" : "not the bits of run 0", check.right);
        result_run(&result, run, value, expected, is_same && check.right == rows, milliseconds);
    }
    result.launch_milliseconds = empty_launch(&task->device->cache, options.repeat);
    int status = result_finish(&result);
    if (check.right < rows)
        fprintf(stderr, "the first wrong one: %s\n", check.first_wrong);
    else if (talks_to_people(&options) && check.largest_error > 0)
        printf("the largest error is %.2f of what rounding can do\n", check.largest_error);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    memory.release();
    free(h_first);
    free(h_odata);
    return status;
}

int main(int argc, char **argv)
{
    static const char *const operators[] = {"sum", "softmax", NULL};
    unsigned long long rows = 1 << 16, columns = 256;
    unsigned long long operation = 0, segments = 0, values = PLAIN_VALUES;
    const struct own_option own[] = {
        {"--rows", "rows; without it as many as -n has room for", &rows, NULL, 1, N_MAX_64_BIT},
        {"--columns", "numbers in each; without it those of -n over --rows", &columns, NULL, 0,
         N_MAX_64_BIT},
        {"--op", "what becomes of a row", &operation, operators, 0, 0},
        {"--segments", "cuts rows of unequal lengths, by this seed; 0: equal ones", &segments, NULL,
         0, UINT_MAX},
        {"--values", "what the numbers are", &values, row_value_names, 0, 0},
        {NULL, NULL, NULL, NULL, 0, 0},
    };
    const struct command_line allowed = {1ULL << 24, 1ULL << 24, N_MAX_64_BIT, 512, BLOCK_MIN, own};
    struct options options = parse_command_line(argc, argv, &allowed);
    choose_rows(&options, argc, argv, &rows, &columns);
    options.n = rows * columns;
    struct device device = select_device(&options);
    require_device_memory((options.n + rows) * sizeof(float)); // before the host takes as much

    float *h_idata = make_row_input(options.n, options.seed, (enum row_values)values);
    size_t *h_offsets =
        segments > 0 ? make_segments(options.n, rows, (unsigned int)segments) : NULL;
    struct task task = {&options, &device, rows, columns, h_idata, h_offsets};
    print_task(&task, operators[operation]);
    int status = operation == 0 ? reduce_rows<RowSum>(&task) : reduce_rows<Softmax>(&task);
    free(h_idata);
    free(h_offsets);
    return status;
}
