// Prints how the kernels' own plan (kernels/src/main/cuda/proofmill/ntt/plan.hpp) cuts transforms: size, powers in the table, thread blocks,
// threads a block, and block and radix of each pass. KernelPlansTest runs it and holds the Java plan against its output.
#include <cstdio>

#include "proofmill/ntt/plan.hpp"

int main() {
    using namespace proofmill::ntt;
    for (proofmill::u32 log = 1; log <= max_log_size; log++) {
        std::printf("%u,%u,%llu,%u", log, default_log_direct(log), (unsigned long long)tiles(log), threads_per_block);
        for (const PlannedPass& pass : plan(log, Flow::dif)) std::printf(",%u,%u", pass.log_block, pass.log_radix);
        std::printf("\n");
    }
}
