//! SQL Server's values: types, conversions, arithmetic, comparison, the row codec and the key
//! encoding.
//!
//! # Purpose
//! The crate knows no table, no statement and no page. It defines values, operations on them, and
//! their bytes in rows and index keys.
//!
//! # Main types
//! - [`value::Value`] is a value without its type's parameters; [`data_type::DataType`] is a type
//!   with all parameters; [`type_table`] has the constants of each type.
//! - [`error::SqlError`] is an error number with arguments. The engine adds the text.
//! - [`decimal::Decimal`], [`calendar`], [`money`], [`guid`] and [`xml`] implement single types.
//! - [`named_collation::Collation`] determines equality and order of texts; [`code_page::CodePage`]
//!   encodes char and varchar.
//! - [`row::RowLayout`] encodes and decodes rows. [`key`] encodes index keys, whose byte order is
//!   the order of the values.
//! - [`long::LongValue`] is a value that is read in windows rather than kept in memory.
//!
//! # Data flow
//! The binder chooses types with [`convert_rules`], [`precedence`] and [`arithmetic`]. Execution
//! converts operands ([mod@convert]) and evaluates. Values become bytes in [`row`] and [`key`]. The
//! formats are documented in `docs/file-format.md`, *Rows* and *Keys*.
//!
//! # Invariants
//! - A value in a slot of a type is that type's variant of `Value` or NULL.
//! - Orders that keys on disk depend on (collation, folding, weights) change only under a new
//!   version.
//! - Damaged bytes of a row are reported as [`row::RowDamaged`]; decoding never panics on them.
//!
//! # Failures
//! Functions return a `SqlError` with SQL Server's number. A value of a wrong type is a bug of the
//! caller and panics.
//!
//! Start reading with [`value`], [`data_type`], [mod@convert] and [`row`].

pub mod error;

mod fold;

mod accents;

mod weight;

pub mod code_page;

pub mod data_type;

pub mod calendar;

mod hijri;

pub mod date_text;

pub mod date_style;

pub mod decimal;

pub mod money;

pub mod memory;

pub mod xml;

pub mod json;

pub mod hexadecimal;

mod identifier;

pub mod guid;

pub mod ascii_text;

pub mod long;

pub mod value;

pub mod type_spec;

pub mod type_table;

pub mod type_name;

pub mod type_number;

pub mod type_facts;

pub mod text_builder;

pub mod collation;

pub mod named_collation;

pub mod pattern;

pub mod float_text;

pub mod convert_rules;

pub mod precedence;

pub mod comparable;

pub mod integer;

pub mod variant;

pub mod compare;

pub mod convert;

pub mod display;

pub mod arithmetic;

mod membership;

#[cfg(test)]
mod arbitrary;

mod scsu;

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
pub use identifier::bracketed;
pub use key::{KeyColumn, encode_key, encode_key_beginning, encode_key_value};
pub use long::{LONG_BYTES, LongSource, LongValue};
pub use materialize::{LongStore, LongWriter};
pub use membership::sent_value;
pub use named_collation::CollationId;
pub use row::{RowDamaged, RowLayout, RowTooLong};
pub use value::Value;
