//! SQL Server's values: types, conversions, arithmetic, comparison, the row codec and the key encoding.
//!
//! This crate knows no table, no statement and no page. It says what a value is, what two values make, and what bytes
//! they become in a row and in an index key. An error is a number with arguments ([`SqlError`]); its text is the
//! engine's affair. The bytes: `docs/file-format.md`, *Rows* and *Keys*.

pub mod error;

mod fold;

mod accents;

mod weight;

pub mod code_page;

pub mod data_type;

pub mod type_name;

pub mod type_number;

pub mod type_facts;

pub mod calendar;

pub mod date_text;

pub mod date_style;

pub mod decimal;

pub mod money;

pub mod memory;

pub mod xml;

mod hexadecimal;

pub mod guid;

pub mod ascii_text;

pub mod long;

pub mod value;

pub mod text_builder;

pub mod collation;

pub mod named_collation;

pub mod pattern;

pub mod float_text;

pub mod convert_rules;

pub mod precedence;

pub mod integer;

pub mod variant;

pub mod compare;

pub mod display;

pub mod convert;

pub mod arithmetic;

mod membership;

#[cfg(test)]
mod arbitrary;

pub mod row;

mod materialize;

pub mod key;

pub use arithmetic::{Operator, UnaryOperator};
pub use code_page::CodePage;
pub use compare::{Comparison, compare};
pub use convert::{convert, convert_for_column};
pub use data_type::{DataType, DecimalName, Length};
pub use decimal::Decimal;
pub use error::SqlError;
pub use key::{KeyColumn, encode_key, encode_key_beginning, encode_key_value};
pub use long::{LONG_BYTES, LongSource, LongValue};
pub use materialize::{LongStore, LongWriter};
pub use membership::is_of_type;
pub use named_collation::CollationId;
pub use row::{RowDamaged, RowLayout, RowTooLong};
pub use value::Value;
