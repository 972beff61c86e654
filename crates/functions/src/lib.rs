//! The built-in functions of T-SQL: scalar functions, and the built-in table-valued functions.
//!
//! Aggregates, CAST and CONVERT, lazily evaluated COALESCE and CASE, and most `@@` values are in
//! the executor.
//!
//! # Main types
//!
//! - [`Function`] is an entry of the registry: name, arity, argument rules, result type, body.
//! - [`Signature`] has the types of a bound call.
//! - [`FunctionContext`] is a function's access to the session; [`SessionValues`] is its state.
//! - [`TableFunction`] is a built-in function that returns rows.
//! - [`serialize`] implements FOR XML and FOR JSON.
//!
//! # Data flow
//!
//! ```text
//! name -> find -> Function -> bind(argument types) -> Signature -> call(context, values) -> Value
//! ```
//!
//! # Invariants
//!
//! - A function depends only on its arguments and its [`FunctionContext`].
//! - Names in the registry are unique and in capitals.
//! - Functions change no data. A function that reads metadata returns NULL for what its caller has
//!   no permission to see ([`registry::Reads`]).
//! - Long loops and deep parsers check for interruption, so that a cancelled statement ends.
//!
//! # Failures
//!
//! Functions return [`sluice_types::SqlError`] with SQL Server's numbers. Documented functions that
//! are missing are refused by name ([`is_missing`]).
//!
//! Start reading at [`registry`], [`function`] and one family, such as `math`.

mod language_table;

pub mod language;

pub mod set_options;

pub mod session_values;

pub mod facts;

pub mod context;

mod date_part;

pub mod function;

pub mod message_format;

mod date;

mod math;

mod transcendental;
mod trigger;

mod bits;

mod format;

mod check;

mod columns;

mod globals;
mod system_statistics;

mod index_property;

mod server;

pub mod quoted_name;

mod type_property;

mod rowversion;

mod extreme;

mod application_lock;

mod error;

mod files;

mod metadata;

mod null;

mod trigger_property;

mod object_property;

mod properties;

mod random;

mod base64;

mod xpath;

pub mod open_xml;

pub mod xml_method;

mod stored_bytes;

mod compression;

mod text;

pub mod serialize;

pub mod column_set;

mod regexp;

mod function_rows;

mod json;

pub mod table_function;

mod hash;

pub mod password;

mod session;

mod principals;

mod login;

mod full_text;

mod styled;

mod collate;

mod variant;

mod result;

pub mod registry;

mod missing;

#[cfg(test)]
mod tests;

pub use base64::encoded as base64_encoded;
pub use collate::{COLLATE, COLLATED, COLLATION_KEY, INHERIT_COLLATION, LIKE_COLLATED};
pub use context::{CaughtError, FilegroupFacts, FunctionContext};
pub use date::{AT_TIME_ZONE, ZoneOffset, date_added, time_zones};
pub use extreme::{GREATEST, LEAST};
pub use facts::{
    Asked, AskedPrincipal, ClientFacts, ColumnFacts, ComputedFacts, ConstraintFacts, CountedTriggers, Identity,
    IndexFacts, InstanceUse, LoginSettings, ModuleFacts, NetworkFacts, ObjectFacts, ParameterFacts, PrincipalFacts,
    TableFacts, TriggerFacts, UserTypeFacts,
};
pub use format::{PARSE, TRY_PARSE};
pub use function::{Function, Signature};
pub use globals::SERVER_NAME;
pub use hash::sha1;
pub use json::{
    JSON_ARRAY, JSON_ELEMENT, JSON_FRAGMENT, JSON_KINDS, JSON_LONG_VALUE, JSON_MEMBER, JSON_MODIFY_FRAGMENT,
    JSON_OBJECT,
};
pub use language::{LANGUAGES, Language, language_named};
pub use missing::is_missing;
pub use open_xml::PREPARED_DOCUMENT;
pub use random::IS_SAMPLED;
pub use regexp::REGEXP_LIKE;
pub use registry::{all, find};
pub use server::PRODUCT_VERSION;
pub use session_values::SessionValues;
pub use set_options::{SetOption, SetOptions};
pub use styled::{
    CONVERT_EXACTLY, CONVERT_IN_STYLE, TRIM_STORED, TRY_CONVERT_IN_STYLE, default_date_style, has_month_names,
    may_round,
};
pub use table_function::{TableArgument, TableFunction, TableSignature};
pub use text::{
    CHECKED_POINTER, LIKE, READ_TEXT, TEXT_POINTER, TRIM_BOTH, UPDATE_TEXT, WRITE, by_characters, like_reading,
};
