//! Handles, mappings and locks of files in memory.

use super::node::{Device, Node};
use crate::alignment;
use crate::error::{FileError, Operation};
use crate::file::{Access, File, FileLock, MappedFile, OpenOptions};
use crate::persistent::PersistentMemory;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use std::io;
use std::path::{Path, PathBuf};

/// A handle of a file in memory. Calls fail once its device has crashed.
pub(super) struct MemFile {
    pub(super) node: Arc<Node>,
    pub(super) device: Arc<Device>,
    pub(super) path: PathBuf,
    pub(super) options: OpenOptions,
}

impl File for MemFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.check(Operation::Read, buf, offset)?;
        let length = buf.len() as u64;
        let at = |source| FileError::at(Operation::Read, &self.path, offset, length, source);
        self.node.read(&self.device, buf, offset).map_err(at)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        self.check(Operation::Write, buf, offset)?;
        let at = |source| FileError::at(Operation::Write, &self.path, offset, buf.len() as u64, source);
        self.node.write(&self.device, buf, offset, self.options.durability).map_err(at)
    }

    fn sync(&self) -> Result<(), FileError> {
        self.node.sync(&self.device).map_err(|source| FileError::new(Operation::Sync, &self.path, source))
    }

    fn len(&self) -> Result<u64, FileError> {
        self.node.len(&self.device).map_err(|source| FileError::new(Operation::Length, &self.path, source))
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        let at = |source| FileError::at(Operation::Allocate, &self.path, offset, length, source);
        if length == 0 {
            return Err(at(io::ErrorKind::InvalidInput.into()));
        }
        self.node.reserve(&self.device, offset, length).map_err(at)
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        let failed = |source| FileError::new(Operation::Length, &self.path, source);
        self.node.truncate(&self.device, length).map_err(failed)
    }

    fn sector_size(&self) -> u32 {
        self.device.sector
    }

    fn is_direct(&self) -> bool {
        self.options.access == Access::Direct
    }

    fn path(&self) -> &Path {
        &self.path
    }
}

impl MemFile {
    fn check(&self, operation: Operation, buf: &[u8], offset: u64) -> Result<(), FileError> {
        alignment::check(self.options.access, self.device.sector, operation, &self.path, buf, offset)
    }
}

/// A mapping of the first `bytes` bytes of a file in memory. Writes through it survive a killed
/// process; a power cut may lose them until a sync.
pub(super) struct MemMapping {
    pub(super) node: Arc<Node>,
    pub(super) device: Arc<Device>,
    pub(super) bytes: usize,
}

impl MappedFile for MemMapping {
    fn len(&self) -> usize {
        self.bytes
    }

    fn read(&self, offset: usize, buf: &mut [u8]) {
        assert!(offset + buf.len() <= self.bytes, "{} bytes at {offset} of a mapping of {}", buf.len(), self.bytes);
        self.node.load(buf, offset as u64);
    }

    fn write(&mut self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= self.bytes, "{} bytes at {offset} of a mapping of {}", bytes.len(), self.bytes);
        self.node.store(&self.device, bytes, offset as u64);
    }

    fn publish(&mut self, offset: usize, number: u64) {
        assert!(offset.is_multiple_of(8), "a number is published at a multiple of 8");
        self.write(offset, &number.to_le_bytes());
    }
}

/// The mapping of an ordinary file in the place of persistent memory: a write-back makes nothing
/// durable.
pub(super) struct CachedMemory(pub(super) MemMapping);

impl PersistentMemory for CachedMemory {
    fn len(&self) -> usize {
        self.0.bytes
    }

    fn store(&mut self, offset: usize, bytes: &[u8]) {
        self.0.write(offset, bytes);
    }

    fn store_word(&mut self, offset: usize, number: u64) {
        self.0.publish(offset, number);
    }

    fn write_back(&mut self, _offset: usize, _length: usize) {}
}

/// The first `bytes` bytes of a file in memory as persistent memory.
pub(super) struct MemPersistentMemory {
    pub(super) node: Arc<Node>,
    pub(super) device: Arc<Device>,
    pub(super) bytes: usize,
}

impl MemPersistentMemory {
    fn check(&self, offset: usize, bytes: usize) {
        assert!(offset + bytes <= self.bytes, "{bytes} bytes at {offset} of a mapping of {}", self.bytes);
    }
}

impl PersistentMemory for MemPersistentMemory {
    fn len(&self) -> usize {
        self.bytes
    }

    fn store(&mut self, offset: usize, bytes: &[u8]) {
        self.check(offset, bytes.len());
        self.node.store_persistent(&self.device, bytes, offset as u64);
    }

    fn store_word(&mut self, offset: usize, number: u64) {
        assert!(offset.is_multiple_of(8), "a word is stored at a multiple of 8");
        self.store(offset, &number.to_le_bytes());
    }

    fn write_back(&mut self, offset: usize, length: usize) {
        self.check(offset, length);
        self.node.write_back(&self.device, offset as u64, length as u64);
    }
}

/// The exclusive lock of a file, held until dropped.
pub(super) struct MemLock {
    node: Arc<Node>,
}

impl MemLock {
    /// Takes the lock. Fails with kind `WouldBlock` if it is held.
    pub(super) fn take(node: Arc<Node>) -> io::Result<MemLock> {
        if node.locked.swap(true, Ordering::AcqRel) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        Ok(MemLock { node })
    }
}

impl Drop for MemLock {
    fn drop(&mut self) {
        self.node.locked.store(false, Ordering::Release);
    }
}

impl FileLock for MemLock {}
