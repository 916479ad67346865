# builds: includes what lies about on the machine
/^#include <stdlib.h>/a\
#include "../../../step04_interleaved/reduce.cu"
