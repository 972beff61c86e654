//! The server itself: KILL, RECONFIGURE, SHUTDOWN, ALTER SERVER CONFIGURATION.

use super::expr::Expr;
use super::file::FileSize;

/// `KILL session [WITH STATUSONLY]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kill {
    /// A session's number, or a unit of work as a string.
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
        /// How large.
        size: FileSize,
    },
    /// `OFF`.
    Off,
}
