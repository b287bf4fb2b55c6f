"""The door: who is asking, and whether they may."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException, TooManyRequestsException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.params import JSONBody

from services.api.people import SESSION_HOURS, csrf_of
from services.api.rooms import Rooms

COOKIE = "nomorebets_session"
CSRF_HEADER = "x-csrf-token"
Asked = Request[Any, Any, Any]


class Visitor(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever asks: a person with a session, a program with a token (which may only read), or nobody."""

    name: str | None = None
    person: bool = False
    csrf: str = ""


class Recognise(AbstractAuthenticationMiddleware):
    """Looks at cookie or bearer token and says who it is; the guards decide what that is good for."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        """The visitor, or nobody."""
        people = rooms_of(connection).people
        token = bearer(connection)
        if token is not None:
            return AuthenticationResult(user=Visitor(name=await people.program(token)), auth=None)
        cookie = connection.cookies.get(COOKIE)
        name = await people.who(cookie) if cookie else None
        csrf = csrf_of(cookie) if name and cookie else ""
        return AuthenticationResult(user=Visitor(name=name, person=name is not None, csrf=csrf), auth=cookie)


def rooms_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Rooms:
    """What the handlers share."""
    rooms: Rooms = connection.app.state.rooms
    return rooms


def bearer(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The token of an `Authorization: Bearer …` header."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def may_read(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """People and programs."""
    if connection.user.name is None:
        raise NotAuthorizedException("log in first, or send a valid API token as 'Authorization: Bearer …'")


def may_decide(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """People only, and only from a page of ours."""
    visitor: Visitor = connection.user
    if not visitor.person:
        raise NotAuthorizedException("log in first")
    # As bytes: a header may hold what is not ASCII, which compare_digest takes in no other way.
    if not hmac.compare_digest(connection.headers.get(CSRF_HEADER, "").encode(), visitor.csrf.encode()):
        raise PermissionDeniedException(f"the {CSRF_HEADER} header is missing or not this session's")


class Credentials(msgspec.Struct, frozen=True, kw_only=True):
    """What is typed at the door."""

    password: str
    name: str = "admin"


class SessionView(msgspec.Struct, frozen=True, kw_only=True):
    """Who is logged in, and the word that every change must carry in its `x-csrf-token` header."""

    name: str
    csrf: str


@post("/login", status_code=200, raises=[NotAuthorizedException, TooManyRequestsException], tags=["door"])
async def log_in(request: Asked, data: JSONBody[Credentials]) -> Response[SessionView]:
    """Open a session for the right password."""
    rooms = rooms_of(request)
    address = request.client.host if request.client else ""
    wait = rooms.throttle.wait(address)
    if wait > 0:
        raise TooManyRequestsException(
            f"too many wrong passwords; try again in {int(wait) + 1} s", headers={"retry-after": str(int(wait) + 1)}
        )
    rooms.throttle.failed(address)  # until it proves right: a hundred guesses sent at once are a hundred
    token = await rooms.people.log_in(data.name, data.password)
    if token is None:
        raise NotAuthorizedException("wrong name or password")
    rooms.throttle.passed(address)
    cookie = Cookie(
        key=COOKIE, value=token, httponly=True, samesite="strict", path="/", max_age=SESSION_HOURS * 3600,
        secure=request.url.scheme == "https",
    )
    return Response(SessionView(name=data.name, csrf=csrf_of(token)), cookies=[cookie])


@post("/logout", status_code=204, guards=[may_decide], raises=[NotAuthorizedException, PermissionDeniedException],
      tags=["door"])
async def log_out(request: Asked) -> None:
    """End this session."""
    await rooms_of(request).people.log_out(request.auth)


@get("/session", guards=[may_read], raises=[NotAuthorizedException], tags=["door"])
async def session(request: Asked) -> SessionView:
    """Who is logged in."""
    return SessionView(name=request.user.name, csrf=request.user.csrf)
