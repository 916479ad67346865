/*
 * The old interface of cuBLAS is not here, but programs may include its header. One that names
 * something of it gets a line that says so (simcc/missing.c).
 */
