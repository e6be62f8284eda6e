"""The gate: every page of a made-up club as one digest each, so that a change can be seen to change nothing else."""
