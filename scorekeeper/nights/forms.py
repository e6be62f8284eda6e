"""What people write down about an evening, and about a player."""

from __future__ import annotations

from typing import Any

from django import forms

from games.impossible import Impossible
from games.keypad import MARKS
from scorekeeper.club.models import Player, folded
from scorekeeper.database import writing
from scorekeeper.nights.lives import NameTaken, change
from scorekeeper.nights.models import Night


class NightForm(forms.ModelForm):  # type: ignore[type-arg]
    """An evening's name, its place, and a note."""

    class Meta:
        model = Night
        fields = ("name", "place", "note")
        widgets = {"note": forms.Textarea({"rows": 3})}

    def clean_name(self) -> str:
        """Keep a name as names are kept."""
        return folded(self.cleaned_data["name"])

    def clean_place(self) -> str:
        """Keep a place as names are kept."""
        return folded(self.cleaned_data["place"])

    def write(self) -> Any:
        """Write it down; two who do so at once both succeed, and the later one stands."""
        kept = {name: self.cleaned_data[name] for name in self.Meta.fields}
        with writing():
            Night.objects.update_or_create(club=self.instance.club, evening=self.instance.evening, defaults=kept)


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
        super().__init__(data, initial={"name": player.name, "mark": player.mark, "archived": player.archived})
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
