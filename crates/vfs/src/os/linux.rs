//! Linux-specific calls: unbuffered and data-synchronous I/O, reserved space, the device's sector
//! size.

use super::mapping::OsMapping;
use super::persistent::OsPersistentMemory;
use crate::file::{BootId, Durability, MappedFile};
use crate::persistent::{Persistence, PersistentMemory};
use sluice_base::machine::Volume;
use std::ffi::CString;
use std::fs::{File, OpenOptions};
use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// Whether the system makes the writes of a synchronous handle durable without a separate sync.
pub(super) const WRITES_ARE_SYNCHRONOUS: bool = true;

/// Makes every write through `options` durable on return if `durability` asks for it.
pub(super) fn set_durability(options: &mut OpenOptions, durability: Durability) {
    if durability == Durability::Synchronous {
        options.custom_flags(libc::O_DSYNC);
    }
}

/// Returns size, free space and mode of the volume of `path`. `None` if the system call fails.
/// Mount point and file system stay empty.
pub(crate) fn volume(path: &Path) -> Option<Volume> {
    let name = CString::new(path.as_os_str().as_bytes()).ok()?;
    let mut found = MaybeUninit::<libc::statvfs>::uninit();
    // SAFETY: `name` is a string that ends with NUL, and `found` has room for the result.
    if unsafe { libc::statvfs(name.as_ptr(), found.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: the call has succeeded, so it has written the whole result.
    let found = unsafe { found.assume_init() };
    Some(Volume {
        total_bytes: found.f_blocks * found.f_frsize,
        available_bytes: found.f_bavail * found.f_frsize,
        is_read_only: found.f_flag & libc::ST_RDONLY != 0,
        ..Volume::default()
    })
}

/// Returns the flags with which the file was opened, as the system reports them (F_GETFL).
pub(super) fn flags(file: &File) -> io::Result<i32> {
    // SAFETY: the file descriptor is open for as long as `file` is borrowed; F_GETFL takes no
    // further argument.
    let flags = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETFL) };
    if flags < 0 { Err(io::Error::last_os_error()) } else { Ok(flags) }
}

/// Turns direct I/O on or off. Returns false if the file system doesn't support it.
///
/// The flag is set on the open file rather than when opening: an open with O_DIRECT that the file
/// system refuses has already created the file.
pub(super) fn set_direct(file: &File, direct: bool) -> io::Result<bool> {
    let flags = flags(file)?;
    let flags = if direct { flags | libc::O_DIRECT } else { flags & !libc::O_DIRECT };
    // SAFETY: the file descriptor is open for as long as `file` is borrowed; F_SETFL takes an int
    // and touches no memory of ours.
    if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, flags) } >= 0 {
        return Ok(true);
    }
    let error = io::Error::last_os_error();
    if error.raw_os_error() == Some(libc::EINVAL) { Ok(false) } else { Err(error) }
}

/// Reserves space for the range and makes the file at least that long; new bytes read as zeroes. A
/// file system without the call gets zeros written at its end. Fails if the disk is full.
pub(super) fn allocate(file: &File, offset: u64, length: u64) -> io::Result<()> {
    let too_large = |_| io::Error::from(io::ErrorKind::FileTooLarge);
    let start = libc::off64_t::try_from(offset).map_err(too_large)?;
    let bytes = libc::off64_t::try_from(length).map_err(too_large)?;
    loop {
        // SAFETY: the file descriptor is open for as long as `file` is borrowed; the call touches
        // no memory of ours.
        if unsafe { libc::fallocate64(file.as_raw_fd(), 0, start, bytes) } == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EINTR) => {}
            Some(libc::EOPNOTSUPP) => return append_zeroes(file, offset + length),
            _ => return Err(error),
        }
    }
}

/// Writes the beginning of `parts`, each adjacent to the one before, in a single call. Returns the
/// number of bytes written. At most [`PARTS_MAX`] parts. The rest is the caller's. Interrupted
/// calls fail.
pub(super) fn write_some_parts(file: &File, parts: &[(u64, &[u8])]) -> io::Result<usize> {
    let offset = parts.first().map_or(0, |(offset, _)| *offset);
    let start = libc::off64_t::try_from(offset).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
    let vectors: Vec<IoSlice<'_>> = parts.iter().take(PARTS_MAX).map(|(_, part)| IoSlice::new(part)).collect();
    // SAFETY: an `IoSlice` is an iovec by its documented layout. The vectors and their bytes are
    // borrowed until the call returns, and the call only reads them. Their number, at most
    // PARTS_MAX, fits an int.
    let written = unsafe {
        libc::pwritev64(file.as_raw_fd(), vectors.as_ptr().cast::<libc::iovec>(), vectors.len() as libc::c_int, start)
    };
    usize::try_from(written).map_err(|_| io::Error::last_os_error())
}

/// Fills the beginning of `parts`, each adjacent to the one before, by a single call. Returns the
/// number of bytes read. At most [`PARTS_MAX`] parts. The rest is the caller's. Interrupted calls
/// fail.
pub(super) fn read_some_parts(file: &File, parts: &mut [(u64, &mut [u8])]) -> io::Result<usize> {
    let offset = parts.first().map_or(0, |(offset, _)| *offset);
    let start = libc::off64_t::try_from(offset).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
    let vectors: Vec<IoSliceMut<'_>> =
        parts.iter_mut().take(PARTS_MAX).map(|(_, part)| IoSliceMut::new(part)).collect();
    // SAFETY: an `IoSliceMut` is an iovec by its documented layout. The vectors and their bytes are
    // borrowed until the call returns, the bytes mutably. Their number, at most PARTS_MAX, fits an
    // int.
    let read = unsafe {
        libc::preadv64(file.as_raw_fd(), vectors.as_ptr().cast::<libc::iovec>(), vectors.len() as libc::c_int, start)
    };
    usize::try_from(read).map_err(|_| io::Error::last_os_error())
}

/// Returns the number of bytes that the device below `file` writes atomically: 512 to 4,096, or
/// 4,096 if unknown. The figure is the physical block size of the block device.
pub(super) fn sector_size(file: &File) -> io::Result<u32> {
    let device = file.metadata()?.dev();
    let folder = PathBuf::from(format!("/sys/dev/block/{}:{}", libc::major(device), libc::minor(device)));
    // A partition shares the queue of its disk. Network and layered file systems have no device
    // there.
    let known = ["queue", "../queue"].iter().find_map(|queue| {
        let text = std::fs::read_to_string(folder.join(queue).join("physical_block_size")).ok()?;
        text.trim().parse::<u32>().ok()
    });
    Ok(known.filter(|bytes| bytes.is_power_of_two()).map_or(4096, |bytes| bytes.clamp(512, 4096)))
}

/// Maps the first `bytes` bytes of the file, which must exist.
pub(super) fn map(file: &File, bytes: usize) -> io::Result<Box<dyn MappedFile>> {
    Ok(Box::new(OsMapping::new(file, bytes)?))
}

/// Maps the first `bytes` bytes of the file as persistent memory.
pub(super) fn map_persistent(
    file: &File,
    bytes: usize,
    persistence: Persistence,
) -> io::Result<Box<dyn PersistentMemory>> {
    Ok(Box::new(OsPersistentMemory::new(file, bytes, persistence)?))
}

/// Returns the number of descriptors that the process may have, sockets included: the soft limit,
/// or 0 if the system doesn't report it.
pub(super) fn descriptor_limit() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a live value of the type that getrlimit fills in; getrlimit reads
    // none of our memory.
    let result = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) };
    if result == 0 { limit.rlim_cur } else { 0 }
}

/// Returns the kernel's identifier of its current run. `None` if it can't be read.
pub(super) fn boot_id() -> Option<BootId> {
    let text = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let digits: String = text.chars().filter(char::is_ascii_hexdigit).collect();
    u128::from_str_radix(&digits, 16).ok().map(BootId)
}

/// Allocates space beyond the file's end by writing zeroes, for file systems without reservations.
/// Holes before the end remain: filling them would race with writers. The file is reopened because
/// the handle's own flags may require aligned or synchronous writes.
fn append_zeroes(file: &File, end: u64) -> io::Result<()> {
    let mut plain = OpenOptions::new().append(true).open(descriptor_path(file.as_raw_fd()))?;
    let mut len = plain.metadata()?.len();
    let zeroes = [0; 65_536];
    while len < end {
        let part = (end - len).min(zeroes.len() as u64);
        plain.write_all(&zeroes[..part as usize])?;
        len += part;
    }
    Ok(())
}

fn descriptor_path(fd: RawFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{fd}"))
}

/// Maximum number of parts that the system accepts in a call.
const PARTS_MAX: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn append_zeroes_keeps_existing_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        std::fs::write(&path, [5; 100]).unwrap();
        let file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        append_zeroes(&file, 50).unwrap();
        append_zeroes(&file, 200_000).unwrap();
        let mut bytes = Vec::new();
        File::open(&path).unwrap().read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len(), 200_000);
        assert!(bytes[..100].iter().all(|byte| *byte == 5) && bytes[100..].iter().all(|byte| *byte == 0));
    }

    #[test]
    fn sector_size_is_power_of_two_within_bounds() {
        let sector = sector_size(&tempfile::tempfile().unwrap()).unwrap();
        assert!(sector.is_power_of_two() && (512..=4096).contains(&sector), "{sector}");
    }
}
