//! The name of every call of the two traits, for faces that match or record calls.

use crate::error::Operation;

/// A call of [`crate::file::Vfs`] or [`crate::file::File`] that may touch the device. Asking for the path, the sector size or
/// whether I/O is direct is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CallKind {
    /// [`crate::file::Vfs::open`].
    Open,
    /// [`crate::file::Vfs::lock`].
    Lock,
    /// [`crate::file::Vfs::exists`].
    Exists,
    /// [`crate::file::Vfs::list`].
    List,
    /// [`crate::file::Vfs::create_dir_all`].
    CreateDirAll,
    /// [`crate::file::Vfs::rename`].
    Rename,
    /// [`crate::file::Vfs::remove`].
    Remove,
    /// [`crate::file::Vfs::sync_dir`].
    SyncDir,
    /// [`crate::file::Vfs::map`]. What is stored in the mapping is no call.
    Map,
    /// [`crate::file::File::read_at`].
    Read,
    /// [`crate::file::File::write_at`], and each write of a [`crate::file::File::write_batch`].
    Write,
    /// [`crate::file::File::sync`].
    Sync,
    /// [`crate::file::File::len`].
    Len,
    /// [`crate::file::File::allocate`].
    Allocate,
}

impl CallKind {
    /// The word for it in a trace.
    pub fn name(self) -> &'static str {
        match self {
            CallKind::Open => "open",
            CallKind::Lock => "lock",
            CallKind::Exists => "exists",
            CallKind::List => "list",
            CallKind::CreateDirAll => "create_dir_all",
            CallKind::Rename => "rename",
            CallKind::Remove => "remove",
            CallKind::SyncDir => "sync_dir",
            CallKind::Map => "map",
            CallKind::Read => "read",
            CallKind::Write => "write",
            CallKind::Sync => "sync",
            CallKind::Len => "len",
            CallKind::Allocate => "allocate",
        }
    }

    /// How a [`crate::error::FileError`] of this call names what was tried.
    pub fn operation(self) -> Operation {
        match self {
            CallKind::Open | CallKind::Map => Operation::Open,
            CallKind::Lock => Operation::Lock,
            CallKind::Exists => Operation::Exists,
            CallKind::List => Operation::List,
            CallKind::CreateDirAll => Operation::MakeFolder,
            CallKind::Rename => Operation::Rename,
            CallKind::Remove => Operation::Remove,
            CallKind::SyncDir | CallKind::Sync => Operation::Sync,
            CallKind::Read => Operation::Read,
            CallKind::Write => Operation::Write,
            CallKind::Len => Operation::Length,
            CallKind::Allocate => Operation::Allocate,
        }
    }
}
