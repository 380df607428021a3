// What must hold in every state. The README has the same list.
#pragma once

#include "rules.h"

// (a) and (b): what is final stays, and final logs don't diverge.
inline const char* final_is_lost(const State& s) {
    std::vector<int> finals;
    auto is_left = [&](int x, int epoch) {
        for (int v = 0; v < s.count; v++)
            if (s.logs[v].step == PROPOSAL && s.logs[v].term > s.logs[epoch].term && !has(s, v, x)) return true;
        return false;
    };
    for (int x = 0; x < s.count; x++) {
        int added = 0;
        for (int e = 0; e < s.count; e++) {
            if (s.logs[e].epoch != e) continue;  // an epoch is named by its first log
            int own = 0;
            for (int y = 0; y < s.count; y++)
                if (s.logs[y].epoch == e && s.logs[y].acks && has(s, y, x)) own |= s.logs[y].acks;
            if (!own) continue;
            added |= own | liars();
            if (bits(own | liars()) < quorum) continue;
            finals.push_back(x);
            if (is_left(x, e)) return "(a) a final step is not in the log of a later epoch";
        }
        if (broken("epochs-added-up") && bits(added) >= quorum && is_left(x, s.logs[x].epoch))
            return "(a) a final step is not in the log of a later epoch";
    }
    for (int a : finals)
        for (int b : finals)
            if (diverge(s, a, b)) return "(b) two final logs diverge";
    return nullptr;
}

// (c): no honest peer contradicts itself.
inline const char* honest_equivocates(const State& s) {
    for (int p = 0; p < options.players; p++) {
        if (!honest(p)) continue;
        for (int a = 0; a < s.count; a++) {
            if (!has_bit(s.logs[a].acks, p)) continue;
            for (int b = 0; b < a; b++)
                if (has_bit(s.logs[b].acks, p) && s.logs[a].term == s.logs[b].term && diverge(s, a, b))
                    return "(c) an honest peer attests two logs in one term";
            for (int t = s.logs[a].term + 1; t <= options.terms; t++) {
                int head = s.promises[p][t].head;
                if (head != NONE && !has(s, head, a) && s.logs[a].term >= s.logs[head].term)
                    return "(c) an honest peer promises less than it has attested";
            }
        }
    }
    return nullptr;
}

// (d): nobody knows dice and then chooses. A beacon value of an index is the same in every log.
inline const char* dice_are_chosen(const State& s) {
    for (int x = 0; x < s.count; x++) {
        if (due(s, x) != 'd' || !(throwers(s, x) & ~liars())) continue;
        auto same = [&](int y) { return due(s, y) == 'd' && s.logs[y].attempt == s.logs[x].attempt; };
        int known = liars();
        for (int y = 0; y < s.count; y++)
            if (same(y)) known |= s.logs[y].shown;
        bool fixed = throwers(s, x) & ~known;
        for (int y = 0; y < s.count && !fixed; y++) {
            int attest = same(y) ? attesting(s, y, s.logs[y].epoch) | liars() : 0;
            fixed = same(y) && bits(attest) >= quorum && !(throwers(s, y) & ~attest);
        }
        if (!fixed) return "(d) dice may be known before all who are here have attested one log";
    }
    for (int v = 0; v < s.count; v++) {
        int x = s.logs[v].parent;
        if (s.logs[v].step != PROPOSAL || due(s, x) != 'd') continue;
        int all = throwers(s, x), shown = s.logs[x].shown;
        if (all & ~(shown | liars())) continue;
        if (!s.logs[v].payers) return "(d) dice that a player may know are thrown anew for nothing";
        if (options.liar >= 0 && (all & ~shown) == liars() && !(s.logs[v].payers & liars()))
            return "(d) a liar who alone has held back a value does not pay";
    }
    return nullptr;
}

// (f) and (g): what an honest peer has shown stands on ground that stays, and is not taken back.
inline const char* shown_is_undone(const State& s) {
    for (int x = 0; x < s.count; x++) {
        if (!(s.logs[x].shown & ~liars()) || !secrets_due(s, x)) continue;
        for (int v = 0; v < s.count; v++) {
            const Log& of = s.logs[v];
            if (of.step != PROPOSAL) continue;
            if (!options.skip_final && of.term > s.logs[x].term && !has(s, v, x))
                return "(f) a secret was shown on a log that is left";
            // A proposal on the log takes back what came before the secret.
            bool known = due(s, x) == 'o' || !(throwers(s, x) & ~s.logs[x].shown & ~liars());
            if (of.undone && known && has(s, of.parent, x) && s.logs[x].height >= s.logs[of.parent].height - of.undone)
                return "(g) a choice is made anew by players who know the others' secrets";
        }
    }
    return nullptr;
}

// (h): a player who pays does not throw for the same dice, unless all others had to leave.
inline const char* price_is_void(const State& s) {
    for (int v = 0; v < s.count; v++) {
        if (!s.logs[v].payers) continue;
        for (int x = 0; x < s.count; x++)
            if (has(s, x, v) && due(s, x) == 'd' && s.logs[x].position == s.logs[v].position && !s.logs[x].emptied &&
                !s.logs[x].undone && throwers(s, x) & s.logs[v].payers)
                return "(h) a player who pays throws for the same dice";
    }
    return nullptr;
}

// (i): no honest player pays who showed the value in time. (j): while no honest peer has entered a price, no honest
// coordinator proposes one that an honest player pays and that it puts off itself.
inline const char* price_is_unfair(const State& s) {
    bool entered = false, put_off = false;
    for (int v = 0; v < s.count && options.prompt; v++) {
        if (!s.logs[v].payers) continue;
        for (int x = 0; x < s.count; x++) {
            if (!has(s, x, v)) continue;
            if (s.logs[x].acks && s.logs[v].timely) return "(i) a player pays who showed the value in time";
            entered |= s.logs[x].acks != 0;
            int coordinator = s.logs[x].term % options.players;
            if (s.logs[x].step != PROPOSAL || !honest(coordinator) || !(s.logs[v].payers & ~liars())) continue;
            put_off |= puts_off_price(s, coordinator, v);
        }
    }
    return put_off && !entered ? "(j) a coordinator proposes a price that it puts off itself" : nullptr;
}

inline const char* violated(const State& s) {
    const char* wrong = options.skip_final ? nullptr : final_is_lost(s);
    if (!wrong) wrong = honest_equivocates(s);
    if (!wrong) wrong = dice_are_chosen(s);
    if (!wrong) wrong = shown_is_undone(s);
    if (!wrong) wrong = price_is_void(s);
    if (!wrong) wrong = price_is_unfair(s);
    return wrong;
}

// ---- (e): there is a way on ---------------------------------------------------------------------------------------

// From here on the honest peers of `up` speak, and nothing that they say is lost.
class Recovery {
  public:
    Recovery(const State& from, int up) : s(from), up(up) {}

    bool succeeds() {
        for (int round = 0; round < 3 * options.players; round++) {
            int high = 0;
            for (int p = 0; p < options.players; p++)
                if (here(p)) high = std::max<int>(high, s.peers[p].promised);
            int top = newest(high);
            if ((top >= 0 && meet(top, high)) || stopped) return true;
            if (!change_epoch(top >= 0 ? high + 1 : high)) return stopped;
        }
        why = "they do not come together";
        return false;
    }

    std::string why;

  private:
    State s;
    int up;
    bool stopped = false;  // two versions of one player meet

    bool here(int p) { return has_bit(up, p) && honest(p); }

    // The longest log of the highest promised term that any of them is in, or -1.
    int newest(int high) {
        int top = -1;
        for (int p = 0; p < options.players; p++) {
            if (!here(p) || s.logs[s.peers[p].log].term != high) continue;
            if (top < 0 || s.logs[s.peers[p].log].height > s.logs[top].height) top = s.peers[p].log;
        }
        return top;
    }

    // All take the log and acknowledge it, unless their own of the same term diverges; whether it is final then.
    bool meet(int top, int high) {
        for (int p = 0; p < options.players; p++) {
            if (!here(p)) continue;
            if (!has(s, top, s.peers[p].log) && s.logs[s.peers[p].log].term == high) {
                stopped = true;
                return false;
            }
            s.peers[p].log = top, s.peers[p].promised = high, s.peers[p].secrets = 0;
            s.logs[top].acks |= 1 << p;
        }
        return bits(attesting(s, top, s.logs[top].epoch) & ~liars()) >= quorum;
    }

    // All promise the term and the next ones, until a coordinator who is here proposes.
    bool change_epoch(int term) {
        for (;; term++) {
            if (term > MOST_TERMS) {
                if (why.empty()) why = "no term is left";
                return false;
            }
            for (int p = 0; p < options.players; p++)
                if (here(p)) promise(p, term);
            int coordinator = term % options.players;
            if (!has_bit(up, coordinator) || has_bit(liars(), coordinator) || has_bit(s.proposed, term)) continue;
            Claims claims;
            for (int p = 0; p < options.players; p++)
                if (here(p) && s.promises[p][term].head != NONE) {
                    const Promise& of = s.promises[p][term];
                    claims.push_back({p, of.head, of.secrets, of.takes_back});
                }
            if ((stopped = forked(s, claims))) return false;
            int made = propose(s, term, 0, coordinator, claims, {});
            if (made < 0) {
                why = "no proposal follows from the promises of all who are up";
                continue;
            }
            s.proposed |= 1 << term;
            for (int p = 0; p < options.players; p++)
                if (here(p)) s.peers[p] = {(u8)made, (u8)term, 0}, s.logs[made].acks |= 1 << p;
            return true;
        }
    }

    void promise(int p, int term) {
        Peer& peer = s.peers[p];
        if (peer.promised >= term) return;
        peer.promised = term;
        s.promises[p][term] = {peer.log, (u8)held(s, p, peer.log), 0};
    }
};
