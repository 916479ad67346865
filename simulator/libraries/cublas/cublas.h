/* The old interface: see cublas_v2.h. */
