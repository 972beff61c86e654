//! Binder and planner: turns a syntax tree into a bound statement whose queries are operator trees.
//!
//! # Main types
//!
//! - [`Binder`]: resolves names and types of one statement.
//! - [`Names`]: what the binder needs from its caller: databases, tables, variables, modules.
//! - [`Bound`]: a bound statement, with its subqueries, generators, user functions and permissions.
//! - [`Expr`], [`Condition`]: bound expressions with explicit conversions.
//! - [`Node`], [`Rows`]: a tree of physical operators, and the values taken of its rows.
//!
//! # Data flow
//!
//! `bind` turns `sluice_syntax::ast` into `Bound`, one syntax family per file. `rules` rewrites the
//! logical tree, one rule per file. `rewrite` then moves conditions towards the tables.
//! `join_order`, `access_path` and `merge_join` choose the join order, the indexes and the join
//! methods by estimated rows (`cardinality`) and cost (`cost`). `grouped` chooses aggregation
//! methods, `access_path` also removes sorts that an index order makes redundant. `estimate` has
//! each operator's rows and cost, which the crate `showplan` shows.
//!
//! # Invariants
//!
//! - The crate knows the catalog and the built-in functions, but no page, transaction or session.
//! - It executes nothing, except conversions of constants.
//! - A column has one [`ColumnId`] within a statement. Two uses of one table have different
//!   columns.
//! - Every implicit conversion is an explicit expression in the plan.
//! - The height of a plan is bounded by `height`, so recursive walks are safe.
//!
//! # Failure behaviour
//!
//! A user's mistake returns a `sluice_types::SqlError` with SQL Server's number and state. A
//! construct that isn't implemented fails by name through [`unsupported`]. Binding has no side
//! effects, so a failed statement needs no cleanup.
//!
//! # Where to start reading
//!
//! `physical.rs` and `expression.rs` for the plan, `statement.rs` for bound statements,
//! `bind/mod.rs` for the binder, `bind/select.rs` for a query, `access_path/mod.rs` for the choice
//! of an index.

pub mod expression;
pub mod needs;

mod same;
pub mod sort_key;

pub mod aggregate;

mod fallible;

pub mod window;

pub mod physical;

pub mod node_key;
pub mod statement;

pub mod collation;

pub mod columns;

mod height;

mod subquery_uses;

mod runtime_constant;

mod needed;

mod substitute;

mod plain_joins;

mod repeated;

mod cardinality;
mod cost;
mod order;

mod access_path;

pub mod estimate;
mod statement_cost;
pub mod widths;
mod workspace_estimate;

pub mod chunk_states;

pub mod parallel;

mod join_classes;
mod join_order;

mod merge_join;

mod grouped;

mod rules;

mod partitioned_view;

mod rewrite;

mod determinism;

pub mod bind;

pub mod stored_definitions;

pub use aggregate::{Aggregate, AggregateKind, InputList};
pub use bind::index_filter::{Filtered, bind_filter, filter_indexes, filter_of};
pub use bind::{
    Binder, Dependent, DependentKind, Making, ROW_ADDRESS, UnknownColumns, function_columns, name_taken, star_columns,
    use_hint_names,
};
pub use expression::{ColumnId, Condition, Expr, ExprKind, FunctionCall, Global};
pub use fallible::{cannot_fail, none_can_fail};
pub use height::roots;
pub use needs::{ModulePlace, Named, Need};
pub use physical::{
    GroupMethod, GroupingLevel, GroupingSets, Join, JoinHint, JoinKind, JoinMethod, LentTable, Member, MergeKeys, Node,
    PathHint, PathMethod, Recursion, Rows, RowsOfCall, RowsOfModule, ScanTarget, Seek, SeekBound, SeekPattern,
    SeekRange, Serialization, Top, ViewSeek, ViewTarget,
};
pub use runtime_constant::{is_volatile, uses_rows};
pub use same::same_value;
pub use sluice_definition::collation_name::collation_named;
pub use sluice_definition::data_compression::{check_sparse, check_sparse_uncompressed, compression_in};
pub use sluice_definition::index_definition::{
    FilegroupIds, IndexDefinition, KeyKind, changed_options, check_options, filegroup_of_tempdb, index_of, is_online,
    no_recompute_in, resolve_indexes,
};
pub use sluice_definition::indexed_view::{BoundView, IndexedView, ViewPart, ids_of};
pub use sluice_definition::module_determinism::{Determinism, module_determinism};
pub use sluice_definition::module_script::{options_in, script_of};
pub use sluice_definition::names::{Binding, DATA_FILE_OPTIONS, Names, NoNames, TypeNames, object_name};
pub use sluice_definition::refusal::unsupported;
pub use sluice_definition::required_options::{check_index_options, check_required_options};
pub use sluice_definition::sequence_definition::{SequenceOptions, sequence_options};
pub use sluice_definition::standalone::{bound_object, default_text, rule_text};
pub use sluice_definition::table_definition::{
    DeclaredType, TableDefinition, definition_of, definition_of_type, definition_of_variable, table_type_definition,
};
pub use sluice_definition::variables::{Variable, Variables};
pub use sluice_definition::{
    definition_text, index_definition, names, refusal, sequence_definition, synonym, table_definition, variables,
};
pub use sluice_functions::{SetOption, SetOptions};
pub use sort_key::SortKey;
pub use statement::{
    Bound, BoundBody, BoundCapture, BoundCascade, BoundChange, BoundCheck, BoundFiring, BoundIncoming, BoundInsert,
    BoundInstead, BoundMerge, BoundOutgoing, BoundOutput, BoundPartitioned, BoundReferences, BoundRewrite, BoundRules,
    BoundVerification, BrowseMode, Browsed, ChangePlan, ColumnChange, ColumnOrigin, GeneratorTarget, IdentityUse,
    InnerChange, MergeAction, MergeClause, OutputColumn, PartitionedKind, RoutedRows, SourceColumn, Subquery,
    UserFunction,
};
pub use stored_definitions::{StoredDefinitions, table_of_type};
pub use subquery_uses::{condition_has_correlated, has_correlated, node_has_correlated};
pub use synonym::{check_chain as check_synonym_chain, invalid as invalid_synonym, synonym_target, synonym_text};
pub use window::{Frame, FrameBound, Window, WindowFunction};
