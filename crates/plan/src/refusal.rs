//! The error for unsupported features. An unsupported feature is always refused by name, never
//! ignored.

use sluice_types::SqlError;

/// Error 40517: Keyword or statement option '`what`' is not supported in this version of SQL
/// Server.
pub fn unsupported(what: &str) -> SqlError {
    SqlError::unsupported_option(what)
}
