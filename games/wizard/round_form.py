"""The form of a round of Wizard: bids and tricks, and with the jubilee boxes the Bomb and the Cloud."""

from games.core.exact_bids import SpecialCardForm


class RoundForm(SpecialCardForm):
    change_card = "Cloud"

    def turn(self, given: dict[str, str]) -> str:
        secret = self.secret_until_played and not all(f"bids-{seat}" in given for seat in self.order)
        return "Bids stay hidden until the round is played" if secret else super().turn(given)
