//! The trees of modules: procedures, functions, triggers and views. Each holds the text of its
//! whole batch, which the catalog keeps.

use super::ddl::TableVariable;
use super::expr::Expr;
use super::name::{Name, ObjectName, TypeName};
use super::query::Query;
use super::statement::Statement;
use crate::span::Span;

/// The text of the batch that defines a module, as written: also ALTER, and blanks and comments
/// before the statement. Two source texts always compare equal, so trees compare by content.
#[derive(Debug, Clone, Default)]
pub struct SourceText(pub Box<str>);

impl PartialEq for SourceText {
    fn eq(&self, _: &SourceText) -> bool {
        true
    }
}

impl Eq for SourceText {}

/// The statement that defines a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefinitionVerb {
    /// `CREATE`.
    Create,
    /// `ALTER`.
    Alter,
    /// `CREATE OR ALTER`.
    CreateOrAlter,
}

/// `@name [AS] type [VARYING] [NULL | NOT NULL] [= default] [OUTPUT] [READONLY]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name, with `@`.
    pub name: Name,
    /// The data type. A cursor parameter has the type name `cursor`.
    pub data_type: TypeName,
    /// `VARYING`, for a cursor.
    pub varying: bool,
    /// `NULL` or `NOT NULL`; `None` if omitted.
    pub nullable: Option<bool>,
    /// A constant, a signed number, a variable, or a bare word (as a one-part column).
    pub default: Option<Expr>,
    /// `OUTPUT`.
    pub output: bool,
    /// `READONLY`, for a table.
    pub read_only: bool,
    /// The whole parameter.
    pub span: Span,
}

/// Options of a module's WITH clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleOption {
    /// `ENCRYPTION`.
    Encryption,
    /// `RECOMPILE`.
    Recompile,
    /// `SCHEMABINDING`.
    SchemaBinding,
    /// `VIEW_METADATA`.
    ViewMetadata,
    /// `NATIVE_COMPILATION`.
    NativeCompilation,
    /// `EXECUTE AS ...`.
    ExecuteAs(ModuleContext),
    /// `RETURNS NULL ON NULL INPUT`.
    ReturnsNullOnNullInput,
    /// `CALLED ON NULL INPUT`.
    CalledOnNullInput,
    /// `INLINE = ON | OFF`.
    Inline(bool),
}

/// The principal that a module runs as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleContext {
    /// `CALLER`.
    Caller,
    /// `SELF`.
    Itself,
    /// `OWNER`.
    Owner,
    /// `'user'`.
    User(Box<str>),
}

impl DefinitionVerb {
    /// Returns the T-SQL keywords.
    pub fn words(self) -> &'static str {
        match self {
            DefinitionVerb::Create => "CREATE",
            DefinitionVerb::Alter => "ALTER",
            DefinitionVerb::CreateOrAlter => "CREATE OR ALTER",
        }
    }
}

/// `CREATE PROCEDURE name [;number] [parameters] [WITH options] [FOR REPLICATION] AS statements`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The name.
    pub name: ObjectName,
    /// `;number`, within a group of procedures with one name.
    pub number: Option<u32>,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// `WITH`.
    pub options: Vec<ModuleOption>,
    /// `FOR REPLICATION`.
    pub for_replication: bool,
    /// The body: all statements up to the end of the batch.
    pub body: Vec<Statement>,
    /// The source text of the whole batch.
    pub text: SourceText,
}

/// `CREATE FUNCTION name (parameters) RETURNS ... [WITH options] [AS] body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The name.
    pub name: ObjectName,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// `WITH`.
    pub options: Vec<ModuleOption>,
    /// The return type and the body.
    pub body: FunctionBody,
    /// The source text of the whole batch.
    pub text: SourceText,
}

/// The kinds of functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FunctionBody {
    /// `RETURNS type AS BEGIN statements END`.
    Scalar {
        /// The return type.
        returns: TypeName,
        /// Never empty.
        statements: Vec<Statement>,
    },
    /// `RETURNS TABLE AS RETURN query`.
    Inline(Box<Query>),
    /// `RETURNS @t TABLE (...) AS BEGIN statements END`.
    MultiStatement {
        /// The returned table variable.
        table: TableVariable,
        /// Never empty.
        statements: Vec<Statement>,
    },
}

/// `CREATE TRIGGER name ON target [WITH options] AFTER | INSTEAD OF events [NOT FOR REPLICATION] AS
/// statements`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The name.
    pub name: ObjectName,
    /// The table, database or server that fires the trigger.
    pub scope: TriggerScope,
    /// `WITH`.
    pub options: Vec<ModuleOption>,
    /// `INSTEAD OF` (else `AFTER`, also written `FOR`).
    pub instead_of: bool,
    /// `INSERT`, `UPDATE`, `DELETE`, or names of DDL events; never empty.
    pub events: Vec<Name>,
    /// `NOT FOR REPLICATION`.
    pub not_for_replication: bool,
    /// The body: all statements up to the end of the batch.
    pub body: Vec<Statement>,
    /// The source text of the whole batch.
    pub text: SourceText,
}

/// The scope of a trigger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TriggerScope {
    /// A table or view.
    Table(ObjectName),
    /// `DATABASE`.
    Database,
    /// `ALL SERVER`.
    Server,
}

/// `DROP TRIGGER [IF EXISTS] names [ON DATABASE | ALL SERVER]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropTrigger {
    /// `IF EXISTS`.
    pub if_exists: bool,
    /// Never empty.
    pub names: Vec<ObjectName>,
    /// `ON`; `None` for triggers on tables.
    pub scope: Option<TriggerScope>,
}

/// `ENABLE | DISABLE TRIGGER names | ALL ON scope`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriggerSwitch {
    /// `ENABLE`.
    pub enable: bool,
    /// Empty is `ALL`.
    pub names: Vec<ObjectName>,
    /// The triggers' scope.
    pub scope: TriggerScope,
}

/// `CREATE VIEW name [(columns)] [WITH options] AS query [WITH CHECK OPTION]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The name.
    pub name: ObjectName,
    /// The columns' names; empty means the query's names.
    pub columns: Vec<Name>,
    /// `ENCRYPTION`, `SCHEMABINDING`, `VIEW_METADATA`.
    pub options: Vec<ModuleOption>,
    /// The defining query.
    pub query: Query,
    /// `WITH CHECK OPTION`.
    pub check_option: bool,
    /// The source text of the whole batch.
    pub text: SourceText,
}
