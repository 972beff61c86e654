//! Queries and the sources of their rows.

use super::dml::{AssignmentOperator, NestedChange};
use super::expr::{Call, Condition, Expr, Over};
use super::for_clause::ForClause;
use super::name::{ColumnName, Name, ObjectName, TypeName};
use super::option::NamedOption;
use crate::span::Span;

/// `[WITH ...] body [ORDER BY ...] [OFFSET ...] [FOR ...] [OPTION (...)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// The SELECTs.
    pub body: QueryBody,
    /// `ORDER BY`.
    pub order_by: Vec<OrderItem>,
    /// `OFFSET ... FETCH ...`.
    pub offset: Option<Offset>,
    /// `FOR XML | JSON | BROWSE ...`.
    pub for_clause: Option<Box<ForClause>>,
    /// `OPTION (...)`.
    pub hints: Vec<Hint>,
    /// The whole query.
    pub span: Span,
}

/// The SELECTs of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryBody {
    /// One SELECT.
    Select(Box<Select>),
    /// `first UNION ALL second ...`.
    Combined {
        /// The first operand.
        first: Box<QueryBody>,
        /// The others in order; never empty.
        rest: Vec<Combination>,
    },
}

impl QueryBody {
    /// Returns the first SELECT, which holds the INTO of the whole query.
    pub fn leading(&self) -> &Select {
        match self {
            QueryBody::Select(select) => select,
            QueryBody::Combined { first, .. } => first.leading(),
        }
    }

    fn leading_mut(&mut self) -> &mut Select {
        match self {
            QueryBody::Select(select) => select,
            QueryBody::Combined { first, .. } => first.leading_mut(),
        }
    }

    /// Removes and returns the INTO clause. `None` without one. It is that of the first SELECT.
    pub fn take_into(&mut self) -> Option<ObjectName> {
        self.leading_mut().into.take()
    }
}

/// An operator and its right operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// The operator.
    pub operator: SetOperator,
    /// The right operand.
    pub body: QueryBody,
}

/// Set operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOperator {
    /// `UNION`.
    Union,
    /// `UNION ALL`.
    UnionAll,
    /// `EXCEPT`.
    Except,
    /// `INTERSECT`.
    Intersect,
}

/// `SELECT [DISTINCT] [TOP] items [INTO] [FROM] [WHERE] [GROUP BY] [HAVING] [WINDOW]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Select {
    /// `DISTINCT`.
    pub distinct: bool,
    /// `TOP`.
    pub top: Option<Top>,
    /// Never empty. Assignments can't be mixed with values; the binder refuses such a statement.
    pub items: Vec<SelectItem>,
    /// `INTO`.
    pub into: Option<ObjectName>,
    /// `INTO ... ON filegroup`.
    pub into_filegroup: Option<Name>,
    /// `FROM`; several sources are a cross join.
    pub from: Vec<TableSource>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `GROUP BY`.
    pub group_by: GroupBy,
    /// `HAVING`.
    pub having: Option<Condition>,
    /// `WINDOW name AS (...)`.
    pub windows: Vec<NamedWindow>,
    /// The operand's own order, if the SELECT is an operand of a set operator in a subquery.
    pub order: Option<Box<OperandOrder>>,
    /// The whole SELECT.
    pub span: Span,
}

/// `ORDER BY ... [OFFSET ...]` of one operand of a set operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperandOrder {
    /// `ORDER BY`.
    pub order_by: Vec<OrderItem>,
    /// `OFFSET ... FETCH ...`.
    pub offset: Option<Offset>,
}

/// `name AS (window)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedWindow {
    /// The name.
    pub name: Name,
    /// The window.
    pub window: Over,
}

/// `TOP (count) [PERCENT] [WITH TIES]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Top {
    /// The row count or percentage.
    pub count: Expr,
    /// `PERCENT`.
    pub percent: bool,
    /// `WITH TIES`.
    pub with_ties: bool,
}

/// An item of a select list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectItem {
    /// The kind and its operands.
    pub kind: SelectItemKind,
    /// The whole item.
    pub span: Span,
}

/// The kinds of items of a select list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelectItemKind {
    /// `value`, `value AS alias`, `value alias`, `alias = value`.
    Value {
        /// The value.
        value: Expr,
        /// The column's name.
        alias: Option<Name>,
    },
    /// `*`, `t.*`.
    Star(Option<ObjectName>),
    /// `@x = value`, `@x += value`.
    Assignment {
        /// The variable.
        variable: Name,
        /// The assignment operator.
        operator: AssignmentOperator,
        /// The value.
        value: Expr,
    },
}

/// An item of ORDER BY.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderItem {
    /// The sort key.
    pub value: Expr,
    /// `DESC`.
    pub descending: bool,
}

/// `OFFSET skip ROWS [FETCH NEXT fetch ROWS ONLY]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offset {
    /// The number of rows to skip.
    pub skip: Expr,
    /// The number of rows to return.
    pub fetch: Option<Expr>,
}

/// `name [(columns)] AS (query)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommonTable {
    /// The name.
    pub name: Name,
    /// Its columns' names.
    pub columns: Vec<Name>,
    /// The query.
    pub query: Query,
}

/// A query or table hint: words, then arguments in parentheses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Never empty.
    pub words: Vec<Name>,
    /// The arguments, including a value without parentheses (`MAXDOP 2`, `INDEX = i`). Words are
    /// one-part columns.
    pub arguments: Vec<Expr>,
    /// The variables of `OPTIMIZE FOR (@x = value, @y UNKNOWN)` and their values; `None` is
    /// `UNKNOWN`.
    pub assumptions: Vec<(Name, Option<Expr>)>,
}

impl SetOperator {
    /// Returns the T-SQL keywords.
    pub fn words(self) -> &'static str {
        match self {
            SetOperator::Union => "UNION",
            SetOperator::UnionAll => "UNION ALL",
            SetOperator::Except => "EXCEPT",
            SetOperator::Intersect => "INTERSECT",
        }
    }
}

/// A table source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSource {
    /// The kind and its operands.
    pub kind: TableSourceKind,
    /// The whole source.
    pub span: Span,
}

/// The kinds of table sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableSourceKind {
    /// A table or view.
    Table {
        /// The name.
        name: ObjectName,
        /// Alias.
        alias: Option<Name>,
        /// `TABLESAMPLE`.
        sample: Option<Box<TableSample>>,
        /// `WITH (...)`.
        hints: Vec<Hint>,
    },
    /// A table variable.
    Variable {
        /// The name, with `@`.
        name: Name,
        /// Alias.
        alias: Option<Name>,
        /// `WITH (...)`.
        hints: Vec<Hint>,
    },
    /// A table-valued function.
    Function {
        /// The name.
        name: ObjectName,
        /// Its arguments.
        arguments: Vec<Expr>,
        /// Alias.
        alias: Option<TableAlias>,
    },
    /// `(query) AS alias`.
    Derived {
        /// The query.
        query: Box<Query>,
        /// Alias.
        alias: TableAlias,
    },
    /// `(VALUES (...), (...)) AS alias(columns)`.
    Values {
        /// At least one row, each of at least one value.
        rows: Vec<Vec<Expr>>,
        /// Alias.
        alias: TableAlias,
    },
    /// `(INSERT | UPDATE | DELETE | MERGE ... OUTPUT ...) AS alias`: the output rows of a nested
    /// DML statement.
    Change {
        /// The change.
        change: NestedChange,
        /// Alias.
        alias: TableAlias,
    },
    /// `value.nodes('path') AS alias(column)`.
    Nodes {
        /// The call of the method on a variable or column of type xml.
        call: Box<Expr>,
        /// Alias.
        alias: TableAlias,
    },
    /// `OPENJSON(value [, path]) [WITH (columns)]`.
    OpenJson(Box<OpenJson>),
    /// `OPENXML(document, path [, flags]) [WITH (columns) | WITH table]`.
    OpenXml(Box<OpenXml>),
    /// `OPENROWSET(BULK 'file', ...)`.
    OpenRowset(Box<OpenRowset>),
    /// `source PIVOT (aggregate FOR column IN (values)) AS alias`.
    Pivot(Box<Pivot>),
    /// `source UNPIVOT (value FOR column IN (columns)) AS alias`.
    Unpivot(Box<Unpivot>),
    /// A join or an APPLY.
    Join {
        /// The kind.
        kind: JoinKind,
        /// `LOOP`, `HASH`, `MERGE`, `REMOTE` before JOIN.
        hint: Option<JoinHint>,
        /// Left side.
        left: Box<TableSource>,
        /// Right side.
        right: Box<TableSource>,
        /// `ON`; `None` for cross joins and APPLY.
        condition: Option<Condition>,
    },
}

/// `alias [(columns)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableAlias {
    /// The alias.
    pub name: Name,
    /// The names of the columns.
    pub columns: Vec<Name>,
}

/// Join algorithms that a hint can request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinHint {
    /// `LOOP`.
    Loop,
    /// `HASH`.
    Hash,
    /// `MERGE`.
    Merge,
    /// `REMOTE`.
    Remote,
}

/// The kinds of joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinKind {
    /// `[INNER] JOIN`.
    Inner,
    /// `LEFT [OUTER] JOIN`.
    Left,
    /// `RIGHT [OUTER] JOIN`.
    Right,
    /// `FULL [OUTER] JOIN`.
    Full,
    /// `CROSS JOIN`.
    Cross,
    /// `CROSS APPLY`.
    CrossApply,
    /// `OUTER APPLY`.
    OuterApply,
}

impl JoinHint {
    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            JoinHint::Loop => "LOOP",
            JoinHint::Hash => "HASH",
            JoinHint::Merge => "MERGE",
            JoinHint::Remote => "REMOTE",
        }
    }
}

impl JoinKind {
    /// Returns the T-SQL keywords, without the optional OUTER.
    pub fn words(self) -> &'static str {
        match self {
            JoinKind::Inner => "INNER JOIN",
            JoinKind::Left => "LEFT JOIN",
            JoinKind::Right => "RIGHT JOIN",
            JoinKind::Full => "FULL JOIN",
            JoinKind::Cross => "CROSS JOIN",
            JoinKind::CrossApply => "CROSS APPLY",
            JoinKind::OuterApply => "OUTER APPLY",
        }
    }

    /// Returns the keywords with the algorithm hint: `LEFT HASH JOIN`.
    pub fn words_with(self, hint: Option<JoinHint>) -> String {
        match hint {
            None => self.words().to_owned(),
            Some(hint) => self.words().replace("JOIN", &format!("{} JOIN", hint.word())),
        }
    }

    /// Whether the join takes an ON clause.
    pub fn takes_condition(self) -> bool {
        matches!(self, JoinKind::Inner | JoinKind::Left | JoinKind::Right | JoinKind::Full)
    }
}

/// `OPENJSON(value [, path]) [WITH (columns)] [AS alias]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenJson {
    /// The text.
    pub value: Expr,
    /// The path of the rows.
    pub path: Option<Expr>,
    /// `WITH`; empty means the columns key, value and type.
    pub columns: Vec<RowsetColumn>,
    /// Alias.
    pub alias: Option<TableAlias>,
}

/// `OPENXML(document, path [, flags]) [WITH ...] [AS alias]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenXml {
    /// The document's handle.
    pub document: Expr,
    /// The XPath of the nodes that become rows.
    pub path: Expr,
    /// The mapping of nodes to columns.
    pub flags: Option<Expr>,
    /// `WITH`.
    pub schema: XmlSchema,
    /// Alias.
    pub alias: Option<TableAlias>,
}

/// `OPENROWSET(BULK 'file', options) [AS alias]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRowset {
    /// The file.
    pub file: Box<str>,
    /// `FORMATFILE =`, `SINGLE_BLOB` and so on, except ORDER.
    pub options: Vec<NamedOption>,
    /// `ORDER (...)`: the columns, and whether each is descending.
    pub order: Vec<(Name, bool)>,
    /// `UNIQUE` after ORDER.
    pub is_unique: bool,
    /// Alias.
    pub alias: Option<TableAlias>,
}

/// The columns that OPENXML returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum XmlSchema {
    /// The columns of an edge table.
    Edge,
    /// `WITH (columns)`.
    Columns(Vec<RowsetColumn>),
    /// `WITH table`: the columns of that table.
    Table(ObjectName),
}

/// `name type ['path'] [AS JSON]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowsetColumn {
    /// The name.
    pub name: Name,
    /// The data type.
    pub data_type: TypeName,
    /// The path of the value.
    pub path: Option<Box<str>>,
    /// `AS JSON`.
    pub as_json: bool,
}

/// `source PIVOT (aggregate FOR column IN (values)) AS alias`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pivot {
    /// The pivoted source.
    pub source: TableSource,
    /// The aggregate of the values.
    pub aggregate: Call,
    /// The column whose values become columns.
    pub column: ColumnName,
    /// The values, which are the names of the new columns.
    pub values: Vec<Name>,
    /// Alias.
    pub alias: TableAlias,
}

/// `source UNPIVOT (value FOR column IN (columns)) AS alias`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpivot {
    /// The unpivoted source.
    pub source: TableSource,
    /// The column that receives the values.
    pub value: Name,
    /// The column that receives the column names.
    pub column: Name,
    /// The columns that become rows.
    pub columns: Vec<ColumnName>,
    /// Alias.
    pub alias: TableAlias,
}

/// `TABLESAMPLE [SYSTEM] (number [PERCENT | ROWS]) [REPEATABLE (seed)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSample {
    /// The percentage or the number of rows.
    pub number: Expr,
    /// `ROWS` (else percent of the pages).
    pub rows: bool,
    /// `REPEATABLE`.
    pub seed: Option<Expr>,
}

/// `GROUP BY [ALL] items [WITH ROLLUP | CUBE]`. Without items the query has no GROUP BY.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupBy {
    /// `ALL`.
    pub all: bool,
    /// The grouping items.
    pub items: Vec<GroupItem>,
    /// `WITH ROLLUP`, `WITH CUBE`.
    pub with: Option<SuperGroup>,
}

/// An item of GROUP BY, or a set of GROUPING SETS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupItem {
    /// An expression.
    Value(Expr),
    /// `ROLLUP (...)`, `CUBE (...)`. Each element is one expression or a parenthesised list.
    Super(SuperGroup, Vec<Vec<Expr>>),
    /// `GROUPING SETS (...)`.
    Sets(Vec<GroupItem>),
    /// `(a, b)` in GROUPING SETS; `()` makes one group of all rows.
    Set(Vec<Expr>),
}

/// Operators that generate several grouping sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuperGroup {
    /// `ROLLUP`.
    Rollup,
    /// `CUBE`.
    Cube,
}

impl GroupBy {
    /// Returns all grouping expressions, in order.
    pub fn exprs(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        self.items.iter().for_each(|item| item.collect(&mut found));
        found
    }
}

impl GroupItem {
    fn collect<'a>(&'a self, found: &mut Vec<&'a Expr>) {
        match self {
            GroupItem::Value(value) => found.push(value),
            GroupItem::Super(_, elements) => found.extend(elements.iter().flatten()),
            GroupItem::Sets(items) => items.iter().for_each(|item| item.collect(found)),
            GroupItem::Set(values) => found.extend(values),
        }
    }
}

impl SuperGroup {
    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            SuperGroup::Rollup => "ROLLUP",
            SuperGroup::Cube => "CUBE",
        }
    }
}
