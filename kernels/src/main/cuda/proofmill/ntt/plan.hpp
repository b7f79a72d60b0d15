#pragma once

#include <vector>

#include "layout.hpp"
#include "radix.hpp"

/// How a transform is cut into passes: host arithmetic, stated again in kernels/README.md for other programs.
namespace proofmill::ntt {

struct PlannedPass {
    u32 log_block, log_radix;
};

/// Passes in launch order. Radices are as equal as can be, larger ones where sub-transforms are larger.
inline std::vector<PlannedPass> plan(u32 log_n, Flow flow) {
    const u32 count = (log_n + max_log_radix - 1) / max_log_radix;
    std::vector<PlannedPass> passes;
    u32 log_block = log_n;
    for (u32 i = 0; i < count; i++) {
        const u32 log_radix = log_n / count + (i < log_n % count ? 1 : 0);
        passes.push_back({log_block, log_radix});
        log_block -= log_radix;
    }
    if (flow == Flow::dit) return {passes.rbegin(), passes.rend()};
    return passes;
}

/// Thread blocks of each pass.
inline u64 tiles(u32 log_n) { return log_n <= log_tile ? 1 : u64{1} << (log_n - log_tile); }

/// The default size of the table of direct powers. Up to 2^22 it holds them all (128 MiB at most); beyond, 8 MiB that stay in the L2 cache
/// and one more product for each element in the first pass (DIF; the last in DIT), 6 % of the time at 2^24.
inline u32 default_log_direct(u32 log_n) { return log_n <= 22 ? log_n : 18; }

}  // namespace proofmill::ntt
