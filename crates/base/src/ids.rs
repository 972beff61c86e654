//! The ids that cross crate borders. Each id is a type of its own, so that ids of different kinds
//! can't be confused.

use std::fmt;

/// A position in a database's log. Bits 63..16 hold the log block's position in units of 512 bytes
/// of the endless log stream. Bits 15..0 hold the record's byte offset inside that block. LSNs
/// increase monotonically within a database; zero means "none".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Lsn(pub u64);

impl Lsn {
    /// No record. Smaller than every real LSN.
    pub const NONE: Lsn = Lsn(0);
    /// The unit of [`Lsn::block`], in bytes.
    pub const BLOCK_UNIT: u64 = 512;

    /// Returns the LSN of the record at byte `offset` of the block at `block` (in units of 512
    /// bytes of the stream).
    pub const fn new(block: u64, offset: u16) -> Lsn {
        Lsn(block << 16 | offset as u64)
    }

    /// Returns the block's position in the log stream, in units of 512 bytes.
    pub const fn block(self) -> u64 {
        self.0 >> 16
    }

    /// Returns the record's byte offset inside its block.
    pub const fn offset(self) -> u16 {
        self.0 as u16
    }

    /// Whether this is [`Lsn::NONE`].
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for Lsn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}:{:x}", self.block(), self.offset())
    }
}

/// A database of the instance: SQL Server's `database_id` (1 master, 2 tempdb, 3 model, 4 msdb, 5
/// the first user database).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DatabaseId(pub u16);

/// A file of a database: 1 is the primary data file, 2 the log, 3 and above are other data files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u16);

impl FileId {
    /// The primary data file.
    pub const PRIMARY: FileId = FileId(1);
    /// The log.
    pub const LOG: FileId = FileId(2);
}

/// A filegroup of a database: 1 is PRIMARY. SQL Server's `data_space_id`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FilegroupId(pub u16);

impl FilegroupId {
    /// The filegroup PRIMARY, which has the primary data file and the system tables.
    pub const PRIMARY: FilegroupId = FilegroupId(1);
}

/// A page of a database: its file and its number in that file, in units of 8 KB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId {
    /// The data file.
    pub file: FileId,
    /// The page's number in the file.
    pub page: u32,
}

impl PageId {
    /// No page: page 0 of file 0, which no database has.
    pub const NONE: PageId = PageId { file: FileId(0), page: 0 };

    /// Returns the id of page `page` of the primary data file.
    pub const fn primary(page: u32) -> PageId {
        PageId { file: FileId::PRIMARY, page }
    }

    /// Whether this is [`PageId::NONE`].
    pub fn is_none(self) -> bool {
        self == PageId::NONE
    }
}

impl fmt::Display for PageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}:{})", self.file.0, self.page)
    }
}

impl fmt::Debug for PageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A transaction of one database. Numbers are assigned in ascending order and never reused, even
/// across restarts. Zero means "none".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TxnId(pub u64);

impl TxnId {
    /// No transaction: the writer of system records.
    pub const NONE: TxnId = TxnId(0);
}

/// An object of a database (table, index root, ...): SQL Server's `object_id`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ObjectId(pub i32);

/// A session of the instance: SQL Server's `session_id`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SessionId(pub u16);

/// A database's identity on disk, drawn at its creation. Its pages and log blocks carry this
/// number, so that a file of another database is never taken for its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DatabaseGuid(pub u64);
