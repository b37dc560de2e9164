"""Pictures for the pages of rules: parts of real positions, reached by real moves."""


def illustrations() -> dict[str, str]:
    """SVG documents by name."""
    return {}
