#include <cstdint>

#include "proofmill/testing/test.hpp"

TEST(platform, "the host has the little-endian words and 128-bit products that the headers rely on") {
    const std::uint32_t word = 0x01020304;
    CHECK_EQUAL(int(*reinterpret_cast<const unsigned char*>(&word)), 4);
    unsigned __int128 product = (unsigned __int128)~0ull * ~0ull;
    CHECK_EQUAL(std::uint64_t(product >> 64), ~0ull - 1);
}
