//! Server statements: KILL, RECONFIGURE, SHUTDOWN and ALTER SERVER CONFIGURATION.

use super::expr::Expr;
use super::file::FileSize;

/// `KILL session [WITH STATUSONLY]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kill {
    /// A session id, or a unit of work as a string.
    pub session: Expr,
    /// `WITH STATUSONLY`.
    pub status_only: bool,
}

/// `ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (...) | OFF`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BufferPoolExtension {
    /// `ON (FILENAME = 'file', SIZE = size)`.
    On {
        /// The file.
        file: Box<str>,
        /// `SIZE`.
        size: FileSize,
    },
    /// `OFF`.
    Off,
}
