//! ALTER SERVER CONFIGURATION.

use super::file::FileSize;

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
