// Host code in a .cu file may use all of C++: atomics, threads, statics, virtual calls.
// out: made once, total 6, shared 4, flag 1
// out: virtual 7, sorted 1 2 3
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct base {
    virtual ~base() {}
    virtual int value() const { return 0; }
};
struct derived : base {
    int value() const override { return 7; }
};

static std::string make() { return "made once"; }
static const std::string &once()
{
    static std::string s = make();
    return s;
}

std::atomic<long long> total{0};
std::atomic<bool> flag;

__global__ void k(int *p) { p[threadIdx.x] = 3 - threadIdx.x; }

int main()
{
    auto shared = std::make_shared<int>(3), copy = shared;
    std::mutex mutex;
    std::thread first([&] { total += 2; std::lock_guard<std::mutex> lock(mutex); ++*shared; });
    std::thread second([&] { total.fetch_add(3); flag.store(true); });
    long long expected = 5;
    std::unique_ptr<base> object(new derived);
    std::vector<int> numbers(3);
    int *p;

    first.join();
    second.join();
    total.compare_exchange_strong(expected, 6);
    printf("%s, total %lld, shared %d, flag %d\n", once().c_str(), total.load(), *copy,
           (int)flag.load());
    cudaMalloc(&p, 3 * sizeof(int));
    k<<<1, 3>>>(p);
    cudaMemcpy(numbers.data(), p, 3 * sizeof(int), cudaMemcpyDeviceToHost);
    std::sort(numbers.begin(), numbers.end());
    printf("virtual %d, sorted %d %d %d\n", object->value(), numbers[0], numbers[1], numbers[2]);
    cudaFree(p);
    return 0;
}
