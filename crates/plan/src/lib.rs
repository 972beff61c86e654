//! Bound statements, whose queries are operator trees, and the planner that rewrites them.
//!
//! # Main types
//!
//! - [`Bound`]: a bound statement, with its subqueries, generators, user functions and permissions.
//! - [`Expr`], [`Condition`]: bound expressions with explicit conversions.
//! - [`Node`], [`Rows`]: a tree of physical operators, and the values taken of its rows.
//!
//! # Data flow
//!
//! The crate `binder` makes a `Bound`. `rules` rewrites the logical tree, one rule per file.
//! `rewrite` then moves conditions towards the tables. `join_order`, `access_path` and `merge_join`
//! choose the join order, the indexes and the join methods by estimated rows (`cardinality`) and
//! cost (`cost`). `grouped` chooses aggregation methods, `access_path` also removes sorts that an
//! index order makes redundant. `estimate` has each operator's rows and cost, which the crate
//! `showplan` shows.
//!
//! # Invariants
//!
//! - The crate knows the catalog and the built-in functions, but no name, page, transaction or
//!   session.
//! - A column has one [`ColumnId`] within a statement. Two uses of one table have different
//!   columns.
//! - The height of a plan is bounded by `height`, so recursive walks are safe.
//!
//! # Failure behaviour
//!
//! A plan that is too high fails with 8621. Collations that don't meet fail with 468 or 451. The
//! rules fail in no other way: a rule that doesn't apply leaves the tree as it is.
//!
//! # Where to start reading
//!
//! `physical.rs` and `expression.rs` for the plan, `statement.rs` for bound statements,
//! `rewrite.rs` for the order of the rules, `access_path/mod.rs` for the choice of an index.

pub mod expression;
pub mod needs;

pub mod same;
pub mod sort_key;

pub mod aggregate;

pub mod fallible;

pub mod window;

pub mod physical;

pub mod node_key;
pub mod statement;

pub mod collation;

pub mod columns;

pub mod height;

pub mod subquery_uses;

pub mod runtime_constant;

mod needed;

pub mod substitute;

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

pub mod rewrite;

pub mod determinism;

pub use aggregate::{Aggregate, AggregateKind, InputList};
pub use expression::{ColumnId, Condition, Expr, ExprKind, FunctionCall, Global};
pub use fallible::{aggregate_cannot_fail, cannot_fail, none_can_fail};
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
pub use sluice_definition::index_option_names::OptionsOf;
pub use sluice_definition::indexed_view::{BoundView, IndexedView, ViewPart, ids_of};
pub use sluice_definition::module_determinism::{Determinism, module_determinism};
pub use sluice_definition::module_script::{options_in, script_of};
pub use sluice_definition::names::{Binding, DATA_FILE_OPTIONS, Names, NoNames, TypeNames, object_name};
pub use sluice_definition::refusal::unsupported;
pub use sluice_definition::required_options::{
    check_new_options, check_required_options, check_table_options, index_needs_options, parts_with_needs,
};
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
pub use subquery_uses::{condition_has_correlated, has_correlated, node_has_correlated};
pub use synonym::{check_chain as check_synonym_chain, invalid as invalid_synonym, synonym_target, synonym_text};
pub use window::{Frame, FrameBound, Window, WindowFunction};
