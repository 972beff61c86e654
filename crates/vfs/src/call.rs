//! Names of the calls of both traits, for implementations that match or record calls.

use crate::error::Operation;

/// A call of [`crate::file::Vfs`] or [`crate::file::File`] that may touch the device. Queries of
/// the path, the sector size and direct I/O are excluded.
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
    /// [`crate::file::Vfs::map`]. Stores into the mapping are no calls.
    Map,
    /// [`crate::file::Vfs::map_persistent`].
    MapPersistent,
    /// A store into persistent memory. It can't fail: only hooks and power cuts have an effect.
    Store,
    /// [`crate::persistent::PersistentMemory::write_back`], which can't fail either.
    WriteBack,
    /// [`crate::file::File::read_at`], and each read of a [`crate::file::File::read_batch`].
    Read,
    /// [`crate::file::File::write_at`], and each write of a [`crate::file::File::write_batch`].
    Write,
    /// [`crate::file::File::sync`].
    Sync,
    /// [`crate::file::File::len`].
    Len,
    /// [`crate::file::File::allocate`].
    Allocate,
    /// [`crate::file::File::truncate`].
    Truncate,
}

impl CallKind {
    /// Returns the call's name in a trace. The name is that of the function, in lower case.
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
            CallKind::MapPersistent => "map_persistent",
            CallKind::Store => "store",
            CallKind::WriteBack => "write_back",
            CallKind::Read => "read",
            CallKind::Write => "write",
            CallKind::Sync => "sync",
            CallKind::Len => "len",
            CallKind::Allocate => "allocate",
            CallKind::Truncate => "truncate",
        }
    }

    /// Returns the operation that a [`crate::error::FileError`] of this call reports. Mappings
    /// report `Open`, write-backs and `sync_dir` report `Sync`, stores `Write`, truncations
    /// `Length`.
    pub fn operation(self) -> Operation {
        match self {
            CallKind::Open | CallKind::Map | CallKind::MapPersistent => Operation::Open,
            CallKind::Lock => Operation::Lock,
            CallKind::Exists => Operation::Exists,
            CallKind::List => Operation::List,
            CallKind::CreateDirAll => Operation::MakeFolder,
            CallKind::Rename => Operation::Rename,
            CallKind::Remove => Operation::Remove,
            CallKind::SyncDir | CallKind::Sync | CallKind::WriteBack => Operation::Sync,
            CallKind::Read => Operation::Read,
            CallKind::Write | CallKind::Store => Operation::Write,
            CallKind::Len | CallKind::Truncate => Operation::Length,
            CallKind::Allocate => Operation::Allocate,
        }
    }
}
