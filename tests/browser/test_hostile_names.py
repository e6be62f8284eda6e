"""Names that want to be more than names, in a browser: on no page does one run, or ask for anything."""

import pytest

from tests.clubs import hostile_names


@pytest.mark.django_db(transaction=True)
def test_on_no_page_does_a_name_do_anything(phone, troubles, monkeypatch):
    world = hostile_names.club(monkeypatch)
    phone.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
    phone.on("request", lambda request: troubles.append(request.url) if request.url.endswith("/x") else None)
    for where in hostile_names.addresses(world, 1):
        if not where.endswith(
            (".csv", ".json", ".txt", ".png", ".js", ".webmanifest", "/scoresheet/", "/upcoming-rounds/")
        ):
            phone.goto(where)
            assert phone.locator("h1").count() == 1, where
    assert troubles == []
