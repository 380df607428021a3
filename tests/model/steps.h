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
        for (int p = 0; p < options.players; p++)
            if (honest(p)) of_peer(p);
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
        bool may_sign = peer.promised == from.logs[peer.log].term || broken("promises-do-not-bind");
        if (may_sign) sign(p);
        if (may_sign || options.follow) take(p, may_sign);
        if (may_show(from, p)) show(p);
        promise(p);
        enter(p);
    }

    // Acknowledge, act, commit, restart.
    void sign(int p) {
        int log = from.peers[p].log;
        const Log& of = from.logs[log];
        if (!has_bit(of.acks, p)) {
            begin().logs[log].acks |= 1 << p;
            end([&] { return name(p) + " acknowledges " + words(from, log); });
        }
        if (due(from, log) == 'a' && options.authors[of.position] == p && !has_bit(of.away, p)) {
            begin();
            int longer = extended(s, log, ACTION, 0);
            s.logs[log].acks |= 1 << p, s.logs[longer].acks |= 1 << p;
            s.peers[p].log = longer, s.peers[p].secrets = 0;
            end([&] { return name(p) + " acts on " + words(from, log); });
        }
        if (due(from, log) == 'c' && has_bit(throwers(from, log), p) && !has_bit(of.shown, p)) {
            begin().logs[log].shown |= 1 << p, s.logs[log].acks |= 1 << p;
            end([&] { return name(p) + " commits on " + words(from, log); });
        }
        if (options.restarts && !has_bit(of.acks, p)) {
            int y = log;  // the longest log that the peer has attested
            while (y && !has_bit(from.logs[y].acks, p) && from.logs[y].step != PROPOSAL) y = from.logs[y].parent;
            if (y == log) return;
            begin().peers[p].log = y;
            s.peers[p].secrets = secrets_due(from, y) ? from.logs[y].shown & 1 << p : 0;
            end([&] { return name(p) + " restarts with " + words(from, y); });
        }
    }

    // Take what others have signed.
    void take(int p, bool may_sign) {
        int log = from.peers[p].log;
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
                if (author != p && (has_bit(liars(), author) || find(from, log, ACTION, version) >= 0))
                    longer(ACTION, version);
        }
        if (due(from, log) == 'c' && !(throwers(from, log) & ~of.shown & ~liars()))
            for (int version = 0; version < 1 + !!(throwers(from, log) & liars()); version++)
                longer(COMMITMENTS, version);
        if (!secrets_due(from, log)) return;
        int all = throwers(from, log), known = held(from, p, log);
        for (int o = 0; o < options.players; o++)
            if (has_bit(all & ~known, o) && o != p && has_bit(of.shown | liars(), o)) {
                begin().peers[p].secrets |= 1 << o;
                end([&] { return name(p) + " hears the secret of " + name(o); });
            }
        if (!(all & ~known)) longer(due(from, log) == 'd' ? DICE : OPENINGS, 0);
    }

    void show(int p) {
        int log = from.peers[p].log;
        begin().logs[log].shown |= 1 << p;
        s.logs[log].acks |= 1 << p, s.peers[p].secrets |= 1 << p;
        end([&] { return name(p) + " shows a secret on " + words(from, log); });
    }

    void promise(int p) {
        const Peer& peer = from.peers[p];
        int log = peer.log, term = from.logs[log].term;
        bool may_take_back = options.take_back && taken_back_to(from, log) >= 0;
        for (int t = peer.promised + 1; t <= options.terms; t++)
            for (int takes_back = 0; takes_back <= may_take_back; takes_back++) {
                int named = held(from, p, log);
                begin().peers[p].promised = t;
                s.promises[p][t] = {(u8)log, (u8)named, (u8)takes_back};
                end([&] {
                    return name(p) + " promises term " + std::to_string(t) + " with " + words(from, log) + ", secrets of " +
                           names(named) + (takes_back ? ", agrees to take back" : "");
                });
            }
        if (broken("promises-forgotten") && peer.promised > term) {
            begin().peers[p].promised = term;
            end([&] { return name(p) + " restarts and forgets its promise"; });
        }
    }

    // R7, R8: which proposals a peer enters.
    void enter(int p) {
        const Peer& peer = from.peers[p];
        int term = from.logs[peer.log].term;
        for (int v = 1; v < from.count; v++) {
            const Log& of = from.logs[v];
            bool twice = of.term == term && broken("two-epochs-in-a-term");
            if (of.step != PROPOSAL || (of.term <= term && !twice) || v == from.logs[peer.log].epoch) continue;
            if (of.term < peer.promised) {
                if (!options.follow) continue;
                begin().peers[p].log = v, s.peers[p].secrets = 0;
                end([&] { return name(p) + " follows " + words(from, v); });
            } else if (!puts_off(from, p, v)) {
                begin().peers[p] = {(u8)v, of.term, 0}, s.logs[v].acks |= 1 << p;
                end([&] { return name(p) + " enters " + words(from, v); });
            }
        }
    }

    // ---- coordinators ----

    // Whether a coordinator may propose now. The liar may twice, at any time.
    bool may_propose(int p, int term) {
        if (!honest(p)) return from.variants[term] < 2;
        const Peer& peer = from.peers[p];
        return from.promises[p][term].head != NONE && peer.promised == term && from.logs[peer.log].term < term &&
               !has_bit(from.proposed, term);
    }

    void of_coordinator(int term) {
        int p = term % options.players;
        if (!may_propose(p, term)) return;
        for (int joined = 1; joined <= everybody(); joined++) {
            if (bits(joined) < quorum || (honest(p) && !has_bit(joined, p))) continue;
            if (options.prompt && honest(p) && everybody() & ~joined & ~liars()) continue;
            gather(term, p, joined, 0, {});
        }
        if (!honest(p) && broken("proposals-unverified"))
            for (int log = 0; log < from.count; log++)
                if (from.logs[log].term < term) put_forward(term, p, {{p, log, 0, 0}}, {false, false});
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
        if (honest(player)) {
            const Promise& of = from.promises[player][term];
            if (of.head != NONE) with({player, of.head, of.secrets, of.takes_back});
            return;
        }
        for (int x = 0; x < from.count; x++) {
            if (from.logs[x].term >= term) continue;
            int own = secrets_due(from, x) && has_bit(throwers(from, x), player) ? 1 << player : 0;
            for (int named = 0; named <= own; named += own ? own : 1) with({player, x, named, options.take_back});
        }
    }

    void put_forward(int term, int p, const Claims& gathered, Wanted wanted) {
        Claims claims = honest(p) ? without_prices(from, p, gathered) : gathered;
        begin();
        int made = -1, version = honest(p) ? 0 : from.variants[term];
        if (claims.size() == 1 && broken("proposals-unverified")) {
            made = extended(s, claims[0].head, PROPOSAL, term * 4 + version);
            s.logs[made].term = term, s.logs[made].epoch = made;
        } else {
            made = propose(s, term, version, p, claims, wanted);
        }
        if (made < 0) return;
        // What a liar names in a promise is out with it.
        for (auto& claim : claims)
            if (claim.secrets) s.logs[claim.head].shown |= claim.secrets;
        if (honest(p))
            s.proposed |= 1 << term;
        else
            s.variants[term]++;
        end([&] {
            const Log& of = s.logs[made];
            return name(p) + " proposes " + words(s, made) + " by promises of " + names(players_in(claims)) + ": absent " +
                   names(of.absent) + (of.payers ? ", " + names(of.payers) + " pays" : "") +
                   (of.undone ? ", takes back" : "");
        });
    }
};
