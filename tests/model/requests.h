// Requests, evidence, promises and timers (R2). `p2p/log/statements.py` has requests, promises and `common_changes`.
//
// What the logs have is the subject of rules.h. Here an epoch is a term, and whether it has made the change.
#pragma once

#include <algorithm>
#include <cstring>

#include "options.h"

constexpr int MOST_PLAYERS = 5, MOST_TERMS = 12;

enum Change : u8 { STUCK = 1, CHANGE = 2 };  // CHANGE is any that a quorum makes, such as `absent`
enum Timer : u8 { OFF, RUNNING, OUT };
enum Wants : u8 { NOTHING, ASKS, CARRIED };  // CARRIED: the peer's promise lists the change, and its epoch is not here
enum Wrong : u8 { NONE, UNFOUNDED, LEAP };
constexpr u8 MADE = 4;  // a promise or a proposal is there; the other bits are its changes

struct Peer {
    u8 promised, entered;  // NORMAL if it has entered the epoch of the term, else PROMISED
    u8 version;  // of that epoch: a liar may propose two
    u8 timer, wants;
};

// Sent messages stay: a peer may read them late, or never. An old request may be the newest that a peer has read.
struct State {
    Peer peers[MOST_PLAYERS];
    u8 listed[MOST_PLAYERS];  // the changes in requests of a peer
    u8 named[MOST_PLAYERS][MOST_TERMS + 1];  // the changes in requests that name a term
    u8 promises[MOST_PLAYERS][MOST_TERMS + 1];
    u8 proposals[MOST_TERMS + 1][2];
    u8 wrong;  // how the last step breaks (k) or (l)
};

// What a peer agrees to; its requests and promises list it.
inline int agrees(const Peer& peer) { return (peer.timer == OUT ? STUCK : 0) | (peer.wants != NOTHING ? CHANGE : 0); }

// For what a peer names the next term. What its promise carries waits for the epoch, or for the timer.
inline int asks(const Peer& peer) {
    bool again = peer.wants == CARRIED && broken("asked-while-promised");
    return (peer.timer == OUT ? STUCK : 0) | (peer.wants == ASKS || again ? CHANGE : 0);
}

inline void request(State& s, int p) { s.listed[p] |= agrees(s.peers[p]); }

// How many players have a change in masks like `listed`; a liar's requests say anything.
template <class Masks> int having(const Masks& masks, int change, int players, bool with_liar) {
    int found = with_liar && options.liar >= 0;
    for (int p = 0; p < options.players; p++)
        found += honest(p) && has_bit(players, p) && masks(p) & change;
    return found;
}

inline bool may_name(const State& s, int p, int players, bool with_liar) {
    for (int change : {STUCK, CHANGE})
        if (asks(s.peers[p]) & change &&
            having([&](int o) { return s.listed[o]; }, change, players, with_liar) >= quorum)
            return true;
    return false;
}

inline void name_term(State& s, int p, int term) { s.named[p][term] |= agrees(s.peers[p]); }

// The changes that make requests evidence for a term: a quorum that names the term lists them.
inline int common_changes(const State& s, int term, int players, bool with_liar) {
    int found = 0;
    auto listed = [&](int p) { return s.named[p][term]; };
    for (int change : {STUCK, CHANGE})
        if (having(listed, change, players, with_liar) >= quorum) found |= change;
    bool mixed = broken("no-change-in-common") && having(listed, STUCK | CHANGE, players, with_liar) >= quorum;
    return mixed ? STUCK | CHANGE : found;
}

inline bool may_promise(const State& s, int p, int term) {
    if (term <= s.peers[p].promised) return false;
    if (broken("no-pre-vote")) return true;
    for (int named = 1; named < term && broken("evidence-for-any-term"); named++)
        if (common_changes(s, named, everybody(), true)) return true;
    return common_changes(s, term, everybody(), true);
}

inline void promise(State& s, int p, int term) {
    Peer& peer = s.peers[p];
    s.promises[p][term] = MADE | (agrees(peer) & CHANGE);
    peer.promised = term, peer.entered = peer.version = 0;
    peer.timer = broken("no-timer") ? OFF : RUNNING;
    if (peer.wants == ASKS) peer.wants = CARRIED;
}

// ---- epochs -------------------------------------------------------------------------------------------------------

// R6: what the promises of these players give: whether the change is made. 0 if they are no quorum, or have made none.
inline int justify(const State& s, int term, int joined, int liars_changes) {
    int supporting = 0;
    for (int p = 0; p < options.players; p++) {
        if (!has_bit(joined, p)) continue;
        int said = honest(p) ? s.promises[p][term] : MADE | liars_changes;
        if (!said) return 0;
        supporting += (said & CHANGE) != 0;
    }
    return bits(joined) < quorum ? 0 : MADE | (supporting >= quorum ? CHANGE : 0);
}

inline int coordinator(int term) { return term % options.players; }

inline bool may_enter(const State& s, int p, int term, int version) {
    const Peer& peer = s.peers[p];
    return s.proposals[term][version] && (term > peer.promised || (term == peer.promised && !peer.entered));
}

inline void enter(State& s, int p, int term, int version) {
    Peer& peer = s.peers[p];
    u8 wants = peer.wants;
    if (s.proposals[term][version] & CHANGE) wants = NOTHING;
    if (wants == CARRIED && !broken("asked-once")) wants = ASKS;
    peer = {(u8)term, 1, (u8)version, OFF, wants};
    request(s, p);
}

inline void restart(Peer& peer) {
    bool runs = !peer.entered && !broken("no-timer") && !broken("restarts-without-timer");
    peer.timer = runs ? RUNNING : OFF;
}

// What no honest peer can use any more: the terms below all that they have promised.
inline void forget(State& s) {
    int low = MOST_TERMS;
    for (int p = 0; p < options.players; p++)
        if (honest(p)) low = std::min<int>(low, s.peers[p].promised);
    for (int term = 0; term <= low; term++)
        for (int p = 0; p < options.players; p++) {
            s.named[p][term] = 0;
            if (term < low) s.promises[p][term] = s.proposals[term][0] = s.proposals[term][1] = 0;
        }
}

// ---- how terms may rise -------------------------------------------------------------------------------------------

// (k), (l): a term is promised for a reason that honest players have, and after the one before.
inline u8 promised_wrongly(const State& s, int term) {
    int naming = 0, top = 0;
    for (int change : {STUCK, CHANGE})
        naming = std::max(naming, having([&](int p) { return s.named[p][term]; }, change, everybody(), false));
    for (int p = 0; p < options.players; p++)
        if (honest(p)) top = std::max<int>(top, s.peers[p].promised);
    return naming < std::max(1, quorum - bits(liars())) ? UNFOUNDED : term > top + 1 ? LEAP : NONE;
}
