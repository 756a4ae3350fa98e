"""TypeScript types of the wire: `python -m hearthside.server.typescript > web/src/wire.ts`."""

from __future__ import annotations

import json
import types
from collections.abc import Iterator
from typing import get_args, get_origin

import msgspec
import msgspec.inspect as mi

from ..engine import game, scene
from . import messages

_BASES = {"Part", "Message", "Body"}


def _aliases() -> dict[frozenset[type], str]:
    """Unions that have a name, such as AnyPart."""
    found = {}
    for module in (scene, messages):
        for name, value in vars(module).items():
            if isinstance(value, types.UnionType):
                found[frozenset(get_args(value))] = name
    return found


def _name(t: mi.Type, aliases: dict[frozenset[type], str]) -> str:
    def name_of(one: mi.Type) -> str:
        return _name(one, aliases)

    def wrap(one: mi.Type) -> str:
        name = name_of(one)
        return f"({name})" if " | " in name and not name.startswith("[") else name

    match t:
        case mi.StructType(cls=cls):
            return cls.__name__
        case mi.UnionType(types=ts):
            structs = frozenset(one.cls for one in ts if isinstance(one, mi.StructType))
            if structs in aliases:
                rest = [name_of(one) for one in ts if not isinstance(one, mi.StructType)]
                return " | ".join([aliases[structs], *rest])
            return " | ".join(map(name_of, ts))
        case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
            return f"{wrap(item)}[]"
        case mi.TupleType(item_types=ts):
            return f"[{', '.join(map(name_of, ts))}]"
        case mi.DictType(key_type=key, value_type=value):
            return f"Record<{name_of(key)}, {name_of(value)}>"
        case mi.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case mi.StrType():
            return "string"
        case mi.IntType() | mi.FloatType():
            return "number"
        case mi.BoolType():
            return "boolean"
        case mi.NoneType():
            return "null"
        case mi.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript for {t}")


def _comment(cls: type) -> Iterator[str]:
    doc = cls.__dict__.get("__doc__")
    if doc:
        lines = [line.strip() for line in doc.strip().splitlines()]
        yield "/**"
        yield from (f" * {line}".rstrip() for line in lines)
        yield " */"


def _interface(cls: type[msgspec.Struct], aliases: dict[frozenset[type], str]) -> Iterator[str]:
    info = mi.type_info(cls)
    assert isinstance(info, mi.StructType)
    yield from _comment(cls)
    yield f"export interface {cls.__name__} {{"
    if info.tag_field:
        yield f"  {info.tag_field}: {json.dumps(info.tag)}"
    sent_whole = not cls.__struct_config__.omit_defaults and cls.__name__ not in _GIVEN
    for field in info.fields:
        optional = "" if field.required or sent_whole else "?"
        yield f"  {field.encode_name}{optional}: {_name(field.type, aliases)}"
    yield "}"
    yield ""


# What the browser sends: fields with a default may be left out.
_GIVEN = {
    *(cls.__name__ for cls in get_args(messages.FromClient)),
    *("SeatWish", "NewTable", "Claim", "Take", "StandIn", "Passing"),
}


def source() -> str:
    """The whole of web/src/wire.ts."""
    aliases = _aliases()
    lines = [
        "// From hearthside.server.messages and hearthside.engine.scene by hearthside.server.typescript: do not edit.",
        "// A field with ? may be left out: it then has its default of the Python type.",
        "",
    ]
    for module in (scene, game, messages):
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, msgspec.Struct):
                if value.__module__ == module.__name__ and name not in _BASES and value is not game.Entry:
                    lines += _interface(value, aliases)
            elif isinstance(value, types.UnionType) and module is not game:
                members = [one.__name__ for one in get_args(value)]
                lines += [f"export type {name} = {' | '.join(members)}", ""]
            elif get_origin(value) is not None and module is messages and str(get_origin(value)) == "typing.Literal":
                lines += [f"export type {name} = {' | '.join(json.dumps(one) for one in get_args(value))}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    print(source(), end="")
