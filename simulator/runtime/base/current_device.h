/*
 * Which of the simulated devices is meant. They are all of one kind (base/device.h), and numbered
 * from 0.
 */
#ifndef CURRENT_DEVICE_H
#define CURRENT_DEVICE_H

/* As many as SIM_DEVICES may ask for. */
#define DEVICES_MOST 16

/* The device that the calling host thread has chosen with cudaSetDevice; 0 if it has not. */
int current_device(void);
void current_device_set(int ordinal);

/*
 * The device at work: it runs the launch, or its stream has the copy. Set by the holder of the
 * API's lock (base/api_lock.h).
 */
extern int device_at_work;

#endif
