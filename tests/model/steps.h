// What can happen next: every step of an honest peer, of a coordinator, and of the liar.
#pragma once

#include <functional>

#include "properties.h"
#include "search.h"

// A log as its steps: a an action, c commitments, o openings, d dice, E2 the epoch of term 2; ' marks a second version.
inline std::string words(const State& s, int log) {
    if (!log) return "0";
    const Log& of = s.logs[log];
    std::string step(1, "0acod"[of.step == PROPOSAL ? 0 : of.step]);
    if (of.step == PROPOSAL) step = "E" + std::to_string(of.term);
    int version = of.step == PROPOSAL ? of.version & 3 : of.version;
    return words(s, of.parent) + "." + step + (version == 2 ? "*" : version ? "'" : "");
}

class Steps {
  public:
    using Emit = std::function<void(const State&, const std::string&)>;

    Steps(const State& from, const Emit& emit) : from(from), emit(emit) {}

    void all() {
        for (int slot = 0; slot < slots(); slot++)
            if (honest(slot) && !from.peers[slot].lost) of_peer(slot);
        for (int term = 1; term <= options.terms; term++) of_coordinator(term);
    }

  private:
    const State& from;
    const Emit& emit;
    State s;

    State& begin() { return s = from; }

    template <class Words> void end(Words&& what) {
        std::string said = tell ? what() : "";
        make_canonical(s);
        emit(s, said);
    }

    // ---- one peer ----

    void of_peer(int p) {
        const Peer& peer = from.peers[p];
        bool seated = p != options.players || from.logs[peer.log].keyed;
        if (seated) {
            bool may_sign = peer.promised == from.logs[peer.log].term || broken("promises-do-not-bind");
            if (may_sign) sign(p);
            if (may_sign || options.follow) take(p, may_sign);
            if (may_show(from, p)) show(p);
            promise(p);
        }
        if (p == options.lost && !peer.lost) {
            begin().peers[p].lost = 1;
            end([&] { return name(p) + " loses the key"; });
        }
        enter(p);
    }

    // Acknowledge, act, commit, restart.
    void sign(int p) {
        int log = from.peers[p].log, player = player_of(p);
        const Log& of = from.logs[log];
        if (!has_bit(of.acks, p)) {
            begin().logs[log].acks |= 1 << p;
            end([&] { return name(p) + " acknowledges " + words(from, log); });
        }
        if (due(from, log) == 'a' && options.authors[of.position] == player && !has_bit(of.away, player)) {
            begin();
            int longer = extended(s, log, ACTION, 0);
            s.logs[log].acks |= 1 << p, s.logs[longer].acks |= 1 << p;
            s.peers[p].log = longer, s.peers[p].secrets = 0;
            end([&] { return name(p) + " acts on " + words(from, log); });
        }
        if (due(from, log) == 'c' && has_bit(throwers(from, log), player) && !has_bit(of.shown, player)) {
            begin().logs[log].shown |= 1 << player, s.logs[log].acks |= 1 << p;
            end([&] { return name(p) + " commits on " + words(from, log); });
        }
        if (options.restarts && !has_bit(of.acks, p)) {
            int y = log;  // the longest log that the peer has attested
            while (y && !has_bit(from.logs[y].acks, p) && from.logs[y].step != PROPOSAL) y = from.logs[y].parent;
            if (y == log) return;
            begin().peers[p].log = y;
            s.peers[p].secrets = secrets_due(from, y) ? from.logs[y].shown & 1 << player : 0;
            end([&] { return name(p) + " restarts with " + words(from, y); });
        }
    }

    // Take what others have signed.
    void take(int p, bool may_sign) {
        int log = from.peers[p].log, player = player_of(p);
        const Log& of = from.logs[log];
        auto longer = [&](Step step, int version) {
            begin();
            int made = extended(s, log, step, version);
            s.peers[p].log = made, s.peers[p].secrets = 0;
            if (options.auto_ack && may_sign) s.logs[made].acks |= 1 << p;
            end([&] { return name(p) + " takes " + words(s, made); });
        };
        if (due(from, log) == 'a') {
            int author = options.authors[of.position];
            bool away = has_bit(of.away, author);
            if (away) longer(ACTION, 2);  // the autopilot
            for (int version = 0; version < 2 && !away; version++)
                if (author != player && (has_bit(forged(from, log), author) || find(from, log, ACTION, version) >= 0))
                    longer(ACTION, version);
        }
        if (due(from, log) == 'c' && !(throwers(from, log) & ~of.shown & ~forged(from, log)))
            for (int version = 0; version < 1 + !!(throwers(from, log) & forged(from, log)); version++)
                longer(COMMITMENTS, version);
        if (!secrets_due(from, log)) return;
        int all = throwers(from, log), known = held(from, p, log);
        for (int o = 0; o < options.players; o++)
            if (has_bit(all & ~known, o) && o != player && has_bit(of.shown | forged(from, log), o)) {
                begin().peers[p].secrets |= 1 << o;
                end([&] { return name(p) + " hears the secret of " + name(o); });
            }
        if (!(all & ~known)) longer(due(from, log) == 'd' ? DICE : OPENINGS, 0);
    }

    void show(int p) {
        int log = from.peers[p].log, player = player_of(p);
        begin().logs[log].shown |= 1 << player;
        s.logs[log].acks |= 1 << p, s.peers[p].secrets |= 1 << player;
        end([&] { return name(p) + " shows a secret on " + words(from, log); });
    }

    void promise(int p) {
        const Peer& peer = from.peers[p];
        int log = peer.log, term = from.logs[log].term, may_agree = 0;
        if (options.lost >= 0 && from.peers[options.lost].lost && p != options.players && !from.logs[log].keyed)
            may_agree |= KEY;
        if (options.take_back && taken_back_to(from, log) >= 0) may_agree |= TAKE_BACK;
        for (int t = peer.promised + 1; t <= options.terms; t++)
            for (int changes = 0; changes <= may_agree; changes++) {
                if (changes & ~may_agree) continue;
                int without = changes & KEY ? 1 << options.lost : 0;
                for (int u = term + 1; u < t; u++)
                    if (from.promises[p][u].head != NONE && from.promises[p][u].changes & KEY) without |= 1 << options.lost;
                int named = held(from, p, log);
                begin().peers[p].promised = t;
                s.promises[p][t] = {(u8)log, (u8)named, (u8)changes, (u8)without};
                end([&] {
                    return name(p) + " promises term " + std::to_string(t) + " with " + words(from, log) + ", secrets of " +
                           names(named) + (changes & KEY ? ", agrees to a new key" : "") +
                           (changes & TAKE_BACK ? ", agrees to take back" : "") + (without ? ", without " + names(without) : "");
                });
            }
        if (broken("promises-forgotten") && peer.promised > term) {
            begin().peers[p].promised = term;
            end([&] { return name(p) + " restarts and forgets its promise"; });
        }
    }

    // R7, R8, R10: which proposals a peer enters.
    void enter(int p) {
        const Peer& peer = from.peers[p];
        int term = from.logs[peer.log].term;
        for (int v = 1; v < from.count; v++) {
            const Log& of = from.logs[v];
            bool twice = of.term == term && broken("two-epochs-in-a-term");
            if (of.step != PROPOSAL || (of.term <= term && !twice) || v == from.logs[peer.log].epoch) continue;
            if (p == options.players && !of.keyed) continue;
            if (p == options.lost && of.keyed) continue;
            if (of.term < peer.promised) {
                if (!options.follow) continue;
                begin().peers[p].log = v, s.peers[p].secrets = 0;
                end([&] { return name(p) + " follows " + words(from, v); });
            } else if (!puts_off(from, p, v)) {
                begin().peers[p] = {(u8)v, of.term, 0, 0}, s.logs[v].acks |= 1 << p;
                end([&] { return name(p) + " enters " + words(from, v); });
            }
        }
        if (!broken("logs-left-in-a-term") || peer.promised != term) return;
        for (int y = 1; y < from.count; y++) {
            if (from.logs[y].term != term || !diverge(from, y, peer.log)) continue;
            begin().peers[p].log = y, s.logs[y].acks |= 1 << p;
            end([&] { return name(p) + " goes over to " + words(from, y); });
        }
    }

    // ---- coordinators ----

    // The slot with which a coordinator proposes now, or -1. The liar may always.
    int proposer(int term) {
        int coordinator = term % options.players;
        if (coordinator == options.liar && from.variants[term] < 2) return coordinator;
        for (int slot = 0; slot < slots(); slot++) {
            const Peer& peer = from.peers[slot];
            if (player_of(slot) == coordinator && honest(slot) && !peer.lost && from.promises[slot][term].head != NONE &&
                peer.promised == term && from.logs[peer.log].term < term && !has_bit(from.proposed, term))
                return slot;
        }
        return -1;
    }

    void of_coordinator(int term) {
        int slot = proposer(term);
        if (slot < 0) return;
        for (int joined = 1; joined <= everybody(); joined++) {
            if (bits(joined) < quorum || (honest(slot) && !has_bit(joined, player_of(slot)))) continue;
            if (options.prompt && honest(slot) && everybody() & ~joined & ~liars()) continue;
            gather(term, slot, joined, 0, {});
        }
        if (!honest(slot) && broken("proposals-unverified"))
            for (int log = 0; log < from.count; log++)
                if (from.logs[log].term < term) put_forward(term, slot, {{slot, slot, log, 0, 0, 0}}, {false, false});
    }

    // All promises that these players may have made for a term.
    void gather(int term, int coordinator, int joined, int player, const Claims& claims) {
        if (player == options.players) {
            for (int absent = 0; absent <= options.absences; absent++)
                for (int back = 0; back <= options.returns; back++)
                    put_forward(term, coordinator, claims, {absent > 0, back > 0});
            return;
        }
        if (!has_bit(joined, player)) return gather(term, coordinator, joined, player + 1, claims);
        auto with = [&](const Claim& claim) {
            Claims more = claims;
            more.push_back(claim);
            gather(term, coordinator, joined, player + 1, more);
        };
        for (int slot = 0; slot < slots(); slot++) {
            if (player_of(slot) != player) continue;
            if (!honest(slot)) {
                for (int x = 0; x < from.count; x++) {
                    if (from.logs[x].term >= term) continue;
                    int own = secrets_due(from, x) && has_bit(throwers(from, x), player) ? 1 << player : 0;
                    for (int named = 0; named <= own; named += own ? own : 1) with({player, slot, x, named, options.take_back ? TAKE_BACK : 0, 0});
                }
            } else if (from.promises[slot][term].head != NONE) {
                const Promise& of = from.promises[slot][term];
                with({player, slot, of.head, of.secrets, of.changes, of.without});
            }
        }
    }

    void put_forward(int term, int slot, const Claims& gathered, Wanted wanted) {
        Claims claims = honest(slot) ? without_prices(from, slot, gathered) : gathered;
        begin();
        int made = -1, version = honest(slot) ? 0 : from.variants[term];
        if (claims.size() == 1 && broken("proposals-unverified")) {
            made = extended(s, claims[0].head, PROPOSAL, term * 4 + version);
            s.logs[made].term = term, s.logs[made].epoch = made;
        } else {
            made = propose(s, term, version, player_of(slot), claims, wanted);
        }
        if (made < 0 || slot_of(s, player_of(slot), s.logs[made].parent) != slot) return;
        // What a liar names in a promise is out with it.
        for (auto& claim : claims)
            if (claim.secrets) s.logs[claim.head].shown |= claim.secrets;
        if (honest(slot))
            s.proposed |= 1 << term;
        else
            s.variants[term]++;
        end([&] {
            const Log& of = s.logs[made];
            return name(slot) + " proposes " + words(s, made) + " by promises of " + names(players_in(claims)) + ": absent " +
                   names(of.absent) + (of.payers ? ", " + names(of.payers) + " pays" : "") + (of.keyed ? ", new key" : "") +
                   (of.undone ? ", takes back" : "");
        });
    }
};
