//! Errors that several binders raise. An unsupported feature is always refused by name, never
//! ignored.

use sluice_syntax::SyntaxError;
use sluice_syntax::ast::NamedOption;
use sluice_types::SqlError;
use std::fmt::Display;

/// Error 40517: Keyword or statement option '`what`' is not supported in this version of SQL
/// Server.
pub fn unsupported(what: &str) -> SqlError {
    SqlError::unsupported_option(what)
}

/// Returns the parser's error, without its position.
pub fn syntax_error(error: &SyntaxError) -> SqlError {
    SqlError::new(error.number, error.severity(), error.state(), error.arguments())
}

/// Fails with 1039 if an option is given twice.
pub fn refuse_repetition(options: &[NamedOption]) -> Result<(), SqlError> {
    for (place, option) in options.iter().enumerate() {
        if options[..place].iter().any(|other| other.name.is(&option.name.text)) {
            return Err(SqlError::option_repeated(&option.name.text));
        }
    }
    Ok(())
}

/// Returns 8158 if the table `name` has more columns than its column list, and 8159 if it has
/// fewer.
pub fn column_count_differs(has_more: bool, name: &str) -> SqlError {
    match has_more {
        true => SqlError::more_columns_than_list(name),
        false => SqlError::fewer_columns_than_list(name),
    }
}

/// Returns 313 if a call of a function has too few arguments, and 8144 if it has too many.
pub fn argument_count_differs(is_short: bool, function: impl Display) -> SqlError {
    match is_short {
        true => SqlError::too_few_arguments(function),
        false => SqlError::too_many_arguments(function),
    }
}
