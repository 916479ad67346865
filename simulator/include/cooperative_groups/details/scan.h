/* A part of the header of its name, where some programs ask for it. */
#include "../scan.h"
