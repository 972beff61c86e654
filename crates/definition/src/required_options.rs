//! The SET options that persisted computed columns, indexes on computed columns and filtered
//! indexes need, when they are created and when their rows change
//! (`t-sql/statements/set-statements-transact-sql.md`, *Considerations When You Use the SET
//! Statements*).

use sluice_catalog::{Index, Table};
use sluice_functions::{SetOption, SetOptions};
use sluice_types::SqlError;

/// Fails with 1934 for `statement` if `table` needs other SET options. The message lists the
/// options that are wrong.
pub fn check_table_options(table: &Table, options: SetOptions, statement: &str) -> Result<(), SqlError> {
    check_new_options((0, table), options, statement)
}

/// Fails with 1934 for `statement` if `table` needs other SET options for more columns and indexes
/// than `before`, as counted by [`parts_with_needs`].
pub fn check_new_options(
    (before, table): (usize, &Table),
    options: SetOptions,
    statement: &str,
) -> Result<(), SqlError> {
    if parts_with_needs(table) > before { check_required_options(options, statement) } else { Ok(()) }
}

/// Returns the number of persisted computed columns, filtered indexes and indexes on computed
/// columns. A table variable's computed columns need no options.
pub fn parts_with_needs(table: &Table) -> usize {
    let computed = table.columns.iter().filter_map(|column| column.computed.as_ref());
    let persisted = computed.filter(|computed| computed.is_persisted && !table.is_variable());
    table.indexes.iter().filter(|index| index_needs_options(table, index)).count() + persisted.count()
}

/// Whether an index of `table` is filtered or has a computed column.
pub fn index_needs_options(table: &Table, index: &Index) -> bool {
    let is_computed = |place: usize| table.columns[place].computed.is_some();
    index.filter.is_some()
        || index.keys.iter().any(|key| is_computed(key.column))
        || index.included.iter().any(|place| is_computed(*place))
}

/// Fails with 1934 for `statement` under other SET options than indexed views, persisted computed
/// columns, filtered indexes and methods of xml need. The message lists the options that are wrong.
pub fn check_required_options(options: SetOptions, statement: &str) -> Result<(), SqlError> {
    // ANSI_WARNINGS ON implies ARITHABORT.
    let is_fine = |option: SetOption| match option {
        SetOption::NumericRoundAbort => !options.has(option),
        SetOption::ArithAbort => options.has(option) || options.has(SetOption::AnsiWarnings),
        _ => options.has(option),
    };
    let wrong: Vec<&str> = NEEDED.iter().filter(|(option, _)| !is_fine(*option)).map(|(_, name)| *name).collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(SqlError::set_options_incorrect(statement, wrong.join(", "))),
    }
}

/// The options, all ON but NUMERIC_ROUNDABORT.
const NEEDED: [(SetOption, &str); 7] = [
    (SetOption::AnsiNulls, "ANSI_NULLS"),
    (SetOption::QuotedIdentifier, "QUOTED_IDENTIFIER"),
    (SetOption::ConcatNullYieldsNull, "CONCAT_NULL_YIELDS_NULL"),
    (SetOption::AnsiWarnings, "ANSI_WARNINGS"),
    (SetOption::AnsiPadding, "ANSI_PADDING"),
    (SetOption::ArithAbort, "ARITHABORT"),
    (SetOption::NumericRoundAbort, "NUMERIC_ROUNDABORT"),
];
