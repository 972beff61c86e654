//! Definitions: what CREATE and ALTER statements say of tables, indexes, sequences and types,
//! before any name is looked up in a database.
//!
//! # Main types
//!
//! - [`table_definition::TableDefinition`]: columns and constraints of a table, with types.
//! - [`index_definition::IndexDefinition`]: an index, its keys and options.
//! - [`indexed_view::IndexedView`]: an indexed view as statements that change its tables see it.
//! - [`sequence_definition::SequenceOptions`]: the options of a sequence.
//! - [`names::Names`]: the interface through which a definition or a query looks up names.
//! - [`variables::Variables`]: the variables that a batch has declared.
//!
//! # Data flow
//!
//! A syntax tree goes in, a definition or an error comes out. `sluice_plan` binds the expressions
//! of a definition, and `sluice_command` stores it. [`definition_text`] is the text of an
//! expression in the catalog.
//!
//! # Invariants
//!
//! - Nothing is looked up but types ([`names::TypeNames`]), and modules to find out whether those
//!   that name them are deterministic ([`module_determinism`]).
//! - A definition has all that its statement says; what the engine lacks is refused
//!   ([`refusal::unsupported`]).
//!
//! # Failure behaviour
//!
//! Errors are values (`SqlError`) with SQL Server's numbers.
//!
//! Start reading at [`table_definition`].

pub mod refusal;

pub mod names;

pub mod number_literal;

pub mod literal;

pub mod grouping;

pub mod new_identity;

pub mod data_compression;

pub mod collation_name;

pub mod index_option_names;

pub mod index_definition;

pub mod indexed_view;

pub mod definition_text;

pub mod module_script;

pub mod named_window;

pub mod standalone;

pub mod synonym;

pub mod variables;

pub mod required_options;

pub mod table_definition;

pub mod sequence_definition;

pub mod module_determinism;
