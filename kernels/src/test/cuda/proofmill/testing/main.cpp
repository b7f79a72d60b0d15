// Runs the registered tests: all of them, or those whose "scope: sentence" contains the first argument.
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

#include "proofmill/testing/test.hpp"

namespace proofmill::testing {
namespace {

struct Case {
    std::string name;
    std::function<void()> body;
};

std::vector<Case>& cases() {
    static std::vector<Case> list;
    return list;
}

int failed_checks = 0;

bool passes(const Case& test) {
    failed_checks = 0;
    try {
        test.body();
    } catch (const std::exception& e) {
        fail(test.name.c_str(), 0, std::string("threw ") + e.what());
    }
    return failed_checks == 0;
}

}  // namespace

Registration::Registration(const char* scope, const char* sentence, std::function<void()> body) {
    cases().push_back({std::string(scope) + ": " + sentence, std::move(body)});
}

void fail(const char* file, int line, const std::string& what) {
    failed_checks++;
    if (failed_checks <= 5) std::fprintf(stderr, "  %s:%d: %s\n", file, line, what.c_str());
}

}  // namespace proofmill::testing

int main(int argc, char** argv) {
    using namespace proofmill::testing;
    const char* wanted = argc > 1 ? argv[1] : "";
    int passed = 0, failed = 0;
    for (const Case& test : cases()) {
        if (std::strstr(test.name.c_str(), wanted) == nullptr) continue;
        bool ok = passes(test);
        (ok ? passed : failed)++;
        std::printf("%s %s\n", ok ? "ok    " : "FAILED", test.name.c_str());
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
