//! A file as such, apart from its names and its handles.

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
    /// Unlike that of any other file of the file system.
    pub(super) id: u64,
    /// Whether somebody holds the exclusive lock.
    pub(super) locked: AtomicBool,
    state: RwLock<NodeState>,
}

struct NodeState {
    content: Content,
    /// Whether a name leads to it; a file without takes no room.
    linked: bool,
}

/// What all files of one file system share.
pub(super) struct Device {
    /// Set once by a crash; every later call fails.
    pub(super) dead: AtomicBool,
    /// The unit that survives a power cut whole, in bytes.
    pub(super) sector: u32,
    /// Bytes of room in all.
    capacity: u64,
    taken: Mutex<u64>,
    next_id: AtomicU64,
    /// How often the power has been cut before.
    boots: u64,
}

impl Device {
    /// An empty device.
    pub(super) fn new(sector: u32, capacity: u64) -> Device {
        assert!((512..=4096).contains(&sector) && sector.is_power_of_two(), "a sector has 512 to 4,096 bytes");
        let (dead, taken, next_id) = (AtomicBool::new(false), Mutex::new(0), AtomicU64::new(1));
        Device { dead, sector, capacity, taken, next_id, boots: 0 }
    }

    /// A new device of the same make, as the crash leaves it.
    pub(super) fn successor(&self, mode: CrashMode) -> Device {
        let boots = match mode {
            CrashMode::ProcessKill => self.boots,
            CrashMode::PowerCut(_) => self.boots + 1,
        };
        Device { boots, ..Device::new(self.sector, self.capacity) }
    }

    /// This run of the system: another number after a power cut, the same after the process was killed.
    pub(super) fn boot(&self) -> u64 {
        self.boots + 1
    }

    /// The next file's id.
    pub(super) fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Bytes of files that have a name.
    pub(super) fn bytes_taken(&self) -> u64 {
        *self.taken.lock()
    }

    /// An error once the device has crashed.
    pub(super) fn alive(&self) -> io::Result<()> {
        if self.dead.load(Ordering::SeqCst) { Err(io::Error::other("the power was cut")) } else { Ok(()) }
    }

    /// Whether that many bytes had room; if so they are taken.
    fn take(&self, bytes: u64) -> bool {
        let mut taken = self.taken.lock();
        let fits = taken.checked_add(bytes).is_some_and(|sum| sum <= self.capacity);
        if fits {
            *taken += bytes;
        }
        fits
    }

    /// Counts what is there already: after a crash, whether or not it fits.
    fn count(&self, bytes: u64) {
        *self.taken.lock() += bytes;
    }

    fn give_back(&self, bytes: u64) {
        *self.taken.lock() -= bytes;
    }
}

impl Node {
    /// A file of that content, which a name leads to.
    pub(super) fn new(device: &Device, content: Content) -> Arc<Node> {
        device.count(content.bytes_taken());
        let state = RwLock::new(NodeState { content, linked: true });
        Arc::new(Node { id: device.next_id(), locked: AtomicBool::new(false), state })
    }

    /// The length in bytes.
    pub(super) fn len(&self, device: &Device) -> io::Result<u64> {
        let state = self.state.read();
        device.alive()?;
        Ok(state.content.current().len())
    }

    /// Fills `buf` from `offset`.
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

    /// Writes `bytes` at `offset`; where the room ends in the middle, what fits is written before the error.
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

    /// Stores within the file through a mapping. After the crash nothing is stored any more, and nobody is told.
    pub(super) fn store(&self, device: &Device, bytes: &[u8], offset: u64) {
        let mut state = self.state.write();
        if device.alive().is_ok() {
            state.content.store(bytes, offset);
        }
    }

    /// What a mapping shows.
    pub(super) fn load(&self, buf: &mut [u8], offset: u64) {
        self.state.read().content.current().read(buf, offset);
    }

    /// Reserves room for the range, or changes nothing where the room doesn't suffice.
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

    /// Makes everything durable.
    pub(super) fn sync(&self, device: &Device) -> io::Result<()> {
        let mut state = self.state.write();
        device.alive()?;
        state.content.sync();
        Ok(())
    }

    /// Its last name went: its room is free again. Handles go on working.
    pub(super) fn unlink(&self, device: &Device) {
        let mut state = self.state.write();
        if state.linked {
            state.linked = false;
            device.give_back(state.content.bytes_taken());
        }
    }

    /// A copy of what it holds, pending changes and all. Waits for calls under way; see [`Device::dead`].
    pub(super) fn content(&self) -> Content {
        self.state.read().content.clone()
    }
}

/// The range, unless it ends beyond what this face wants to hold in memory.
fn checked_range(offset: u64, length: u64) -> io::Result<Range<u64>> {
    match offset.checked_add(length) {
        Some(end) if end <= FILE_BYTES_MAX => Ok(offset..end),
        _ => Err(io::ErrorKind::FileTooLarge.into()),
    }
}

/// The longest file, 64 GB: a wild offset must not take the machine's memory.
const FILE_BYTES_MAX: u64 = 1 << 36;
