"""What people write down about an evening, and about a player."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms

from games.impossible import Impossible
from games.keypad import MARKS
from games.scoresheet import LONGEST_NAME
from scorekeeper.club.joining import checked
from scorekeeper.club.models import Club, Player, folded
from scorekeeper.database import writing
from scorekeeper.nights.clock import change_zone
from scorekeeper.nights.lives import NameTaken, change
from scorekeeper.nights.models import Night

CONTINENTS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


class NightForm(forms.ModelForm):  # type: ignore[type-arg]
    """An evening's name, its place, and a note."""

    class Meta:
        model = Night
        fields = ("name", "place", "note")
        widgets = {"note": forms.Textarea({"rows": 3})}

    def clean_name(self) -> str:
        """Keep a name as names are kept."""
        return _kept(self.cleaned_data["name"])

    def clean_place(self) -> str:
        """Keep a place as names are kept."""
        return _kept(self.cleaned_data["place"])

    def write(self) -> Any:
        """Write it down; two who do so at once both succeed, and the later one stands."""
        kept = {name: self.cleaned_data[name] for name in self.Meta.fields}
        with writing():
            Night.objects.update_or_create(club=self.instance.club, evening=self.instance.evening, defaults=kept)


def _kept(words: str) -> str:
    """Fold words as names are; some letters become several by that."""
    if len(kept := folded(words)) > LONGEST_NAME:
        raise forms.ValidationError(f"at most {LONGEST_NAME} characters")
    return kept


class ClubForm(forms.Form):
    """A club's name, and where its clock stands."""

    name = forms.CharField(max_length=40)
    zone = forms.ChoiceField(label="Time zone")

    def __init__(self, data: Any, *, club: Club) -> None:
        """Ask about a club, with what is known of it."""
        super().__init__(data, label_suffix="", initial={"name": club.name, "zone": club.zone})
        self.club = club
        self.fields["zone"].choices = zones(club.zone)  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs["dir"] = "auto"

    def clean_name(self) -> str:
        """Keep a name as names are kept."""
        try:
            return checked(self.cleaned_data["name"])
        except Impossible as error:
            raise forms.ValidationError(error.message) from None

    def write(self) -> None:
        """Write it down. In another time zone the evenings are worked out anew."""
        with writing():
            Club.objects.filter(pk=self.club.pk).update(name=self.cleaned_data["name"])
            if self.cleaned_data["zone"] != self.club.zone:
                change_zone(self.club, self.cleaned_data["zone"])


def zones(now: str) -> list[tuple[str, Any]]:
    """Return the time zones by continent, as people look for them; the one that is in force is always among them."""
    by_continent: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(available_timezones() | {now}):
        continent, _, place = zone.partition("/")
        if zone in ("UTC", now) or (place and continent in CONTINENTS):
            by_continent.setdefault(continent if place else "Others", []).append(
                (zone, (place or zone).replace("_", " "))
            )
    return list(by_continent.items())


class PlayerForm(forms.Form):
    """A player's name, mark, and whether they are still asked to sit down."""

    name = forms.CharField(max_length=40)
    mark = forms.TypedChoiceField(
        choices=[("", "none"), *((number, shape) for number, shape in enumerate(MARKS))],
        coerce=int, empty_value=None, required=False, widget=forms.RadioSelect, label="Mark in lists and charts",
    )  # fmt: skip
    archived = forms.BooleanField(required=False, label="No longer plays with us")

    def __init__(self, data: Any, *, player: Player) -> None:
        """Ask about a player, with what is known of them."""
        super().__init__(
            data, label_suffix="", initial={"name": player.name, "mark": player.mark, "archived": player.archived}
        )
        self.player = player
        self.taken: Player | None = None

    def write(self) -> bool:
        """Write it down; where that cannot be, say why beside the name and return False."""
        said = self.cleaned_data
        try:
            change(self.player, said["name"], said["mark"], archived=said["archived"])
        except Impossible as error:
            self.taken = error.other if isinstance(error, NameTaken) else None
            self.add_error("name", error.message)
        return not self.errors
