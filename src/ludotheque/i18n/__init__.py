"""Languages, and the translations found on disk."""
