"""What a camera can and cannot see."""

from __future__ import annotations

from typing import Literal

from schemas.events import kebab
from vision.simulator.steps.step import Step


class SightStep(Step, frozen=True, kw_only=True, tag=kebab):
    """Something about a camera."""

    camera: Literal["wheel", "layout"]


class CameraLost(SightStep, frozen=True, kw_only=True, tag=kebab):
    """The camera says nothing any more."""


class CameraRestored(SightStep, frozen=True, kw_only=True, tag=kebab):
    """The camera is back, and tells what stands on the felt."""


class ViewObscured(SightStep, frozen=True, kw_only=True, tag=kebab):
    """Something hides what the camera watches (drawn as a cut to another picture); what happens is told afterwards."""


class ViewCleared(SightStep, frozen=True, kw_only=True, tag=kebab):
    """The camera sees again."""
