//! String functions: case, search, characters and their codes.
//!
//! Lengths and positions count UTF-16 units, and a cut through a surrogate pair drops the pair.
//! Under a supplementary-character collation they count characters ([`supplementary`]).

mod codes;
mod compose;
mod distance;
mod escape;
mod matching;
mod search;
mod slice;

mod long;

mod shape;
mod sound;
mod supplementary;
mod trim;
mod unistr;
mod write;

mod pointer;

pub(crate) use codes::FUNCTIONS as CODES;
pub(crate) use compose::FUNCTIONS as COMPOSE;
pub(crate) use distance::FUNCTIONS as DISTANCES;
pub(crate) use escape::{FUNCTIONS as ESCAPE, json_escaped};
pub(crate) use matching::FUNCTIONS as MATCHING;
pub(crate) use matching::PATINDEX_COLLATED;
pub use matching::{LIKE, reading as like_reading};
pub use pointer::{CHECKED_POINTER, READ_TEXT, TEXT_POINTER, UPDATE_TEXT};
pub(crate) use search::FUNCTIONS as SEARCH;
pub(crate) use search::{CHARINDEX_COLLATED, REPLACE_COLLATED};
pub(crate) use shape::FUNCTIONS as SHAPE;
pub(crate) use slice::{units, within};
pub(crate) use sound::FUNCTIONS as SOUND;
pub use supplementary::by_characters;
pub(crate) use trim::FUNCTIONS as TRIMMING;
pub use trim::TRIM_BOTH;
pub(crate) use unistr::FUNCTIONS as UNISTR;
pub use write::WRITE;

use crate::function::{Argument, Body, Function};
use sluice_types::named_collation::Collation;
use sluice_types::precedence::common_code_page;
use sluice_types::{DataType, Length, Value};

/// Returns the entry of a deterministic function whose NULL arguments give NULL.
pub(crate) const fn entry(
    name: &'static str,
    doc: &'static str,
    arity: (usize, usize),
    arguments: &'static [Argument],
    result: fn(&[DataType]) -> DataType,
    body: Body,
) -> Function {
    Function { name, doc, arity, deterministic: true, arguments, result, null_makes_null: true, body }
}

/// Returns the collation named by an argument; the binder has verified that it exists.
pub(crate) fn collation_in(name: &Value) -> Collation {
    name.as_str().and_then(Collation::named).unwrap_or(Collation::DEFAULT)
}

/// Returns the text of an argument. Binding and the NULL rule admit nothing else.
pub(crate) fn str_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the whole number of an argument; 0 for NULL and for another type.
pub(crate) fn number_of(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}

/// Returns the varying string type with the first argument's kind and length. An argument without a
/// length gives the type's `max`.
pub(crate) fn varying(arguments: &[DataType]) -> DataType {
    let length = arguments[0].length().unwrap_or(Length::Max);
    if arguments[0].is_binary() { DataType::VarBinary(length) } else { of_kind(&arguments[..1], length) }
}

/// Returns the longest varying string type for all string arguments: `max` only if one of them is.
/// Unicode if any is; the fixed longest length otherwise.
pub(crate) fn longest(arguments: &[DataType]) -> DataType {
    let unicode = arguments.iter().any(DataType::is_unicode);
    if arguments.iter().any(|argument| argument.length() == Some(Length::Max)) {
        return of_kind(arguments, Length::Max);
    }
    of_kind(arguments, Length::Limited(if unicode { DataType::NCHAR_MAX } else { DataType::CHAR_MAX }))
}

/// Returns the varying string type with the length: nvarchar if an argument is Unicode.
fn of_kind(arguments: &[DataType], length: Length) -> DataType {
    if arguments.iter().any(DataType::is_unicode) {
        DataType::NVarChar(length)
    } else {
        DataType::VarChar(length, common_code_page(arguments))
    }
}

/// Returns int, or bigint if an argument is of a `max` type.
fn position_type(arguments: &[DataType]) -> DataType {
    let long = arguments.iter().any(|argument| argument.is_max() && !argument.is_lob());
    if long { DataType::BigInt } else { DataType::Int }
}

/// Returns a count in the type from [`position_type`].
fn position(count: usize, data_type: DataType) -> Value {
    if data_type == DataType::BigInt { Value::BigInt(count as i64) } else { Value::Int(count as i32) }
}
