/*
 * What a load from global memory takes of L1, where L1 has all of it.
 */
#ifndef L1_WAVEFRONTS_H
#define L1_WAVEFRONTS_H

#include "base/request.h"

/*
 * The wavefronts of data that L1 hands out for the load, 1 to 128. As ncu counts them on an H200
 * (l1tex__data_pipe_lsu_wavefronts), for each of the 285 loads in
 * calibrate/recordings/h200/l1_wavefronts.csv.
 */
unsigned l1_wavefronts(const struct request *request);

#endif
