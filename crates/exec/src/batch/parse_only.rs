//! SET PARSEONLY: it counts when a batch is read, not when it runs (`t-sql/statements/set-parseonly-transact-sql.md`). A batch that leaves it ON
//! is read, and nothing of it is compiled or run.

use super::compiler::syntax_error;
use sluice_syntax::ast::{SetOption, Statement, StatementKind};
use sluice_types::SqlError;

/// What a batch leaves PARSEONLY at, if it sets it; or what is wrong with its syntax.
pub fn read_only(text: &str) -> Result<Option<bool>, Vec<SqlError>> {
    let script = sluice_syntax::parse(text);
    if !script.errors.is_empty() {
        return Err(script.errors.iter().map(syntax_error).collect());
    }
    Ok(last_setting(&script.statements))
}

/// What the last SET PARSEONLY of these statements says.
pub(super) fn last_setting(statements: &[Statement]) -> Option<bool> {
    statements.iter().filter_map(setting).next_back()
}

/// What a SET option says about it.
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
