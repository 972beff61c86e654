//! The binder: turns a statement's syntax tree into a bound statement, which `plan` then rewrites.
//!
//! # Main types
//!
//! - [`Binder`]: resolves names and types of one statement, and notes the permissions it needs.
//! - `sluice_definition::names::Names`: what the binder needs from its caller: databases, tables,
//!   variables, modules.
//! - [`StoredDefinitions`]: binds what a catalog store keeps as text.
//!
//! # Data flow
//!
//! One [`Binder`] binds one statement, one syntax family per file. A query is bound in this order:
//! FROM yields the scope; WHERE is bound in that scope, then GROUP BY. With groups, names after
//! GROUP BY denote the groups' values. A name unknown in a query is looked up in the enclosing
//! queries, innermost first. `Binder::finish` gives the bound statement to `plan::rewrite`.
//!
//! # Invariants
//!
//! - The crate knows the catalog and the built-in functions, but no page, transaction or session.
//! - It executes nothing, except conversions of constants.
//! - A column has one `ColumnId` within a statement. Two uses of one table have different columns.
//! - Every implicit conversion is an explicit expression in the bound statement.
//!
//! # Failure behaviour
//!
//! A user's mistake returns a `sluice_types::SqlError` with SQL Server's number and state. A
//! construct that isn't implemented fails by name (`sluice_definition::refusal`). Binding has no
//! side effects, so a failed statement needs no cleanup.
//!
//! # Where to start reading
//!
//! `statement.rs` for the statements, `select.rs` for a query, `value.rs` for an expression.

mod aggregation;
mod alteration;
mod binder;
mod bound;
mod browse;
mod call;
mod case;
mod change;
mod change_source;
mod collation;
mod column_set;
mod combined;
mod common_table;
mod condition;
mod constructed;
mod conversion;
mod date_texts;
mod decided;
mod definition;
mod derived;
mod exposed_names;
mod firing;
mod for_clause;
mod foreign_key;
mod grouping;
mod hints;
pub mod index_filter;
mod indexed_column;
mod indexed_view;
mod insert;
mod instead;
mod level;
mod list_aggregate;
mod literal;
mod merge;
mod module;
mod needs;
mod next_value;
mod once;
mod open_json;
mod open_rowset;
mod open_xml;
mod order;
mod output;
mod partition_range;
mod partitioned;
mod partitioned_change;
mod path_hints;
mod percentile;
mod pivot;
mod pseudo_column;
mod recursion;
mod references;
mod row_address;
mod row_argument;
mod rules;
mod scope;
mod select;
mod select_into;
mod serialized_tables;
mod source;
mod state;
mod statement;
pub mod stored_definitions;
mod subquery;
mod table_function;
mod table_hints;
mod table_sample;
mod target;
mod text_pointer;
mod unknown_columns;
mod user_function;
mod value;
mod view_check;
mod window;
mod xml_method;

#[cfg(test)]
mod tests;

pub use alteration::{Dependent, DependentKind};
pub use binder::Binder;
pub use definition::{Making, name_taken};
pub use hints::use_hint_names;
pub use index_filter::{Filtered, bind_filter, filter_indexes, filter_of};
pub use module::star_columns;
pub use row_address::ROW_ADDRESS;
pub use stored_definitions::{StoredDefinitions, table_of_type};
pub use table_function::function_columns;
pub use unknown_columns::UnknownColumns;
pub use user_function::scalar_function;
