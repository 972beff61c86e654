//! The kinds of statements by name: the grammar rules that generate them, and the kinds of the
//! statements in a text.

use sluice_syntax::ast::{Statement, StatementKind};

/// Declares the kinds once: the list, and the name of a statement's kind. A new kind of statement
/// fails to compile here.
macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        /// Every kind of statement, named as in `syntax::ast::StatementKind`.
        pub const KINDS: &[&str] = &[$(stringify!($kind)),*];

        fn name(kind: &StatementKind) -> &'static str {
            match kind {
                $(StatementKind::$kind { .. } => stringify!($kind),)*
            }
        }
    };
}

kinds!(
    Block,
    TryCatch,
    If,
    While,
    Break,
    Continue,
    Return,
    Goto,
    Label,
    Print,
    Declare,
    DeclareTable,
    SetVariable,
    SetOption,
    BeginTransaction,
    Commit,
    Rollback,
    Save,
    Use,
    CreateDatabase,
    DropDatabase,
    AlterDatabaseSet,
    AlterDatabase,
    Backup,
    Restore,
    AlterScopedConfiguration,
    CreateTable,
    DropTable,
    AlterTable,
    CreateIndex,
    AlterIndex,
    DropIndex,
    CreateStatistics,
    UpdateStatistics,
    Procedure,
    Function,
    View,
    Trigger,
    DropTrigger,
    SwitchTrigger,
    CreateSchema,
    TransferToSchema,
    CreateType,
    CreateSynonym,
    DropObjects,
    CreateSequence,
    AlterSequence,
    DropSequence,
    TruncateTable,
    Insert,
    Update,
    Delete,
    Merge,
    InsertBulk,
    BulkInsert,
    Select,
    Execute,
    Throw,
    RaiseError,
    WaitFor,
    DeclareCursor,
    SetCursor,
    OpenCursor,
    Fetch,
    CloseCursor,
    DeallocateCursor,
    ExecuteAs,
    Revert,
    Permission,
    Principal,
    AlterAuthorization,
    Kill,
    Reconfigure,
    Shutdown,
    BufferPoolExtension,
    Dbcc,
    Checkpoint,
    Unsupported,
);

/// Returns the kinds of the statements in `text`, including those in blocks and conditional
/// statements.
pub fn kinds_of(text: &str) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    let script = sluice_syntax::parse(text);
    script.statements.iter().for_each(|statement| collect(statement, &mut kinds));
    kinds
}

fn collect(statement: &Statement, kinds: &mut Vec<&'static str>) {
    kinds.push(name(&statement.kind));
    match &statement.kind {
        StatementKind::Block(body) => body.iter().for_each(|inner| collect(inner, kinds)),
        StatementKind::TryCatch { body, handler } => {
            body.iter().chain(handler).for_each(|inner| collect(inner, kinds));
        }
        StatementKind::If { branches, otherwise } => {
            branches.iter().for_each(|branch| collect(&branch.then, kinds));
            otherwise.iter().for_each(|inner| collect(inner, kinds));
        }
        StatementKind::While { body, .. } => collect(body, kinds),
        _ => {}
    }
}
