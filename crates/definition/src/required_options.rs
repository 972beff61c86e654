//! The SET options that filtered indexes and indexes on computed columns need, when they are
//! created and when their rows change (`t-sql/statements/set-statements-transact-sql.md`,
//! *Considerations When You Use the SET Statements*).

use sluice_catalog::{Index, Table};
use sluice_functions::{SetOption, SetOptions};
use sluice_types::SqlError;

/// Fails with 1934 for `statement` if `table` has an index that needs other SET options. The
/// message lists the options that are wrong. Passes if no index is filtered or on a computed
/// column.
pub fn check_index_options(table: &Table, options: SetOptions, statement: &str) -> Result<(), SqlError> {
    let is_computed = |place: usize| table.columns[place].computed.is_some();
    let needs = |index: &Index| {
        index.filter.is_some()
            || index.keys.iter().any(|key| is_computed(key.column))
            || index.included.iter().any(|place| is_computed(*place))
    };
    if table.indexes.iter().any(needs) { check_required_options(options, statement) } else { Ok(()) }
}

/// Fails with 1934 for `statement` under other SET options than indexed views, filtered indexes and
/// indexes on computed columns need. The message lists the options that are wrong.
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
