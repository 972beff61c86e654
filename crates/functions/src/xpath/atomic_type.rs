//! The atomic types of XQuery: names, and functions that convert to them.

use super::ast::Function;

/// Returns the local name of an atomic type of XML Schema or XQuery.
pub(super) fn type_of(name: &str) -> Option<&str> {
    let of_schema = name.strip_prefix("xs:").filter(|name| TYPES.contains(name));
    of_schema.or_else(|| name.strip_prefix("xdt:").filter(|name| XDT_TYPES.contains(name)))
}

/// Returns the function that converts to a type. Types other than numbers and boolean keep the
/// text.
pub(super) fn conversion(of_type: &str) -> Function {
    match of_type {
        "boolean" => Function::Boolean,
        "hexBinary" => Function::HexBinary,
        number if NUMBERS.contains(&number) => Function::Number,
        _ => Function::Data,
    }
}

/// The numeric types of casts.
const NUMBERS: [&str; 9] =
    ["int", "integer", "long", "short", "byte", "decimal", "double", "float", "nonNegativeInteger"];

/// The atomic types of XML Schema (`xquery/type-system-xquery.md`).
const TYPES: [&str; 44] = [
    "anySimpleType",
    "anyURI",
    "base64Binary",
    "boolean",
    "byte",
    "date",
    "dateTime",
    "decimal",
    "double",
    "duration",
    "ENTITIES",
    "ENTITY",
    "float",
    "gDay",
    "gMonth",
    "gMonthDay",
    "gYear",
    "gYearMonth",
    "hexBinary",
    "ID",
    "IDREF",
    "IDREFS",
    "int",
    "integer",
    "language",
    "long",
    "Name",
    "NCName",
    "negativeInteger",
    "NMTOKEN",
    "NMTOKENS",
    "nonNegativeInteger",
    "nonPositiveInteger",
    "normalizedString",
    "positiveInteger",
    "QName",
    "short",
    "string",
    "time",
    "token",
    "unsignedByte",
    "unsignedInt",
    "unsignedLong",
    "unsignedShort",
];
const XDT_TYPES: [&str; 3] = ["dayTimeDuration", "untypedAtomic", "yearMonthDuration"];
