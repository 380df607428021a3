// Checks the change of epoch within bounds: see README.md.

#include <string>

#include "search.h"
#include "steps.h"

static const char* BROKEN[] = {"own-log", "longest-only", "forks-by-length", "promises-forgotten", "promises-do-not-bind",
                               "half-is-a-quorum", "epochs-added-up", "two-epochs-in-a-term", "proposals-unverified",
                               "every-redraw-is-free", "one-hidden-is-free", "values-after-promise", "no-barrier",
                               "secrets-dropped", "taken-back-at-openings", "back-at-once", "prices-unchecked",
                               "prices-below-unchecked", "prices-adopted"};

int main(int count, char** arguments) {
    double seconds = 600, millions = 60;
    for (int i = 1; i < count; i++) {
        std::string option = arguments[i];
        auto next = [&] { return std::string(i + 1 < count ? arguments[++i] : ""); };
        if (option == "--players") options.players = atoi(next().c_str());
        else if (option == "--terms") options.terms = atoi(next().c_str());
        else if (option == "--game") options.game = next();
        else if (option == "--authors") for (char c : next()) options.authors.push_back(c - 'A');
        else if (option == "--liar") options.liar = next()[0] - 'A';
        else if (option == "--follow") options.follow = true;
        else if (option == "--no-restarts") options.restarts = false;
        else if (option == "--no-absences") options.absences = false;
        else if (option == "--returns") options.returns = true;
        else if (option == "--take-back") options.take_back = true;
        else if (option == "--auto-ack") options.auto_ack = true;
        else if (option == "--prompt") options.prompt = true;
        else if (option == "--recovery") options.recovery = true;
        else if (option == "--skip-final") options.skip_final = true;
        else if (option == "--break") choose(options.broken, BROKEN, next());
        else if (option == "--seconds") seconds = atof(next().c_str());
        else if (option == "--millions") millions = atof(next().c_str());
        else return fprintf(stderr, "There is no option %s. README.md has them.\n", option.c_str()), 2;
    }
    int n = options.players;
    if (n < 1 || n > MOST_PLAYERS || options.terms < 1 || options.terms > MOST_TERMS || options.liar >= n)
        return fprintf(stderr, "The model has 1 to %d players and 1 to %d terms.\n", MOST_PLAYERS, MOST_TERMS), 2;
    quorum = broken("half-is-a-quorum") ? (n + 1) / 2 : n / 2 + 1;
    std::string game;
    for (char node : options.game) game += node == 's' ? "co" : std::string(1, node);
    options.game = game;
    while (options.authors.size() < game.size()) options.authors.push_back(options.authors.size() % n);

    State start;
    memset((void*)&start, 0, sizeof start);
    start.count = 1;
    for (auto& by_term : start.promises)
        for (auto& promise : by_term) promise.head = NONE;

    auto judge = [&](const State& s) -> std::string {
        if (const char* wrong = violated(s)) return wrong;
        for (int up = 1; up <= everybody() && options.recovery; up++) {
            if (up & liars() || bits(up) < (options.liar >= 0 ? n - 1 : quorum)) continue;
            Recovery recovery(s, up);
            if (!recovery.succeeds()) return "(e) no way on with " + names(up) + " up: " + recovery.why;
        }
        return "";
    };
    auto successors = [&](const State& s, const auto& emit) { Steps(s, emit).all(); };
    auto found = search(start, [&](const State& s, const Steps::Emit& emit) { successors(s, emit); }, judge, seconds,
                        (uint64_t)(millions * 1e6));
    return report(found);
}
