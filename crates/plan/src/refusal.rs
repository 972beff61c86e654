//! The refusal of what Sluice cannot do yet: always by name, never in silence.

use sluice_types::SqlError;

/// 40517: Keyword or statement option '`what`' is not supported in this version of SQL Server.
pub fn unsupported(what: &str) -> SqlError {
    SqlError::new(40517, 16, 1, vec![what.to_owned()])
}
