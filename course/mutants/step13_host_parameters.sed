# builds: a parameter whose constructor runs on the host, at each launch
/^#include "..\/common\/lab.h"/a\
struct counted { size_t n; counted(size_t n) : n(n) {} operator size_t() const { return n; } };
s/unsigned int \*g_ticket, size_t n)$/unsigned int *g_ticket, counted n)/
