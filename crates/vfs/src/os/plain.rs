//! Systems without special support: the system's cache, and a separate sync after each synchronous
//! write.

use crate::file::{BootId, Durability, MappedFile};
use crate::persistent::{Persistence, PersistentMemory, no_dax};
use sluice_base::machine::Volume;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Whether the system makes the writes of a synchronous handle durable without a separate sync.
pub(super) const WRITES_ARE_SYNCHRONOUS: bool = false;

/// Returns `None`: not implemented on this platform.
pub(crate) fn volume(_path: &Path) -> Option<Volume> {
    None
}

/// Does nothing on this platform.
pub(super) fn set_durability(_options: &mut OpenOptions, _durability: Durability) {}

/// Always returns false: direct I/O is not implemented on this platform.
pub(super) fn set_direct(_file: &File, _direct: bool) -> io::Result<bool> {
    Ok(false)
}

/// Allocates space for the range by writing zeroes beyond the file's end, and makes the file at
/// least that long. Existing bytes stay. A hole within the file stays a hole.
pub(super) fn allocate(file: &File, offset: u64, length: u64) -> io::Result<()> {
    let end = offset.checked_add(length).ok_or(io::ErrorKind::FileTooLarge)?;
    let mut len = file.metadata()?.len();
    let zeroes = [0; 65_536];
    while len < end {
        let part = (end - len).min(zeroes.len() as u64);
        super::transfer::write_all(file, &zeroes[..part as usize], len, 1)?;
        len += part;
    }
    Ok(())
}

/// Writes the beginning of `parts`: on this platform, only the first part. Returns
/// the number of bytes written.
pub(super) fn write_some_parts(file: &File, parts: &[(u64, &[u8])]) -> io::Result<usize> {
    let Some((offset, first)) = parts.first() else { return Ok(0) };
    super::transfer::write_all(file, first, *offset, 1)?;
    Ok(first.len())
}

/// Returns 0: on this platform, parts are read one by one.
pub(super) fn read_some_parts(_file: &File, _parts: &mut [(u64, &mut [u8])]) -> io::Result<usize> {
    Ok(0)
}

/// Returns the largest sector size, because the device's is unknown on this platform.
pub(super) fn sector_size(_file: &File) -> io::Result<u32> {
    Ok(4096)
}

/// Not implemented on this platform: returns `Unsupported`.
pub(super) fn map(_file: &File, _bytes: usize) -> io::Result<Box<dyn MappedFile>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Not implemented on this platform: returns `Unsupported`.
pub(super) fn map_persistent(
    _file: &File,
    _bytes: usize,
    _persistence: Persistence,
) -> io::Result<Box<dyn PersistentMemory>> {
    Err(no_dax())
}

/// Returns a number that all systems allow: the limit is unknown on this platform.
pub(super) fn descriptor_limit() -> u64 {
    256
}

/// Returns `None`: the system's current run is unknown on this platform.
pub(super) fn boot_id() -> Option<BootId> {
    None
}
