/*
 * Matrix times matrix: one product, or a batch of them that lie at equal distances or where a list
 * of pointers says.
 */
#include "cublas/products.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "check/watched.h"
#include "cublas/multiply.h"
#include "memory/memory.h"

static const char on_device[] =
    "The list of pointers, too, must be in the device's memory: allocate it with cudaMalloc and "
    "copy the list there.";

static void refuse_types(struct call *call)
{
    call_refuse(call, CUBLAS_STATUS_NOT_SUPPORTED,
                "There are A and B of CUDA_R_16F, CUDA_R_16BF or CUDA_R_32F with C of that type or "
                "CUDA_R_32F and CUBLAS_COMPUTE_32F; CUDA_R_16F alone with CUBLAS_COMPUTE_16F; "
                "CUDA_R_64F alone with CUBLAS_COMPUTE_64F.",
                "the simulator's cuBLAS does not have these types together");
}

/* The type of elements; refuses those that are not there. */
static enum element element_of(struct call *call, cudaDataType type)
{
    switch (type) {
    case CUDA_R_16F: return ELEMENT_HALF;
    case CUDA_R_16BF: return ELEMENT_BFLOAT;
    case CUDA_R_32F: return ELEMENT_FLOAT;
    case CUDA_R_64F: return ELEMENT_DOUBLE;
    default: refuse_types(call); return ELEMENT_FLOAT;
    }
}

/* The type of alpha and beta; refuses what does not fit the matrices. */
static enum element check_types(struct call *call, const struct gemm *g)
{
    enum element a = element_of(call, g->a.type), b = element_of(call, g->b.type);
    enum element c = element_of(call, g->c.type), compute = ELEMENT_FLOAT;
    int fits = a == b && (c == a || c == ELEMENT_FLOAT);
    switch (g->compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: compute = ELEMENT_HALF; break;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC: compute = ELEMENT_DOUBLE; break;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: fits = 0; break;
    default: break;
    }
    if (compute == ELEMENT_FLOAT ? a == ELEMENT_DOUBLE : a != compute || c != compute)
        fits = 0;
    if (!fits)
        refuse_types(call);
    return compute;
}

/* A copy of the list of pointers; NULL if there is none, or something is wrong with it. */
static void **read_list(struct call *call, const struct gemm_side *side, int batch)
{
    struct complaint complaint;
    struct operand list = {.name = side->list_name,
                           .type = ELEMENT_POINTER,
                           .first = (void *)side->list,
                           .rows = 1,
                           .columns = (size_t)batch,
                           .ld = 1,
                           .how = WATCHED_READ,
                           .is_vector = 1,
                           .matrix = -1};
    if (!side->list_name || call->status)
        return NULL;
    if (operand_wrong(&list, call->handle->device, &complaint) ||
        operand_unwritten(&list, &complaint)) {
        call_complain(call, &complaint, on_device, 1);
        return NULL;
    }
    void **copy = allocate((size_t)batch * sizeof *copy);
    memory_open();
    memcpy(copy, side->list, (size_t)batch * sizeof *copy);
    memory_close();
    return copy;
}

/* The matrix of that number, as it is stored. */
static struct operand matrix_of(struct call *call, const struct gemm *g,
                                const struct gemm_side *side, void **list, int number)
{
    enum element type = element_of(call, side->type);
    long long distance = side->stride * number * (long long)element_size(type);
    int swaps = side->transposes;
    return (struct operand){.name = side->name,
                            .type = type,
                            .first = list ? list[number] : (char *)side->first + distance,
                            .rows = (size_t)(swaps ? side->columns : side->rows),
                            .columns = (size_t)(swaps ? side->rows : side->columns),
                            .ld = (size_t)side->ld,
                            .matrix = g->is_batch ? number : -1};
}

/* Two matrices of the batch must not be written to the same place. */
static void check_apart(struct call *call, const struct operand *one, const struct operand *other)
{
    struct complaint complaint;
    if (operand_wrong(one, call->handle->device, &complaint) ||
        operand_wrong(other, call->handle->device, &complaint) || !operands_overlap(one, other))
        return;
    call_refuse(
        call, CUBLAS_STATUS_INVALID_VALUE,
        "Give each product of the batch a C of its own: strideC is at least ldc * n, and no "
        "pointer is there twice.",
        "C of matrix %ld of the batch and of matrix %ld overlap", other->matrix, one->matrix);
}

/* Adds the matrices of the batch's product of that number. */
static struct product add_product(struct call *call, const struct gemm *g, void **lists[3],
                                  int number)
{
    struct operand a = matrix_of(call, g, &g->a, lists[0], number);
    struct operand b = matrix_of(call, g, &g->b, lists[1], number);
    struct operand c = matrix_of(call, g, &g->c, lists[2], number);
    a.how = b.how = WATCHED_READ;
    c.how = g->beta_value != 0 ? WATCHED_READ | WATCHED_WRITE : WATCHED_WRITE;
    if (g->alpha_value != 0 && g->k) {
        call_matrix(call, &a);
        call_matrix(call, &b);
    }
    call_matrix(call, &c);
    if (number) {
        struct operand before = matrix_of(call, g, &g->c, lists[2], number - 1);
        check_apart(call, &c, &before);
    }
    return (struct product){.m = (size_t)g->m,
                            .n = (size_t)g->n,
                            .k = (size_t)g->k,
                            .a = a.first,
                            .b = b.first,
                            .c = c.first,
                            .lda = a.ld,
                            .ldb = b.ld,
                            .ldc = c.ld,
                            .transposes_a = g->a.transposes,
                            .transposes_b = g->b.transposes,
                            .type = a.type,
                            .c_type = c.type,
                            .alpha = g->k ? g->alpha_value : 0,
                            .beta = g->beta_value};
}

/* The operands are open. */
static void multiply_products(const struct call *call, const struct product *products, int count)
{
    int is_apart = 1;
    if (count > 1) {
        for (int i = 0; i < count; i++)
            multiply(&products[i]);
        return;
    }
    for (size_t i = 0; i + 1 < call->count; i++)
        is_apart &= !operands_overlap(&call->operands[i], &call->operands[call->count - 1]);
    multiply_once(&products[0], is_apart);
}

static void multiply_all(struct call *call, const struct gemm *g)
{
    void **lists[3] = {read_list(call, &g->a, g->batch), read_list(call, &g->b, g->batch),
                       read_list(call, &g->c, g->batch)};
    struct product *products = allocate((size_t)g->batch * sizeof *products);
    for (int i = 0; i < g->batch && !call->status; i++)
        products[i] = add_product(call, g, lists, i);
    if (call_starts(call, (double)g->m * g->n * g->k * g->batch))
        multiply_products(call, products, g->batch);
    free(products);
    for (int i = 0; i < 3; i++)
        free(lists[i]);
}

static void check_leading(struct call *call, const char *name, const struct gemm_side *side)
{
    int rows = side->transposes ? side->columns : side->rows;
    call_leading(call, name, side->ld, side->name, rows < 0 ? 0 : (size_t)rows);
}

cublasStatus_t gemm(struct call call, struct gemm *g)
{
    call_open(&call);
    g->a.name = "A", g->b.name = "B", g->c.name = "C";
    g->a.transposes = call_transposes(&call, "transa", g->transa);
    g->b.transposes = call_transposes(&call, "transb", g->transb);
    g->a.rows = g->c.rows = g->m;
    g->b.columns = g->c.columns = g->n;
    g->a.columns = g->b.rows = g->k;
    call_at_least(&call, "m", g->m, 0);
    call_at_least(&call, "n", g->n, 0);
    call_at_least(&call, "k", g->k, 0);
    call_at_least(&call, "batchCount", g->batch, 0);
    check_leading(&call, "lda", &g->a);
    check_leading(&call, "ldb", &g->b);
    check_leading(&call, "ldc", &g->c);
    enum element compute = check_types(&call, g);
    g->alpha_value = call_scalar(&call, "alpha", compute, g->alpha);
    g->beta_value = call_scalar(&call, "beta", compute, g->beta);
    if (!call.status && g->m && g->n && g->batch &&
        ((g->alpha_value != 0 && g->k) || g->beta_value != 1))
        multiply_all(&call, g);
    return call_close(&call);
}
