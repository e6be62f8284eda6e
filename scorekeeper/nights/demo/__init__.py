"""A record to look around in and to measure with: evenings of people who never were, the same ones each time."""
