//! The buffer pool extension of a run. Its disk may lie, and a start may find another file in place
//! of the one that the life before left.
//!
//! The extension has no data of its own. Whatever its disk does, the databases have their content,
//! and only the statement that turns it on may be refused. An extension on a sound disk never
//! fails.

use crate::random::Random;
use sluice_base::schedule;
use sluice_vfs::{
    Access, Create, Durability, File, FileError, ForwardingFile, ForwardingFs, OpenOptions, Operation, Vfs,
};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The extension as a run draws it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extension {
    /// The file's length: one, two or four times that of the pool.
    bytes: u64,
    /// One in so many calls on the file does something else than it reports, or fails.
    lies_one_in: Option<u64>,
}

impl Extension {
    /// Draws an extension for a pool of `pool_pages`. Half of the runs have none.
    pub(super) fn drawn(random: &mut Random, pool_pages: usize) -> Option<Extension> {
        let bytes = (pool_pages * PAGE) as u64 * random.pick(&[1, 2, 4]);
        let lies_one_in = random.pick(&[None, None, Some(20), Some(300)]);
        random.chance(2).then_some(Extension { bytes, lies_one_in })
    }

    /// Returns the statement that turns the extension on.
    pub(super) fn turn_on(self) -> String {
        let kilobytes = self.bytes >> 10;
        format!("ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = '{PATH}', SIZE = {kilobytes} KB);")
    }

    /// Whether the file has what was written to it.
    pub(super) fn is_sound(self) -> bool {
        self.lies_one_in.is_none()
    }
}

/// A file system in which the calls on the extension's file lie.
pub(super) struct LyingDisk {
    inner: Arc<dyn Vfs>,
    one_in: u64,
}

impl LyingDisk {
    /// Returns `inner` with the lies of the extension's disk.
    pub(super) fn over(inner: Arc<dyn Vfs>, extension: Option<Extension>) -> Arc<dyn Vfs> {
        match extension.and_then(|extension| extension.lies_one_in) {
            None => inner,
            Some(one_in) => Arc::new(LyingDisk { inner, one_in }),
        }
    }
}

impl ForwardingFs for LyingDisk {
    fn inner(&self) -> &dyn Vfs {
        &*self.inner
    }

    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.inner.open(path, options)?;
        if path != Path::new(PATH) {
            return Ok(inner);
        }
        Ok(Arc::new(LyingFile { inner, one_in: self.one_in }))
    }
}

struct LyingFile {
    inner: Arc<dyn File>,
    one_in: u64,
}

impl LyingFile {
    fn lies(&self) -> bool {
        schedule::is_task() && schedule::draw(self.one_in) == 0
    }

    /// Draws the offset of another place with `length` bytes in the file.
    fn elsewhere(&self, length: usize) -> Result<u64, FileError> {
        let last = self.inner.len()?.saturating_sub(length as u64) / PAGE as u64;
        Ok(schedule::draw(last + 1) * PAGE as u64)
    }

    fn failed<T>(&self, operation: Operation) -> Result<T, FileError> {
        Err(FileError::new(operation, self.inner.path(), io::Error::other("the extension's disk fails")))
    }
}

impl ForwardingFile for LyingFile {
    fn inner(&self) -> &dyn File {
        &*self.inner
    }

    /// May fail, return the bytes of another place, no bytes, or a flipped bit.
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        if !self.lies() {
            return self.inner.read_at(buf, offset);
        }
        match schedule::draw(4) {
            0 => self.failed(Operation::Read),
            1 => self.inner.read_at(buf, self.elsewhere(buf.len())?),
            2 => {
                buf.fill(0);
                Ok(())
            }
            _ => {
                self.inner.read_at(buf, offset)?;
                let bit = schedule::draw(8 * buf.len() as u64) as usize;
                buf[bit / 8] ^= 1 << (bit % 8);
                Ok(())
            }
        }
    }

    /// May fail, write to another place, nothing, or the first half.
    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        if !self.lies() {
            return self.inner.write_at(buf, offset);
        }
        match schedule::draw(4) {
            0 => self.failed(Operation::Write),
            1 => self.inner.write_at(buf, self.elsewhere(buf.len())?),
            2 => Ok(()),
            _ => self.inner.write_at(&buf[..buf.len() / 2], offset),
        }
    }
}

/// The extension's files of earlier lives.
pub(super) struct PastFiles {
    random: Random,
    files: Vec<Vec<u8>>,
}

impl PastFiles {
    pub(super) fn new(random: Random) -> PastFiles {
        PastFiles { random, files: Vec::new() }
    }

    /// Keeps the file that a life has left. On a disk that lies, puts at times a file of an earlier
    /// life in its place, or a part of it, or none, or a foreign one.
    pub(super) fn put_back(&mut self, disk: &dyn Vfs, extension: Extension) {
        let Some(present) = content(disk) else { return };
        let past = self.random.below(self.files.len() as u64 + 1) as usize;
        let file = match self.random.below(8) {
            _ if extension.is_sound() => None,
            0..=2 => self.files.get(past).cloned(),
            3 => Some(present[..present.len() / 2].to_vec()),
            4 => Some(Vec::new()),
            5 => Some(b"foreign".repeat(PAGE)),
            _ => None,
        };
        self.files.push(present);
        if let Some(file) = file {
            replace(disk, &file);
        }
    }
}

fn content(disk: &dyn Vfs) -> Option<Vec<u8>> {
    let file = disk.open(Path::new(PATH), options(Create::Never)).ok()?;
    let mut bytes = vec![0; file.len().ok()? as usize];
    file.read_at(&mut bytes, 0).ok()?;
    Some(bytes)
}

/// Replaces the file by another one with these bytes. Without bytes, only removes it.
fn replace(disk: &dyn Vfs, bytes: &[u8]) {
    let path = Path::new(PATH);
    disk.remove(path).expect("the file exists");
    if !bytes.is_empty() {
        let file = disk.open(path, options(Create::New)).expect("the disk has room");
        file.write_at(bytes, 0).expect("the disk has room");
        file.sync().expect("the disk works");
    }
    disk.sync_dir(path.parent().expect("a folder")).expect("the disk works");
}

fn options(create: Create) -> OpenOptions {
    OpenOptions { create, access: Access::Buffered, durability: Durability::Deferred }
}

/// The extension's file.
const PATH: &str = "/data/pool.bpe";
/// The bytes of a page.
const PAGE: usize = 8192;
