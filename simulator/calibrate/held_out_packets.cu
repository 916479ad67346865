/*
 * Held out of every fit: packets of a network: checksums of headers, routes by the longest prefix,
 * ports that are counted, addresses in a log, flows that are held to a rate. The words of a case's
 * name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, RECORD = 32, HEADER = 20, ROUTES = 64, NODES = 4096, PORTS = 4096, LINE = 16 };
enum { FLOW = 64, FULL = 6000, RATE = 3 };
enum : unsigned int { ALL = 0xFFFFFFFF };

typedef unsigned char byte;
typedef unsigned short half_word;
typedef unsigned int word;

/* Prefixes, the longest first: the bits, which bits count, and where the packets go. */
__constant__ uint3 routes[ROUTES];

/* The last step of a checksum: sums of sixteen bits whose carries come in again at the end. */
__host__ __device__ static inline half_word folded(word sum)
{
    sum = (sum & 0xFFFF) + (sum >> 16);
    sum = (sum & 0xFFFF) + (sum >> 16);
    return (half_word)~sum;
}

/* Checksums of headers of twenty bytes, in records of 32: byte by byte ... */
__global__ void checksumBytes(half_word *to, const byte *records, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const byte *header = records + (size_t)i * RECORD;
    word sum = 0;
    for (int k = 0; k < HEADER; k += 2)
        sum += header[k] << 8 | header[k + 1];
    to[i] = folded(sum);
}

/* The checksum of words whose bytes are in the other order is the same in the other order. */
__device__ static inline half_word turned(word sum)
{
    half_word other = folded(sum);
    return (half_word)(other << 8 | other >> 8);
}

/* ... or word by word ... */
__global__ void checksumWords(half_word *to, const word *records, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word sum = 0;
#pragma unroll
    for (int k = 0; k < HEADER / 4; k++) {
        word both = records[i * (RECORD / 4) + k];
        sum += (both & 0xFFFF) + (both >> 16);
    }
    to[i] = turned(sum);
}

/* ... or four words at once and one more. */
__global__ void checksumVectors(half_word *to, const uint4 *records, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    uint4 first = records[2 * i];
    word last = *(const word *)&records[2 * i + 1];
    unsigned long long sum = (unsigned long long)first.x + first.y + first.z + first.w + last;
    to[i] = turned((word)(sum >> 32) + (word)(sum >> 16 & 0xFFFF) + (word)(sum & 0xFFFF));
}

/* Where the packets to an address go: the first prefix of a list that fits ... */
__global__ void routesList(byte *to, const word *addresses, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word address = addresses[i], way = 0;
    for (int k = 0; k < ROUTES; k++)
        if ((address & routes[k].y) == routes[k].x) {
            way = routes[k].z;
            break;
        }
    to[i] = way;
}

/* ... or the last on the way down a tree: the two children of a node, none of them 0, and where
 * packets go. */
__global__ void routesTree(byte *to, const word *addresses, const int4 *nodes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word address = addresses[i];
    int node = 0, way = 0;
    do {
        int4 here = nodes[node];
        if (here.z != 0)
            way = here.z;
        node = address >> 31 ? here.y : here.x;
        address <<= 1;
    } while (node != 0);
    to[i] = way;
}

/* How many packets go to each port: one atomic for each ... */
__global__ void portsEach(word *counts, const half_word *ports, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&counts[ports[i]], 1);
}

/* ... or for those of a warp that go to the same. */
__global__ void portsWarps(word *counts, const half_word *ports, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    word port = i < count ? ports[i] : PORTS;
    word same = __match_any_sync(ALL, port);
    if (i < count && __ffs(same) - 1 == threadIdx.x % 32)
        atomicAdd(&counts[port], __popc(same));
}

/* Takes one more letter of an address: a digit, or the point between two numbers. */
__host__ __device__ static inline void take(word *address, word *number, byte letter)
{
    if (letter == '.') {
        *address = *address << 8 | *number;
        *number = 0;
    } else {
        *number = *number * 10 + letter - '0';
    }
}

/* Addresses of a log, a line of sixteen bytes for each: byte by byte from memory ... */
__global__ void linesBytes(word *to, const byte *lines, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word address = 0, number = 0;
    for (const byte *letter = lines + (size_t)i * LINE; *letter != '\n'; letter++)
        take(&address, &number, *letter);
    to[i] = address << 8 | number;
}

/* ... or from registers. */
__global__ void linesVectors(word *to, const uint4 *lines, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    uint4 line = lines[i];
    word letters[4] = {line.x, line.y, line.z, line.w}, address = 0, number = 0;
#pragma unroll
    for (int k = 0; k < LINE; k++) {
        byte letter = letters[k / 4] >> 8 * (k % 4);
        if (letter == '\n')
            break;
        take(&address, &number, letter);
    }
    to[i] = address << 8 | number;
}

/* Whether a flow's next packet may pass: x is the time since the one before, y its length. */
__host__ __device__ static inline int may_pass(int *tokens, ushort2 packet)
{
    int filled = *tokens + RATE * packet.x;
    *tokens = filled < FULL ? filled : FULL;
    if (*tokens < packet.y)
        return 0;
    *tokens -= packet.y;
    return 1;
}

/* A thread for each flow of 64 packets; the first packets of all flows are kept side by side. */
__global__ void limits(byte *to, const ushort2 *packets, int flows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= flows)
        return;
    int tokens = FULL;
    for (int k = 0; k < FLOW; k++)
        to[(size_t)k * flows + i] = may_pass(&tokens, packets[(size_t)k * flows + i]);
}

static byte *h_records, *d_records, *h_lines, *d_lines;
static word *h_addresses, *d_addresses, h_counts[PORTS];
static half_word *h_ports, *d_ports;
static ushort2 *h_packets, *d_packets;
static uint3 h_routes[ROUTES];
static int4 h_nodes[NODES], *d_nodes;
static int flows_at_hand;
static void *d_to;

static double checksum(size_t i)
{
    word sum = 0;
    for (int k = 0; k < HEADER; k++)
        sum += h_records[i * RECORD + k] * (k % 2 == 0 ? 256 : 1);
    while (sum > 0xFFFF)
        sum = sum / 0x10000 + sum % 0x10000;
    return 0xFFFF - sum;
}

/* Looks at all prefixes, from the shortest to the longest. */
static double route(size_t i)
{
    word way = 0;
    for (int k = ROUTES - 1; k >= 0; k--)
        if (((h_addresses[i] ^ h_routes[k].x) & h_routes[k].y) == 0)
            way = h_routes[k].z;
    return way;
}

static double count_of_port(size_t i)
{
    return (double)h_counts[i] * launches();
}

static double address_of_line(size_t i)
{
    return h_addresses[i];
}

static double passed(size_t i)
{
    int tokens = FULL, has_passed = 0;
    for (size_t k = i % flows_at_hand; k <= i; k += flows_at_hand)
        has_passed = may_pass(&tokens, h_packets[k]);
    return has_passed;
}

static void time_headers(size_t n)
{
    int count = (int)(n / 8);
    unsigned int blocks = blocks_for(count, BLOCK);
    size_t bytes = (size_t)count * (HEADER + 2);
    half_word *sums = (half_word *)d_to;
    if (run_case("checksum.bytes", n, blocks, BLOCK, bytes, checksumBytes, sums, d_records, count))
        check_numbers(sums, count, checksum, 0);
    if (run_case("checksum.words", n, blocks, BLOCK, bytes, checksumWords, sums,
                 (const word *)d_records, count))
        check_numbers(sums, count, checksum, 0);
    if (run_case("checksum.vectors", n, blocks, BLOCK, bytes, checksumVectors, sums,
                 (const uint4 *)d_records, count))
        check_numbers(sums, count, checksum, 0);
    count = (int)(n / 4);
    byte *ways = (byte *)d_to;
    if (run_case("routes.list", n, blocks_for(count, 128), 128, 5 * (size_t)count, routesList, ways,
                 d_addresses, count))
        check_numbers(ways, count, route, 0);
    if (run_case("routes.tree", n, blocks_for(count, 128), 128, 200 * (size_t)count, routesTree,
                 ways, d_addresses, d_nodes, count))
        check_numbers(ways, count, route, 0);
}

static void time_logs(size_t n)
{
    int count = (int)(n / 2);
    word *counts = (word *)d_to;
    memset(h_counts, 0, sizeof h_counts);
    for (int i = 0; i < count; i++)
        h_counts[h_ports[i]]++;
    CHECK(cudaMemset(d_to, 0, sizeof h_counts));
    if (run_case("ports.each", n, blocks_for(count, 512), 512, 6 * (size_t)count, portsEach, counts,
                 d_ports, count))
        check_numbers(counts, PORTS, count_of_port, 0);
    CHECK(cudaMemset(d_to, 0, sizeof h_counts));
    if (run_case("ports.warps", n, blocks_for(count, 512), 512, 5 * (size_t)count, portsWarps,
                 counts, d_ports, count))
        check_numbers(counts, PORTS, count_of_port, 0);
    count = (int)(n / 4);
    word *addresses = (word *)d_to;
    if (run_case("lines.bytes", n, blocks_for(count, BLOCK), BLOCK, 18 * (size_t)count, linesBytes,
                 addresses, d_lines, count))
        check_numbers(addresses, count, address_of_line, 0);
    if (run_case("lines.vectors", n, blocks_for(count, BLOCK), BLOCK, 20 * (size_t)count,
                 linesVectors, addresses, (const uint4 *)d_lines, count))
        check_numbers(addresses, count, address_of_line, 0);
    flows_at_hand = (int)(n / 2 / FLOW);
    size_t packets = (size_t)flows_at_hand * FLOW;
    if (run_case("limits", n, blocks_for(flows_at_hand, 64), 64, 5 * packets, limits, (byte *)d_to,
                 d_packets, flows_at_hand))
        check_numbers((byte *)d_to, packets, passed, 0);
}

static word chance(size_t i)
{
    word number = (word)i + 0x7ED55D16u;
    number = (number ^ number >> 15) * 0x2C1B3C6Du;
    number = (number ^ number >> 12) * 0x297A2D39u;
    return number ^ number >> 15;
}

/* Prefixes of 24 to 4 bits, the longest first, and the tree of them. The same prefix leads to the
 * same way. */
static void make_routes()
{
    int nodes = 1;
    for (int k = 0; k < ROUTES; k++) {
        int length = 24 - k * 20 / (ROUTES - 1), node = 0;
        word mask = ALL << (32 - length), bits = chance(k) & mask;
        h_routes[k] = make_uint3(bits, mask, (bits >> 8) % 251 + 1);
        for (int place = 31; place >= 32 - length; place--) {
            int *child = bits >> place & 1 ? &h_nodes[node].y : &h_nodes[node].x;
            if (*child == 0)
                *child = nodes++;
            node = *child;
        }
        h_nodes[node].z = (int)h_routes[k].z;
    }
}

static void make_input(size_t largest)
{
    make_routes();
    for (size_t i = 0; i < largest * 4; i++)
        h_records[i] = (byte)(chance(i) >> 9);
    for (size_t i = 0; i < largest / 4; i++) { // three addresses of four have a known prefix
        uint3 known = h_routes[chance(i) % ROUTES];
        word address = chance(i + 0x10000000);
        h_addresses[i] = i % 4 == 3 ? address : known.x | (address & ~known.y);
        address = h_addresses[i];
        sprintf((char *)h_lines + i * LINE, "%u.%u.%u.%u", address >> 24, address >> 16 & 255,
                address >> 8 & 255, address & 255);
        h_lines[i * LINE + strlen((char *)h_lines + i * LINE)] = '\n';
    }
    for (size_t i = 0; i < largest / 2; i++) { // some ports are asked far more often
        float part = (float)(chance(i + 0x20000000) >> 8) / 16777216;
        h_ports[i] = (half_word)(PORTS * part * part * part * part);
        h_packets[i] = make_ushort2(chance(i + 0x30000000) % 400, 40 + chance(i) % 1460);
    }
}

int main(int argc, char **argv)
{
    start_family("held_out_packets", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 2000, 1 << 24}, largest = scaled(1 << 24);
    h_records = (byte *)host_memory(largest * 4);
    h_lines = (byte *)host_memory(largest * 4 + 1);
    h_addresses = (word *)host_memory(largest / 4 * sizeof(word));
    h_ports = (half_word *)host_memory(largest / 2 * sizeof(half_word));
    h_packets = (ushort2 *)host_memory(largest / 2 * sizeof(ushort2));
    make_input(largest);
    CHECK(cudaMemcpyToSymbol(routes, h_routes, sizeof h_routes));
    d_records = copy_to_device(h_records, largest * 4);
    d_lines = copy_to_device(h_lines, largest * 4);
    d_addresses = copy_to_device(h_addresses, largest / 4);
    d_ports = copy_to_device(h_ports, largest / 2);
    d_packets = copy_to_device(h_packets, largest / 2);
    d_nodes = copy_to_device(h_nodes, NODES);
    d_to = zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_headers(scaled(size));
        time_logs(scaled(size));
    }
    for (void *memory : {(void *)d_records, (void *)d_lines, (void *)d_addresses, (void *)d_ports,
                         (void *)d_packets, (void *)d_nodes, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
