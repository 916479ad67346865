/*
 * The version of Thrust that the simulator follows: CUDA 13.0's.
 */
#ifndef SIM_THRUST_VERSION_H
#define SIM_THRUST_VERSION_H

#define THRUST_VERSION          300000
#define THRUST_MAJOR_VERSION    3
#define THRUST_MINOR_VERSION    0
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_PATCH_NUMBER     0

#endif
