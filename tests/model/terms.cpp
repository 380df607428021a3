// Checks requests, evidence and timers within bounds: how terms rise, and that there is always a way on. See README.md.

#include <functional>

#include "progress.h"
#include "requests.h"
#include "search.h"

// What can happen next.
class Steps {
  public:
    using Emit = std::function<void(const State&, const std::string&)>;

    Steps(const State& from, const Emit& emit) : from(from), emit(emit) {}

    void all() {
        for (int p = 0; p < options.players; p++)
            if (honest(p)) of_peer(p);
        for (int term = 1; term <= options.terms; term++) propose(term);
    }

  private:
    const State& from;
    const Emit& emit;
    State s;

    State& begin() { return s = from; }

    void end(int p, const std::string& what) {
        forget(s);
        emit(s, tell ? name(p) + " " + what : "");
    }

    void of_peer(int p) {
        const Peer& peer = from.peers[p];
        if (options.wants) want(p);
        if (peer.timer == RUNNING) {
            begin().peers[p].timer = OUT, request(s, p);
            end(p, "asks for stuck: the timer of term " + std::to_string(peer.promised) + " has run out");
        }
        if (options.restarts) {
            restart(begin().peers[p]);
            if (s.peers[p].timer != peer.timer) end(p, "restarts");
        }
        int next = peer.promised + 1, last = broken("any-term-is-named") ? options.terms : next;
        for (int term = next; term <= std::min(last, options.terms); term++)
            if (may_name(from, p, everybody(), true) && agrees(peer) & ~from.named[p][term]) {
                name_term(begin(), p, term);
                end(p, "names term " + std::to_string(term) + words(agrees(peer)));
            }
        for (int term = next; term <= options.terms; term++)
            if (may_promise(from, p, term)) {
                promise(begin(), p, term), s.wrong = promised_wrongly(from, term);
                end(p, "promises term " + std::to_string(term) + words(s.promises[p][term]));
            }
        for (int term = 1; term <= options.terms; term++)
            for (int version = 0; version < 2; version++)
                if (may_enter(from, p, term, version)) {
                    enter(begin(), p, term, version);
                    end(p, "enters term " + std::to_string(term) + (version ? "'" : ""));
                }
    }

    // A player begins to agree to a change, or does so no longer.
    void want(int p) {
        const Peer& peer = from.peers[p];
        begin();
        bool carried = from.promises[p][peer.promised] & CHANGE && !peer.entered;
        s.peers[p].wants = peer.wants != NOTHING ? NOTHING : carried ? CARRIED : ASKS;
        request(s, p);
        end(p, peer.wants == NOTHING ? "asks for a change" : "asks no longer for a change");
    }

    void propose(int term) {
        int p = coordinator(term), version = 0;
        const Peer& peer = from.peers[p];
        if (honest(p) && (peer.promised != term || peer.entered)) return;
        while (version < 2 && from.proposals[term][version]) version++;
        if (version > !honest(p)) return;
        for (int joined = 0; joined <= everybody(); joined++) {
            if (!has_bit(joined, p)) continue;
            for (int changes : {0, (int)CHANGE}) {
                int made = justify(from, term, joined, changes);
                if (!made || (changes && !(joined & liars()))) continue;
                begin().proposals[term][version] = made;
                end(p, "proposes term " + std::to_string(term) + (version ? "'" : "") + " by promises of " +
                           names(joined) + (made & CHANGE ? ", the change made" : ""));
            }
        }
    }

    static std::string words(int changes) {
        return std::string(changes & STUCK ? ", stuck" : "") + (changes & CHANGE ? ", a change" : "");
    }
};

static const char* BROKEN[] = {"no-pre-vote", "evidence-for-any-term", "no-change-in-common", "any-term-is-named",
                               "asked-while-promised", "no-timer", "restarts-without-timer", "evidence-stays-behind",
                               "put-off-for-ever", "asked-once"};

int main(int count, char** arguments) {
    double seconds = 600, millions = 60;
    for (int i = 1; i < count; i++) {
        std::string option = arguments[i];
        auto next = [&] { return std::string(i + 1 < count ? arguments[++i] : ""); };
        if (option == "--players") options.players = atoi(next().c_str());
        else if (option == "--terms") options.terms = atoi(next().c_str());
        else if (option == "--liar") options.liar = next()[0] - 'A';
        else if (option == "--no-restarts") options.restarts = false;
        else if (option == "--nothing-wanted") options.wants = false;
        else if (option == "--break") choose(options.broken, BROKEN, next());
        else if (option == "--seconds") seconds = atof(next().c_str());
        else if (option == "--millions") millions = atof(next().c_str());
        else return fprintf(stderr, "There is no option %s. README.md has them.\n", option.c_str()), 2;
    }
    int n = options.players, most = MOST_TERMS - MOST_PLAYERS - 1;  // a recovery takes more
    if (n < 1 || n > MOST_PLAYERS || options.terms < 1 || options.terms > most || options.liar >= n)
        return fprintf(stderr, "The model has 1 to %d players and 1 to %d terms.\n", MOST_PLAYERS, most), 2;
    quorum = n / 2 + 1;

    State start;
    memset((void*)&start, 0, sizeof start);
    for (auto& peer : start.peers) peer.entered = 1;
    Seen recoveries;
    auto judge = [&](const State& s) -> std::string {
        if (s.wrong == UNFOUNDED) return "(k) a term is promised without evidence";
        if (s.wrong == LEAP) return "(l) a term is promised, and no honest peer has promised the one before";
        for (int up = 1; up <= everybody(); up++) {
            if (up & liars() || bits(up) < quorum) continue;
            for (int off = up;; off = (off - 1) & up) {
                Recovery recovery(s, up, off);
                if (recoveries.insert(recovery.hash())) {
                    std::string missing = recovery.missing();
                    if (!missing.empty()) return missing;
                }
                if (!off) break;
            }
        }
        return "";
    };
    auto successors = [&](const State& s, const Steps::Emit& emit) { Steps(s, emit).all(); };
    return report(search(start, successors, judge, seconds, (uint64_t)(millions * 1e6)));
}
