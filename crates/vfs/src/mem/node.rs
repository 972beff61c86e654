//! A file independent of its names and handles.

use super::content::Content;
use super::crash::CrashMode;
use super::image::CHUNK_BYTES;
use crate::file::Durability;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, RwLock};
use std::io;
use std::ops::Range;

/// A file. It lives as long as a name or a handle refers to it.
pub(super) struct Node {
    /// Unique within the file system.
    pub(super) id: u64,
    /// Whether the exclusive lock is held.
    pub(super) locked: AtomicBool,
    state: RwLock<NodeState>,
}

struct NodeState {
    content: Content,
    /// Whether the file has a name. A file without a name uses no space.
    linked: bool,
}

/// The state shared by all files of a file system.
pub(super) struct Device {
    /// Set once by a crash. Every later call fails.
    pub(super) dead: AtomicBool,
    /// The unit that a power cut never tears, in bytes.
    pub(super) sector: u32,
    /// The unit that a power cut may destroy whole, in bytes.
    pub(super) rewrite: u32,
    /// Total bytes of space.
    capacity: u64,
    taken: Mutex<u64>,
    next_id: AtomicU64,
    /// Number of earlier power cuts.
    boots: u64,
}

impl Device {
    /// Returns an empty device. `capacity` is its size in bytes. Panics unless both units are
    /// powers of two, a sector has 512 to 4,096 bytes, and a rewrite unit is a sector to 4,096
    /// bytes.
    pub(super) fn new(sector: u32, rewrite: u32, capacity: u64) -> Device {
        assert!((512..=4096).contains(&sector) && sector.is_power_of_two(), "a sector has 512 to 4,096 bytes");
        assert!((sector..=4096).contains(&rewrite) && rewrite.is_power_of_two(), "a device rewrites whole sectors");
        let (dead, taken, next_id) = (AtomicBool::new(false), Mutex::new(0), AtomicU64::new(1));
        Device { dead, sector, rewrite, capacity, taken, next_id, boots: 0 }
    }

    /// Returns the device after a crash, with the same properties and no files.
    pub(super) fn successor(&self, mode: CrashMode) -> Device {
        let boots = match mode {
            CrashMode::ProcessKill => self.boots,
            CrashMode::PowerCut(_) => self.boots + 1,
        };
        Device { boots, ..Device::new(self.sector, self.rewrite, self.capacity) }
    }

    /// Returns the number of this run of the system. A power cut changes the number; a kill of the
    /// process keeps it.
    pub(super) fn boot(&self) -> u64 {
        self.boots + 1
    }

    /// Returns a number that no other file has got.
    pub(super) fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the bytes of space used by files that have a name.
    pub(super) fn bytes_taken(&self) -> u64 {
        *self.taken.lock()
    }

    /// Fails once the device has crashed.
    pub(super) fn alive(&self) -> io::Result<()> {
        if self.dead.load(Ordering::SeqCst) { Err(io::Error::other("the power was cut")) } else { Ok(()) }
    }

    /// Takes `bytes` of space if they are free. Returns whether they were.
    fn take(&self, bytes: u64) -> bool {
        let mut taken = self.taken.lock();
        let fits = taken.checked_add(bytes).is_some_and(|sum| sum <= self.capacity);
        if fits {
            *taken += bytes;
        }
        fits
    }

    /// Counts bytes that already exist, even if they exceed the capacity. For files that survived a
    /// crash.
    fn count(&self, bytes: u64) {
        *self.taken.lock() += bytes;
    }

    fn give_back(&self, bytes: u64) {
        *self.taken.lock() -= bytes;
    }
}

impl Node {
    /// Returns a file with this content and a name.
    pub(super) fn new(device: &Device, content: Content) -> Arc<Node> {
        device.count(content.bytes_taken());
        let state = RwLock::new(NodeState { content, linked: true });
        Arc::new(Node { id: device.next_id(), locked: AtomicBool::new(false), state })
    }

    /// Returns the length in bytes. Fails if the device is dead.
    pub(super) fn len(&self, device: &Device) -> io::Result<u64> {
        let state = self.state.read();
        device.alive()?;
        Ok(state.content.current().len())
    }

    /// Fills `buf` from `offset`. Fails with `UnexpectedEof` if the range isn't within the file.
    /// After a crash every call fails.
    pub(super) fn read(&self, device: &Device, buf: &mut [u8], offset: u64) -> io::Result<()> {
        let state = self.state.read();
        device.alive()?;
        if buf.is_empty() {
            return Ok(());
        }
        if offset + buf.len() as u64 > state.content.current().len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        state.content.current().read(buf, offset);
        Ok(())
    }

    /// Writes `bytes` at `offset`. If the space runs out, the bytes that fit are written, and the
    /// call fails with `StorageFull`; beyond 64 GB it fails with `FileTooLarge`. After a crash
    /// every call fails. A removed file takes no space.
    pub(super) fn write(&self, device: &Device, bytes: &[u8], offset: u64, durability: Durability) -> io::Result<()> {
        let mut state = self.state.write();
        device.alive()?;
        let range = checked_range(offset, bytes.len() as u64)?;
        let no_room =
            if state.linked { state.content.current().holes(range).find(|_| !device.take(CHUNK_BYTES)) } else { None };
        let fits = no_room.map_or(bytes.len(), |before| before as usize);
        state.content.write(&bytes[..fits], offset, durability);
        if no_room.is_some() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    /// Stores bytes within the file through a mapping. After a crash, stores are silently ignored.
    pub(super) fn store(&self, device: &Device, bytes: &[u8], offset: u64) {
        let mut state = self.state.write();
        if device.alive().is_ok() {
            state.content.store(bytes, offset);
        }
    }

    /// Stores bytes within the file through persistent memory. After a crash, stores are silently
    /// ignored.
    pub(super) fn store_persistent(&self, device: &Device, bytes: &[u8], offset: u64) {
        let mut state = self.state.write();
        if device.alive().is_ok() {
            state.content.store_persistent(bytes, offset);
        }
    }

    /// Makes the stored lines of the range durable. Ignored after a crash.
    pub(super) fn write_back(&self, device: &Device, offset: u64, length: u64) {
        let mut state = self.state.write();
        if device.alive().is_ok() {
            state.content.write_back(offset, length);
        }
    }

    /// Reads through a mapping. A mapping stays readable after a crash.
    pub(super) fn load(&self, buf: &mut [u8], offset: u64) {
        self.state.read().content.current().read(buf, offset);
    }

    /// Reserves space for the range. Changes nothing if the space doesn't suffice. Then fails with
    /// `StorageFull`. The file becomes at least that long.
    pub(super) fn reserve(&self, device: &Device, offset: u64, length: u64) -> io::Result<()> {
        let mut state = self.state.write();
        device.alive()?;
        let range = checked_range(offset, length)?;
        if state.linked {
            let missing = state.content.current().holes(range.clone()).count() as u64;
            if !device.take(missing * CHUNK_BYTES) {
                return Err(io::ErrorKind::StorageFull.into());
            }
        }
        state.content.reserve(range);
        Ok(())
    }

    /// Cuts the file off at `length` bytes and gives the space of the rest back. Does nothing to a
    /// shorter file.
    pub(super) fn truncate(&self, device: &Device, length: u64) -> io::Result<()> {
        let mut state = self.state.write();
        device.alive()?;
        let before = state.content.bytes_taken();
        state.content.truncate(length);
        if state.linked {
            device.give_back(before - state.content.bytes_taken());
        }
        Ok(())
    }

    /// Makes the whole content durable, at once. Fails if the device is dead.
    pub(super) fn sync(&self, device: &Device) -> io::Result<()> {
        let mut state = self.state.write();
        device.alive()?;
        state.content.sync();
        Ok(())
    }

    /// Drops the bytes that wait for a sync; see [`Content::lose_unsynced`].
    pub(super) fn lose_unsynced(&self) {
        self.state.write().content.lose_unsynced();
    }

    /// Releases the file's space after its last name was removed. Handles continue to work.
    pub(super) fn unlink(&self, device: &Device) {
        let mut state = self.state.write();
        if state.linked {
            state.linked = false;
            device.give_back(state.content.bytes_taken());
        }
    }

    /// Returns a copy of the content with its pending changes. Waits for calls in progress; see
    /// [`Device::dead`].
    pub(super) fn content(&self) -> Content {
        self.state.read().content.clone()
    }
}

/// Returns the range. Fails if it ends beyond the largest file held in memory.
fn checked_range(offset: u64, length: u64) -> io::Result<Range<u64>> {
    match offset.checked_add(length) {
        Some(end) if end <= FILE_BYTES_MAX => Ok(offset..end),
        _ => Err(io::ErrorKind::FileTooLarge.into()),
    }
}

/// The largest file, 64 GB: a wrong offset must not use up the machine's memory.
const FILE_BYTES_MAX: u64 = 1 << 36;
