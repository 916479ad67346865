/*
 * Held out of every fit: systems of equations with three diagonals, and stencils, in double. The
 * words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { UNKNOWNS = 16, SYSTEM = 256, REACH = 4, BLOCK = 128, WIDTH = 1024 };

/*
 * Solves -x[k-1] + 4 x[k] - x[k+1] = right[k], a system for each thread. `apart` is the distance
 * between two systems, `next` that between two unknowns of one.
 */
__global__ void eliminate(double *x, double *above, const double *right, unsigned int systems,
                          unsigned int apart, unsigned int next)
{
    unsigned int system = blockIdx.x * blockDim.x + threadIdx.x;
    if (system >= systems)
        return;
    size_t at = (size_t)system * apart;
    double factor = 0, value = 0;
    for (int k = 0; k < UNKNOWNS; k++) {
        double pivot = 1 / (4 + factor);
        factor = -pivot;
        value = (right[at] + value) * pivot;
        above[at] = factor;
        x[at] = value;
        at += next;
    }
    value = 0;
    for (int k = 0; k < UNKNOWNS; k++) {
        at -= next;
        value = x[at] - above[at] * value;
        x[at] = value;
    }
}

/* The same by cyclic reduction, a system of SYSTEM unknowns for each block. */
__global__ void reduceCyclic(double *x, const double *right)
{
    __shared__ double lower[SYSTEM], middle[SYSTEM], upper[SYSTEM], value[SYSTEM];
    int k = threadIdx.x;
    size_t at = (size_t)blockIdx.x * SYSTEM + k;
    lower[k] = k > 0 ? -1 : 0;
    upper[k] = k < SYSTEM - 1 ? -1 : 0;
    middle[k] = 4;
    value[k] = right[at];
    __syncthreads();
    for (int distance = 1; distance < SYSTEM; distance *= 2) {
        int before = max(k - distance, 0), behind = min(k + distance, SYSTEM - 1);
        double down = k >= distance ? lower[k] / middle[before] : 0,
               up = k + distance < SYSTEM ? upper[k] / middle[behind] : 0;
        double newValue = value[k] - down * value[before] - up * value[behind],
               newMiddle = middle[k] - down * upper[before] - up * lower[behind],
               newLower = -down * lower[before], newUpper = -up * upper[behind];
        __syncthreads();
        value[k] = newValue;
        middle[k] = newMiddle;
        lower[k] = newLower;
        upper[k] = newUpper;
        __syncthreads();
    }
    x[at] = value[k] / middle[k];
}

/* The same with two buffers and one barrier for each distance. */
__global__ void reduceCyclicTwice(double *x, const double *right)
{
    __shared__ double lower[2][SYSTEM], middle[2][SYSTEM], upper[2][SYSTEM], value[2][SYSTEM];
    int k = threadIdx.x, from = 0;
    size_t at = (size_t)blockIdx.x * SYSTEM + k;
    lower[0][k] = k > 0 ? -1 : 0;
    upper[0][k] = k < SYSTEM - 1 ? -1 : 0;
    middle[0][k] = 4;
    value[0][k] = right[at];
    __syncthreads();
    for (int distance = 1; distance < SYSTEM; distance *= 2) {
        int before = max(k - distance, 0), behind = min(k + distance, SYSTEM - 1), to = 1 - from;
        double down = k >= distance ? lower[from][k] / middle[from][before] : 0,
               up = k + distance < SYSTEM ? upper[from][k] / middle[from][behind] : 0;
        value[to][k] = value[from][k] - down * value[from][before] - up * value[from][behind];
        middle[to][k] = middle[from][k] - down * upper[from][before] - up * lower[from][behind];
        lower[to][k] = -down * lower[from][before];
        upper[to][k] = -up * upper[from][behind];
        __syncthreads();
        from = to;
    }
    x[at] = value[from][k] / middle[from][k];
}

/* The mean of 2 * REACH + 1 neighbours, each read from global memory. */
__global__ void smooth(double *to, const double *from, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < REACH || i + REACH >= n)
        return;
    double sum = 0;
    for (int k = -REACH; k <= REACH; k++)
        sum += from[i + k];
    to[i] = sum / (2 * REACH + 1);
}

/* The same through shared memory. */
__global__ void smoothShared(double *to, const double *from, unsigned int n)
{
    __shared__ double tile[BLOCK + 2 * REACH];
    int t = threadIdx.x;
    unsigned int i = blockIdx.x * BLOCK + t;
    tile[t + REACH] = from[i];
    if (t < REACH) {
        tile[t] = i >= REACH ? from[i - REACH] : 0;
        tile[t + BLOCK + REACH] = i + BLOCK < n ? from[i + BLOCK] : 0;
    }
    __syncthreads();
    if (i < REACH || i + REACH >= n)
        return;
    double sum = 0;
    for (int k = -REACH; k <= REACH; k++)
        sum += tile[t + REACH + k];
    to[i] = sum / (2 * REACH + 1);
}

/* Five points of a grid that is WIDTH wide: neighbouring lanes go along a row, or along a column.
 */
template <bool ALONG_ROWS>
__global__ void relaxFive(double *to, const double *from, unsigned int height)
{
    unsigned int a = blockIdx.x * blockDim.x + threadIdx.x,
                 b = blockIdx.y * blockDim.y + threadIdx.y, x = ALONG_ROWS ? a : b,
                 y = ALONG_ROWS ? b : a;
    if (x == 0 || y == 0 || x >= WIDTH - 1 || y >= height - 1)
        return;
    size_t at = (size_t)y * WIDTH + x;
    to[at] = 0.5 * from[at] +
             0.125 * (from[at - 1] + from[at + 1] + from[at - WIDTH] + from[at + WIDTH]);
}

static double *d_to, *d_from, *d_above, *h_from;

/* Whether the doubles are what `expected` says; they are overwritten with NaNs. */
static int doubles_are(size_t n, double (*expected)(size_t place, size_t n))
{
    double *to = (double *)copy_to_host(d_to, n * sizeof(double));
    int is_right = 1;
    for (size_t i = 0; i < n; i++)
        is_right &= fabs(to[i] - expected(i, n)) <= 1e-8 * (1 + fabs(expected(i, n)));
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(double)));
    return is_right;
}

/* The right sides for which unknown k of system s is input s + k. */
static void set_right_sides(size_t systems, size_t unknowns, int is_interleaved)
{
    for (size_t s = 0; s < systems; s++)
        for (size_t k = 0; k < unknowns; k++)
            h_from[is_interleaved ? k * systems + s : s * unknowns + k] =
                4.0 * input_number(s + k) - (k > 0 ? input_number(s + k - 1) : 0) -
                (k + 1 < unknowns ? input_number(s + k + 1) : 0);
    CHECK(cudaMemcpy(d_from, h_from, systems * unknowns * sizeof(double), cudaMemcpyHostToDevice));
}

static double sum_of_places(size_t i, size_t n)
{
    (void)n;
    return input_number(i / SYSTEM + i % SYSTEM);
}

static void time_systems(size_t n)
{
    unsigned int systems = (unsigned int)(n / UNKNOWNS), grid = blocks_for(systems, BLOCK);
    set_right_sides(systems, UNKNOWNS, 0);
    for (start_case("eliminate.rows", n, grid, BLOCK, 5 * n * sizeof(double)); next_launch();)
        eliminate<<<grid, BLOCK>>>(d_to, d_above, d_from, systems, UNKNOWNS, 1);
    if (launches() > 0)
        check_case(doubles_are(
            n, [](size_t i, size_t) { return (double)input_number(i / UNKNOWNS + i % UNKNOWNS); }));
    set_right_sides(systems, UNKNOWNS, 1);
    for (start_case("eliminate.columns", n, grid, BLOCK, 5 * n * sizeof(double)); next_launch();)
        eliminate<<<grid, BLOCK>>>(d_to, d_above, d_from, systems, 1, systems);
    if (launches() > 0)
        check_case(doubles_are(n, [](size_t i, size_t all) {
            return (double)input_number(i % (all / UNKNOWNS) + i / (all / UNKNOWNS));
        }));
    grid = (unsigned int)(n / SYSTEM);
    set_right_sides(grid, SYSTEM, 0);
    for (start_case("cyclic.two_barriers", n, grid, SYSTEM, 2 * n * sizeof(double)); next_launch();)
        reduceCyclic<<<grid, SYSTEM>>>(d_to, d_from);
    if (launches() > 0)
        check_case(doubles_are(n, sum_of_places));
    for (start_case("cyclic.one_barrier", n, grid, SYSTEM, 2 * n * sizeof(double)); next_launch();)
        reduceCyclicTwice<<<grid, SYSTEM>>>(d_to, d_from);
    if (launches() > 0)
        check_case(doubles_are(n, sum_of_places));
}

static double mean_of_nine(size_t i, size_t n)
{
    double sum = 0;
    if (i < REACH || i + REACH >= n)
        return 0;
    for (int k = -REACH; k <= REACH; k++)
        sum += h_from[i + k];
    return sum / (2 * REACH + 1);
}

static double five_points(size_t i, size_t n)
{
    if (i % WIDTH == 0 || i % WIDTH == WIDTH - 1 || i < WIDTH || i + WIDTH >= n)
        return 0;
    return 0.5 * h_from[i] +
           0.125 * (h_from[i - 1] + h_from[i + 1] + h_from[i - WIDTH] + h_from[i + WIDTH]);
}

static void clear_result(size_t n)
{
    CHECK(cudaMemset(d_to, 0, n * sizeof(double)));
}

static void time_stencils(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK), height = (unsigned int)(n / WIDTH);
    for (size_t i = 0; i < n; i++)
        h_from[i] = input_number(i);
    CHECK(cudaMemcpy(d_from, h_from, n * sizeof(double), cudaMemcpyHostToDevice));
    clear_result(n);
    for (start_case("nine.global", n, grid, BLOCK, 10 * n * sizeof(double)); next_launch();)
        smooth<<<grid, BLOCK>>>(d_to, d_from, (unsigned int)n);
    if (launches() > 0)
        check_case(doubles_are(n, mean_of_nine));
    clear_result(n);
    for (start_case("nine.shared", n, grid, BLOCK, 2 * n * sizeof(double)); next_launch();)
        smoothShared<<<grid, BLOCK>>>(d_to, d_from, (unsigned int)n);
    if (launches() > 0)
        check_case(doubles_are(n, mean_of_nine));
    clear_result(n);
    dim3 block(32, 8), along_rows(WIDTH / 32, height / 8), along_columns(height / 32, WIDTH / 8);
    for (start_case("five.rows", n, along_rows.x * along_rows.y, 256, 6 * n * sizeof(double));
         next_launch();)
        relaxFive<true><<<along_rows, block>>>(d_to, d_from, height);
    if (launches() > 0)
        check_case(doubles_are(n, five_points));
    clear_result(n);
    for (start_case("five.columns", n, along_columns.x * along_columns.y, 256,
                    6 * n * sizeof(double));
         next_launch();)
        relaxFive<false><<<along_columns, block>>>(d_to, d_from, height);
    if (launches() > 0)
        check_case(doubles_are(n, five_points));
}

int main(int argc, char **argv)
{
    start_family("held_out_solvers", argc, argv);
    size_t largest = scaled((size_t)1 << 22);
    h_from = (double *)host_memory(largest * sizeof(double));
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(double)));
    CHECK(cudaMalloc((void **)&d_from, largest * sizeof(double)));
    CHECK(cudaMalloc((void **)&d_above, largest * sizeof(double)));
    for (size_t n = largest / 16; n <= largest; n *= 16) {
        time_systems(n);
        time_stencils(n);
    }
    CHECK(cudaFree(d_above));
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
    free(h_from);
    return end_family();
}
