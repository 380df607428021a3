// The rules by which a proposal follows from promises: R3 to R6, which `p2p/log/justify.py` has in Python. And R8.
#pragma once

#include "model.h"

// A promise of a player as a coordinator has it.
struct Claim {
    int player, head, secrets, takes_back;
};
using Claims = std::vector<Claim>;

inline int players_in(const Claims& claims) {
    int found = 0;
    for (auto& claim : claims) found |= 1 << claim.player;
    return found;
}

inline int longest(const State& s, const std::vector<int>& heads) {
    int best = -1;
    for (int head : heads)
        if (best < 0 || s.logs[head].height > s.logs[best].height ||
            (s.logs[head].height == s.logs[best].height && head < best))
            best = head;
    return best;
}

inline std::vector<int> highest_heads(const State& s, const Claims& claims) {
    int top = -1;
    for (auto& claim : claims) top = std::max<int>(top, s.logs[claim.head].term);
    std::vector<int> highest;
    for (auto& claim : claims)
        if (s.logs[claim.head].term == top) highest.push_back(claim.head);
    return highest;
}

// Whether heads of the highest term diverge. The two versions prove who signed them, and the table stops.
inline bool forked(const State& s, const Claims& claims) {
    auto highest = highest_heads(s, claims);
    for (int a : highest)
        for (int b : highest)
            if (diverge(s, a, b)) return true;
    return false;
}

// R3: the longest head of the highest term. -1 if the table stops.
inline int base(const State& s, const Claims& claims, int coordinator) {
    std::vector<int> all;
    for (auto& claim : claims) {
        if (broken("own-log") && claim.player == coordinator) return claim.head;
        all.push_back(claim.head);
    }
    if (broken("longest-only")) return longest(s, all);
    return forked(s, claims) && !broken("forks-by-length") ? -1 : longest(s, highest_heads(s, claims));
}

// R4: whether the secrets that the promises name complete the open step of the base.
inline bool completed(const State& s, int log, int named) {
    return secrets_due(s, log) && !(throwers(s, log) & ~named) && !broken("secrets-dropped");
}

// R5: who pays for it that the dice of the base are thrown anew.
inline int paying(const State& s, int log, const Claims& claims, int named) {
    if (due(s, log) != 'd' || broken("every-redraw-is-free")) return 0;
    int all = throwers(s, log), missing = all & ~named;
    int hidden = missing & players_in(claims);  // they never show the value of this attempt
    int enough = std::max(broken("one-hidden-is-free") ? 1 : 2, std::min(quorum, bits(all)));
    if (broken("one-hidden-is-free")) enough = 1;
    return bits(hidden) >= enough ? 0 : hidden ? hidden : missing;
}

// R8: whether a peer puts off a price: its justification lacks a promise that the peer holds, or
// the peer holds the value of a player who pays. Not once a quorum has acknowledged it.
inline bool puts_off_price(const State& s, int p, int proposal) {
    const Log& of = s.logs[proposal];
    if (!of.payers || broken("prices-unchecked") || bits(attesting(s, proposal, proposal)) >= quorum) return false;
    if (held(s, p, of.parent) & of.payers) return true;
    for (int other = 0; other < options.players; other++) {
        bool holds_promise = (other == p || options.prompt) && s.promises[other][of.term].head != NONE;
        if (holds_promise && !has_bit(of.counted, other)) return true;
    }
    return false;
}

// R8: whether a log has a price that a peer puts off. A price in its own log it has accepted.
inline bool puts_off(const State& s, int p, int log) {
    for (int x = log; !has(s, s.peers[p].log, x); x = s.logs[x].parent)
        if (puts_off_price(s, p, x) && (x == log || !broken("prices-below-unchecked"))) return true;
    return false;
}

// R8: a coordinator leaves out the promises whose logs have a price that it puts off, if a quorum is left.
inline Claims without_prices(const State& s, int coordinator, const Claims& claims) {
    Claims left;
    for (auto& claim : claims)
        if (!puts_off(s, coordinator, claim.head)) left.push_back(claim);
    return left.size() >= (size_t)quorum && !broken("prices-adopted") ? left : claims;
}

// What a coordinator may choose, because requests are not modelled here: whom a quorum agrees to declare absent, or to
// let back.
struct Wanted {
    bool absent, back;
};

// The log of the proposal that follows from promises, which is made if it is not there. -1 if none follows. R6: changes.
inline int propose(State& s, int term, int version, int coordinator, const Claims& claims, Wanted wanted) {
    int promisers = players_in(claims);
    if (bits(promisers) < quorum) return -1;
    int log = base(s, claims, coordinator);
    if (log < 0) return -1;
    int named = 0, undo = 0;
    for (auto& claim : claims)
        if (claim.head == log) named |= claim.secrets, undo |= claim.takes_back << claim.player;
    int before = log, payers = 0;
    if (completed(s, log, named))
        log = extended(s, log, due(s, log) == 'd' ? DICE : OPENINGS, 0);
    else
        payers = paying(s, log, claims, named);
    const Log at = s.logs[log];
    int back = wanted.back ? promisers & at.absent & ~at.barred & ~payers : 0;
    int absent = at.absent & ~back;
    if (wanted.absent) absent |= everybody() & ~promisers;
    absent |= payers;
    bool emptied = absent == everybody();
    if (emptied) absent &= ~(promisers & at.absent);
    if (absent == everybody()) return -1;
    int target = absent == at.absent && before == log && !(everybody() & ~at.absent & ~undo) ? taken_back_to(s, log) : -1;
    int count = s.count, made = extended(s, log, PROPOSAL, term * 4 + version);
    Log& proposal = s.logs[made];
    proposal.term = term, proposal.epoch = made;
    if (secrets_due(s, log)) proposal.barred |= absent & ~at.absent;
    proposal.absent = absent, proposal.away |= absent;
    proposal.payers = payers, proposal.counted = payers ? promisers : 0;
    if (made == count && options.prompt) proposal.timely = payers & s.logs[log].shown & ~liars();
    proposal.emptied |= emptied;
    if (broken("back-at-once")) proposal.away = absent, proposal.barred = 0;
    if (target >= 0) {
        proposal.undone = at.height - s.logs[target].height;
        proposal.position = s.logs[target].position, proposal.away = absent;
    }
    return made;
}

// The barrier: a secret is shown once all who are here, and a quorum, have attested one log in the epoch.
inline bool may_show(const State& s, int p) {
    const Peer& peer = s.peers[p];
    int log = peer.log;
    if (!secrets_due(s, log) || !has_bit(throwers(s, log), p) || has_bit(s.logs[log].shown, p)) return false;
    if (peer.promised != s.logs[log].term && !broken("values-after-promise")) return false;
    if (broken("no-barrier")) return true;
    int attest = attesting(s, log, s.logs[log].epoch) | 1 << p;
    return !(throwers(s, log) & ~attest) && bits(attest) >= quorum;
}
