"""Where the answers stand in the ledger."""

from games.maverick.form import RoundForm
from games.so_far import SoFar
from tests.games.maverick.hands import AHEAD, played, table

IF_LIVE, BY_KIND, BY_POINTS, COUNTED = "way=live|", "way=kinds", "way=points", "way=kinds|points"


def laid_out(so_far: SoFar) -> list[tuple[str, bool, tuple[str, ...], list[tuple[str, tuple[str, ...]]]]]:
    return [
        (section.when, section.grid, tuple(section.columns), [(row.label, row.questions) for row in section.rows])
        for section in RoundForm(so_far, {}).sections
    ]


def counts(side: int) -> tuple[str, ...]:
    return tuple(f"{kind}-{side}" for kind in ("all-trump", "trump", "plain", "adders", "held"))


def test_the_ledger_shows_what_belongs_to_the_way_of_counting() -> None:
    tiles = [("First card", "turned-0"), ("Second card", "turned-1"), ("Reneges", "reneges"), ("Count", "way")]
    tiles += [(f"{name} bids", f"bid-{seat}") for seat, name in enumerate(("Ada", "Ben", "Cleo", "Dan"))]
    nulls = [
        (f"bid-{seat}=null|null blind|null bling", True, (), [(f"{name}, null: took", (f"took-{seat}",))])
        for seat, name in enumerate(("Ada", "Ben", "Cleo", "Dan"))
    ]

    assert laid_out(table()) == [
        ("", True, (), [(label, (question,)) for label, question in tiles]),
        *nulls,
        (IF_LIVE, True, (), [("Tricks", ("tricks",))]),
        (
            BY_KIND,
            False,
            ("4T", "T", "0", "1–4", "adders"),
            [("● Ada & Cleo", counts(0)), ("▲ Ben & Dan", counts(1))],
        ),
        (BY_POINTS, False, ("points",), [("● Ada & Cleo", ("points-0",)), ("▲ Ben & Dan", ("points-1",))]),
    ]


def test_the_ledger_shows_books_where_somebody_may_bid_bling() -> None:
    books = (COUNTED, True, (), [("Books", ("books-0", "books-1"))])

    assert laid_out(played(AHEAD))[-1] == laid_out(played({"points": [0, 7]}))[-1] == books
    assert books not in laid_out(played({"points": [6, 6]}))
