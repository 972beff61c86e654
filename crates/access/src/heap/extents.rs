//! The extents of a heap, in the order of allocation.
//!
//! A scan takes them one after the other. Several threads may share them: then each extent is read
//! by one of them, and at most one of them waits for a writer at a time, since the wait is their
//! transaction's.

use super::Heap;
use super::reader::Reader;
use crate::object::{iam_behind, iam_root};
use crate::scan_ahead::ScanAhead;
use crate::{iam, layout};
use sluice_base::ids::PageId;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_buffer::{PAGE_SIZE, page};
use sluice_txn::{Storage, StorageError};

/// The extents that a scan still has to read.
pub(super) struct Extents {
    /// A copy of the current IAM page.
    iam: Box<[u8; PAGE_SIZE]>,
    /// The index of the next entry.
    entry: usize,
    ahead: ScanAhead,
    /// The index of the first entry that no read-ahead thread was asked for. `None` until a
    /// page isn't in memory.
    asked: Option<usize>,
}

/// A heap whose extents several scans share.
pub struct SharedHeap<'a> {
    pub(super) storage: &'a Storage,
    pub(super) heap: Heap,
    pub(super) reader: Reader<'a>,
    extents: Mutex<Extents>,
    /// Held during a wait for a writer.
    pub(super) waiting: Mutex<()>,
    is_stopped: AtomicBool,
}

/// The source of a scan's extents.
pub(super) enum ExtentSource<'a> {
    /// The scan reads all extents.
    Own(Extents),
    /// Other scans take extents too.
    Shared(Arc<SharedHeap<'a>>),
}

impl Extents {
    /// Returns all extents of the heap. Reads the IAM root.
    pub(super) fn new(storage: &Storage, heap: &Heap) -> Result<Extents, StorageError> {
        let mut iam = Box::new([0; PAGE_SIZE]);
        iam.copy_from_slice(&iam_root(storage, heap.root, heap.object)?);
        Ok(Extents { iam, entry: 0, ahead: ScanAhead::new(storage, heap.object), asked: None })
    }

    /// Returns the next extent, on the next IAM page if needed. Returns `None` at the end.
    fn next(&mut self, storage: &Storage, heap: &Heap) -> Result<Option<iam::Entry>, StorageError> {
        while self.entry == iam::count(&self.iam[..]) {
            let next = layout::next(&self.iam[..]);
            if next.is_none() {
                return Ok(None);
            }
            let page = iam_behind(storage, page::id(&self.iam[..]), next, heap.object)?;
            self.iam.copy_from_slice(&page);
            self.entry = 0;
            self.asked = self.asked.map(|_| 0);
        }
        self.entry += 1;
        if self.asked.is_some_and(|asked| asked < self.entry + EXTENTS_AHEAD) {
            self.ask_ahead(storage);
        }
        Ok(Some(iam::entry(&self.iam[..], self.entry - 1)))
    }

    /// Asks for the steps behind this one, and reads the current extent and the next extents into
    /// memory, in large reads.
    #[cold]
    fn read_ahead(&mut self, storage: &Storage) {
        let first = self.entry - 1;
        self.asked = Some(first + EXTENTS_AHEAD);
        self.ask_ahead(storage);
        storage.pool.read_ahead(storage.id, &self.step(first));
    }

    /// Asks for steps until two of them are ahead of the scan.
    fn ask_ahead(&mut self, storage: &Storage) {
        let end = iam::count(&self.iam[..]).min(self.entry + 2 * EXTENTS_AHEAD);
        while let Some(asked) = self.asked.filter(|asked| *asked < end) {
            let pages = self.step(asked);
            let is_taken = self.ahead.ask(storage, pages);
            // After a refusal the scan asks again at the next page that isn't in memory.
            self.asked = Some(if is_taken { asked + EXTENTS_AHEAD } else { usize::MAX });
        }
    }

    /// Returns the pages of a step from the entry `first` on.
    fn step(&self, first: usize) -> Vec<PageId> {
        let entries = (first..iam::count(&self.iam[..])).take(EXTENTS_AHEAD);
        entries.flat_map(|entry| iam::entry(&self.iam[..], entry).pages()).collect()
    }
}

impl<'a> SharedHeap<'a> {
    /// Returns the rest of the heap, from `extents` on, to be shared by scans for `reader`.
    pub(super) fn new(
        storage: &'a Storage,
        heap: Heap,
        (reader, extents): (Reader<'a>, Extents),
    ) -> Arc<SharedHeap<'a>> {
        let (waiting, is_stopped) = (Mutex::new(()), AtomicBool::new(false));
        Arc::new(SharedHeap { storage, heap, reader, extents: Mutex::new(extents), waiting, is_stopped })
    }

    /// Ends the scans at their next extent.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the scans have been ended.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Returns the next extent that no scan has taken, and reads it into memory.
    fn next(&self) -> Result<Option<iam::Entry>, StorageError> {
        if self.is_stopped() {
            return Ok(None);
        }
        let mut extents = self.extents.lock();
        let next = extents.next(self.storage, &self.heap)?;
        let is_missing = |page: PageId| !self.storage.pool.is_in_memory(self.storage.id, page);
        if next.is_some_and(|extent| extent.pages().next().is_some_and(is_missing)) {
            extents.read_ahead(self.storage);
        }
        Ok(next)
    }
}

impl ExtentSource<'_> {
    /// Returns the next extent. Returns `None` at the end, and for a shared heap also when its
    /// scans have been ended.
    pub(super) fn next(&mut self, storage: &Storage, heap: &Heap) -> Result<Option<iam::Entry>, StorageError> {
        match self {
            ExtentSource::Own(extents) => extents.next(storage, heap),
            ExtentSource::Shared(shared) => shared.next(),
        }
    }

    /// Reads the extent taken last, and the next ones, into memory. Shared extents are read ahead
    /// when they are taken.
    pub(super) fn read_ahead(&mut self, storage: &Storage) {
        if let ExtentSource::Own(extents) = self {
            extents.read_ahead(storage);
        }
    }
}

/// The number of extents in a step, read at once: 1 MB.
const EXTENTS_AHEAD: usize = 16;
