//! Bound statements: what the binder makes of the statements that read or write tables.

use crate::expression::{ColumnId, Condition, Expr};
use crate::lock_hints::LockHints;
use crate::needs::Need;
use crate::physical::{Node, Rows, Seek};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, ObjectName, Sequence, Table, TriggerEvents};
use sluice_syntax::ast;
use sluice_types::{CollationId, DataType};

/// A query whose value an expression of the statement uses.
#[derive(Clone, Debug)]
pub struct Subquery {
    /// Its plan; one value a row, none for EXISTS.
    pub rows: Rows,
    /// Whether only the existence of a row is asked for.
    pub exists: bool,
    /// The columns of rows around it that it uses: then it is run for each of them, else once in the statement.
    pub outer: Vec<ColumnId>,
    /// The type of its value.
    pub data_type: DataType,
}

/// What a statement draws values from, one a row.
#[derive(Clone, Debug)]
pub enum GeneratorTarget {
    /// A sequence.
    Sequence {
        /// The database it is in; `None` for the current one.
        database: Option<String>,
        /// The sequence.
        sequence: Arc<Sequence>,
    },
    /// The identity column of a table.
    Identity {
        /// The database the table is in; `None` for the current one.
        database: Option<String>,
        /// The table.
        table: Arc<Table>,
    },
    /// The rowversions of a database.
    RowVersions {
        /// The database; `None` for the current one.
        database: Option<String>,
    },
}

/// A user-defined function that a statement calls.
#[derive(Clone, Debug)]
pub struct UserFunction {
    /// The database it is in; `None` for the current one.
    pub database: Option<String>,
    /// The module.
    pub module: Arc<Module>,
    /// What its text says.
    pub definition: ast::Function,
    /// The types of its parameters.
    pub parameters: Vec<DataType>,
    /// The type of its value.
    pub returns: DataType,
}

/// A column of a result set.
#[derive(Clone, PartialEq, Debug)]
pub struct OutputColumn {
    /// Its name; empty where the query gives none.
    pub name: String,
    /// Its type.
    pub data_type: DataType,
    /// Whether it may be NULL.
    pub nullable: bool,
    /// Where its values come from.
    pub origin: ColumnOrigin,
    /// Its collation, if it is a string.
    pub collation: CollationId,
    /// Its place in ORDER BY, from 1, and whether the greatest comes first; `None` where the rows are not ordered by it.
    pub ordered: Option<(u16, bool)>,
    /// What is told of it besides, where a client asks for it.
    pub browsed: Option<Box<Browsed>>,
}

/// How much is told of where a result's columns come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BrowseMode {
    /// Nothing.
    #[default]
    Off,
    /// Nothing, but in which order the rows come.
    Order,
    /// The columns of tables that they are, also through views, with the hidden columns of keys: FOR BROWSE.
    Tables,
    /// The columns of tables and views, as the query names them: a cursor.
    Named,
}

/// What is told of a result's column besides what it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Browsed {
    /// The column that it shows; none where it shows more, or less.
    pub source: Option<SourceColumn>,
    /// Whether the query does not ask for it.
    pub is_hidden: bool,
    /// By how much the query orders its rows; 0 if by nothing.
    pub order_length: u16,
}

/// A column of a table or a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceColumn {
    /// Its database; `None` for the current one.
    pub database: Option<String>,
    /// The schema.
    pub schema: String,
    /// The table or view.
    pub table: String,
    /// The column.
    pub column: String,
    /// Whether it is part of the key by which a client finds the row again.
    pub is_key: bool,
    /// Whether it is part of the key of a unique index.
    pub is_unique: bool,
}

/// Where the values of a result's column come from.
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
}

impl OutputColumn {
    /// A column that no table has.
    pub fn expression(name: impl Into<String>, data_type: DataType, nullable: bool) -> OutputColumn {
        let (origin, collation) = (ColumnOrigin::Expression, CollationId::DEFAULT);
        OutputColumn { name: name.into(), data_type, nullable, origin, collation, ordered: None, browsed: None }
    }
}

/// A bound statement with the subqueries that it needs first.
#[derive(Clone, Debug)]
pub struct Bound {
    /// What [`ExprKind::Subquery`](crate::ExprKind::Subquery) counts.
    pub subqueries: Vec<Subquery>,
    /// What [`ExprKind::NextValue`](crate::ExprKind::NextValue) counts.
    pub generators: Vec<GeneratorTarget>,
    /// What [`ExprKind::Invoke`](crate::ExprKind::Invoke) counts.
    pub functions: Vec<Arc<UserFunction>>,
    /// What whoever runs it must be allowed to do.
    pub needs: Vec<Need>,
    /// The levels of its operators, expressions and subqueries within each other.
    pub levels: usize,
    /// The statement's own work.
    pub body: BoundBody,
}

/// The work of a bound statement.
#[derive(Clone, Debug)]
pub enum BoundBody {
    /// Rows to the client.
    Select {
        /// The plan; its rows have the columns below.
        rows: Rows,
        /// What the client sees.
        columns: Vec<OutputColumn>,
    },
    /// Rows into a new table.
    SelectInto {
        /// The table's name.
        name: ObjectName,
        /// Its columns.
        columns: Vec<Column>,
        /// The plan; its rows have these columns.
        rows: Rows,
    },
    /// Each row's values into variables, row after row.
    Assign {
        /// The plan; its rows have one value a target, of the variable's type.
        rows: Rows,
        /// Slots of the variables.
        targets: Vec<usize>,
    },
    /// Rows into a table.
    Insert(BoundInsert),
    /// Other values into a table's rows.
    Update(BoundChange),
    /// Rows out of a table; no columns are given.
    Delete(BoundChange),
    /// Rows of one table made to fit the rows of another source.
    Merge(Box<BoundMerge>),
    /// The rows that a change would make, to triggers that run in its place.
    Instead(Box<BoundInstead>),
    /// A value into a variable.
    Set {
        /// Slot of the variable.
        target: usize,
        /// The value, of the variable's type.
        value: Expr,
    },
    /// The question of an IF or WHILE.
    Test(Condition),
    /// The text of a PRINT.
    Print(Expr),
}

/// A bound UPDATE or DELETE.
#[derive(Clone, Debug)]
pub struct BoundChange {
    /// The database the table is in; `None` for the current one.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// What hints say of its locks.
    pub hints: LockHints,
    /// Its columns, as the expressions name them.
    pub row: Vec<ColumnId>,
    /// Which rows; all if none.
    pub condition: Option<Condition>,
    /// How they are found; the condition holds nonetheless for each. By a scan from end to end, if none.
    pub seek: Option<Seek>,
    /// How many of them at most, a bigint.
    pub top: Option<Expr>,
    /// What becomes of their columns.
    pub columns: Vec<ColumnChange>,
    /// The columns of the rows that are computed when they are read.
    pub computed: Vec<(ColumnId, Expr)>,
    /// What the rows are held against once they are changed.
    pub rules: Option<BoundRules>,
    /// What foreign keys ask.
    pub references: BoundReferences,
    /// What finds the rows, where that is more than a scan of the table; the condition and the number of rows are then in it.
    pub plan: Option<ChangePlan>,
    /// What becomes of the rows as they were and as they are then.
    pub output: Option<BoundOutput>,
    /// What triggers see of it.
    pub capture: Option<BoundCapture>,
}

/// What fires triggers, and what they see of it.
#[derive(Clone, Debug)]
pub struct BoundFiring {
    /// The database that the triggers are in; `None` for the current one.
    pub database: Option<String>,
    /// The triggers, in the order in which they fire.
    pub triggers: Vec<Arc<Module>>,
    /// What the statement does.
    pub events: TriggerEvents,
    /// The columns that `inserted` and `deleted` have.
    pub columns: Vec<Column>,
    /// The ids of the columns that get values.
    pub updated: Vec<u16>,
}

/// The rows that a statement has AFTER triggers see.
#[derive(Clone, Debug)]
pub struct BoundCapture {
    /// Whom they are for.
    pub firing: BoundFiring,
    /// The values: those of `inserted`, unless rows only go, then those of `deleted`, unless rows only come.
    pub rows: BoundOutput,
}

/// A change that does not happen: INSTEAD OF triggers get the rows that it would make.
#[derive(Clone, Debug)]
pub struct BoundInstead {
    /// Whom they are for.
    pub firing: BoundFiring,
    /// What messages call the table.
    pub shown: String,
    /// The rows; their values are those of [`BoundCapture::rows`].
    pub rows: Rows,
}

/// What finds the rows that a statement changes. A row may be found several times.
#[derive(Clone, Debug)]
pub struct ChangePlan {
    /// Makes rows that the table's rows are a part of.
    pub node: Node,
    /// The column that tells where a row of the table is; NULL where a row has none of the table's in it.
    pub locator: ColumnId,
}

/// OUTPUT: rows made of the rows that a statement changes.
#[derive(Clone, Debug)]
pub struct BoundOutput {
    /// The columns of a row as it is then, in the table's order; the row as it was has the columns that the statement found it by.
    pub inserted: Vec<ColumnId>,
    /// Those that are computed when they are read.
    pub computed: Vec<(ColumnId, Expr)>,
    /// The column that says what was done, of a MERGE.
    pub action: Option<ColumnId>,
    /// The values of each row.
    pub values: Vec<Expr>,
    /// What the client sees of them.
    pub columns: Vec<OutputColumn>,
    /// The table that they go to instead; its source is the rows given.
    pub into: Option<Box<BoundInsert>>,
}

/// A bound MERGE.
#[derive(Clone, Debug)]
pub struct BoundMerge {
    /// The database the table is in; `None` for the current one.
    pub database: Option<String>,
    /// The table that is changed.
    pub table: Arc<Table>,
    /// What hints say of its locks.
    pub hints: LockHints,
    /// Its columns, as the expressions name them.
    pub row: Vec<ColumnId>,
    /// The rows of the table beside those of the source.
    pub plan: ChangePlan,
    /// The column that is NULL where there is no row of the source.
    pub is_sourced: ColumnId,
    /// How many rows are changed at most, a bigint; or that part of the plan's rows in percent, a float.
    pub top: Option<(Expr, bool)>,
    /// What is done; the first that fits a row.
    pub clauses: Vec<MergeClause>,
    /// What becomes of the rows as they were and as they are then.
    pub output: Option<BoundOutput>,
    /// What triggers see of it.
    pub capture: Option<BoundCapture>,
}

/// A clause of a MERGE.
#[derive(Clone, Debug)]
pub struct MergeClause {
    /// Whether it is about rows that are in the table.
    pub in_target: bool,
    /// Whether it is about rows that are in the source.
    pub in_source: bool,
    /// What else has to hold.
    pub condition: Option<Condition>,
    /// What is done with the row.
    pub action: MergeAction,
}

/// What a clause of a MERGE does.
#[derive(Clone, Debug)]
pub enum MergeAction {
    /// Other values into the table's row.
    Update(Vec<ColumnChange>, Option<BoundRules>, BoundReferences),
    /// It goes.
    Delete(BoundReferences),
    /// A row into the table; the source is the rows given.
    Insert(Box<BoundInsert>),
}

/// What the definition of a table asks of a row that is about to be stored.
#[derive(Clone, Debug)]
pub struct BoundRules {
    /// The row's columns, as the expressions below name them, in the table's order.
    pub row: Vec<ColumnId>,
    /// The columns, by place, that are computed now, and their values; not yet of the columns' types.
    pub computed: Vec<(usize, Expr)>,
    /// What must not hold then.
    pub checks: Vec<BoundCheck>,
    /// The columns, by place, that any of that uses.
    pub used: Vec<usize>,
}

/// A table's rows as rows of the same table under another definition.
#[derive(Clone, Debug)]
pub struct BoundRewrite {
    /// The columns of a row as it is, as the expressions below name them.
    pub row: Vec<ColumnId>,
    /// The value of each new column, not yet of its type.
    pub values: Vec<Expr>,
    /// What [`ExprKind::NextValue`](crate::ExprKind::NextValue) counts.
    pub generators: Vec<GeneratorTarget>,
    /// The users' functions that are called.
    pub functions: Vec<Arc<UserFunction>>,
    /// The stored columns that are computed over the new row; no checks.
    pub rules: Option<BoundRules>,
}

/// What the rows of a table that are there are held against.
#[derive(Clone, Debug)]
pub struct BoundVerification {
    /// CHECKs; nothing is computed.
    pub rules: BoundRules,
    /// The users' functions that they call.
    pub functions: Vec<Arc<UserFunction>>,
    /// Foreign keys of the table.
    pub references: BoundReferences,
}

/// What foreign keys ask of the rows of a table that a statement changes.
#[derive(Clone, Debug, Default)]
pub struct BoundReferences {
    /// Those of the table itself: what new rows refer to must be there.
    pub outgoing: Vec<BoundOutgoing>,
    /// Those that refer to the table.
    pub incoming: Vec<BoundIncoming>,
}

/// A foreign key of the table whose rows change.
#[derive(Clone, Debug)]
pub struct BoundOutgoing {
    /// Its name.
    pub name: String,
    /// The places of its columns in the order of the index's key.
    pub columns: Vec<usize>,
    /// The table referred to.
    pub parent: Arc<Table>,
    /// The place of the unique index among the parent's by which the rows are found.
    pub index: usize,
    /// Whether the table refers to itself.
    pub is_same: bool,
}

/// A foreign key that refers to the table whose rows change.
#[derive(Clone, Debug)]
pub struct BoundIncoming {
    /// Its name.
    pub name: String,
    /// The places of the columns referred to.
    pub columns: Vec<usize>,
    /// The table that refers.
    pub child: Arc<Table>,
    /// The places of its columns, in the order of `columns`.
    pub child_columns: Vec<usize>,
    /// Whether the table refers to itself.
    pub is_same: bool,
    /// By what it is found whether a key is there again.
    pub still: Option<BoundOutgoing>,
    /// What becomes of rows that refer to one which is no more; none where there must be none.
    pub cascade: Option<BoundCascade>,
}

/// What becomes of rows that refer to one which is no more, or has become another.
#[derive(Clone, Debug)]
pub struct BoundCascade {
    /// Values for their columns; empty for those that the row referred to has got. None where the rows go, too.
    pub values: Option<Vec<Expr>>,
    /// What they are held against.
    pub rules: Option<BoundRules>,
    /// The place of their rowversion, which changes with whatever else does, and its new value.
    pub rowversion: Option<(usize, Expr)>,
    /// The places of the columns that change.
    pub changed: Vec<usize>,
    /// What foreign keys ask of that.
    pub references: BoundReferences,
}

/// A CHECK constraint, or what a view WITH CHECK OPTION asks.
#[derive(Clone, Debug)]
pub struct BoundCheck {
    /// The constraint's name; a view's check has none.
    pub name: Option<String>,
    /// The name of the only column that it is about, if there is only one.
    pub column: Option<String>,
    /// Holds for a row that the constraint is false of.
    pub violated: Condition,
}

/// A new value of a column, or of a variable. Those with variables come first.
#[derive(Clone, Debug)]
pub struct ColumnChange {
    /// The column's place in the table; none where only a variable gets the value.
    pub column: Option<usize>,
    /// The slot of the variable and its type, if one gets the value: the column's, where there is one.
    pub variable: Option<(usize, DataType)>,
    /// Its value, over the row as it was; not yet of the column's type.
    pub value: Expr,
}

/// Where the values of an identity column come from; with the column's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdentityUse {
    /// From the statement, which must be allowed to say them.
    Given(usize),
    /// From the column's generator.
    Drawn(usize),
}

/// A bound INSERT.
#[derive(Clone, Debug)]
pub struct BoundInsert {
    /// The database the table is in; `None` for the current one.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// Where the rows come from; each has a value for every column of the table, in its order, not yet of the columns' types.
    pub source: Rows,
    /// Where the values of the table's identity column come from, if it has one.
    pub identity: Option<IdentityUse>,
    /// Whether the source reads the table itself: its rows are then all read before the first is put in.
    pub reads_target: bool,
    /// What the rows are held against.
    pub rules: Option<BoundRules>,
    /// What foreign keys ask.
    pub references: BoundReferences,
    /// What becomes of the rows as they are then.
    pub output: Option<BoundOutput>,
    /// What triggers see of it.
    pub capture: Option<BoundCapture>,
    /// What hints say of the table's locks.
    pub hints: LockHints,
    /// The change whose rows the source reads; it happens first.
    pub inner: Option<Box<InnerChange>>,
}

/// A change in the source of an INSERT.
#[derive(Clone, Debug)]
pub struct InnerChange {
    /// The change, with what it puts out.
    pub body: BoundBody,
    /// The columns of the rows given that have it.
    pub columns: Vec<ColumnId>,
}
