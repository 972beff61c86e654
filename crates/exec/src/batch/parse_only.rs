//! SET PARSEONLY, which takes effect when a batch is parsed
//! (`t-sql/statements/set-parseonly-transact-sql.md`). A batch that leaves it ON is parsed, but
//! neither compiled nor run.

use super::compiler::syntax_error;
use sluice_syntax::ast::{SetOption, Statement, StatementKind};
use sluice_types::SqlError;

/// Returns the setting of PARSEONLY after a batch, or `None` if the batch doesn't set it. Fails
/// with the syntax errors.
pub fn read_only(text: &str, quoted_identifier: bool) -> Result<Option<bool>, Vec<SqlError>> {
    let script = sluice_syntax::parse_quoted(text, quoted_identifier);
    if !script.errors.is_empty() {
        return Err(script.errors.iter().map(syntax_error).collect());
    }
    Ok(last_setting(&script.statements))
}

/// Returns the setting of the last SET PARSEONLY among these statements, or `None` without one.
pub(super) fn last_setting(statements: &[Statement]) -> Option<bool> {
    statements.iter().filter_map(setting).next_back()
}

/// Returns the setting if the SET statement sets PARSEONLY, alone or among others. `None` for other
/// SET statements.
pub(super) fn parses_only(option: &SetOption) -> Option<bool> {
    match option {
        SetOption::Switch { options, on } if options.iter().any(|option| option.is("PARSEONLY")) => Some(*on),
        _ => None,
    }
}

fn setting(statement: &Statement) -> Option<bool> {
    match &statement.kind {
        StatementKind::SetOption(option) => parses_only(option),
        kind => kind.inner().into_iter().rev().find_map(setting),
    }
}
