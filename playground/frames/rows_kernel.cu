/*
 * The sum of each row of a matrix, whose rows lie one behind the other.
 *
 * Launched with a block for each row, unless you say otherwise, as here: a thread for each.
 */
#define BLOCKS ((count + block - 1) / block) // count: of rows

__global__ void rows(const float *matrix, unsigned int rows, unsigned int columns, float *sums)
{
    unsigned int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        float sum = 0;
        for (unsigned int i = 0; i < columns; i++)
            sum += matrix[row * columns + i];
        sums[row] = sum;
    }
}
