"""The gate: every page of a made-up club as one digest each, so that a rename can be seen to change nothing."""
