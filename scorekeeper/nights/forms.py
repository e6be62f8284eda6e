"""What people write down about an evening."""

from __future__ import annotations

from typing import Any

from django import forms

from scorekeeper.club.models import folded
from scorekeeper.database import writing
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
