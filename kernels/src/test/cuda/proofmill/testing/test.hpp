// A small test runner for the host build of the kernels' headers.
//
//   TEST(field, "a sum wraps at the modulus") { CHECK_EQUAL(a + b, c); }
//
// A test's name is a sentence. A failed check prints file, line and both values where they can be printed, and fails
// its test; the other checks of that test still run.
#pragma once

#include <functional>
#include <sstream>
#include <string>

namespace proofmill::testing {

// Adds a test to the program's list; used by TEST.
struct Registration {
    Registration(const char* scope, const char* sentence, std::function<void()> body);
};

// Reports a failed check of the running test.
void fail(const char* file, int line, const std::string& what);

template <class A, class B>
void check_equal(const A& actual, const B& expected, const char* text, const char* file, int line) {
    if (actual == expected) return;
    std::ostringstream message;
    message << text << ": got " << actual << ", expected " << expected;
    fail(file, line, message.str());
}

}  // namespace proofmill::testing

#define PROOFMILL_JOIN2(a, b) a##b
#define PROOFMILL_JOIN(a, b) PROOFMILL_JOIN2(a, b)

#define TEST(scope, sentence)                                                                                \
    static void PROOFMILL_JOIN(test_body_, __LINE__)();                                                      \
    static const ::proofmill::testing::Registration PROOFMILL_JOIN(test_registration_, __LINE__){            \
        #scope, sentence, PROOFMILL_JOIN(test_body_, __LINE__)};                                             \
    static void PROOFMILL_JOIN(test_body_, __LINE__)()

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) ::proofmill::testing::fail(__FILE__, __LINE__, #condition); \
    } while (false)

#define CHECK_EQUAL(actual, expected) \
    ::proofmill::testing::check_equal((actual), (expected), #actual, __FILE__, __LINE__)
