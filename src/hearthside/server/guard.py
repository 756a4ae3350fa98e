"""Who may do what: the browser's cookie, the origin of requests, how fast."""

from __future__ import annotations

import time
from collections.abc import Mapping
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

from .settings import Settings

COOKIE = "hearthside"
YEAR = 365 * 24 * 3600
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; media-src 'self' data: blob:; manifest-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def secret_of(cookies: str) -> str:
    """The browser's secret in a Cookie header; empty if it has none."""
    try:
        jar: SimpleCookie = SimpleCookie(cookies)
    except Exception:
        return ""
    value = jar[COOKIE].value if COOKIE in jar else ""
    return value if 20 <= len(value) <= 100 else ""


def cookie_of(secret: str, secure: bool) -> str:
    """The Set-Cookie header that gives a browser its secret."""
    return f"{COOKIE}={secret}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}"


def why_not_host(settings: Settings, headers: Mapping[str, str]) -> str:
    """Why a request is not served under the name it uses; empty if it is. Foils pages that bind their name to us."""
    host = headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    if settings.hosts and name not in settings.hosts and host not in _hosts(settings):
        return f"This server is not called {name or 'that'}; `hearthside serve --origin` names it."
    return ""


def why_not_origin(settings: Settings, headers: Mapping[str, str]) -> str:
    """Why a request that changes something, or a websocket, is not taken from a page; empty if it is.

    Browsers always say from which page; what says nothing is no browser and carries nobody else's cookie.
    """
    origin = headers.get("origin")
    if origin is None:
        return ""
    if origin in settings.origins:
        return ""
    if origin != "null" and urlsplit(origin).netloc == headers.get("host", "") != "":
        return ""
    return "Pages of other sites may not play here."


def _hosts(settings: Settings) -> set[str]:
    return {urlsplit(origin).netloc for origin in settings.origins}


class Bucket:
    """Lets `burst` things pass at once and `rate` a second in the long run."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = float(burst)
        self.left = float(burst)
        self.at = time.monotonic()

    def take(self) -> bool:
        """True if one more may pass now."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket a caller; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._of: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        """True if one more of this caller's may pass now."""
        if len(self._of) >= self.most:
            now = time.monotonic()
            self._of = {name: one for name, one in self._of.items() if one.left + (now - one.at) * one.rate < one.burst}
        return self._of.setdefault(who, Bucket(self.rate, self.burst)).take()
