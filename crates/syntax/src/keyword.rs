//! T-SQL's reserved words, in one place (a table of data).
//!
//! Invariant: the table is sorted and its words are in capitals. Words missing here are
//! identifiers; the parser compares their text where the grammar gives them a meaning. PRECISION is
//! missing although the documentation lists it, because SQL Server accepts `sys.columns.precision`
//! without brackets.

macro_rules! keywords {
    ($($variant:ident $word:literal,)*) => {
        /// A reserved word: an identifier only when delimited.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each variant is the word itself")]
        pub enum Keyword { $($variant,)* }

        /// Every reserved word, sorted by its text.
        pub const KEYWORDS: &[(&str, Keyword)] = &[$(($word, Keyword::$variant),)*];
    };
}

/// Looks `text` up as a reserved word, ignoring ASCII case. `None` if it isn't reserved. Delimiters
/// must be removed by the caller; it must not look up an identifier that had them.
pub fn lookup(text: &str) -> Option<Keyword> {
    let mut capitals = [0u8; LENGTH_MAX];
    let capitals = capitals.get_mut(..text.len())?;
    capitals.copy_from_slice(text.as_bytes());
    capitals.make_ascii_uppercase();
    let found = KEYWORDS.binary_search_by(|(word, _)| word.as_bytes().cmp(capitals)).ok()?;
    Some(KEYWORDS[found].1)
}

/// The length of the longest reserved word, in bytes.
const LENGTH_MAX: usize = 30;

keywords! {
    Add "ADD",
    All "ALL",
    Alter "ALTER",
    And "AND",
    Any "ANY",
    As "AS",
    Asc "ASC",
    Authorization "AUTHORIZATION",
    Backup "BACKUP",
    Begin "BEGIN",
    Between "BETWEEN",
    Break "BREAK",
    Browse "BROWSE",
    Bulk "BULK",
    By "BY",
    Cascade "CASCADE",
    Case "CASE",
    Check "CHECK",
    Checkpoint "CHECKPOINT",
    Close "CLOSE",
    Clustered "CLUSTERED",
    Coalesce "COALESCE",
    Collate "COLLATE",
    Column "COLUMN",
    Commit "COMMIT",
    Compute "COMPUTE",
    Constraint "CONSTRAINT",
    Contains "CONTAINS",
    Containstable "CONTAINSTABLE",
    Continue "CONTINUE",
    Convert "CONVERT",
    Create "CREATE",
    Cross "CROSS",
    Current "CURRENT",
    CurrentDate "CURRENT_DATE",
    CurrentTime "CURRENT_TIME",
    CurrentTimestamp "CURRENT_TIMESTAMP",
    CurrentUser "CURRENT_USER",
    Cursor "CURSOR",
    Database "DATABASE",
    Dbcc "DBCC",
    Deallocate "DEALLOCATE",
    Declare "DECLARE",
    Default "DEFAULT",
    Delete "DELETE",
    Deny "DENY",
    Desc "DESC",
    Disk "DISK",
    Distinct "DISTINCT",
    Distributed "DISTRIBUTED",
    Double "DOUBLE",
    Drop "DROP",
    Dump "DUMP",
    Else "ELSE",
    End "END",
    Errlvl "ERRLVL",
    Escape "ESCAPE",
    Except "EXCEPT",
    Exec "EXEC",
    Execute "EXECUTE",
    Exists "EXISTS",
    Exit "EXIT",
    External "EXTERNAL",
    Fetch "FETCH",
    File "FILE",
    Fillfactor "FILLFACTOR",
    For "FOR",
    Foreign "FOREIGN",
    Freetext "FREETEXT",
    Freetexttable "FREETEXTTABLE",
    From "FROM",
    Full "FULL",
    Function "FUNCTION",
    Goto "GOTO",
    Grant "GRANT",
    Group "GROUP",
    Having "HAVING",
    Holdlock "HOLDLOCK",
    Identity "IDENTITY",
    Identitycol "IDENTITYCOL",
    IdentityInsert "IDENTITY_INSERT",
    If "IF",
    In "IN",
    Index "INDEX",
    Inner "INNER",
    Insert "INSERT",
    Intersect "INTERSECT",
    Into "INTO",
    Is "IS",
    Join "JOIN",
    Key "KEY",
    Kill "KILL",
    Left "LEFT",
    Like "LIKE",
    Lineno "LINENO",
    Load "LOAD",
    Merge "MERGE",
    National "NATIONAL",
    Nocheck "NOCHECK",
    Nonclustered "NONCLUSTERED",
    Not "NOT",
    Null "NULL",
    Nullif "NULLIF",
    Of "OF",
    Off "OFF",
    Offsets "OFFSETS",
    On "ON",
    Open "OPEN",
    Opendatasource "OPENDATASOURCE",
    Openquery "OPENQUERY",
    Openrowset "OPENROWSET",
    Openxml "OPENXML",
    Option "OPTION",
    Or "OR",
    Order "ORDER",
    Outer "OUTER",
    Over "OVER",
    Percent "PERCENT",
    Pivot "PIVOT",
    Plan "PLAN",
    Primary "PRIMARY",
    Print "PRINT",
    Proc "PROC",
    Procedure "PROCEDURE",
    Public "PUBLIC",
    Raiserror "RAISERROR",
    Read "READ",
    Readtext "READTEXT",
    Reconfigure "RECONFIGURE",
    References "REFERENCES",
    Replication "REPLICATION",
    Restore "RESTORE",
    Restrict "RESTRICT",
    Return "RETURN",
    Revert "REVERT",
    Revoke "REVOKE",
    Right "RIGHT",
    Rollback "ROLLBACK",
    Rowcount "ROWCOUNT",
    Rowguidcol "ROWGUIDCOL",
    Rule "RULE",
    Save "SAVE",
    Schema "SCHEMA",
    Securityaudit "SECURITYAUDIT",
    Select "SELECT",
    Semantickeyphrasetable "SEMANTICKEYPHRASETABLE",
    Semanticsimilaritydetailstable "SEMANTICSIMILARITYDETAILSTABLE",
    Semanticsimilaritytable "SEMANTICSIMILARITYTABLE",
    SessionUser "SESSION_USER",
    Set "SET",
    Setuser "SETUSER",
    Shutdown "SHUTDOWN",
    Some "SOME",
    Statistics "STATISTICS",
    SystemUser "SYSTEM_USER",
    Table "TABLE",
    Tablesample "TABLESAMPLE",
    Textsize "TEXTSIZE",
    Then "THEN",
    To "TO",
    Top "TOP",
    Tran "TRAN",
    Transaction "TRANSACTION",
    Trigger "TRIGGER",
    Truncate "TRUNCATE",
    TryConvert "TRY_CONVERT",
    Tsequal "TSEQUAL",
    Union "UNION",
    Unique "UNIQUE",
    Unpivot "UNPIVOT",
    Update "UPDATE",
    Updatetext "UPDATETEXT",
    Use "USE",
    User "USER",
    Values "VALUES",
    Varying "VARYING",
    View "VIEW",
    Waitfor "WAITFOR",
    When "WHEN",
    Where "WHERE",
    While "WHILE",
    With "WITH",
    Writetext "WRITETEXT",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keyword_table_is_sorted_and_lookup_ignores_case() {
        assert!(KEYWORDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for (word, keyword) in KEYWORDS {
            assert!(word.len() <= LENGTH_MAX);
            assert_eq!(lookup(&word.to_lowercase()), Some(*keyword));
        }
        assert_eq!(lookup("DELAYED_DURABILITY"), None);
        assert_eq!(lookup(&"X".repeat(500)), None);
    }
}
