// What uses cuBLAS is refused where it begins to.
// fails: 6: error: the simulator has no cuBLAS (cublasHandle_t): write the kernel by hand, or compile with nvcc, for a GPU
#include <cublas_v2.h>
int main()
{
    cublasHandle_t handle;
    cublasCreate(&handle);
    return 0;
}
