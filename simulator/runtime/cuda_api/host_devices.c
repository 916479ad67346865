/*
 * Several devices: their number, the current one, peer access.
 */
#include "base/api_lock.h"
#include "base/current_device.h"
#include "base/errors.h"
#include "base/settings.h"
#include "cuda_api/devices.h"
#include "memory/peers.h"

cudaError_t device_check(int ordinal)
{
    return error_set(ordinal >= 0 && ordinal < settings.devices ? cudaSuccess
                                                                : cudaErrorInvalidDevice);
}

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return error_set(cudaErrorInvalidValue);
    *count = settings.devices;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *ordinal)
{
    if (!ordinal)
        return error_set(cudaErrorInvalidValue);
    *ordinal = current_device();
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int ordinal)
{
    cudaError_t error = device_check(ordinal);
    if (!error)
        current_device_set(ordinal);
    return error;
}

cudaError_t cudaInitDevice(int ordinal, unsigned int deviceFlags, unsigned int flags)
{
    (void)deviceFlags;
    (void)flags;
    return device_check(ordinal);
}

cudaError_t cudaChooseDevice(int *ordinal, const struct cudaDeviceProp *properties)
{
    if (!ordinal || !properties)
        return error_set(cudaErrorInvalidValue);
    *ordinal = 0; /* all are of one model */
    return cudaSuccess;
}

/* ---- Peers: each device may be allowed to use the memory of each other ----------------------- */

cudaError_t cudaDeviceCanAccessPeer(int *possible, int ordinal, int peer)
{
    if (!possible)
        return error_set(cudaErrorInvalidValue);
    if (device_check(ordinal) || device_check(peer))
        return cudaErrorInvalidDevice;
    *possible = ordinal != peer;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int ordinal,
                                      int peer)
{
    if (!value || ordinal == peer)
        return error_set(cudaErrorInvalidValue);
    if (device_check(ordinal) || device_check(peer))
        return cudaErrorInvalidDevice;
    *value = attribute == cudaDevP2PAttrAccessSupported ||
             attribute == cudaDevP2PAttrNativeAtomicSupported;
    return cudaSuccess;
}

/* Allows or forbids peer access. wrong: the error if that changes nothing. */
static cudaError_t set_access(int peer, int allowed, cudaError_t wrong)
{
    if (error_sticky())
        return error_sticky();
    if (device_check(peer) || peer == current_device())
        return error_set(cudaErrorInvalidDevice);
    api_lock();
    int already = peers_reach(current_device(), peer) == allowed;
    peers_allow(current_device(), peer, allowed);
    api_unlock();
    return already ? error_set(wrong) : cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    if (flags)
        return error_set(cudaErrorInvalidValue);
    return set_access(peer, 1, cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    return set_access(peer, 0, cudaErrorPeerAccessNotEnabled);
}
