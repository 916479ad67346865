/*
 * cuBLAS is not here; but many programs include its header that call nothing of it. Whoever names
 * something of it gets a line that says so (simcc/missing.c).
 */
