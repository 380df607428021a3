// Visits every state that can be reached, breadth first, and tells how a state was reached. States are told apart by
// hashes of 128 bits.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

inline bool tell = false;  // put the steps into words

struct Hash {
    uint64_t a, b;
    bool operator==(const Hash& other) const { return a == other.a && b == other.b; }
};

template <class S> Hash hash_of(const S& state) {
    uint64_t a = 0x9e3779b97f4a7c15, b = 0xc2b2ae3d27d4eb4f;
    const char* data = (const char*)&state;
    for (size_t i = 0; i < sizeof(S); i += 8) {
        uint64_t word = 0;
        memcpy(&word, data + i, sizeof(S) - i < 8 ? sizeof(S) - i : 8);
        a = (a ^ word) * 0xff51afd7ed558ccd, a ^= a >> 32;
        b = (b + word) * 0xc4ceb9fe1a85ec53, b ^= b >> 29;
    }
    return {a | 1, b};
}

// A set of hashes with open addressing.
class Seen {
  public:
    Seen() : hashes(1 << 16, Hash{0, 0}) {}

    bool insert(Hash hash) {
        if (used * 10 > hashes.size() * 7) grow();
        bool is_new = put(hashes, hash);
        used += is_new;
        return is_new;
    }

  private:
    std::vector<Hash> hashes;
    uint64_t used = 0;

    static bool put(std::vector<Hash>& in, Hash hash) {
        uint64_t i = hash.a & (in.size() - 1);
        for (; in[i].a; i = (i + 1) & (in.size() - 1))
            if (in[i] == hash) return false;
        in[i] = hash;
        return true;
    }

    void grow() {
        std::vector<Hash> wider(hashes.size() * 2, Hash{0, 0});
        for (auto& hash : hashes)
            if (hash.a) put(wider, hash);
        hashes.swap(wider);
    }
};

// A state without its zeros, for the frontier.
template <class S> std::string packed(const S& state) {
    std::string out;
    const char* data = (const char*)&state;
    for (size_t i = 0, j = 0; i < sizeof(S); i = j) {
        bool zero = !data[i];
        while (j < sizeof(S) && !data[j] == zero && j - i < 127) j++;
        out += char(zero ? 128 + (j - i) : j - i);
        if (!zero) out.append(data + i, j - i);
    }
    return out;
}

template <class S> S unpacked(const std::string& in) {
    S state;
    memset((void*)&state, 0, sizeof(S));
    char* to = (char*)&state;
    for (size_t i = 0; i < in.size();) {
        uint8_t length = in[i++];
        if (length < 128) {
            memcpy(to, in.data() + i, length);
            i += length, to += length;
        } else {
            to += length - 128;
        }
    }
    return state;
}

struct Found {
    std::string wrong;  // the property that fails, empty if none does
    bool complete;  // all states within the bounds were visited
    uint64_t states, transitions;
    int depth;
    double seconds;
    std::vector<std::string> trace;
};

// `successors(state, emit)` calls emit(state, words) for all that can happen; `judge(state)` says what is wrong, or "".
template <class S, class Successors, class Judge>
Found search(const S& start, Successors successors, Judge judge, double most_seconds, uint64_t most_states) {
    std::vector<uint32_t> parents;
    std::vector<Hash> hashes;
    Seen seen;
    std::vector<std::string> frontier, next;
    std::vector<uint32_t> numbers, next_numbers;
    Found found{"", true, 0, 0, 0, 0, {}};
    uint32_t bad = 0;
    double begun = clock();
    auto add = [&](const S& state, uint32_t from) {
        Hash hash = hash_of(state);
        if (!found.wrong.empty() || !seen.insert(hash)) return;
        parents.push_back(from), hashes.push_back(hash);
        next.push_back(packed(state)), next_numbers.push_back(parents.size() - 1);
        found.wrong = judge(state), bad = parents.size() - 1;
    };
    add(start, 0);
    while (!next.empty() && found.wrong.empty() && found.complete) {
        frontier.swap(next), numbers.swap(next_numbers);
        next.clear(), next_numbers.clear();
        found.depth++;
        for (size_t i = 0; i < frontier.size() && found.wrong.empty() && found.complete; i++) {
            S state = unpacked<S>(frontier[i]);
            std::string().swap(frontier[i]);
            successors(state, [&](const S& reached, const std::string&) {
                found.transitions++;
                add(reached, numbers[i]);
            });
            if (i % 1024) continue;
            found.complete = (clock() - begun) / CLOCKS_PER_SEC < most_seconds && parents.size() < most_states;
        }
    }
    found.states = parents.size(), found.seconds = (clock() - begun) / CLOCKS_PER_SEC;
    if (found.wrong.empty()) return found;
    tell = true;
    std::vector<uint32_t> path{bad};
    while (path.back()) path.push_back(parents[path.back()]);
    S state = start;
    for (int i = (int)path.size() - 2; i >= 0; i--) {
        S to = state;
        std::string words;
        successors(state, [&](const S& reached, const std::string& said) {
            if (words.empty() && hash_of(reached) == hashes[path[i]]) to = reached, words = said;
        });
        found.trace.push_back(words), state = to;
    }
    return found;
}

inline int report(const Found& found) {
    if (!found.wrong.empty())
        printf("fails: %s; ", found.wrong.c_str());
    else
        printf(found.complete ? "holds in all states; " : "stopped, nothing found; ");
    printf("%llu states, %llu steps, depth %d, %.1f s\n", (unsigned long long)found.states,
           (unsigned long long)found.transitions, found.depth, found.seconds);
    int number = 0;
    for (auto& step : found.trace) printf("%3d. %s\n", ++number, step.c_str());
    return found.wrong.empty() ? found.complete ? 0 : 4 : 1;
}
