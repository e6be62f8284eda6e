"""The emblem of a game: emblem.svg of its folder, emblems/NAME.svg under a known name, or its first letters."""

from games.core.definition import Game

# 48 by 48, as emblem.svg.
INITIALS = (
    '<svg class="emblem" viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="11" fill="{colour}"/>'
    '<text x="24" y="31" text-anchor="middle" font-size="20" font-weight="700" fill="#fbf6e9">{letters}</text></svg>'
)


def emblem(game: Game) -> str:
    """Return the emblem as inline SVG. It is decorative: pages show the name, too."""
    drawing = game.folder / (f"emblems/{game.name}.svg" if game.is_named else "emblem.svg")
    if drawing.exists():
        return drawing.read_text(encoding="utf-8").strip()
    words = [word for word in ("".join(filter(str.isalnum, word)) for word in game.name.split()) if word]
    letters = "".join(word[0] for word in words[:2]).upper() if len(words) > 1 else "".join(words)[:2].capitalize()
    return INITIALS.format(letters=letters, colour=game.colour)
