/*
 * cuBLAS is not here; but many programs include its header and call nothing of it. One that names
 * something of it gets a line that says so (simcc/missing.c).
 */
