"""Reads frames that Wireshark's dissector complains about (tshark -T jsonraw), and tells where it isn't the dissector that is wrong.

What the dissector of Wireshark 4.0 can't read of TDS 7.4 (packet-tds.c), each of which ends its reading of the message:
- the tokens RETURNVALUE (0xAC), TABNAME (0xA4) and COLINFO (0xA5): it knows none of them;
- rows behind a COLMETADATA of no metadata (0xFFFF), as cursors have them: it forgets the columns that were told before;
- values of sql_variant: it takes them for those of text, with a text pointer.
"""
import json
import sys

UNKNOWN_TOKENS = {"ac": "RETURNVALUE", "a4": "TABNAME", "a5": "COLINFO"}
NO_METADATA = "81ffff"
SQL_VARIANT = "62"
# Of a column: its user type and its flags stand before its type.
TYPE_AT = 2 * (4 + 2)


def fields(tree):
    """All names with their values, as deep as they are; several of one name, too."""
    for item in tree:
        if isinstance(item, tuple):
            yield item
            if isinstance(item[1], list):
                yield from fields(item[1])
        elif isinstance(item, list):
            yield from fields(item)


def reason(message, token):
    """Why the dissector can't read on there, if that is its own doing."""
    if token[:2] in UNKNOWN_TOKENS:
        return UNKNOWN_TOKENS[token[:2]]
    for name, value in fields(message):
        if name == "tds.colmetadata_raw" and value[0] == NO_METADATA:
            return "rows without metadata"
        if name == "tds.colmetadata.field_raw" and value[0][TYPE_AT:TYPE_AT + 2] == SQL_VARIANT:
            return "sql_variant"
    return None


excused, wrong = {}, 0
for frame in json.load(sys.stdin, object_pairs_hook=lambda pairs: pairs):
    found = 0
    for name, message in fields(frame):
        if name != "tds":
            continue
        for name, value in fields(message):
            if name != "tds.unknown_tds_token_raw":
                continue
            found += 1
            why = reason(message, value[0])
            if why is None:
                print("no token:", value[0][:200])
                wrong += 1
            else:
                excused[why] = excused.get(why, 0) + 1
    others = [name for name, _ in fields(frame) if name.startswith("_ws.malformed") or "invalid" in name or "unknown_tds_packet" in name]
    cut = [reason(message, "") for name, message in fields(frame) if name == "tds"]
    if others and all(name.startswith("_ws.malformed") for name in others) and "sql_variant" in cut:
        # It reads past the end of a short message.
        excused["sql_variant"] = excused.get("sql_variant", 0) + 1
        continue
    if others or not found:
        print("frame with", ", ".join(sorted(set(others))) or "no token that it doesn't know")
        wrong += 1
for why, count in sorted(excused.items()):
    print(f"ok    {count} times the dissector itself can't read on: {why}")
sys.exit(1 if wrong else 0)
