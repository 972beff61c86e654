//! Bound statements: the binder's output for statements that read or write tables.

use crate::expression::{ColumnId, Condition, Expr};
use crate::needs::Need;
use crate::physical::{LentTable, Node, Rows, Seek};
use sluice_base::sync::Arc;
use sluice_catalog::LockHints;
use sluice_catalog::{Column, Module, ObjectName, Sequence, Table, TriggerEvents, UserType};
use sluice_definition::indexed_view::BoundView;
use sluice_syntax::ast;
use sluice_types::{CollationId, DataType};

/// A subquery used as a value by an expression of the statement.
#[derive(Clone, Debug)]
pub struct Subquery {
    /// The plan. Each row has one value, or none for EXISTS.
    pub rows: Rows,
    /// Whether the subquery is an EXISTS test.
    pub exists: bool,
    /// The columns of outer rows that the subquery uses. If there are any, the subquery runs for
    /// each outer row, otherwise once per statement.
    pub outer: Vec<ColumnId>,
    /// The type of the value.
    pub data_type: DataType,
    /// Whether a join of the plan has replaced the subquery, which then has no rows.
    pub is_joined: bool,
}

impl Subquery {
    /// Marks the subquery as joined, and removes its rows, which a join has taken over.
    pub(crate) fn leave(&mut self) {
        self.rows = Rows { node: Node::OneRow, values: Vec::new() };
        self.outer.clear();
        self.is_joined = true;
    }
}

/// A generator from which a statement draws one value per row.
#[derive(Clone, Debug)]
pub enum GeneratorTarget {
    /// A sequence.
    Sequence {
        /// The sequence's database; `None` is the current database.
        database: Option<String>,
        /// The sequence.
        sequence: Arc<Sequence>,
        /// Whether a DEFAULT names it.
        in_default: bool,
    },
    /// The identity column of a table.
    Identity {
        /// The table's database; `None` is the current database.
        database: Option<String>,
        /// The table.
        table: Arc<Table>,
    },
    /// The rowversions of a database.
    RowVersions {
        /// The database; `None` is the current database.
        database: Option<String>,
    },
}

/// A user-defined function that a statement calls.
#[derive(Clone, Debug)]
pub struct UserFunction {
    /// The function's database; `None` is the current database.
    pub database: Option<String>,
    /// The module.
    pub module: Arc<Module>,
    /// The parsed definition.
    pub definition: ast::Function,
    /// The types of the parameters. A table-valued parameter has the type of its placeholder.
    pub parameters: Vec<DataType>,
    /// The table-valued parameters: their places and types.
    pub rows: Vec<(usize, Arc<UserType>)>,
    /// The tables that the call lends to the table-valued parameters.
    pub lent: Vec<LentTable>,
    /// The return type.
    pub returns: DataType,
}

/// A column of a result set.
#[derive(Clone, PartialEq, Debug)]
pub struct OutputColumn {
    /// The column's name; empty if the query gives no name.
    pub name: String,
    /// The column's type.
    pub data_type: DataType,
    /// Whether the value can be NULL.
    pub nullable: bool,
    /// The origin of the values.
    pub origin: ColumnOrigin,
    /// The collation, if the column is a string.
    pub collation: CollationId,
    /// The position in ORDER BY, from 1, and whether the order is descending.
    pub ordered: Option<(u16, bool)>,
    /// Metadata for clients that request browse information.
    pub browsed: Option<Box<Browsed>>,
}

/// The amount of browse information that a result carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BrowseMode {
    /// No browse information.
    #[default]
    Off,
    /// The order of the rows only.
    Order,
    /// The base columns, also through views, with hidden key columns added: FOR BROWSE.
    Tables,
    /// The columns of tables and views as the query names them: a cursor.
    Named,
}

/// Browse information of a result's column.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Browsed {
    /// The source column; `None` if the result's column isn't exactly one column.
    pub source: Option<SourceColumn>,
    /// Whether the column was added and isn't in the select list.
    pub is_hidden: bool,
    /// The number of ORDER BY items of the query.
    pub order_length: u16,
}

/// A column of a table or a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceColumn {
    /// The database; `None` is the current database.
    pub database: Option<String>,
    /// The schema.
    pub schema: String,
    /// The table or view.
    pub table: String,
    /// The column.
    pub column: String,
    /// Whether the column belongs to the key by which a client finds the row again.
    pub is_key: bool,
    /// Whether the column belongs to the key of a unique index.
    pub is_unique: bool,
}

/// The origin of a result column's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColumnOrigin {
    /// An expression.
    #[default]
    Expression,
    /// A column of a table that a statement may change.
    Stored,
    /// A table's identity column.
    Identity,
    /// A computed column of a table, or a rowversion.
    Computed,
    /// An aggregate, or a column of a set operation.
    Gathered,
}

impl OutputColumn {
    /// Creates a column that is no column of a table.
    pub fn expression(name: impl Into<String>, data_type: DataType, nullable: bool) -> OutputColumn {
        let (origin, collation) = (ColumnOrigin::Expression, CollationId::DEFAULT);
        OutputColumn { name: name.into(), data_type, nullable, origin, collation, ordered: None, browsed: None }
    }
}

/// A bound statement and the shared parts of its expressions.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Subqueries, indexed by [`ExprKind::Subquery`](crate::ExprKind::Subquery).
    pub subqueries: Vec<Subquery>,
    /// Generators, indexed by [`ExprKind::NextValue`](crate::ExprKind::NextValue).
    pub generators: Vec<GeneratorTarget>,
    /// User functions, indexed by [`ExprKind::Invoke`](crate::ExprKind::Invoke).
    pub functions: Vec<Arc<UserFunction>>,
    /// Permissions that the statement needs.
    pub needs: Vec<Need>,
    /// The nesting depth of operators, expressions and subqueries.
    pub levels: usize,
    /// The value of OPTION (MAXDOP).
    pub degree_hint: Option<u16>,
    /// The statement itself.
    pub body: BoundBody,
}

/// The work of a bound statement.
#[derive(Clone, Debug)]
pub enum BoundBody {
    /// Returns rows to the client.
    Select {
        /// The plan; its rows have the columns below.
        rows: Rows,
        /// The result columns.
        columns: Vec<OutputColumn>,
    },
    /// SELECT ... INTO: creates a table and inserts rows.
    SelectInto {
        /// The table's name.
        name: ObjectName,
        /// ON filegroup; `None` is the default filegroup.
        filegroup: Option<String>,
        /// The columns of the new table.
        columns: Vec<Column>,
        /// The plan; its rows have these columns.
        rows: Rows,
        /// The position of the column that the IDENTITY function made.
        drawn: Option<usize>,
    },
    /// SELECT @x = ...: assigns the values of each row to variables, row after row.
    Assign {
        /// The plan. Its rows have one value per target, of the variable's type.
        rows: Rows,
        /// Slots of the variables.
        targets: Vec<usize>,
    },
    /// INSERT.
    Insert(BoundInsert),
    /// UPDATE.
    Update(BoundChange),
    /// DELETE; `columns` is empty.
    Delete(BoundChange),
    /// MERGE.
    Merge(Box<BoundMerge>),
    /// Passes the rows of a DML statement to its INSTEAD OF triggers.
    Instead(Box<BoundInstead>),
    /// Changes the member tables of a partitioned view.
    Partitioned(Box<BoundPartitioned>),
    /// SET @x = value.
    Set {
        /// Slot of the variable.
        target: usize,
        /// The value, of the variable's type.
        value: Expr,
    },
    /// The condition of an IF or WHILE.
    Test(Condition),
    /// The text of a PRINT.
    Print(Expr),
}

/// A bound UPDATE or DELETE.
#[derive(Clone, Debug)]
pub struct BoundChange {
    /// The table's database; `None` is the current database.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// Lock hints.
    pub hints: LockHints,
    /// The ids of the table's columns in the expressions below.
    pub row: Vec<ColumnId>,
    /// The rows to change; `None` is all rows.
    pub condition: Option<Condition>,
    /// The index range to read; `None` is a full scan. The condition is still evaluated for each
    /// row.
    pub seek: Option<Seek>,
    /// The estimated number of rows of the table, if known.
    pub rows: Option<u64>,
    /// The maximum number of rows, a bigint.
    pub top: Option<Expr>,
    /// The new column values; empty for DELETE.
    pub columns: Vec<ColumnChange>,
    /// Values that are computed when the plan finds a row, before the first row changes, in order,
    /// with the columns that have them then in `columns`. Their variables are assigned then too.
    pub first: Vec<(ColumnId, ColumnChange)>,
    /// Computed columns that are evaluated when a row is read.
    pub computed: Vec<(ColumnId, Expr)>,
    /// Constraints and computed columns to check or evaluate after the change.
    pub rules: Option<BoundRules>,
    /// Foreign keys to check.
    pub references: BoundReferences,
    /// The plan that finds the rows, if a scan isn't enough. The condition and the number of rows
    /// are then part of it.
    pub plan: Option<ChangePlan>,
    /// The OUTPUT clause.
    pub output: Option<BoundOutput>,
    /// The rows that AFTER triggers see.
    pub capture: Option<BoundCapture>,
}

/// The triggers that a statement fires and the indexed views that it changes, and the shape of
/// `inserted` and `deleted`.
#[derive(Clone, Debug)]
pub struct BoundFiring {
    /// The triggers' database; `None` is the current database.
    pub database: Option<String>,
    /// The triggers, in firing order.
    pub triggers: Vec<Arc<Module>>,
    /// The indexed views that read the table, or a table that a cascade changes.
    pub views: Vec<BoundView>,
    /// The tables that cascades change and that indexed views read.
    pub cascaded: Vec<Arc<Table>>,
    /// The events of the statement.
    pub events: TriggerEvents,
    /// The columns of `inserted` and `deleted`.
    pub columns: Vec<Column>,
    /// The ids of the columns that the statement assigns.
    pub updated: Vec<u16>,
    /// Whether cascades of the statement fire triggers of other tables.
    pub cascades_fire: bool,
}

/// The rows captured for AFTER triggers.
#[derive(Clone, Debug)]
pub struct BoundCapture {
    /// The triggers.
    pub firing: BoundFiring,
    /// The captured values: those of `inserted`, then those of `deleted`. DELETE captures only
    /// `deleted`, INSERT only `inserted`.
    pub rows: BoundOutput,
}

/// A DML statement that changes nothing itself, because INSTEAD OF triggers receive its rows.
#[derive(Clone, Debug)]
pub struct BoundInstead {
    /// The triggers.
    pub firing: BoundFiring,
    /// The table's name in messages.
    pub shown: String,
    /// The rows. Their values have the layout of [`BoundCapture::rows`].
    pub rows: Rows,
}

/// A change through a partitioned view: an INSERT computes rows, an UPDATE and a DELETE change each
/// member.
#[derive(Clone, Debug)]
pub struct BoundPartitioned {
    /// The view's name.
    pub view: String,
    /// The statement.
    pub kind: PartitionedKind,
    /// The rows that are inserted into members; `None` if the statement neither inserts nor moves
    /// rows.
    pub routed: Option<RoutedRows>,
    /// The changes of the members' rows that stay in their member, one for each member.
    pub changes: Vec<BoundChange>,
}

/// The kind of statement that changes a partitioned view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartitionedKind {
    /// INSERT.
    Insert,
    /// UPDATE.
    Update,
    /// DELETE.
    Delete,
}

/// Rows that are inserted into the member tables to which their partitioning column belongs.
#[derive(Clone, Debug)]
pub struct RoutedRows {
    /// The rows of an INSERT. Their first value is the number of the member that takes the row,
    /// NULL if none does.
    pub source: Option<Rows>,
    /// The deletions of the rows that an UPDATE moves to other members. Their OUTPUT rows have the
    /// layout of `source`.
    pub moves: Vec<BoundChange>,
    /// The columns of the kept rows, in the layout of `source`.
    pub columns: Vec<ColumnId>,
    /// The kept rows that no member takes (`Node::Given`).
    pub unplaced: Rows,
    /// The INSERT into each member. Its source are the kept rows for that member (`Node::Given`).
    pub inserts: Vec<BoundInsert>,
}

/// The plan that finds the rows to change. A row may be found more than once.
#[derive(Clone, Debug)]
pub struct ChangePlan {
    /// The operator. Its rows include the table's columns.
    pub node: Node,
    /// The column that holds the row's locator. NULL if the plan's row has no row of the table.
    pub locator: ColumnId,
}

/// OUTPUT: rows computed from the changed rows.
#[derive(Clone, Debug)]
pub struct BoundOutput {
    /// The columns of the new row, in table order. The old row has the columns by which the
    /// statement found it.
    pub inserted: Vec<ColumnId>,
    /// Columns of `inserted` that are computed when read.
    pub computed: Vec<(ColumnId, Expr)>,
    /// The `$action` column of a MERGE.
    pub action: Option<ColumnId>,
    /// The values of each output row.
    pub values: Vec<Expr>,
    /// The result columns.
    pub columns: Vec<OutputColumn>,
    /// The INSERT that receives the output rows instead of the client. Its source is the kept rows
    /// (`Node::Given`).
    pub into: Option<Box<BoundInsert>>,
    /// The clause after INTO, whose rows go to the client.
    pub second: Option<Box<BoundOutput>>,
}

/// A bound MERGE.
#[derive(Clone, Debug)]
pub struct BoundMerge {
    /// The table's database; `None` is the current database.
    pub database: Option<String>,
    /// The target table.
    pub table: Arc<Table>,
    /// Lock hints.
    pub hints: LockHints,
    /// The ids of the table's columns in the expressions below.
    pub row: Vec<ColumnId>,
    /// The target's rows joined with the source's rows.
    pub plan: ChangePlan,
    /// The column that is NULL if no source row matches.
    pub is_sourced: ColumnId,
    /// The TOP clause: a number of rows (bigint), or a percentage of the plan's rows (float) if the
    /// flag is true.
    pub top: Option<(Expr, bool)>,
    /// The clauses. The first clause that fits a row applies.
    pub clauses: Vec<MergeClause>,
    /// The OUTPUT clause.
    pub output: Option<BoundOutput>,
    /// The rows that AFTER triggers see.
    pub capture: Option<BoundCapture>,
}

/// A clause of a MERGE.
#[derive(Clone, Debug)]
pub struct MergeClause {
    /// Whether the clause applies to rows present in the target.
    pub in_target: bool,
    /// Whether the clause applies to rows present in the source.
    pub in_source: bool,
    /// The additional condition.
    pub condition: Option<Condition>,
    /// The action on the row.
    pub action: MergeAction,
}

/// The action of a MERGE clause.
#[derive(Clone, Debug)]
pub enum MergeAction {
    /// Updates the target row.
    Update(Vec<ColumnChange>, Option<BoundRules>, BoundReferences),
    /// Deletes the target row.
    Delete(BoundReferences),
    /// Inserts a row. The source is the kept row (`Node::Given`).
    Insert(Box<BoundInsert>),
}

/// Computed columns and CHECK constraints to apply to a row before it is stored.
#[derive(Clone, Debug)]
pub struct BoundRules {
    /// The ids of the row's columns in the expressions below, in table order.
    pub row: Vec<ColumnId>,
    /// The ordinals and values of the stored computed columns. The values aren't yet converted to
    /// the columns' types.
    pub computed: Vec<(usize, Expr)>,
    /// The checks. A violated check fails the statement.
    pub checks: Vec<BoundCheck>,
    /// The ordinals of the columns that the expressions use.
    pub used: Vec<usize>,
}

/// A conversion of a table's rows to a new definition of the table.
#[derive(Clone, Debug)]
pub struct BoundRewrite {
    /// The ids of the old row's columns in the expressions below.
    pub row: Vec<ColumnId>,
    /// The value of each new column, not yet converted to its type.
    pub values: Vec<Expr>,
    /// Generators, indexed by [`ExprKind::NextValue`](crate::ExprKind::NextValue).
    pub generators: Vec<GeneratorTarget>,
    /// The user functions that the values call.
    pub functions: Vec<Arc<UserFunction>>,
    /// Stored computed columns over the new row. There are no checks.
    pub rules: Option<BoundRules>,
}

/// A check of a table's existing rows.
#[derive(Clone, Debug)]
pub struct BoundVerification {
    /// CHECK constraints; nothing is computed.
    pub rules: BoundRules,
    /// The user functions that the checks call.
    pub functions: Vec<Arc<UserFunction>>,
    /// Foreign keys of the table.
    pub references: BoundReferences,
}

/// Foreign keys to check for the rows that a statement changes.
#[derive(Clone, Debug, Default)]
pub struct BoundReferences {
    /// Foreign keys of the table: new rows must reference existing rows.
    pub outgoing: Vec<BoundOutgoing>,
    /// Foreign keys that reference the table.
    pub incoming: Vec<BoundIncoming>,
}

/// A foreign key of the table whose rows change.
#[derive(Clone, Debug)]
pub struct BoundOutgoing {
    /// Its name.
    pub name: String,
    /// The ordinals of the referencing columns, in the order of the index's key.
    pub columns: Vec<usize>,
    /// The referenced table.
    pub parent: Arc<Table>,
    /// The position of the parent's unique index that finds the referenced row.
    pub index: usize,
    /// Whether the table references itself.
    pub is_same: bool,
}

/// A foreign key that references the table whose rows change.
#[derive(Clone, Debug)]
pub struct BoundIncoming {
    /// Its name.
    pub name: String,
    /// The ordinals of the referenced columns.
    pub columns: Vec<usize>,
    /// The referencing table.
    pub child: Arc<Table>,
    /// The ordinals of the referencing columns, in the order of `columns`.
    pub child_columns: Vec<usize>,
    /// Whether the table references itself.
    pub is_same: bool,
    /// The lookup that finds whether another row still has the key.
    pub still: Option<BoundOutgoing>,
    /// The action on rows whose referenced row is gone. `None` means that no such row may remain.
    pub cascade: Option<BoundCascade>,
}

/// The cascading action on referencing rows.
#[derive(Clone, Debug)]
pub struct BoundCascade {
    /// New values of the referencing columns. Empty if they take the referenced row's new values;
    /// `None` if the rows are deleted.
    pub values: Option<Vec<Expr>>,
    /// Constraints to check for the changed rows.
    pub rules: Option<BoundRules>,
    /// The ordinal and new value of the rowversion column.
    pub rowversion: Option<(usize, Expr)>,
    /// The ordinals of the changed columns.
    pub changed: Vec<usize>,
    /// Foreign keys to check for the changed rows.
    pub references: BoundReferences,
    /// The rows captured for AFTER triggers and indexed views of the table. The captured values are
    /// those of one row, old or new.
    pub capture: Option<BoundCapture>,
}

/// A CHECK constraint, the rule bound to a column, or the check of a view WITH CHECK OPTION.
#[derive(Clone, Debug)]
pub struct BoundCheck {
    /// The constraint's name; `None` for a rule and for a view's check.
    pub name: Option<String>,
    /// The name of the constraint's only column, or of the rule's column. `None` if a constraint
    /// uses several, and for a view's check.
    pub column: Option<String>,
    /// The negated constraint: holds for a row that violates the constraint.
    pub violated: Condition,
    /// Whether the condition calls user functions. They may read the table, so the check waits
    /// until the row is written.
    pub calls_functions: bool,
}

/// A new value of a column or a variable. Changes with variables come first.
#[derive(Clone, Debug)]
pub struct ColumnChange {
    /// The column's ordinal in the table; `None` if only a variable is assigned.
    pub column: Option<usize>,
    /// The variable's slot and type. If a column is also assigned, the type is the column's.
    pub variable: Option<(usize, DataType)>,
    /// The value, computed from the old row and not yet converted to the column's type.
    pub value: Expr,
}

/// The source of an identity column's values, with the column's ordinal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdentityUse {
    /// The statement supplies the values, which needs IDENTITY_INSERT.
    Given(usize),
    /// The column's generator supplies the values.
    Drawn(usize),
}

/// A bound INSERT.
#[derive(Clone, Debug)]
pub struct BoundInsert {
    /// The table's database; `None` is the current database.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// The source. Each row has a value for every table column, in table order, not yet converted
    /// to the column's type.
    pub source: Rows,
    /// The source of the identity column's values, if the table has an identity column.
    pub identity: Option<IdentityUse>,
    /// Whether the source reads the target table. All its rows are then read before the first
    /// insert.
    pub reads_target: bool,
    /// Constraints and computed columns to apply to each row.
    pub rules: Option<BoundRules>,
    /// Foreign keys to check.
    pub references: BoundReferences,
    /// The OUTPUT clause.
    pub output: Option<BoundOutput>,
    /// The rows that AFTER triggers see.
    pub capture: Option<BoundCapture>,
    /// Lock hints for the table.
    pub hints: LockHints,
    /// The nested DML statement whose output the source reads. It runs first.
    pub inner: Option<Box<InnerChange>>,
}

/// A nested DML statement in the source of an INSERT.
#[derive(Clone, Debug)]
pub struct InnerChange {
    /// The statement, including its OUTPUT clause.
    pub body: BoundBody,
    /// The columns of the kept output rows.
    pub columns: Vec<ColumnId>,
}
