//! Systems without a special path yet: the system's cache, and a sync of our own after each synchronous write.

use crate::file::{BootId, Durability, MappedFile};
use std::fs::{File, OpenOptions};
use std::io;

/// Whether a synchronous handle's writes are durable without a sync of our own.
pub(super) const WRITES_ARE_SYNCHRONOUS: bool = false;

/// Adds to `options` what makes every write durable when it returns: nothing here.
pub(super) fn set_durability(_options: &mut OpenOptions, _durability: Durability) {}

/// Turns I/O past the system's cache on or off; false where there is none.
pub(super) fn set_direct(_file: &File, _direct: bool) -> io::Result<bool> {
    Ok(false)
}

/// Takes space for the range by writing zeroes beyond the file's end, and makes the file at least that long.
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

/// Writes the beginning of `parts` from `offset` on: here no more than the first; says how many bytes that were.
pub(super) fn write_some_parts(file: &File, parts: &[&[u8]], offset: u64) -> io::Result<usize> {
    let Some(first) = parts.first() else { return Ok(0) };
    super::transfer::write_all(file, first, offset, 1)?;
    Ok(first.len())
}

/// The unit that the device below `file` writes whole, in bytes: not known here.
pub(super) fn sector_size(_file: &File) -> io::Result<u32> {
    Ok(4096)
}

/// Shares a file's bytes with the system: not yet here.
pub(super) fn map(_file: &File, _bytes: usize) -> io::Result<Box<dyn MappedFile>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The system's current run: not known here.
pub(super) fn boot_id() -> Option<BootId> {
    None
}
