//! Names of index options: which statement takes which
//! (`t-sql/statements/alter-table-index-option-transact-sql.md`, `create-index-transact-sql.md`,
//! `alter-index-transact-sql.md`). Values aren't looked at.

use sluice_syntax::ast::{
    ColumnDefinition, ColumnOptionKind, ConstraintKind, InlineIndex, NamedOption, TableConstraint,
};
use sluice_types::SqlError;

/// A statement that takes index options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionsOf {
    /// CREATE TABLE, and the declaration of a table variable.
    CreateTable,
    /// CREATE TYPE.
    CreateType,
    /// ALTER TABLE ADD.
    AlterTable,
    /// CREATE INDEX.
    CreateIndex,
    /// ALTER INDEX REBUILD.
    RebuildIndex,
    /// ALTER INDEX SET.
    SetIndex,
}

impl OptionsOf {
    /// Fails with 155 for an option that the statement doesn't take. The name is shown as written,
    /// but those that are reserved words in lower case.
    pub fn check(self, options: &[NamedOption]) -> Result<(), SqlError> {
        for option in options {
            let is = |names: &[&str]| names.iter().any(|name| option.name.is(name));
            let is_reserved = is(&["FILLFACTOR", "DATA_COMPRESSION"]);
            let statement = match self {
                _ if is(OF_OTHER_INDEXES) => continue,
                OptionsOf::CreateTable if !is(KNOWN) || is(OF_BUILDS) => "CREATE TABLE",
                OptionsOf::CreateType if !is(&["IGNORE_DUP_KEY"]) => "CREATE TYPE",
                OptionsOf::AlterTable if !is(KNOWN) || is(&["DROP_EXISTING"]) => "ALTER TABLE",
                OptionsOf::CreateIndex if !is(KNOWN) => "CREATE INDEX",
                OptionsOf::RebuildIndex | OptionsOf::SetIndex if !is(KNOWN) => "ALTER INDEX",
                OptionsOf::RebuildIndex if is(&["DROP_EXISTING", "OPTIMIZE_FOR_SEQUENTIAL_KEY"]) => {
                    "ALTER INDEX REBUILD"
                }
                OptionsOf::SetIndex if !is(SETTABLE) => "ALTER INDEX SET",
                _ => continue,
            };
            let name = if is_reserved { option.name.text.to_lowercase() } else { option.name.text.to_string() };
            return Err(SqlError::unrecognized_option(name, statement));
        }
        Ok(())
    }

    /// Checks the options of all keys and indexes in the items of a table definition.
    pub fn check_items(
        self,
        columns: &[ColumnDefinition],
        constraints: &[TableConstraint],
        indexes: &[InlineIndex],
    ) -> Result<(), SqlError> {
        let check = |constraint: &TableConstraint| match &constraint.kind {
            ConstraintKind::Key { options, .. } => self.check(options),
            _ => Ok(()),
        };
        for option in columns.iter().flat_map(|column| &column.options) {
            match &option.kind {
                ColumnOptionKind::Constraint(constraint) => check(constraint)?,
                ColumnOptionKind::Index(index) => self.check(&index.options)?,
                _ => {}
            }
        }
        constraints.iter().try_for_each(check)?;
        indexes.iter().try_for_each(|index| self.check(&index.options))
    }
}

/// Options that some statement takes for rowstore indexes.
const KNOWN: &[&str] = &[
    "ALLOW_PAGE_LOCKS",
    "ALLOW_ROW_LOCKS",
    "DATA_COMPRESSION",
    "DROP_EXISTING",
    "FILLFACTOR",
    "IGNORE_DUP_KEY",
    "MAXDOP",
    "ONLINE",
    "OPTIMIZE_FOR_SEQUENTIAL_KEY",
    "PAD_INDEX",
    "RESUMABLE",
    "SORT_IN_TEMPDB",
    "STATISTICS_INCREMENTAL",
    "STATISTICS_NORECOMPUTE",
    "XML_COMPRESSION",
];

/// Options with errors of their own: those of columnstore and hash indexes and of other options.
const OF_OTHER_INDEXES: &[&str] =
    &["BUCKET_COUNT", "COMPRESSION_DELAY", "MAX_DURATION", "STATISTICS_ONLY", "WAIT_AT_LOW_PRIORITY"];

/// Options of the statements that build an index of an existing table.
const OF_BUILDS: &[&str] = &["DROP_EXISTING", "MAXDOP", "ONLINE", "SORT_IN_TEMPDB"];

/// Options of ALTER INDEX SET.
const SETTABLE: &[&str] =
    &["ALLOW_PAGE_LOCKS", "ALLOW_ROW_LOCKS", "IGNORE_DUP_KEY", "OPTIMIZE_FOR_SEQUENTIAL_KEY", "STATISTICS_NORECOMPUTE"];
