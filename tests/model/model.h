// What is modelled: peers, their logs, what they have signed, and how a search is bounded.
//
// Sent messages stay in a set that only grows: a message may be read late, twice, in any order, or never. So loss, delay,
// reordering and partitions need no steps of their own. All that a peer signs is durable first. So a crash is a pause, and
// a restart loses only the end of the log that the peer has not attested.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

#include "options.h"

constexpr int MOST_PLAYERS = 6, MOST_TERMS = 5, MOST_LOGS = 28, NONE = 255;

enum Step : u8 { START, ACTION, COMMITMENTS, OPENINGS, DICE, PROPOSAL };

// The logs of all peers form one tree. A log is named by its last step; its parent is the log that is one step shorter.
struct Log {
    u8 parent, step, version, term, epoch, position, height;
    u8 attempt;  // the index of the beacon values that are due
    u8 absent, away, barred;  // players: declared absent; absent since this node opened; who have paid
    u8 acks;  // players who have acknowledged just this log
    u8 shown;  // players whose entry of the open step is out
    // Of a proposal by which players pay: who, whose promises count, who of the payers had shown their values before
    // it, and whether others had to come back for the payers.
    u8 payers, counted, timely, emptied;
    u8 undone;  // of a proposal that takes back: the steps below it that it undoes
};

struct Promise {
    u8 head, secrets, takes_back;  // head NONE: not made; takes_back: it agrees to take back
};

struct Peer {
    u8 log, promised, secrets;  // secrets: players whose entry of the open step this peer has
};

struct State {
    u8 count;
    Log logs[MOST_LOGS];
    Peer peers[MOST_PLAYERS];
    Promise promises[MOST_PLAYERS][MOST_TERMS + 1];  // by player and term
    u8 proposed;  // terms whose honest coordinator has proposed
    u8 variants[MOST_TERMS + 1];  // by term: how many proposals a lying coordinator has signed
};

// ---- logs ---------------------------------------------------------------------------------------------------------

// Whether log a is log b, or a prefix of it.
inline bool has(const State& s, int b, int a) {
    while (s.logs[b].height > s.logs[a].height) b = s.logs[b].parent;
    return a == b;
}

inline bool diverge(const State& s, int a, int b) { return !has(s, a, b) && !has(s, b, a); }

// What is due on a log: 'a' an action, 'c' commitments, 'o' openings, 'd' beacon values, '.' nothing.
inline char due(const State& s, int log) {
    int position = s.logs[log].position;
    return position < (int)options.game.size() ? options.game[position] : '.';
}

inline bool secrets_due(const State& s, int log) { return due(s, log) == 'd' || due(s, log) == 'o'; }

// Who gives an entry to an open step of several: all who are here, or if none is, who have come back since.
inline int throwers(const State& s, int log) {
    int here = everybody() & ~s.logs[log].away;
    return here ? here : everybody() & ~s.logs[log].absent;
}

// Players whose entry of the open step of a log a peer has.
inline int held(const State& s, int p, int log) {
    if (!secrets_due(s, log)) return 0;
    return (s.peers[p].log == log ? s.peers[p].secrets : 0) | (options.prompt ? s.logs[log].shown & ~liars() : 0);
}

// Players who have attested a log in the epoch of another one, the liar among them.
inline int attesting(const State& s, int log, int epoch) {
    int found = 0;
    for (int y = 0; y < s.count; y++)
        if (s.logs[y].epoch == epoch && s.logs[y].acks && has(s, y, log)) found |= s.logs[y].acks;
    return found | liars();
}

inline int find(const State& s, int log, Step step, int version) {
    for (int i = 1; i < s.count; i++)
        if (s.logs[i].parent == log && s.logs[i].step == step && s.logs[i].version == version) return i;
    return -1;
}

// The log that is one step longer.
inline int extended(State& s, int log, Step step, int version) {
    int found = find(s, log, step, version);
    if (found >= 0) return found;
    if (s.count == MOST_LOGS) {
        fprintf(stderr, "The bounds lead to more than %d logs.\n", MOST_LOGS);
        exit(3);
    }
    Log& made = s.logs[s.count];
    made = s.logs[log];
    made.parent = log, made.step = step, made.version = version, made.height++;
    made.acks = made.shown = made.payers = made.counted = made.timely = made.undone = 0;
    made.attempt += due(s, log) == 'd';  // a proposal at open dice makes the attempt void
    if (step != PROPOSAL) {
        made.position++;
        if (step != COMMITMENTS) made.away = made.absent, made.emptied = 0;  // a new node opens
    }
    return s.count++;
}

// The log above whose start a take back begins: the last one on which an action was due, with nothing drawn or
// revealed since. -1 if there is none.
inline int taken_back_to(const State& s, int log) {
    if (due(s, log) == 'o' && !broken("taken-back-at-openings")) return -1;
    for (int x = log; x; x = s.logs[x].parent) {
        const Log& of = s.logs[x];
        if (of.step == DICE || of.step == OPENINGS || of.undone) return -1;
        if (of.step == ACTION) return of.parent;
    }
    return -1;
}

// Gives the logs one order, whatever the order in which they were made.
inline void make_canonical(State& s) {
    std::array<int, MOST_LOGS> order, at;
    int made = 0;
    order[made++] = 0;
    for (int i = 0; i < made; i++) {
        int first = made;
        for (int c = 1; c < s.count; c++)
            if (s.logs[c].parent == order[i]) order[made++] = c;
        std::sort(order.begin() + first, order.begin() + made, [&](int a, int b) {
            return std::tuple(s.logs[a].step, s.logs[a].version) < std::tuple(s.logs[b].step, s.logs[b].version);
        });
    }
    for (int i = 0; i < s.count; i++) at[order[i]] = i;
    Log sorted[MOST_LOGS];
    for (int i = 0; i < s.count; i++) {
        sorted[i] = s.logs[order[i]];
        sorted[i].parent = at[sorted[i].parent], sorted[i].epoch = at[sorted[i].epoch];
    }
    memcpy(s.logs, sorted, sizeof(Log) * s.count);
    memset(s.logs + s.count, 0, sizeof(Log) * (MOST_LOGS - s.count));
    for (int p = 0; p < options.players; p++) {
        s.peers[p].log = at[s.peers[p].log];
        for (int t = 1; t <= options.terms; t++)
            if (s.promises[p][t].head != NONE) s.promises[p][t].head = at[s.promises[p][t].head];
    }
}
