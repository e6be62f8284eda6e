"""The security log: what owners read of who came in and who changed what, and what the operator's log says of it."""

import logging

import pytest

from scorekeeper.clubs import security_log
from scorekeeper.clubs.invitations import MAX_PER_NETWORK, Invitation
from scorekeeper.clubs.models import Club, Device, InviteCode, Role, SecurityEvent
from tests.devices import Stranger, member
from tests.matches.factory import make_match

pytestmark = pytest.mark.django_db


def logged():
    return list(SecurityEvent.objects.order_by("pk").values_list("label", "message"))


def test_the_log_names_who_joined_and_what_changed_but_no_secret(caplog):
    caplog.set_level(logging.INFO)
    owner, phone = member(), Stranger()
    link = Invitation(Club.get_default(), Role.SCORER).token
    InviteCode.make(Club.get_default(), Role.VIEWER)
    code = InviteCode.objects.get().spoken
    match = make_match()

    phone.post(f"/join/{link}/", {"holder": "Ada"})
    Stranger().post("/join/", {"code": code, "holder": "Ben"})
    Stranger().post("/join/", {"code": "ABC DEF"})
    ada, ben = Device.objects.order_by("pk")[1:]
    owner.post(f"/devices/{ada.pk}/", {"label": "Ada", "role": "1"})
    owner.post(f"/devices/{ben.pk}/removal/")
    owner.post("/invite/links/", {"role": "3"})
    owner.get("/transfer/club.json").getvalue()
    owner.get("/transfer/rounds.csv").getvalue()
    owner.post(f"/matches/{match.pk}/deletion/", {"seen": match.token})
    owner.post(f"/deleted/{match.pk}/restore/")

    assert logged() == [
        ("Ada’s device", "joined as scorer, by link"),
        ("Ben’s device", "joined as viewer, by code"),
        ("", "wrong code tried"),
        ("a device", f"made Ada’s device (device {ada.pk}) a viewer"),
        ("a device", "renewed the links for scorers"),
        ("a device", f"renamed Ada’s device (device {ada.pk}) to Ada"),
        ("a device", f"removed Ben’s device (device {ben.pk})"),
        ("a device", "renewed the links for viewers"),
        ("a device", "renewed the links for owners"),
        ("a device", "downloaded the whole club"),
        ("a device", "downloaded rounds as a table"),
        ("a device", f"deleted match {match.pk}"),
        ("a device", f"restored match {match.pk}"),
    ]
    page = owner.get("/devices/log/").text
    assert page.index("restored match") < page.index("joined as scorer, by link")
    for text in (page, caplog.text):
        assert link not in text
        assert code not in text
        assert "ABC DEF" not in text
    assert "joined as scorer, by link (club 1, device" in caplog.text.replace(f"club {Club.get_default().pk}", "club 1")


def test_a_device_with_a_copied_label_is_distinguished_by_its_number():
    owner, scorer = member(), member(role=Role.SCORER)
    first, second = Device.objects.order_by("pk")
    Device.objects.filter(pk=second.pk).update(label="Ben’s phone")
    scorer.post(f"/devices/{second.pk}/", {"label": first.label})

    page = owner.get("/devices/log/").text
    assert f"renamed Ben’s phone (device {second.pk}) to {first.label}" in page
    assert f"Device {second.pk}<" in page
    assert f"Device {first.pk}," not in page
    assert f"device {second.pk}<" in " ".join(owner.get("/devices/").text.split())


def test_a_club_does_not_see_the_log_of_another():
    other = Club.objects.create(name="Others")
    Stranger().post(f"/join/{Invitation(other, Role.OWNER).token}/", {"holder": "Zoë"})

    assert "Zoë" not in member().get("/devices/log/").text
    assert "Zoë" in member(other).get("/devices/log/").text


def test_a_lockout_is_logged_once():
    for _ in range(MAX_PER_NETWORK + 5):
        Stranger().post("/join/", {"code": "ABC DEF"})

    assert len(logged()) == MAX_PER_NETWORK + 1
    assert "too many wrong codes" in logged()[-1][1]


def test_what_one_device_or_role_does_often_pushes_no_other_events_out(monkeypatch):
    monkeypatch.setattr(security_log, "MAX_EVENTS_OF_DEVICE", 2)
    monkeypatch.setattr(security_log, "MAX_EVENTS_OF_ROLE", 3)
    security_log.record("renamed a phone", Club.objects.create(name="Others"))
    security_log.record("backup restored")
    owner, phones = member(), [member(role=Role.VIEWER) for _ in range(3)]
    for phone, device in zip([owner, *phones], Device.objects.order_by("pk"), strict=True):
        for number in range(3):
            phone.post(f"/devices/{device.pk}/", {"label": f"{device.pk}-{number}", "role": device.role})
            Stranger().post("/join/", {"code": "ABC DEF"})

    lines = [message for _, message in logged()]
    owners, _, *others = Device.objects.order_by("pk").values_list("pk", flat=True)
    assert [line for line in lines if line.startswith("renamed")] == [
        "renamed a phone",
        *(f"renamed {owners}-{number} (device {owners}) to {owners}-{number + 1}" for number in range(2)),
        f"renamed {others[0]}-1 (device {others[0]}) to {others[0]}-2",
        *(f"renamed {others[1]}-{number} (device {others[1]}) to {others[1]}-{number + 1}" for number in range(2)),
    ]
    assert lines.count("wrong code tried") == 2
    assert "backup restored" in owner.get("/devices/log/").text


def test_owners_download_the_log():
    owner = member()
    Club.objects.update(zone="Europe/Vienna")
    security_log.record("renamed a phone to =1+1", Club.get_default(), Device.objects.get())
    Device.objects.update(label="=2+2")
    security_log.record("imported a file", Club.get_default(), Device.objects.get())
    lines = owner.get("/transfer/security-log.csv").getvalue().decode().splitlines()

    assert lines[0] == "\ufefftime,device,number,event"
    assert [line.split(",", 1)[1] for line in lines[1:]] == [
        f"'=2+2,{Device.objects.get().pk},downloaded the security log",
        f"'=2+2,{Device.objects.get().pk},imported a file",
        f"a device,{Device.objects.get().pk},renamed a phone to =1+1",
    ]
    assert 'href="/transfer/security-log.csv"' in owner.get("/devices/log/").text
