#include "proofmill/msm/plan.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include "proofmill/testing/test.hpp"

using namespace proofmill;
using namespace proofmill::msm;

namespace {

constexpr u32 multiprocessors = 132;

/// Sizes around every edge of the plan's arithmetic.
template <class Action>
void for_sizes(Action action) {
    for (const auto& group : {bls12_381_g1, bls12_381_g2, bn254_g1, bn254_g2}) {
        for (u32 log2 = 0; log2 <= 27; log2++) {
            for (const int offset : {-1, 0, 1}) action(group, (u64{1} << log2) + offset);
        }
    }
}

std::string text(const GroupShape& group, u64 size) { return std::string(group.suffix) + " " + std::to_string(size); }

TEST(msm, "every launch fits a device's limits") {
    for_sizes([](const GroupShape& group, u64 size) {
        const Plan plan(group, size + 1, size, 1, multiprocessors);
        for (const Launch& launch : plan.launches({}, 0)) {
            const bool fits = launch.grid_x >= 1 && launch.grid_x <= 0x7fffffffu && launch.grid_y >= 1 && launch.grid_y <= 65535 &&
                              launch.shared_bytes <= 232448 && launch.frame.coarse_bits <= 12 && launch.frame.group_sets >= 1 && launch.step <= 32;
            if (!fits) testing::fail(__FILE__, __LINE__, launch.kernel + " of " + text(group, size));
        }
    });
}

TEST(msm, "windows cover the scalars and a fine key has at most ten bits") {
    for_sizes([](const GroupShape& group, u64 size) {
        const Plan plan(group, size + 1, size, 1, multiprocessors);
        CHECK(plan.window_bits() * plan.window_count() >= group.scalar_bits);
        CHECK(plan.window_bits() * (plan.window_count() - 1) < group.scalar_bits);
        const Frame frame = plan.launches({}, 0).back().frame;
        CHECK(frame.window_bits - 1 - frame.coarse_bits <= 10);
    });
}

TEST(msm, "scratch arrays follow each other without overlap and end at the scratch's size") {
    for_sizes([](const GroupShape& group, u64 size) {
        const Plan plan(group, size, size, 0, multiprocessors);
        const u64 base = u64{1} << 40;
        const Frame f = plan.launches({}, base).back().frame;
        const u64 order[] = {f.control,      f.coarse_counts, f.coarse_starts, f.coarse_cursors,   f.references[0],     f.references[1],
                             f.keys[0],      f.keys[1],       f.offsets[0],    f.offsets[1],       f.pair_offsets,      f.tile_sums,
                             f.pairs,        f.arena_x,       f.arena_y,       f.prefixes,         f.products,          f.product_prefixes,
                             f.partial_points[0], f.partial_points[1], f.partial_sums[0], f.partial_sums[1], f.unit_sum, base + plan.scratch_bytes()};
        bool ordered = f.control == base;
        for (size_t i = 1; i < sizeof order / sizeof order[0]; i++) ordered = ordered && order[i - 1] <= order[i] && order[i] % 256 == 0;
        const u64 entries = f.group_sets * f.table_count * size;
        ordered = ordered && f.partitioned + 8 * entries <= f.arena_y + group.element_bytes * entries && f.digits + 4 * entries <= f.partitioned;
        if (!ordered) testing::fail(__FILE__, __LINE__, text(group, size));
    });
}

/// FNV-1a over each launch's kernel, grid, block, shared memory, step and frame, so that one number stands for a whole plan.
u64 fingerprint(const std::vector<Launch>& launches) {
    u64 hash = 0xcbf29ce484222325u;
    const auto byte = [&hash](u64 value) { hash = (hash ^ (value & 0xff)) * 0x100000001b3u; };
    const auto word = [&byte](u64 value) {
        for (int i = 0; i < 8; i++) byte(value >> (8 * i));
    };
    for (const Launch& launch : launches) {
        for (const char c : launch.kernel) byte(static_cast<unsigned char>(c));
        for (const u64 value : {launch.grid_x, launch.grid_y, launch.block, launch.shared_bytes, launch.step}) word(value);
        const u64* words = reinterpret_cast<const u64*>(&launch.frame);
        for (size_t i = 0; i < sizeof(Frame) / sizeof(u64); i++) word(words[i]);
    }
    return hash;
}

TEST(msm, "plans are those of the shared vectors") {
    std::ifstream file(std::string(__FILE__).substr(0, std::string(__FILE__).rfind("/cuda/")) + "/vectors/msm-plans.txt");
    std::string line;
    int plans = 0;
    while (std::getline(file, line)) {
        if (line[0] == '#') continue;
        std::istringstream words(line);
        std::string suffix;
        u64 bases, dense, units, sms, limit, tables, window;
        words >> suffix >> bases >> dense >> units >> sms >> limit >> tables >> window;
        std::ostringstream planned;
        for (const auto& group : {bls12_381_g1, bls12_381_g2, bn254_g1, bn254_g2}) {
            if (suffix != group.suffix) continue;
            Tuning tuning;
            tuning.scratch_limit = limit;
            tuning.table_count = static_cast<u32>(tables);
            tuning.window_bits = static_cast<u32>(window);
            const Plan plan(group, bases, dense, units, static_cast<u32>(sms), tuning);
            const Problem problem{u64{1} << 40, bases, u64{2} << 40, bases, u64{3} << 40, u64{4} << 40};
            const auto launches = plan.launches(problem, u64{5} << 40);
            planned << suffix << ' ' << bases << ' ' << dense << ' ' << units << ' ' << sms << ' ' << limit << ' ' << tables << ' ' << window << ' '
                    << plan.window_bits() << ' ' << plan.window_count() << ' ' << plan.set_count() << ' ' << plan.group_sets() << ' '
                    << plan.scratch_bytes() << ' ' << launches.size() << ' ' << std::hex << fingerprint(launches);
        }
        CHECK_EQUAL(planned.str(), line);
        plans++;
    }
    CHECK(plans >= 50);
}

TEST(msm, "a smaller scratch limit makes smaller groups of sets, never other windows") {
    Tuning tuning;
    const Plan large(bls12_381_g1, 1 << 22, 1 << 22, 0, multiprocessors, tuning);
    tuning.scratch_limit = u64{2} << 30;
    const Plan small(bls12_381_g1, 1 << 22, 1 << 22, 0, multiprocessors, tuning);
    CHECK_EQUAL(small.window_bits(), large.window_bits());
    CHECK(small.group_sets() < large.group_sets());
    CHECK(small.scratch_bytes() <= tuning.scratch_limit);
}

TEST(msm, "tables of multiples divide the sets of buckets") {
    Tuning tuning;
    tuning.window_bits = 20;
    tuning.table_count = 7;
    const Plan plan(bls12_381_g1, 1 << 20, 1 << 20, 0, multiprocessors, tuning);
    CHECK_EQUAL(plan.window_count(), 13u);
    CHECK_EQUAL(plan.set_count(), 2u);
}

TEST(msm, "references that would not fit 31 bits are refused") {
    bool refused = false;
    try {
        const Plan plan(bls12_381_g1, u64{1} << 30, u64{1} << 30, 0, multiprocessors);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

TEST(msm, "an MSM with no dense scalar partitions nothing but still finishes") {
    const Plan plan(bn254_g1, 100, 0, 0, multiprocessors);
    for (const Launch& launch : plan.launches({}, 0)) CHECK(launch.kernel != "msm_partition");
    CHECK(plan.launches({}, 0).back().kernel == "msm_finish_bn254_g1");
}

}  // namespace
