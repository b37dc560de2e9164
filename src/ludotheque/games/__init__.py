"""The games: one folder each, with the same few files. `CONTRIBUTING.md` says how to add one."""
