// Checks and times the quotient's kernels on a device, from the fatbins that the Java side loads.
//
//   ntt_bench DIRECTORY [largest log size, default 27] [times]
//
// DIRECTORY holds quotient_bn254.fatbin and quotient_bls12_381.fatbin. "times" leaves the checks out. Checks, for every size:
//  - the transform of s b^i at random places against the sum of the geometric series, s (b^N - 1) / (b w^k - 1);
//  - inverse after forward gives every element back; so does the way to a coset and back;
//  - sizes up to 2^9: random input against the definition.
// Prints one line a check that fails, a table of medians, and "ALL CHECKS OK" or "SOME CHECKS FAIL".
#include <cuda.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "proofmill/field/field.hpp"
#include "proofmill/ntt/plan.hpp"
#include "proofmill/ntt/table.hpp"

using namespace proofmill;
using namespace proofmill::ntt;

namespace {

int failures = 0;

void check_call(CUresult result, const char* call, int line) {
    if (result == CUDA_SUCCESS) return;
    const char* text = nullptr;
    cuGetErrorString(result, &text);
    std::printf("line %d: %s: %s\n", line, call, text);
    std::exit(1);
}
#define CALL(x) check_call((x), #x, __LINE__)

void expect(bool ok, const std::string& what) {
    if (ok) return;
    failures++;
    std::printf("FAILED %s\n", what.c_str());
}

/// Device memory of `count` elements.
template <class T>
class Buffer {
   public:
    explicit Buffer(u64 count) : count_(count) { CALL(cuMemAlloc(&address_, count * sizeof(T))); }
    explicit Buffer(const std::vector<T>& host) : Buffer(host.size()) { CALL(cuMemcpyHtoD(address_, host.data(), host.size() * sizeof(T))); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { cuMemFree(address_); }

    CUdeviceptr at(u64 index = 0) const { return address_ + index * sizeof(T); }
    T get(u64 index) const {
        T x;
        CALL(cuMemcpyDtoH(&x, at(index), sizeof x));
        return x;
    }
    std::vector<T> all() const {
        std::vector<T> host(count_);
        CALL(cuMemcpyDtoH(host.data(), address_, count_ * sizeof(T)));
        return host;
    }
    void copy(const Buffer& other, u64 count) { CALL(cuMemcpyDtoD(address_, other.address_, count * sizeof(T))); }

   private:
    CUdeviceptr address_ = 0;
    u64 count_;
};

template <class F>
struct Curve;
template <>
struct Curve<Bn254Fr> {
    static constexpr const char* suffix = "bn254";
    static constexpr u32 generator = 5, two_adicity = 28;
    static constexpr double butterflies_per_second = 49.8e9;
};
template <>
struct Curve<Bls12381Fr> {
    static constexpr const char* suffix = "bls12_381";
    static constexpr u32 generator = 7, two_adicity = 32;
    static constexpr double butterflies_per_second = 58.6e9;
};

/// The kernels of one field.
template <class F>
class Kernels {
   public:
    explicit Kernels(const std::string& directory) {
        const std::string file = directory + "/quotient_" + Curve<F>::suffix + ".fatbin";
        CALL(cuModuleLoad(&module_, file.c_str()));
        for (const char* name : {"ntt_dif", "ntt_dit"}) {
            CUfunction f = function(name);
            int registers = 0, local = 0, blocks = 0;
            CALL(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
            CALL(cuFuncGetAttribute(&local, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, f));
            CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, threads_per_block, 0));
            std::printf("%s_%s: %d registers, %d local bytes, %d blocks a multiprocessor\n", name, Curve<F>::suffix, registers, local, blocks);
        }
    }

    template <class... Arguments>
    void launch(const std::string& name, u64 blocks, u32 vectors, Arguments... arguments) const {
        void* pointers[] = {static_cast<void*>(&arguments)...};
        const u32 threads = name == "ntt_dif" || name == "ntt_dit" ? threads_per_block : 256;
        CALL(cuLaunchKernel(function(name), static_cast<u32>(blocks), vectors, 1, threads, 1, 1, 0, nullptr, pointers, nullptr));
    }

    /// For kernels that stride over n elements.
    template <class... Arguments>
    void launch_over(const std::string& name, u64 n, Arguments... arguments) const {
        launch(name, std::min<u64>((n + 255) / 256, 132 * 16), 1, arguments...);
    }

   private:
    CUfunction function(const std::string& name) const {
        CUfunction f;
        CALL(cuModuleGetFunction(&f, module_, (name + "_" + Curve<F>::suffix).c_str()));
        return f;
    }
    CUmodule module_{};
};

template <class F>
F small(u32 value) {
    F x = F::zero();
    x.word[0] = value;
    return x.to_montgomery().canonical();
}

/// base^exponent for an exponent of the field's width.
template <class F>
F wide_power(const F& base, const u32* exponent) {
    F r = F::one();
    for (int bit = 32 * F::limbs - 1; bit >= 0; bit--) {
        r = r * r;
        if ((exponent[bit / 32] >> (bit % 32)) & 1) r = r * base;
    }
    return r;
}

template <class F>
F inverse_of(const F& a) {
    u32 exponent[F::limbs];
    u64 borrow = 2;
    for (int i = 0; i < F::limbs; i++) {
        const u64 word = u64{F::Parameters::modulus(i)} - borrow;
        exponent[i] = static_cast<u32>(word);
        borrow = word >> 63;
    }
    return wide_power(a, exponent).canonical();
}

template <class F>
F root_of_unity(u32 log_n) {
    u32 exponent[F::limbs] = {};
    constexpr u32 shift = Curve<F>::two_adicity;
    for (u32 bit = shift; bit < 32 * F::limbs; bit++) {
        if ((F::Parameters::modulus(bit / 32) >> (bit % 32)) & 1) exponent[(bit - shift) / 32] |= 1u << ((bit - shift) % 32);
    }
    F root = wide_power(small<F>(Curve<F>::generator), exponent);
    for (u32 i = log_n; i < shift; i++) root = root * root;
    return root.canonical();
}

template <class F>
class Transform {
   public:
    Transform(const Kernels<F>& kernels, u32 log_n, const F& root, u32 log_direct)
        : kernels_(kernels), log_n_(log_n), log_direct_(log_direct), table_(table_quads(log_n, log_direct)) {
        kernels.launch("ntt_table", (table_entries(log_n, log_direct) + 255) / 256, 1, table_.at(), root, log_n, log_direct);
    }

    void run(Flow flow, CUdeviceptr data, u32 vectors = 1, CUdeviceptr low = 0, CUdeviceptr high = 0, u32 log_low = 0) const {
        const u64 stride = u64{1} << log_n_;
        for (const PlannedPass& p : plan(log_n_, flow)) {
            kernels_.launch(flow == Flow::dif ? "ntt_dif" : "ntt_dit", tiles(log_n_), vectors, data, stride, table_.at(), log_n_, p.log_block,
                            p.log_radix, log_direct_, low, high, log_low);
        }
    }

   private:
    const Kernels<F>& kernels_;
    u32 log_n_, log_direct_;
    Buffer<Quad> table_;
};

/// Tables that multiply element k by scale base^k.
template <class F>
struct Powers {
    u32 log_low;
    Buffer<F> low, high;
    Powers(const Kernels<F>& kernels, u32 log_n, const F& base, const F& scale)
        : log_low(log_n / 2), low(u64{1} << log_low), high(u64{1} << (log_n - log_low)) {
        kernels.launch_over("ntt_powers", u64{1} << log_low, low.at(), base, scale, u64{1} << log_low);
        const F step = power(base, u64{1} << log_low).canonical();
        kernels.launch_over("ntt_powers", u64{1} << (log_n - log_low), high.at(), step, F::one(), u64{1} << (log_n - log_low));
    }
};

template <class F>
bool all_equal(const Kernels<F>& kernels, const Buffer<F>& a, CUdeviceptr b, u64 n) {
    Buffer<F> difference(n), one(n);
    kernels.launch_over("ntt_powers", n, one.at(), F::one(), F::one(), n);
    kernels.launch_over("vector_product_minus", n, difference.at(), a.at(), one.at(), b, n, 0u);
    Buffer<u64> counts(std::vector<u64>(3));
    kernels.launch_over("vector_classes", n, counts.at(), difference.at(), n);
    return counts.get(0) == n;
}

/// Median milliseconds of five runs after one.
template <class Work>
double median_time(Work work) {
    CUevent start, stop;
    CALL(cuEventCreate(&start, 0));
    CALL(cuEventCreate(&stop, 0));
    std::vector<float> times;
    for (int i = 0; i < 6; i++) {
        float ms = 0;
        CALL(cuEventRecord(start, nullptr));
        work();
        CALL(cuEventRecord(stop, nullptr));
        CALL(cuEventSynchronize(stop));
        CALL(cuEventElapsedTime(&ms, start, stop));
        if (i > 0) times.push_back(ms);
    }
    cuEventDestroy(start);
    cuEventDestroy(stop);
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

template <class F>
void check_definition(const Kernels<F>& kernels, u32 log_n) {
    const u64 n = u64{1} << log_n;
    std::mt19937_64 random(log_n);
    std::vector<F> input(n);
    for (F& x : input) {
        for (u32& w : x.word) w = static_cast<u32>(random());
        x.word[7] &= 0x0fffffff;
    }
    input[0] = (F::zero() - F::one()).canonical();
    const F root = root_of_unity<F>(log_n);
    Buffer<F> data(input);
    Transform<F>(kernels, log_n, root, log_n).run(Flow::dif, data.at());
    const std::vector<F> output = data.all();
    F step = F::one();
    bool ok = true;
    for (u64 k = 0; k < n; k++) {
        F sum = F::zero(), w = F::one();
        for (const F& x : input) {
            sum = sum + x * w;
            w = w * step;
        }
        ok &= output[reverse_bits(static_cast<u32>(k), log_n)] == sum;
        step = step * root;
    }
    expect(ok, std::string(Curve<F>::suffix) + " definition 2^" + std::to_string(log_n));
}

template <class F>
void check_size(const Kernels<F>& kernels, u32 log_n) {
    const std::string what = std::string(Curve<F>::suffix) + " 2^" + std::to_string(log_n) + " ";
    const u64 n = u64{1} << log_n;
    const F root = root_of_unity<F>(log_n), inverse_root = inverse_of(root), per_n = inverse_of(small<F>(static_cast<u32>(n)));
    const F base = small<F>(1234567), scale = small<F>(89), g = small<F>(Curve<F>::generator);
    const u32 log_direct = default_log_direct(log_n);
    const Transform<F> forward(kernels, log_n, root, log_direct), backward(kernels, log_n, inverse_root, log_direct);
    Buffer<F> original(n), data(n);
    kernels.launch_over("ntt_powers", n, original.at(), base, scale, n);
    data.copy(original, n);

    forward.run(Flow::dif, data.at());
    std::mt19937_64 random(log_n);
    const F numerator = scale * (power(base, n) - F::one());
    const auto expected = [&](u64 k) { return numerator * inverse_of(base * power(root, k) - F::one()); };
    bool ok = true;
    for (int i = 0; i < 32; i++) {
        const u64 k = i < 2 ? i * (n - 1) : random() % n;
        ok &= data.get(reverse_bits(static_cast<u32>(k), log_n)) == expected(k);
    }
    expect(ok, what + "forward against the geometric series");

    Buffer<F> constant(std::vector<F>{per_n});
    backward.run(Flow::dit, data.at(), 1, constant.at());
    expect(all_equal(kernels, original, data.at(), n), what + "inverse after forward");

    forward.run(Flow::dif, data.at());
    kernels.launch("ntt_reverse", log_n < 8 ? 1 : u64{1} << (log_n - 8), 1, data.at(), n, log_n);
    ok = true;
    for (int i = 0; i < 32; i++) {
        const u64 k = i < 2 ? i * (n - 1) : random() % n;
        ok &= data.get(k) == expected(k);
    }
    expect(ok, what + "natural order after reversal");

    const Powers<F> to_coset(kernels, log_n, g, per_n), from_coset(kernels, log_n, inverse_of(g), per_n);
    data.copy(original, n);
    backward.run(Flow::dif, data.at(), 1, to_coset.low.at(), to_coset.high.at(), to_coset.log_low);
    forward.run(Flow::dit, data.at());
    expect(n < 4 || !(data.get(1) == original.get(1)), what + "the coset is elsewhere");
    backward.run(Flow::dif, data.at(), 1, from_coset.low.at(), from_coset.high.at(), from_coset.log_low);
    forward.run(Flow::dit, data.at());
    expect(all_equal(kernels, original, data.at(), n), what + "to the coset and back");
}

template <class F>
void check_batch(const Kernels<F>& kernels, u32 log_n) {
    const u64 n = u64{1} << log_n;
    const F root = root_of_unity<F>(log_n);
    const Transform<F> transform(kernels, log_n, root, default_log_direct(log_n));
    Buffer<F> three(3 * n), one(n);
    kernels.launch_over("ntt_powers", 3 * n, three.at(), small<F>(31), small<F>(5), 3 * n);
    std::vector<F> starts;
    for (u64 v = 0; v < 3; v++) starts.push_back(three.get(v * n));
    transform.run(Flow::dif, three.at(), 3);
    for (u64 v = 0; v < 3; v++) {
        kernels.launch_over("ntt_powers", n, one.at(), small<F>(31), starts[v], n);
        transform.run(Flow::dif, one.at());
        expect(all_equal(kernels, one, three.at(v * n), n), std::string(Curve<F>::suffix) + " three vectors at once, 2^" + std::to_string(log_n));
    }
}

/// A matrix with rows of 0 to 20 entries and some of 1,000, against the host.
template <class F>
void check_matrix(const Kernels<F>& kernels) {
    std::mt19937_64 random(3);
    const u64 rows = 5000, length = 8192, wires = 3000, longest = 64;
    std::vector<u64> row_start{0}, list;
    std::vector<u32> columns, coefficients;
    for (u64 r = 0; r < rows; r++) {
        const u64 entries = r % 997 == 5 ? 1000 : random() % 21;
        if (entries > longest) list.push_back(r);
        for (u64 k = 0; k < entries; k++) {
            columns.push_back(static_cast<u32>(random() % wires));
            coefficients.push_back(static_cast<u32>(random() % 16));
        }
        row_start.push_back(columns.size());
    }
    std::vector<F> values, witness;
    for (u32 i = 0; i < 16; i++) values.push_back((F::zero() - small<F>(i)).to_montgomery().canonical());
    for (u64 i = 0; i < wires; i++) witness.push_back(small<F>(static_cast<u32>(i * i)));
    Buffer<u64> d_start(row_start), d_list(list);
    Buffer<u32> d_columns(columns), d_coefficients(coefficients);
    Buffer<F> d_values(values), d_witness(witness), out(std::vector<F>(length, F::one()));
    kernels.launch_over("spmv", length, out.at(), d_start.at(), d_columns.at(), d_coefficients.at(), d_values.at(), d_witness.at(), rows, length, longest);
    kernels.launch("spmv_long", list.size(), 1, out.at(), d_start.at(), d_columns.at(), d_coefficients.at(), d_values.at(), d_witness.at(), d_list.at(),
                   static_cast<u64>(list.size()));
    const std::vector<F> result = out.all();
    bool ok = true;
    for (u64 r = 0; r < length; r++) {
        F sum = F::zero();
        for (u64 k = row_start[std::min(r, rows)]; r < rows && k < row_start[r + 1]; k++) sum = sum + values[coefficients[k]] * witness[columns[k]];
        ok &= result[r] == sum;
    }
    expect(ok, std::string(Curve<F>::suffix) + " matrix times witness");
}

template <class F>
void time_matrix(const Kernels<F>& kernels) {
    const u64 rows = u64{1} << 22, per_row = 3, wires = u64{1} << 22;
    std::mt19937_64 random(4);
    std::vector<u64> row_start(rows + 1);
    for (u64 r = 0; r <= rows; r++) row_start[r] = r * per_row;
    std::vector<u32> columns(rows * per_row), coefficients(rows * per_row);
    for (u32& c : columns) c = static_cast<u32>(random() % wires);
    for (u32& c : coefficients) c = static_cast<u32>(random() % 256);
    Buffer<u64> d_start(row_start);
    Buffer<u32> d_columns(columns), d_coefficients(coefficients);
    Buffer<F> values(256), witness(wires), out(rows);
    kernels.launch_over("ntt_powers", 256, values.at(), small<F>(3), small<F>(7), u64{256});
    kernels.launch_over("ntt_powers", wires, witness.at(), small<F>(5), small<F>(7), wires);
    const double ms = median_time([&] {
        kernels.launch("spmv", rows / 256, 1, out.at(), d_start.at(), d_columns.at(), d_coefficients.at(), values.at(), witness.at(), rows, rows, u64{64});
    });
    std::printf("%-9s spmv 2^22 rows of 3, random columns: %.3f ms, %.1f G entries/s\n", Curve<F>::suffix, ms, rows * per_row / ms / 1e6);
}

template <class F>
void time_size(const Kernels<F>& kernels, u32 log_n) {
    const u64 n = u64{1} << log_n;
    const F root = root_of_unity<F>(log_n), g = small<F>(Curve<F>::generator);
    Buffer<F> data(n);
    kernels.launch_over("ntt_powers", n, data.at(), small<F>(1234567), small<F>(89), n);
    const Powers<F> to_coset(kernels, log_n, g, g);
    const double floor = log_n * (n / 2.0) / Curve<F>::butterflies_per_second * 1e3;
    std::vector<u32> choices{default_log_direct(log_n)};
    if (log_n > 18 && log_n <= 24) choices.push_back(choices[0] == log_n ? 18 : log_n);
    for (u32 log_direct : choices) {
        const Transform<F> transform(kernels, log_n, root, log_direct);
        const double dif = median_time([&] { transform.run(Flow::dif, data.at()); });
        const double dit = median_time([&] { transform.run(Flow::dit, data.at()); });
        const double reverse = median_time([&] { kernels.launch("ntt_reverse", u64{1} << (log_n - 8), 1, data.at(), n, log_n); });
        const double extend = median_time([&] {
            transform.run(Flow::dif, data.at(), 1, to_coset.low.at(), to_coset.high.at(), to_coset.log_low);
            transform.run(Flow::dit, data.at());
        });
        std::printf("%-9s 2^%-2u direct 2^%-2u  dif %8.3f  dit %8.3f  reverse %7.3f  to coset %8.3f ms  floor %8.3f  ratio %.2f %.2f\n", Curve<F>::suffix, log_n,
                    log_direct, dif, dit, reverse, extend, floor, dif / floor, dit / floor);
    }
}

template <class F>
void check(const Kernels<F>& kernels, u32 largest) {
    for (u32 log_n = 1; log_n <= std::min(largest, 9u); log_n++) check_definition<F>(kernels, log_n);
    for (u32 log_n = 1; log_n <= largest; log_n++) check_size<F>(kernels, log_n);
    for (u32 log_n : {3u, 12u, 20u}) {
        if (log_n <= largest) check_batch<F>(kernels, log_n);
    }
    check_matrix<F>(kernels);
    std::printf("%s checked up to 2^%u, %d failures so far\n", Curve<F>::suffix, largest, failures);
}

template <class F>
void time_all(const Kernels<F>& kernels, u32 largest) {
    if (largest < 16) return;
    for (u32 log_n = 16; log_n <= largest; log_n++) time_size<F>(kernels, log_n);
    time_matrix<F>(kernels);
}

}  // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (argc < 2) {
        std::printf("usage: ntt_bench DIRECTORY [largest log size]\n");
        return 2;
    }
    CALL(cuInit(0));
    CUdevice device;
    CUcontext context;
    char name[128];
    int multiprocessors = 0;
    CALL(cuDeviceGet(&device, 0));
    CALL(cuDeviceGetName(name, sizeof name, device));
    CALL(cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    CALL(cuDevicePrimaryCtxRetain(&context, device));
    CALL(cuCtxSetCurrent(context));
    std::printf("%s, %d multiprocessors\n", name, multiprocessors);
    const u32 largest = argc > 2 ? static_cast<u32>(std::atoi(argv[2])) : 27;
    const Kernels<Bls12381Fr> bls12_381(argv[1]);
    const Kernels<Bn254Fr> bn254(argv[1]);
    if (argc <= 3) {
        check(bls12_381, largest);
        check(bn254, largest);
    }
    time_all(bls12_381, largest);
    time_all(bn254, largest);
    std::printf("%s\n", failures == 0 ? "ALL CHECKS OK" : "SOME CHECKS FAIL");
    return failures == 0 ? 0 : 1;
}
