"""What tests look for on the pages, in one place: labels of controls, and the parts of the score page."""

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
REFUSED_ENTRY = "#entry[data-refused-key]"
RESULT = ".result"
ROUNDS = ".scoreboard tbody tr"
SAVE = "#entry .save:not([name])"
STAKES = ".at-risk"
TAKE_OVER = ".edit-lock .save"
TOTALS = ".scoreboard thead .total"
WAKE_LOCK = "screen-wake-lock"
WHY = "#why"
WHY_LINK = ".why-link"

# Other pages.
CONTENTS = ".contents"
HITS = ".search-results li"
MEMBER_LINKS = ".tab-bar >> text=More"
RULING = "#ruling"
SUBMIT = "form button.save"

# Headings.
NO_NETWORK = "No network"
NOT_FOUND = "There is nothing here"

# Labels.
ASK_REFEREE = "text=Ask the referee"
EVERYBODY_MADE_IT = "text=Everybody made it"
SEARCH_RULES = "text=Ask the rules"
TABLE_VIEW = "Table view"
SAVE_SETTINGS = "text=Save preferences"
NEW_MATCH = "New match"
FIRST_HAND = "Choose a game"
JOIN_AS_SCORER = "text=Join as scorer"
JOIN_AS = "text=Join as"

# The outbox and drafts.
LOOK_AT_IT = "Look at it"
WAITING = "kept on this phone and sent once the network is back"
NOT_SENT = "Not sent yet"
SILENT = "The server does not answer. What you typed is still here"
