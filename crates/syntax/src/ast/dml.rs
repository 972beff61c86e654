//! The trees of statements that change rows, and of EXECUTE, which INSERT takes rows from.

use super::expr::{Condition, Expr};
use super::name::{ColumnName, Name, ObjectName, TypeName};
use super::query::{CommonTable, Hint, Query, SelectItem, TableSource, Top};
use super::security::SessionContext;
use crate::span::Span;

/// `[WITH ...] INSERT [TOP] [INTO] target [(columns)] [OUTPUT] source`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insert {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// `TOP`.
    pub top: Option<Top>,
    /// The target table.
    pub target: Target,
    /// The columns; empty means all.
    pub columns: Vec<Name>,
    /// `OUTPUT`.
    pub output: Option<Output>,
    /// The inserted rows.
    pub source: InsertSource,
    /// `OPTION (...)`, unless the source is a query, which holds its own.
    pub hints: Vec<Hint>,
}

/// The source of the inserted rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InsertSource {
    /// `VALUES (...), (...)`; rows may hold `DEFAULT`.
    Values(Vec<Vec<Expr>>),
    /// `DEFAULT VALUES`.
    DefaultValues,
    /// A query.
    Query(Box<Query>),
    /// The result sets of a procedure.
    Execute(Box<Execute>),
}

/// `[WITH ...] UPDATE [TOP] target SET ... [OUTPUT] [FROM] [WHERE]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Update {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// `TOP`.
    pub top: Option<Top>,
    /// The updated table; may be an alias of `from`.
    pub target: Target,
    /// Never empty.
    pub assignments: Vec<Assignment>,
    /// `OUTPUT`.
    pub output: Option<Output>,
    /// `FROM`.
    pub from: Vec<TableSource>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `OPTION (...)`.
    pub hints: Vec<Hint>,
}

/// `[WITH ...] DELETE [TOP] [FROM] target [OUTPUT] [FROM] [WHERE]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delete {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// `TOP`.
    pub top: Option<Top>,
    /// The table to delete from; may be an alias of `from`.
    pub target: Target,
    /// `OUTPUT`.
    pub output: Option<Output>,
    /// The second `FROM`.
    pub from: Vec<TableSource>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `OPTION (...)`.
    pub hints: Vec<Hint>,
}

/// The table that a statement changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A table, a view, or an alias.
    Table {
        /// The name.
        name: ObjectName,
        /// `WITH (...)`.
        hints: Vec<Hint>,
    },
    /// A table variable.
    Variable(Name),
}

/// One assignment of an UPDATE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// `@x` in `@x = value` and in `@x = column = value`.
    pub variable: Option<Name>,
    /// The column; `None` if only a variable is set.
    pub column: Option<ColumnName>,
    /// The assignment operator.
    pub operator: AssignmentOperator,
    /// The value; may be `DEFAULT`.
    pub value: Expr,
}

/// `OUTPUT items [INTO target [(columns)] [OUTPUT items]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Never empty.
    pub items: Vec<SelectItem>,
    /// `INTO`; without it the rows go to the client.
    pub into: Option<Target>,
    /// Columns of the target.
    pub columns: Vec<Name>,
    /// The clause after INTO, whose rows go to the client. It has no INTO.
    pub second: Option<Box<Output>>,
}

impl Output {
    /// Returns a clause whose rows go to the client.
    pub fn to_client(items: Vec<SelectItem>) -> Output {
        Output { items, into: None, columns: Vec::new(), second: None }
    }

    /// Whether rows go to the client.
    pub fn reaches_client(&self) -> bool {
        self.into.is_none() || self.second.is_some()
    }
}

/// `=` and the compound assignments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignmentOperator {
    /// `=`.
    Set,
    /// `+=` and similar: the operator applied to the old and the new value.
    Compound(super::operator::BinaryOperator),
    /// `column.WRITE(...)`, `@x.modify(...)`: no operator. The value is the call of a method that
    /// changes in place.
    Method,
}

/// A change whose OUTPUT rows are a table source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NestedChange {
    /// `INSERT`.
    Insert(Box<Insert>),
    /// `UPDATE`.
    Update(Box<Update>),
    /// `DELETE`.
    Delete(Box<Delete>),
    /// `MERGE`.
    Merge(Box<Merge>),
}

impl AssignmentOperator {
    /// Returns the operator's text, such as `=` or `+=`; a dot for a method call.
    pub fn symbol(self) -> &'static str {
        match self {
            AssignmentOperator::Set => "=",
            AssignmentOperator::Method => ".",
            AssignmentOperator::Compound(operator) => operator.assignment_symbol(),
        }
    }
}

/// `table.column pointer`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPlace {
    /// The table.
    pub table: ObjectName,
    /// The column.
    pub column: Name,
    /// The text pointer, a variable or a constant.
    pub pointer: Expr,
}

/// READTEXT, WRITETEXT and UPDATETEXT.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextStatement {
    /// `READTEXT table.column pointer offset size [HOLDLOCK]`.
    Read {
        /// The value.
        place: TextPlace,
        /// The number of units before the part.
        offset: Expr,
        /// The number of units of the part.
        size: Expr,
        /// `HOLDLOCK`.
        holds: bool,
    },
    /// `WRITETEXT [BULK] table.column pointer [WITH LOG] data`.
    Write {
        /// The value.
        place: TextPlace,
        /// The new value.
        data: Expr,
    },
    /// `UPDATETEXT [BULK] table.column pointer offset length [WITH LOG] [data]`.
    Update {
        /// The value.
        place: TextPlace,
        /// The number of units before the replaced part; NULL appends.
        offset: Expr,
        /// The number of replaced units; NULL is the rest.
        length: Expr,
        /// The inserted data.
        data: Option<TextData>,
    },
}

/// The data that UPDATETEXT inserts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextData {
    /// A constant or a variable.
    Value(Expr),
    /// Another value.
    Place(TextPlace),
}

impl TextStatement {
    /// Returns the expressions of the statement. Only those that may contain variables or values:
    /// pointers, offsets, lengths and data, in the order of the text.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            TextStatement::Read { place, offset, size, .. } => vec![&place.pointer, offset, size],
            TextStatement::Write { place, data } => vec![&place.pointer, data],
            TextStatement::Update { place, offset, length, data } => {
                let data = data.iter().map(|data| match data {
                    TextData::Value(value) => value,
                    TextData::Place(source) => &source.pointer,
                });
                [&place.pointer, offset, length].into_iter().chain(data).collect()
            }
        }
    }

    /// Returns the name of the statement.
    pub fn words(&self) -> &'static str {
        match self {
            TextStatement::Read { .. } => "READTEXT",
            TextStatement::Write { .. } => "WRITETEXT",
            TextStatement::Update { .. } => "UPDATETEXT",
        }
    }
}

/// `[WITH ...] MERGE [TOP] [INTO] target [AS alias] USING source ON condition clauses [OUTPUT]
/// [OPTION];`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// `TOP`.
    pub top: Option<Top>,
    /// The target table.
    pub target: Target,
    /// The target's alias.
    pub alias: Option<Name>,
    /// `USING`.
    pub source: TableSource,
    /// `ON`.
    pub condition: Condition,
    /// Never empty.
    pub clauses: Vec<MergeClause>,
    /// `OUTPUT`; `$action` is a pseudo column.
    pub output: Option<Output>,
    /// `OPTION (...)`.
    pub hints: Vec<Hint>,
}

/// `WHEN match [AND condition] THEN action`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeClause {
    /// The rows that the clause applies to.
    pub rows: MergeMatch,
    /// `AND`.
    pub condition: Option<Condition>,
    /// The action on the rows.
    pub action: MergeAction,
    /// The whole clause.
    pub span: Span,
}

/// The rows that a clause applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeMatch {
    /// `MATCHED`.
    Matched,
    /// `NOT MATCHED [BY TARGET]`.
    NotMatchedByTarget,
    /// `NOT MATCHED BY SOURCE`.
    NotMatchedBySource,
}

/// The action of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeAction {
    /// `UPDATE SET ...`.
    Update(Vec<Assignment>),
    /// `DELETE`.
    Delete,
    /// `INSERT [(columns)] VALUES (...)`, or without values `DEFAULT VALUES`.
    Insert {
        /// The columns; empty means all.
        columns: Vec<Name>,
        /// The values; may hold `DEFAULT`.
        values: Option<Vec<Expr>>,
    },
}

impl MergeMatch {
    /// Returns the T-SQL keywords, without the optional BY TARGET, as in messages.
    pub fn words(self) -> &'static str {
        match self {
            MergeMatch::Matched => "MATCHED",
            MergeMatch::NotMatchedByTarget => "NOT MATCHED",
            MergeMatch::NotMatchedBySource => "NOT MATCHED BY SOURCE",
        }
    }
}

/// `EXEC [@status =] procedure arguments [WITH options]`, `EXEC (text) [AS USER = 'name'] [WITH
/// options]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execute {
    /// The variable that receives the return status.
    pub status: Option<Name>,
    /// The procedure or text.
    pub module: ExecuteModule,
    /// `;number`, which chooses a procedure of a group with one name.
    pub number: Option<u32>,
    /// The arguments.
    pub arguments: Vec<ExecuteArgument>,
    /// `AS LOGIN | USER = 'name'`, for a text.
    pub context: Option<SessionContext>,
    /// `WITH`.
    pub options: Vec<ExecuteOption>,
}

/// Options of EXECUTE's WITH clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExecuteOption {
    /// `RECOMPILE`.
    Recompile,
    /// `RESULT SETS UNDEFINED`.
    ResultSetsUndefined,
    /// `RESULT SETS NONE`.
    ResultSetsNone,
    /// `RESULT SETS (...)`; never empty.
    ResultSets(Vec<ResultSet>),
}

/// A result set declared by EXECUTE ... WITH RESULT SETS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultSet {
    /// `(columns)`.
    Columns(Vec<ResultColumn>),
    /// `AS OBJECT name`.
    Object(ObjectName),
    /// `AS TYPE name`.
    Type(ObjectName),
    /// `AS FOR XML`.
    Xml,
}

/// `name type [COLLATE collation] [NULL | NOT NULL]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultColumn {
    /// The name.
    pub name: Name,
    /// The data type.
    pub data_type: TypeName,
    /// `COLLATE`.
    pub collation: Option<Name>,
    /// `NULL` or `NOT NULL`; `None` if omitted.
    pub nullable: Option<bool>,
}

/// The module or text that an EXECUTE runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExecuteModule {
    /// A procedure by name.
    Procedure(ObjectName),
    /// A procedure named by a variable.
    Variable(Name),
    /// `EXEC ('text' + @x ...)`: a batch.
    Text(Box<Expr>),
}

/// `[@name =] value [OUTPUT]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecuteArgument {
    /// The parameter, with `@`.
    pub name: Option<Name>,
    /// A constant, a signed number, a variable, a bare word (as a one-part column), or `DEFAULT`.
    pub value: Expr,
    /// `OUTPUT`.
    pub output: bool,
}
