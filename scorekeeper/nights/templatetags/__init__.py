"""Words for the nights' templates."""
