"""Labels of controls and selectors for the parts of the score page, shared by the browser tests."""

# Parts of the score page.
COMPLETE = "#preview"
BOARD = "live-board"
DEAL = ".deal"
DRAFT_STATUS = "round-draft"
ENTRY = "#entry"
LEDGER = "#entry-rows"
LOCK = ".edit-lock"
MENU = ".menu summary"
NOTICE = ".notice"
OUTBOX = "round-outbox"
REASONS = ".reasons"
RESULT = ".result"
ROUNDS = ".scoreboard tbody tr"
SAVE = "#entry .save:not([name])"
STAKES = ".at-risk"
TAKE_OVER = ".edit-lock .save"
WHY = "#why"
WHY_LINK = ".why-link"

# Other pages.
ANSWER = "section.box-answer"
CALLED_OUT = "round-highlights[shown]"
CONTENTS = ".contents"
MEMBER_LINKS = ".tab-bar >> text=More"
RULING = "#ruling"
SUBMIT = "form button.save"

# Headings.
NO_NETWORK = "No network"

# Labels.
JOIN_AS = "text=Join as"

# The outbox and drafts.
LOOK_AT_IT = "Look at it"
NOT_SENT = "Not sent yet"
