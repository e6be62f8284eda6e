"""Forms for the notes of a game night and the settings of a club."""

from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.db import transaction

from games.core.errors import Impossible
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.player import clean_name, normalize_name
from scorekeeper.history.game_nights import change_zone
from scorekeeper.history.models import NightNotes

CONTINENTS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


class NameField(forms.CharField):
    """A text that is normalized before its length is validated: composing letters can make it longer."""

    def to_python(self, value: str | None) -> str:
        return normalize_name(super().to_python(value) or "")


class NightForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name, place and note of a game night."""

    class Meta:
        model = NightNotes
        fields = ("name", "place", "note")
        field_classes = {"name": NameField, "place": NameField}
        widgets = {"note": forms.Textarea({"rows": 3})}

    def save_notes(self) -> None:
        # Two phones may save the first notes of a night at the same moment.
        night = {"club": self.instance.club, "night_date": self.instance.night_date}
        NightNotes.objects.update_or_create(**night, defaults=self.cleaned_data)


class ClubForm(forms.Form):
    """Name and time zone of a club."""

    name = NameField(max_length=MAX_NAME_LENGTH, widget=forms.TextInput({"dir": "auto"}))
    zone = forms.ChoiceField(label="Time zone")

    def __init__(self, data: Any, *, club: Club) -> None:
        super().__init__(data, label_suffix="", initial={"name": club.name, "zone": club.zone})
        self.club = club
        self.fields["zone"].choices = zones_by_continent(club.zone)  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["name"])
        except Impossible as error:
            raise forms.ValidationError(error.message) from None

    def save(self) -> None:
        with transaction.atomic():
            Club.objects.filter(pk=self.club.pk).update(name=self.cleaned_data["name"])
            if self.cleaned_data["zone"] != self.club.zone:
                change_zone(self.club, self.cleaned_data["zone"])


# 60 ms of processor time: the files of all zones are listed.
@lru_cache(maxsize=8)
def zones_by_continent(current: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return all time zones, including the current one, as grouped choices."""
    by_continent: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(available_timezones() | {current}):
        continent, _, place = zone.partition("/")
        if zone in ("UTC", current) or (place and continent in CONTINENTS):
            places = by_continent.setdefault(continent if place else "Others", [])
            places.append((zone, (place or zone).replace("_", " ")))
    return list(by_continent.items())
