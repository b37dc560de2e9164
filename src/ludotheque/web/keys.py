"""One person on several devices, without an account: each device has a key of its own, given for a code.

A code is short enough to be typed, good once and for ten minutes, and guessing is limited (limits.py).
"""

import hashlib
import re
import secrets

from litestar.types import Scope

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import NotFound
from ludotheque.tables.storage import Keys
from ludotheque.web.identity import DEVICE, key_of

_ = SHARED.text

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that look alike
CODE_LENGTH = 8  # letters: 40 bits, of which a guesser tries a handful
CODE_SECONDS = 600
_MOVING = "moving"


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


async def new_code(keys: Keys, person: str, now: float) -> str:
    """A code that brings a person to another device."""
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    await keys.store_code(_hashed(code), _MOVING, person, now, CODE_SECONDS)
    return f"{code[:4]}-{code[4:]}"


async def person_of_code(keys: Keys, code: str, now: float) -> str:
    """Whose code it is; used up by this."""
    plain = re.sub(r"[\s-]", "", code).upper()
    person = await keys.take_code(_hashed(plain), _MOVING, now)
    if person is None:
        raise NotFound("code", _("this code is not known, or used up, or too old; make a new one"))
    return person


async def new_device(keys: Keys, person: str, now: float) -> str:
    """The secret of a device that is the person's from now on."""
    secret = DEVICE + secrets.token_urlsafe(24)
    await keys.add_device(key_of(secret), person, now)
    return secret


def set_key(scope: Scope, secret: str) -> None:
    """Let the answer to this request give the browser another secret (identity.py sends it)."""
    scope["state"]["new_key"] = secret


class PersonFinder:
    """Finds whose device a key is: asked with every request, so that it remembers."""

    MOST = 20_000

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._known: dict[str, str] = {}  # a device never becomes another's

    async def __call__(self, key: str) -> str:
        """The person; whoever the database does not know, or cannot tell us now, is somebody of their own."""
        if key not in self._known:
            try:
                person = await self._keys.person(key)
            except Refusal:
                return key
            if person is None:
                return key
            if len(self._known) >= self.MOST:
                self._known.clear()
            self._known[key] = person
        return self._known[key]
