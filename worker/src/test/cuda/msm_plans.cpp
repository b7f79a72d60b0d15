// Prints what the kernels' own plan (kernels/src/main/cuda/proofmill/msm/plan.hpp) gives for a list of sizes. KernelPlansTest runs it and holds the
// Java plan against its output.
#include <cstdio>
#include <cstring>

#include "proofmill/msm/plan.hpp"

using proofmill::u64;
using namespace proofmill::msm;

namespace {

struct Named {
    GroupShape shape;
    const char* name;
};

struct Counts {
    u64 bases, dense, units;
};

constexpr Named groups[] = {{bn254_g1, "BN254_G1"}, {bn254_g2, "BN254_G2"}, {bls12_381_g1, "BLS12_381_G1"}, {bls12_381_g2, "BLS12_381_G2"}};
constexpr Counts sizes[] = {{1, 1, 0},           {1, 0, 1},           {2, 0, 0},           {31, 20, 11},
                            {1000, 1000, 0},     {65536, 65536, 0},   {1048577, 1048577, 0}, {16777216, 270000, 7900000},
                            {16777216, 16777216, 0}, {67108864, 67108864, 0}, {134217727, 134217727, 0}};
constexpr u64 limits[] = {u64{40} << 30, u64{4} << 30};
constexpr proofmill::u32 table_counts[] = {1, 4};
constexpr proofmill::u32 multiprocessors = 132;

// FNV-1a over the words in order.
class Digest {
   public:
    void add(u64 word) {
        for (int i = 0; i < 8; i++) {
            value_ ^= word >> (8 * i) & 255;
            value_ *= 1099511628211ull;
        }
    }
    void add(const Launch& launch) {
        for (char c : launch.kernel) add(static_cast<unsigned char>(c));
        for (u64 word : {launch.grid_x, launch.grid_y, launch.block, launch.shared_bytes, launch.step}) add(word);
        u64 words[sizeof(Frame) / sizeof(u64)];
        std::memcpy(words, &launch.frame, sizeof(Frame));
        for (u64 word : words) add(word);
    }
    u64 value() const { return value_; }

   private:
    u64 value_ = 1469598103934665603ull;
};

void print(const Named& group, const Counts& n, u64 limit, proofmill::u32 tables) {
    Tuning tuning;
    tuning.scratch_limit = limit;
    tuning.table_count = tables;
    if (tables > 1) tuning.window_bits = best_window_bits(group.shape, n.dense, tables);
    const Plan plan(group.shape, n.bases, n.dense, n.units, multiprocessors, tuning);
    const std::vector<Launch> launches = plan.launches({0x1000, n.bases, 0x2000, n.bases, 0x3000, 0x4000}, 0x100000);
    Digest digest;
    for (const Launch& launch : launches) digest.add(launch);
    std::printf("%s,%llu,%llu,%llu,%llu,%u,%u,%u,%u,%u,%llu,%zu,%016llx\n", group.name, (unsigned long long)n.bases,
                (unsigned long long)n.dense, (unsigned long long)n.units, (unsigned long long)limit, tables, plan.window_bits(),
                plan.window_count(), plan.set_count(), plan.group_sets(), (unsigned long long)plan.scratch_bytes(), launches.size(),
                (unsigned long long)digest.value());
}

}  // namespace

int main() {
    for (const Named& group : groups) {
        for (const Counts& n : sizes) {
            for (u64 limit : limits) {
                for (proofmill::u32 tables : table_counts) print(group, n, limit, tables);
            }
        }
    }
}
