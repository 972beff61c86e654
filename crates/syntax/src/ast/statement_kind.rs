//! The kinds of statements as a list: a kind that is new does not compile until it is in it.

use super::statement::StatementKind;

macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        impl StatementKind {
            /// The names of all kinds of statements.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($kind)),*];

            /// The name of the statement's kind, one of [`StatementKind::NAMES`].
            pub fn name(&self) -> &'static str {
                match self {
                    $(StatementKind::$kind { .. } => stringify!($kind),)*
                }
            }
        }
    };
}

kinds! {
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
}
