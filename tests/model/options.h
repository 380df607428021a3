// How a search is bounded, and which rules it leaves out.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

using u8 = uint8_t;

struct Options {
    int players = 3, terms = 2;
    int liar = -1;  // a player whose key may sign anything at any time
    bool restarts = true;
    std::set<std::string> broken;  // rules that are left out

    // Of the logs (epochs.cpp):
    std::string game = "ad";  // the nodes: 'a' an action, 'd' dice, 's' secret offers (which become 'c' and 'o')
    std::vector<int> authors;  // by position: who acts there
    bool follow = false;  // a peer that has promised still takes what others sign, and signs nothing
    bool absences = true, returns = false, take_back = false, auto_ack = false;
    bool recovery = false;  // look at (e), too
    bool prompt = false;  // what honest peers show and promise reaches them before a proposal; look at (i) and (j)
    bool skip_final = false;  // one liar of 3 or 5 can make two logs final: leave (a), (b) and (f) out

    // Of requests and timers (terms.cpp):
    bool wants = true;  // players may agree to a change at any time
};
inline Options options;
inline int quorum = 2;

inline bool broken(const char* name) { return !options.broken.empty() && options.broken.count(name); }

inline bool honest(int player) { return player != options.liar; }
inline int everybody() { return (1 << options.players) - 1; }
inline int liars() { return options.liar >= 0 ? 1 << options.liar : 0; }
inline int bits(int mask) { return __builtin_popcount(mask); }
inline bool has_bit(int mask, int number) { return mask >> number & 1; }

inline std::string name(int player) { return std::string(1, 'A' + player); }

inline std::string names(int players) {
    std::string found;
    for (int p = 0; p < options.players; p++)
        if (has_bit(players, p)) found += name(p);
    return found.empty() ? "none" : found;
}

// Adds a name to a set of them, or ends the program if it is not known.
template <class Names> void choose(std::set<std::string>& into, const Names& names, const std::string& name) {
    for (auto known : names)
        if (name == known) into.insert(name);
    if (into.count(name)) return;
    fprintf(stderr, "There is no %s. There are:", name.c_str());
    for (auto known : names) fprintf(stderr, " %s", known);
    fprintf(stderr, "\n");
    exit(2);
}
