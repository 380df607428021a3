"""The liars of the simulation: what each of their programs does that an honest one does not.

Behind each sits an honest session, whose messages are changed, held back or added to on their way out. A liar with two
faces has two of them, each as honest as the other, which know nothing of each other. What can be said instead of a
message stands in ``tests.p2p.lies``.
"""

from __future__ import annotations

from tests.sim.liars import acting, adding, changing, withholding
from tests.sim.liars.liar import Cloned, Liar, TwoFaced

KINDS: tuple[type[Liar], ...] = (
    acting.AccusesOthers,
    changing.ActsIllegally,
    changing.ActsInsteadOfCommitting,
    changing.ActsOtherwise,
    acting.ActsOutOfTurn,
    changing.AcknowledgesAnotherLog,
    changing.AcknowledgesAnotherState,
    changing.AcknowledgesTooMuch,
    withholding.Censors,
    acting.ClaimsHeights,
    Cloned,
    changing.ClosesAnotherLog,
    changing.ClosesAnotherState,
    changing.CommitsOtherwise,
    changing.CountsWrongly,
    changing.EntersUponAnotherLog,
    changing.EntersUponAnotherState,
    acting.FloodsPromises,
    acting.FloodsRequests,
    adding.Forges,
    acting.ForgesProposals,
    withholding.IsSilent,
    acting.LiesAboutConnections,
    changing.OpensAnotherSalt,
    changing.OpensWrongly,
    changing.PromisesOtherwise,
    changing.ProposesOtherwise,
    adding.Repeats,
    changing.RevealsALaterValue,
    changing.RevealsNoValue,
    adding.ServesForgeries,
    withholding.ServesNothing,
    adding.SpeaksGarbage,
    adding.SpeaksOfAnotherGame,
    TwoFaced,
    withholding.WithholdsAcknowledgements,
    withholding.WithholdsEntries,
    withholding.WithholdsValues,
    withholding.WithholdsOpenings,
    withholding.WithholdsPromises,
    withholding.WithholdsProposals,
)
