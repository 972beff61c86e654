//! From a statement's tree to what is to be done: names resolved, types settled, operators chosen.
//!
//! It knows the catalog and the functions, and asks the rest through [`Names`]. It knows no page, no transaction and no
//! session; it runs nothing (but constants' conversions). What the catalog knows of tables' values says how many rows to expect
//! (`cardinality`), and that what a plan costs (`cost`): by it indexes, joins and their order are chosen.

pub mod refusal;

pub mod names;

mod synonym;
pub mod variables;
pub mod walk;

pub mod expression;
pub mod needs;

mod same;
pub mod sort_key;

pub mod aggregate;

pub mod window;

pub mod lock_hints;

pub mod physical;
pub mod statement;

pub mod collation;

pub mod columns;

mod height;

mod runtime_constant;

mod needed;

mod substitute;

mod repeated;

mod cardinality;
mod cost;
mod order;
mod statement_cost;

mod access_path;

mod join_order;

mod merge_join;

mod grouped;

mod rewrite;

mod number_literal;

pub mod index_definition;

pub mod definition_text;
mod determinism;

pub mod table_definition;

pub mod sequence_definition;

mod asked;

pub mod bind;

pub mod explain;

pub use aggregate::{Aggregate, AggregateKind, TextList};
pub use asked::{AskedTable, asked_tables};
pub use bind::index_filter::{Filtered, filter_indexes, filter_of};
pub use bind::{Binder, Dependent, Making, function_columns, name_taken};
pub use collation::collation_named;
pub use expression::{ColumnId, Condition, Expr, ExprKind, FunctionCall, Global};
pub use index_definition::{
    IndexDefinition, KeyKind, changed_options, check_options, index_of, key_bytes_max, resolve_indexes,
};
pub use lock_hints::{HintedLevel, HintedMode, LockHints};
pub use names::{Binding, Names, NoNames, TypeNames, object_name};
pub use needs::{ModulePlace, Named, Need};
pub use physical::{
    GroupMethod, GroupingLevel, GroupingSets, Join, JoinHint, JoinKind, JoinMethod, Member, MergeKeys, Node, PathHint,
    PathMethod, Recursion, Rows, RowsOfCall, RowsOfModule, ScanTarget, Seek, SeekBound, SeekPattern, SeekRange,
    Serialization, Top, ViewTarget,
};
pub use refusal::unsupported;
pub use sequence_definition::{SequenceOptions, sequence_options};
pub use sort_key::SortKey;
pub use statement::{
    Bound, BoundBody, BoundCapture, BoundCascade, BoundChange, BoundCheck, BoundFiring, BoundIncoming, BoundInsert,
    BoundInstead, BoundMerge, BoundOutgoing, BoundOutput, BoundReferences, BoundRewrite, BoundRules, BoundVerification,
    BrowseMode, Browsed, ChangePlan, ColumnChange, ColumnOrigin, GeneratorTarget, IdentityUse, InnerChange,
    MergeAction, MergeClause, OutputColumn, SourceColumn, Subquery, UserFunction,
};
pub use synonym::{check_chain as check_synonym_chain, invalid as invalid_synonym, synonym_target, synonym_text};
pub use table_definition::{
    DeclaredType, TableDefinition, definition_of, definition_of_type, definition_of_variable, table_type_definition,
};
pub use variables::{Variable, Variables};
pub use window::{Frame, FrameBound, Window, WindowFunction};
