// MSM on the device: checks by algebra, then times. Loads the modules that ship and runs the plan's launches in order, as the
// Java side does.
//
//   msm_bench MODULE_FOLDER check GROUP...         many lengths, kinds of scalars and plans
//   msm_bench MODULE_FOLDER smoke GROUP...         the short ones of these, for compute-sanitizer
//   msm_bench MODULE_FOLDER time GROUP:LOG2[:c[:g[:T]]]...  medians and time by kernel; c is the window, g the
//       sets at once, T the tables of multiples (0: decided by the plan); GROUP is bls12_381_g1, bls12_381_g2, bn254_g1, bn254_g2
//   msm_bench MODULE_FOLDER porep GROUP:LOG2...    the same with the scalars of a PoRep assignment (51.2 % zeros, 47.2 % ones)
//
// Points are k_i G with known k_i, so that sum s_i (k_i G) = (sum s_i k_i) G; the sum on the right is taken in the scalar field.

#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "proofmill/curve/generators.hpp"
#include "proofmill/msm/plan.hpp"

using namespace proofmill;

namespace {

#define CHECK(call)                                                                          \
    do {                                                                                             \
        const cudaError_t status = (call);                                                           \
        if (status != cudaSuccess) fail(#call, cudaGetErrorString(status), __LINE__);                \
    } while (0)
[[noreturn]] void fail(const char* call, const char* text, int line) {
    std::printf("FAILED line %d: %s: %s\n", line, call, text);
    std::exit(1);
}

struct Buffer {
    void* pointer = nullptr;
    u64 bytes = 0;
    u64 address = 0;
    explicit Buffer(u64 size) : bytes(size) {
        CHECK(cudaMalloc(&pointer, size));
        address = reinterpret_cast<u64>(pointer);
    }
    ~Buffer() { cudaFree(pointer); }
    void fill(int byte) const { CHECK(cudaMemset(pointer, byte, bytes)); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
};

enum class Scalars { uniform, porep, edges, equal, small };

__device__ u64 mixed(u64 x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

template <class Fr>
__device__ Fr integer(u64 seed, u64 i) {
    Fr s;
    for (int k = 0; k < 4; k++) {
        const u64 w = mixed(seed * 0x2545f4914f6cdd1dull + i * 4 + k);
        s.word[2 * k] = static_cast<u32>(w);
        s.word[2 * k + 1] = static_cast<u32>(w >> 32);
    }
    s.word[7] &= Fr::Parameters::modulus(7) >> 30 == 0 ? 0x3fffffffu : 0x7fffffffu;
    return s.canonical();
}

template <class Fr>
__device__ Fr small_integer(u64 value) {
    Fr s = Fr::zero();
    s.word[0] = static_cast<u32>(value);
    s.word[1] = static_cast<u32>(value >> 32);
    return s;
}

template <class Fr>
__device__ Fr negated_integer(const Fr& s) {
    return (Fr::zero() - s.to_montgomery()).from_montgomery();
}

template <class Fr>
__global__ void fill_scalars(Scalars kind, u64 seed, u64 count, Fr* out) {
    for (u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; i < count; i += static_cast<u64>(gridDim.x) * blockDim.x) {
        const u64 dice = mixed(seed ^ i << 20);
        Fr s = integer<Fr>(seed, i);
        if (kind == Scalars::porep && dice % 1000 < 984) s = small_integer<Fr>(dice % 1000 < 512 ? 0 : 1);
        if (kind == Scalars::equal) s = integer<Fr>(seed, 7);
        if (kind == Scalars::small) s = small_integer<Fr>(dice % 300);
        if (kind == Scalars::edges) {
            if (dice % 4 == 0) s = small_integer<Fr>(dice >> 8 & 3);
            if (dice % 4 == 1) s = negated_integer(small_integer<Fr>(dice >> 8 & 3));
            if (dice % 4 == 2) s = integer<Fr>(seed, dice >> 8 & 7);
        }
        out[i] = s;
    }
}

/// Logarithms of the points: distinct 62-bit numbers, or (edges) many equal, opposite and zero ones.
template <class Fr>
__global__ void fill_logarithms(bool edges, u64 seed, u64 count, Fr* out) {
    for (u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; i < count; i += static_cast<u64>(gridDim.x) * blockDim.x) {
        const u64 dice = mixed(seed + 77 + i);
        Fr k = small_integer<Fr>(dice >> 2);
        if (edges) {
            if (dice % 4 == 0) k = small_integer<Fr>(0);
            if (dice % 4 == 1) k = small_integer<Fr>((dice >> 8) % 4);
            if (dice % 4 == 2) k = negated_integer(small_integer<Fr>((dice >> 8) % 4));
        }
        out[i] = k;
    }
}

template <class Fr>
__global__ void dot_products(const Fr* a, const Fr* b, u64 count, Fr* out) {
    const u64 t = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x, stride = static_cast<u64>(gridDim.x) * blockDim.x;
    Fr sum = Fr::zero();
    for (u64 i = t; i < count; i += stride) sum = sum + (a[i].to_montgomery() * b[i].to_montgomery());
    out[t] = sum;
}

template <class F, class Fr>
Affine<F> multiple(const Affine<F>& point, const Fr& integer) {
    Xyzz<F> sum = Xyzz<F>::infinity();
    for (int i = 255; i >= 0; i--) {
        sum.double_in_place();
        if (integer.word[i / 32] >> (i % 32) & 1) sum.add(point);
    }
    return sum.to_affine();
}

class Modules {
   public:
    explicit Modules(std::string folder) : folder_(std::move(folder)) {}

    void add(const std::string& name) {
        cudaLibrary_t module;
        CHECK(cudaLibraryLoadFromFile(&module, (folder_ + "/" + name + ".cubin").c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
        modules_.push_back(module);
    }

    cudaKernel_t operator[](const std::string& kernel) {
        auto& entry = functions_[kernel];
        for (size_t i = 0; entry == nullptr && i < modules_.size(); i++) {
            if (cudaLibraryGetKernel(&entry, modules_[i], kernel.c_str()) != cudaSuccess) entry = nullptr;
        }
        cudaGetLastError();
        if (entry == nullptr) fail("cudaLibraryGetKernel", kernel.c_str(), __LINE__);
        return entry;
    }

   private:
    std::string folder_;
    std::vector<cudaLibrary_t> modules_;
    std::map<std::string, cudaKernel_t> functions_;
};

u32 multiprocessors = 0;

void start(cudaKernel_t kernel, const std::string& name, dim3 grid, u32 block, u32 shared_bytes, void** arguments) {
    if (shared_bytes > 48 << 10) CHECK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes), 0));
    const cudaError_t status = cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, dim3(block), arguments, shared_bytes, nullptr);
    if (status != cudaSuccess) fail(name.c_str(), cudaGetErrorString(status), __LINE__);
}

void launch(Modules& modules, const msm::Launch& l) {
    msm::Frame frame = l.frame;
    u32 step = l.step;
    void* arguments[] = {&frame, &step};
    start(modules[l.kernel], l.kernel, dim3(l.grid_x, l.grid_y), l.block, l.shared_bytes, arguments);
}

template <class G>
class Runner {
   public:
    using F = typename G::Coordinate;
    using Fr = typename G::Scalar;
    using Point = Affine<F>;

    Runner(Modules& modules, const msm::GroupShape& shape, u64 capacity, bool edges, u32 tables = 1, u32 table_doublings = 0)
        : modules_(modules), shape_(shape), capacity_(capacity), logs_(capacity * 32), bases_(tables * capacity * sizeof(Point)), scalars_(capacity * 32),
          lists_(msm::classification_bytes(capacity)), result_(260 * sizeof(Point)), partials_(32 * 256 * sizeof(Fr)) {
        fill_logarithms<Fr><<<1024, 128>>>(edges, 1, capacity, reinterpret_cast<Fr*>(logs_.address));
        CHECK(cudaGetLastError());
        Buffer table(8192 * sizeof(Point));
        const Point g = generator<G>();
        Buffer base(sizeof(Point));
        CHECK(cudaMemcpy(base.pointer, &g, sizeof g, cudaMemcpyHostToDevice));
        u64 base_address = base.address, table_address = table.address, logs = logs_.address, out = bases_.address, count = capacity;
        void* table_arguments[] = {&base_address, &table_address};
        start(modules[std::string("fixed_base_table_") + shape.suffix], "fixed_base_table_", dim3(64), 128, 0, table_arguments);
        CHECK(cudaDeviceSynchronize());
        const auto begin = std::chrono::steady_clock::now();
        void* arguments[] = {&table_address, &logs, &count, &out};
        start(modules[std::string("fixed_base_multiply_") + shape.suffix], "fixed_base_multiply_", dim3(multiprocessors * 8), 128, 0, arguments);
        CHECK(cudaDeviceSynchronize());
        for (u32 table = 1; table < tables; table++) {
            u64 from = bases_.address + (table - 1) * capacity * sizeof(Point), to = from + capacity * sizeof(Point);
            u32 doublings = table_doublings;
            void* table_of_bases[] = {&from, &count, &doublings, &to};
            start(modules[std::string("double_bases_") + shape.suffix], "double_bases", dim3(multiprocessors * 8), 128, 0, table_of_bases);
        }
        CHECK(cudaDeviceSynchronize());
        make_ms_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }

    double make_ms() const { return make_ms_; }

    void set_scalars(Scalars kind, u64 seed) {
        fill_scalars<Fr><<<1024, 128>>>(kind, seed, capacity_, reinterpret_cast<Fr*>(scalars_.address));
        CHECK(cudaDeviceSynchronize());
    }

    struct Outcome {
        bool correct;
        double milliseconds;
        u64 dense, units, scratch_bytes;
        u32 window_bits, windows, sets, group_sets;
    };

    /// Runs an MSM of the first `count` scalars; scratch is filled with a pattern first when `poison`.
    Outcome run(u64 count, const msm::Tuning& tuning, bool poison, std::map<std::string, double>* by_kernel = nullptr) {
        const msm::Problem problem{bases_.address, capacity_, scalars_.address, count, result_.address, lists_.address};
        if (poison) {
            if (scratch_ != nullptr) scratch_->fill(0xa5);
            result_.fill(0xa5);
            lists_.fill(0xa5);
        }
        prepare(count, tuning);
        CHECK(cudaDeviceSynchronize());
        const auto begin = std::chrono::steady_clock::now();
        CHECK(cudaMemsetAsync(lists_.pointer, 0, 16));
        launch(modules_, msm::classification_launch(shape_, problem, multiprocessors));
        u64 counts[2];
        CHECK(cudaMemcpy(counts, lists_.pointer, sizeof counts, cudaMemcpyDeviceToHost));
        const msm::Plan plan(shape_, capacity_, counts[0], counts[1], multiprocessors, tuning);
        if (plan.scratch_bytes() > scratch_->bytes) fail("plan", "scratch grew", __LINE__);
        const auto launches = plan.launches(problem, scratch_->address);
        if (by_kernel == nullptr) {
            for (const auto& l : launches) launch(modules_, l);
        } else {
            profile(launches, *by_kernel);
        }
        CHECK(cudaDeviceSynchronize());
        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        return {check(count, plan), ms, counts[0], counts[1], plan.scratch_bytes(), plan.window_bits(), plan.window_count(), plan.set_count(), plan.group_sets()};
    }

   private:
    Modules& modules_;
    msm::GroupShape shape_;
    u64 capacity_;
    Buffer logs_, bases_, scalars_, lists_, result_, partials_;
    std::unique_ptr<Buffer> scratch_;
    double make_ms_;

    /// Scratch large enough for the counts of these scalars, found by a classification outside the timing.
    void prepare(u64 count, const msm::Tuning& tuning) {
        const msm::Problem problem{bases_.address, capacity_, scalars_.address, count, result_.address, lists_.address};
        CHECK(cudaMemset(lists_.pointer, 0, 16));
        launch(modules_, msm::classification_launch(shape_, problem, multiprocessors));
        u64 counts[2];
        CHECK(cudaMemcpy(counts, lists_.pointer, sizeof counts, cudaMemcpyDeviceToHost));
        const u64 bytes = msm::Plan(shape_, capacity_, counts[0], counts[1], multiprocessors, tuning).scratch_bytes();
        if (scratch_ == nullptr || scratch_->bytes < bytes) {
            scratch_.reset();
            scratch_ = std::make_unique<Buffer>(bytes);
            scratch_->fill(0xa5);
        }
    }

    void profile(const std::vector<msm::Launch>& launches, std::map<std::string, double>& by_kernel) {
        std::vector<cudaEvent_t> events(launches.size() + 1);
        for (auto& e : events) CHECK(cudaEventCreate(&e));
        CHECK(cudaEventRecord(events[0]));
        for (size_t i = 0; i < launches.size(); i++) {
            launch(modules_, launches[i]);
            CHECK(cudaEventRecord(events[i + 1]));
        }
        CHECK(cudaDeviceSynchronize());
        for (size_t i = 0; i < launches.size(); i++) {
            float ms;
            CHECK(cudaEventElapsedTime(&ms, events[i], events[i + 1]));
            by_kernel[launches[i].kernel] += ms;
        }
        for (auto& e : events) cudaEventDestroy(e);
    }

    bool check(u64 count, const msm::Plan& plan) {
        std::vector<Point> sums(plan.set_count() + 1);
        CHECK(cudaMemcpy(sums.data(), result_.pointer, sums.size() * sizeof(Point), cudaMemcpyDeviceToHost));
        Xyzz<F> total = Xyzz<F>::infinity();
        for (u32 set = plan.set_count(); set-- > 0;) {
            for (u32 i = 0; i < plan.window_bits(); i++) total.double_in_place();
            total.add(sums[set]);
        }
        total.add(sums.back());
        const Point got = total.to_affine();
        const u64 threads = 32 * 256;
        dot_products<Fr><<<32, 256>>>(reinterpret_cast<const Fr*>(logs_.address), reinterpret_cast<const Fr*>(scalars_.address), count,
                                      reinterpret_cast<Fr*>(partials_.address));
        CHECK(cudaDeviceSynchronize());
        std::vector<Fr> partials(threads);
        CHECK(cudaMemcpy(partials.data(), partials_.pointer, threads * sizeof(Fr), cudaMemcpyDeviceToHost));
        Fr sum = Fr::zero();
        for (const Fr& p : partials) sum = sum + p;
        const Point expected = multiple(generator<G>(), sum.from_montgomery());
        return std::memcmp(&got, &expected, sizeof got) == 0;
    }
};

int failures = 0;

template <class G>
void check_group(Modules& modules, const msm::GroupShape& shape, u64 longest) {
    const u64 capacity = longest;
    const struct {
        const char* name;
        Scalars kind;
    } kinds[] = {{"uniform", Scalars::uniform}, {"porep", Scalars::porep}, {"edges", Scalars::edges}, {"equal", Scalars::equal}, {"small", Scalars::small}};
    const u64 counts[] = {1, 2, 31, 32, 33, 1000, 8191, 8193, (1 << 16) - 1, 1 << 18, (1 << 18) + 1};
    const struct {
        u32 tables, window_bits, group_sets;
    } plans[] = {{1, 0, 0}, {1, 0, 3}, {1, 17, 2}, {4, 14, 0}, {16, 16, 0}};
    for (const bool edges : {false, true}) {
        for (const auto& choice : plans) {
            const u32 sets = choice.tables == 1 ? 0 : (shape.scalar_bits + choice.window_bits * choice.tables - 1) / (choice.window_bits * choice.tables);
            Runner<G> runner(modules, shape, capacity, edges, choice.tables, choice.window_bits * sets);
            msm::Tuning tuning;
            tuning.window_bits = choice.window_bits;
            tuning.table_count = choice.tables;
            tuning.group_sets = choice.group_sets;
            for (const auto& kind : kinds) {
                std::string wrong;
                for (const u64 count : counts) {
                    if (count > longest) continue;
                    runner.set_scalars(kind.kind, 5 + count);
                    if (!runner.run(count, tuning, true).correct) wrong += " " + std::to_string(count);
                }
                std::printf("check %-12s points %-8s tables %2u c %2u group %u scalars %-8s %s%s\n", shape.suffix, edges ? "edges" : "distinct", choice.tables,
                            choice.window_bits, choice.group_sets, kind.name, wrong.empty() ? "ok" : "WRONG:", wrong.c_str());
                failures += wrong.empty() ? 0 : 1;
            }
        }
    }
}

template <class G>
void time_group(Modules& modules, const msm::GroupShape& shape, u32 log2, msm::Tuning tuning, Scalars kind) {
    static std::unique_ptr<Runner<G>> runner;
    static u32 runner_log2 = 0, runner_tables = 0;
    const u64 count = u64{1} << log2;
    if (tuning.table_count > 1 && tuning.window_bits == 0) tuning.window_bits = msm::best_window_bits(shape, count, tuning.table_count);
    if (runner == nullptr || runner_log2 != log2 || tuning.table_count > 1 || runner_tables > 1) {
        const u32 sets = tuning.table_count == 1 ? 0 : (shape.scalar_bits + tuning.window_bits * tuning.table_count - 1) / (tuning.window_bits * tuning.table_count);
        runner.reset();
        runner = std::make_unique<Runner<G>>(modules, shape, count, false, tuning.table_count, tuning.window_bits * sets);
        runner_log2 = log2;
        runner_tables = tuning.table_count;
    }
    runner->set_scalars(kind, 3);
    std::vector<double> times;
    bool correct = true;
    typename Runner<G>::Outcome outcome{};
    for (int i = 0; i < 6; i++) {
        outcome = runner->run(count, tuning, i == 0);
        correct = correct && outcome.correct;
        if (i > 0) times.push_back(outcome.milliseconds);
    }
    std::sort(times.begin(), times.end());
    std::map<std::string, double> by_kernel;
    runner->run(count, tuning, false, &by_kernel);
    std::printf("time %-12s 2^%-2u %s c %2u W %2u tables %2u group %2u of %2u scratch %6.2f GB dense %llu units %llu: median %8.2f ms (min %.2f max %.2f) %s; points made in %.0f ms\n",
                shape.suffix, log2, kind == Scalars::porep ? "porep  " : "uniform", outcome.window_bits, outcome.windows, tuning.table_count, outcome.group_sets,
                outcome.sets, static_cast<double>(outcome.scratch_bytes) / 1e9, static_cast<unsigned long long>(outcome.dense),
                static_cast<unsigned long long>(outcome.units), times[times.size() / 2], times.front(), times.back(), correct ? "ok" : "WRONG", runner->make_ms());
    std::printf("    ");
    for (const auto& [kernel, ms] : by_kernel) std::printf(" %s %.2f", kernel.substr(4, kernel.rfind("_b") - 4).c_str(), ms);
    std::printf("\n");
    failures += correct ? 0 : 1;
}

template <class Action>
void with_group(const std::string& name, Action action) {
    if (name == "bls12_381_g1") action(Bls12381G1{}, msm::bls12_381_g1);
    if (name == "bls12_381_g2") action(Bls12381G2{}, msm::bls12_381_g2);
    if (name == "bn254_g1") action(Bn254G1{}, msm::bn254_g1);
    if (name == "bn254_g2") action(Bn254G2{}, msm::bn254_g2);
}

}  // namespace

int main(int argc, char** argv) {
    setvbuf(stdout, nullptr, _IOLBF, 0);
    CHECK(cudaFree(nullptr));
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    multiprocessors = static_cast<u32>(properties.multiProcessorCount);
    std::printf("%s, %u multiprocessors\n", properties.name, multiprocessors);
    Modules modules(argv[1]);
    modules.add("msm_common");
    std::string last;
    const std::string mode = argv[2];
    for (int i = 3; i < argc; i++) {
        const std::string word = argv[i];
        const std::string name = word.substr(0, word.find(':'));
        if (name != last) modules.add("msm_" + name);
        last = name;
        u32 numbers[4] = {0, 0, 0, 1};
        if (mode == "time" || mode == "porep") std::sscanf(word.c_str() + word.find(':'), ":%u:%u:%u:%u", &numbers[0], &numbers[1], &numbers[2], &numbers[3]);
        with_group(name, [&](auto group, const msm::GroupShape& shape) {
            using G = decltype(group);
            msm::Tuning tuning;
            tuning.window_bits = numbers[1];
            tuning.group_sets = numbers[2];
            tuning.table_count = numbers[3];
            if (mode == "check" || mode == "smoke") {
                check_group<G>(modules, shape, mode == "check" ? (1 << 18) + 1 : 8193);
            } else {
                time_group<G>(modules, shape, numbers[0], tuning, mode == "porep" ? Scalars::porep : Scalars::uniform);
            }
        });
    }
    std::printf("%s\n", failures == 0 ? "ALL CORRECT" : "SOME WRONG");
    return failures != 0;
}
