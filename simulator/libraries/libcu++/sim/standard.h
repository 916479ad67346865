/*
 * libcu++'s copies of the standard library: here they are the host's own, which kernels may use.
 */
#ifndef SIM_STANDARD_H
#define SIM_STANDARD_H

namespace cuda {
namespace std {
using namespace ::std;
}
}

#endif
