// From every state there is a way on.
#pragma once

#include "requests.h"
#include "search.h"

// (m), (n): from here on the honest peers of `up` speak, and all that they say is heard before a timer runs out. What
// others have sent is lost, except what must be sent on: evidence with a promise, and proposals that a peer has entered.
class Recovery {
  public:
    Recovery(const State& from, int up, int putting_off) : up(up), putting_off(putting_off) {
        memset((void*)&s, 0, sizeof s);
        for (int p = 0; p < options.players; p++)
            if (here(p)) first = std::max<int>(first, from.peers[p].promised);
        for (int p = 0; p < options.players; p++) {
            if (!here(p)) continue;
            const Peer& peer = s.peers[p] = from.peers[p];
            s.promises[p][first] = from.promises[p][first];
            s.named[p][first] = from.named[p][first];
            if (peer.entered) s.proposals[peer.promised][peer.version] = from.proposals[peer.promised][peer.version];
        }
        is_evident = common_changes(from, first, everybody(), true);
        if (here(coordinator(first))) s.proposals[first][0] = from.proposals[first][0];
    }

    // What the rest follows from.
    Hash hash() const {
        Hash found = hash_of(s);
        found.b ^= (uint64_t)(is_evident << 16 | up << 8 | putting_off) * 0x9e3779b97f4a7c15;
        return found;
    }

    // What is missing in the end, or "".
    std::string missing() {
        while (!stops() && (!are_together() || bits(wanting()) >= quorum)) {
            State before = s;
            hear();
            bool stands = !memcmp(&before, &s, sizeof s) && !run_timers();
            if (!stands && top() <= first + options.players) continue;
            if (!are_together()) return "(m) there is no way on with " + names(up) + " up";
            return "(n) no epoch makes the change that " + names(wanting()) + " want";
        }
        return "";
    }

  private:
    State s;
    int up, putting_off, first = 0;
    bool is_evident;  // the requests that came with promises of the first term are evidence for it

    bool here(int p) const { return has_bit(up, p); }

    int top() const {
        int found = 0;
        for (int p = 0; p < options.players; p++) found = std::max<int>(found, here(p) ? s.peers[p].promised : 0);
        return found;
    }

    bool are_together() const {
        int versions = 0;
        for (int p = 0; p < options.players; p++) {
            if (!here(p)) continue;
            if (!s.peers[p].entered || s.peers[p].promised != top()) return false;
            versions |= 1 << s.peers[p].version;
        }
        return bits(versions) == 1;
    }

    int wanting() const {
        int found = 0;
        for (int p = 0; p < options.players; p++)
            if (here(p) && s.peers[p].wants != NOTHING) found |= 1 << p;
        return found;
    }

    void hear() {
        int term = top();
        for (int p = 0; p < options.players; p++) {
            if (!here(p)) continue;
            for (int t = 1; t <= MOST_TERMS; t++)
                for (int version = 0; version < 2; version++)
                    if (may_enter(s, p, t, version) && !puts_off(p, t, version)) enter(s, p, t, version);
            bool has_evidence = (term > first || is_evident) && !broken("evidence-stays-behind");
            if (s.peers[p].promised < term && has_evidence) raise(p, term);
            request(s, p);
        }
        propose(term);
        for (int p = 0; p < options.players; p++)
            if (here(p) && may_name(s, p, up, false)) name_term(s, p, s.peers[p].promised + 1);
        for (int t = term; t <= term + 1; t++)
            for (int p = 0; p < options.players; p++)
                if (here(p) && s.peers[p].promised < t && common_changes(s, t, up, false)) raise(p, t);
    }

    // Promise a term. A peer puts off what is proposed in one term only: in the next one it holds what the others hold.
    void raise(int p, int term) {
        const Peer& peer = s.peers[p];
        if (!peer.entered && s.proposals[peer.promised][0]) putting_off &= ~(1 << p);
        promise(s, p, term);
    }

    void propose(int term) {
        int p = coordinator(term), joined = 0;
        if (!here(p) || s.peers[p].promised != term || s.peers[p].entered || s.proposals[term][0]) return;
        for (int o = 0; o < options.players; o++)
            if (here(o) && s.promises[o][term]) joined |= 1 << o;
        s.proposals[term][0] = justify(s, term, joined, 0);
    }

    // R8: until a quorum has entered, or the timer has run out twice.
    bool puts_off(int p, int term, int version) const {
        int entered = 0;
        for (int o = 0; o < options.players; o++) entered += here(o) && is_in(s.peers[o], term, version);
        return has_bit(putting_off, p) && coordinator(term) != p && entered < quorum;
    }

    static bool is_in(const Peer& peer, int term, int version) {
        return peer.entered && peer.promised == term && peer.version == version;
    }

    // Two proposals of one term, which peers have entered, prove who signed them.
    bool stops() const {
        for (int p = 0; p < options.players; p++)
            for (int o = 0; o < p; o++)
                if (here(p) && here(o) && s.peers[p].entered && is_in(s.peers[o], s.peers[p].promised, !s.peers[p].version))
                    return true;
        return false;
    }

    // Every timer that runs runs out: whether there is any.
    bool run_timers() {
        bool ran = false;
        for (int p = 0; p < options.players; p++) {
            if (!here(p) || s.peers[p].timer == OFF) continue;
            if (s.peers[p].timer == RUNNING)
                s.peers[p].timer = OUT, ran = true;
            else if (has_bit(putting_off, p) && !broken("put-off-for-ever"))
                putting_off &= ~(1 << p), ran = true;
        }
        return ran;
    }
};
