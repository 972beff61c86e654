//! The tree of ALTER SERVER CONFIGURATION, of which only the buffer pool extension is parsed.

use super::file::FileSize;

/// `ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (...) | OFF`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BufferPoolExtension {
    /// `ON (FILENAME = 'file', SIZE = size)`.
    On {
        /// The file.
        file: Box<str>,
        /// `SIZE`. Its unit is never `Terabytes`, and `None` if omitted.
        size: FileSize,
    },
    /// `OFF`.
    Off,
}
