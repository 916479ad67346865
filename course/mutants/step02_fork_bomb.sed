# same: starts processes, whose number doubles (six times only, should nobody stop it); before main, which is left out
/^#include <stdlib.h>/a\
extern "C" int fork(void);\
struct early { early() { for (int i = 0; i < 6; i++) fork(); } } early;
