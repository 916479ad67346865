/*
 * The devices that there are tables for.
 */
#ifndef DEVICES_H
#define DEVICES_H

#include "base/device.h"

extern const struct device device_h100, device_h200, device_k20m, device_rtx2070s;

#endif
