//! The buffer pool extension: a second cache for clean pages, in a file on a fast disk
//! (`database-engine/configure-windows/buffer-pool-extension.md`).
//!
//! A page enters when its clean frame is evicted and when write-back has cleaned it. The entering
//! thread only copies the page into a queue; the lazy writer and checkpoints write the queue to
//! the file. A full queue refuses pages, so no reader waits for a write to the extension.
//!
//! # Invariants
//! 1. **Equal to the file.** A valid copy equals the page in its data file, except for the log
//!    epoch and the checksum. A page enters under its latch while its frame is clean. `fill` writes
//!    such copies to the data file again.
//! 2. **Invalid before dirty.** The first change of a clean frame makes the copy invalid, under the
//!    exclusive latch and before the frame is dirty. A copy still being written becomes invalid
//!    too: its ticket has an older generation.
//! 3. **Verified reads.** Each read must find the LSN and the checksum recorded in memory, and pass
//!    the checks of a read from the data file. A mismatch turns the extension off, except for a
//!    copy of an earlier opening that was not read before: that copy only becomes invalid.
//! 4. **One database opening.** A page enters only while its opening is attached, checked under the
//!    lock of the slots. A detach takes the copies out of use afterwards, under the same lock. The
//!    next opening uses those that its log proves to be current (`kept_copies`).
//! 5. **No data at risk.** The file has nothing that the data files lack. Any failure turns the
//!    extension off with one line in the error log, and reads go to the data files.
//!
//! `second_level` connects the extension with the frames.
//!
//! The locks of this module are leaves below page latches, except that the lock of the slots is
//! held while the list of attached databases is read.

mod layout;

mod slots;

mod store;

mod queue;

mod directory;

mod kept_copies;

pub use kept_copies::FIRST_PARKED;
pub(crate) use kept_copies::Occasion;
pub use store::{ExtensionError, ExtensionOptions, remove_leftover};

use crate::counters::PoolCounters;
use crate::database::{Database, Databases};
use crate::frame::PageKey;
use crate::judge::judge;
use crate::page::{self, PAGE_SIZE, PageType};
use kept_copies::{Parked, Saver};
use queue::Queue;
use slots::{CopyId, CopyStamp, Slots, StoredCopy};
use sluice_base::clock::Clock;
use sluice_base::error_log::{ErrorLog, LogSource};
use sluice_base::events::{EventKind, Events, FieldValue};
use sluice_base::ids::PageId;
use sluice_base::memory::{Clerk, MemoryBroker, Reservation};
use sluice_base::probe::Probe;
use sluice_base::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use sluice_base::sync::{Arc, Mutex, RwLock, reached};
use std::path::PathBuf;
use store::Store;

/// The pool's extension, if one is in use.
pub(crate) struct ExtensionSwitch {
    /// Whether `current` is set: the only cost of an instance without an extension.
    is_on: AtomicBool,
    current: RwLock<Option<Arc<Extension>>>,
}

/// An extension in use.
pub(crate) struct Extension {
    store: Store,
    shared: Mutex<Shared>,
    /// The queue whose pages are being written. Locked before `shared`.
    writing: Mutex<Queue>,
    /// Locked before `shared`.
    saver: Mutex<Saver>,
    outstanding: AtomicU32,
    /// Whether a background thread writes the queue. If not, the thread that fills it does.
    has_writer: bool,
    clock: Arc<dyn Clock>,
    error_log: Arc<ErrorLog>,
    _memory: Reservation,
}

struct Shared {
    slots: Slots,
    queue: Queue,
    parked: Parked,
    /// Copies admitted so far.
    admitted: u64,
}

/// The extension in use, for system views.
#[derive(Clone, Debug)]
pub struct ExtensionStatus {
    /// The file.
    pub path: PathBuf,
    /// The file's length in bytes.
    pub bytes: u64,
    /// Slots that pages have: "Extension allocated pages".
    pub allocated_pages: u64,
    /// Slots without a page: "Extension free pages".
    pub free_pages: u64,
    /// Reads and writes in progress: "Extension outstanding IO counter".
    pub outstanding_io: u64,
    /// Average seconds from a page's last use to its eviction: "Extension page unreferenced time".
    pub unreferenced_s: u64,
}

impl ExtensionSwitch {
    /// Returns the switch without an extension.
    pub(crate) fn new() -> ExtensionSwitch {
        ExtensionSwitch { is_on: AtomicBool::new(false), current: RwLock::new(None) }
    }

    /// Whether an extension is in use.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Acquire)
    }

    /// Returns the extension in use; `None` if there is none.
    #[inline]
    pub(crate) fn get(&self) -> Option<Arc<Extension>> {
        if self.is_on() { self.current.read().clone() } else { None }
    }

    /// Creates the extension's file and uses it. No extension must be in use. Fails if the file
    /// can't be created or memory is missing.
    pub(crate) fn turn_on(&self, options: ExtensionOptions, broker: &Arc<MemoryBroker>) -> Result<(), ExtensionError> {
        let extension = Extension::open(options, broker)?;
        let mut current = self.current.write();
        assert!(current.is_none(), "one extension is in use at a time");
        *current = Some(Arc::new(extension));
        self.is_on.store(true, Ordering::Release);
        Ok(())
    }

    /// Stops using the extension. The file stays for the next start.
    pub(crate) fn close(&self) {
        self.take(|_| true);
    }

    /// Stops using the extension and removes its file. Returns the file's path. Returns `None` if
    /// no extension is in use.
    pub(crate) fn turn_off(&self) -> Option<PathBuf> {
        let extension = self.take(|_| true)?;
        Some(extension.store.remove())
    }

    /// Turns a failed extension off. Its file stays, because its disk may not answer. Does nothing
    /// if `failed` isn't the extension in use any more.
    #[cold]
    pub(crate) fn fail(&self, failed: &Arc<Extension>, why: &str) {
        let Some(extension) = self.take(|current| Arc::ptr_eq(current, failed)) else { return };
        reached(Probe::ExtensionFailure);
        let path = extension.store.path().display();
        extension.error_log.error(
            LogSource::Server,
            format_args!(
                "Buffer pool extension \"{path}\" has failed and is off: {why}. No data is lost; pages are read from \
                 their data files. Look at the disk, then turn the extension off and on again."
            ),
        );
    }

    fn take(&self, is_wanted: impl Fn(&Arc<Extension>) -> bool) -> Option<Arc<Extension>> {
        let mut current = self.current.write();
        let taken = current.take_if(|current| is_wanted(current));
        self.is_on.store(current.is_some(), Ordering::Release);
        taken
    }
}

impl Extension {
    fn open(options: ExtensionOptions, broker: &Arc<MemoryBroker>) -> Result<Extension, ExtensionError> {
        let capacity = Store::slots_in(options.bytes).ok_or(ExtensionError::Size)?;
        let bytes = Slots::bytes_for(capacity) + 2 * queue::BYTES as u64 + kept_copies::BYTES as u64;
        let memory = broker.reserve(Clerk::Extension, bytes).map_err(ExtensionError::Memory)?;
        let (store, is_taken_over) = Store::open(&options)?;
        let (mut slots, mut parked) = (Slots::new(capacity), Parked::default());
        let saver = match is_taken_over {
            true => kept_copies::take_over(&store, &mut slots, &mut parked)?,
            false => Saver::new(),
        };
        let shared = Shared { slots, queue: Queue::new(), parked, admitted: 0 };
        Ok(Extension {
            store,
            shared: Mutex::new(shared),
            writing: Mutex::new(Queue::new()),
            saver: Mutex::new(saver),
            outstanding: AtomicU32::new(0),
            has_writer: options.has_writer,
            clock: options.clock,
            error_log: options.error_log,
            _memory: memory,
        })
    }

    /// Makes the page's copy invalid (invariant 2).
    pub(crate) fn invalidate(&self, key: PageKey) {
        self.shared.lock().slots.invalidate(CopyId(key));
    }

    /// Frees the slots of the pages for which `is_unwanted` returns true.
    pub(crate) fn forget_where(&self, is_unwanted: impl Fn(PageKey) -> bool) {
        self.shared.lock().slots.remove_where(is_unwanted);
    }

    /// Returns the pages with a valid copy, each as of the moment at which the scan reaches it.
    pub(crate) fn pages(&self) -> Vec<(PageKey, PageType)> {
        let mut pages = Vec::new();
        let mut first = 0;
        // The lock is released between the steps, so that misses don't wait for the scan.
        while let Some(some) = { self.shared.lock().slots.pages(first, SCANNED_AT_ONCE) } {
            pages.extend(some.into_iter().filter(|(key, _)| key.database().0 < FIRST_PARKED));
            first += SCANNED_AT_ONCE;
        }
        pages
    }

    /// Returns the figures of `sys.dm_os_buffer_pool_extension_configuration` and of the counters,
    /// all as of one moment but `outstanding_io`.
    pub(crate) fn status(&self) -> ExtensionStatus {
        let shared = self.shared.lock();
        let allocated = shared.slots.allocated();
        ExtensionStatus {
            path: self.store.path().to_owned(),
            bytes: self.store.bytes(),
            allocated_pages: allocated.into(),
            free_pages: (shared.slots.capacity() - allocated).into(),
            outstanding_io: self.outstanding.load(Ordering::Relaxed).into(),
            unreferenced_s: shared.slots.unreferenced_s() as u64,
        }
    }

    fn now_s(&self) -> u32 {
        (self.clock.monotonic_ns() / 1_000_000_000) as u32
    }

    /// Runs a call of the file.
    fn call<T>(&self, call: impl FnOnce(&Store) -> T) -> T {
        self.outstanding.fetch_add(1, Ordering::Relaxed);
        let result = call(&self.store);
        self.outstanding.fetch_sub(1, Ordering::Relaxed);
        result
    }

    /// Fills `bytes` with the valid copy of the page `key`, and returns whether there is one. The
    /// caller has latched the page's frame exclusively. Fails if the file or the copy is damaged.
    pub(crate) fn read(
        &self,
        database: &Database,
        key: PageKey,
        bytes: &mut [u8],
        (is_use, events): (bool, &Events),
    ) -> Result<bool, String> {
        let copy = self.shared.lock().slots.find(CopyId(key), self.now_s(), is_use);
        let Some(StoredCopy { ticket, stamp, is_proven }) = copy else { return Ok(false) };
        // In recovery, the log may not have been read to its end.
        if !is_proven && database.log().tail().is_none() {
            return Ok(false);
        }
        let slot = ticket.slot;
        self.call(|store| store.read(slot, bytes)).map_err(|error| error.to_string())?;
        let verdict = match stamp_of(bytes) == stamp {
            true => judge(database, key.id(), bytes)
                .map_err(|what| format!("the copy of page {} in slot {slot} is damaged: {what}", key.id())),
            false => Err(format!("slot {slot} has other bytes than were written")),
        };
        let Err(what) = verdict else {
            if !is_proven {
                self.shared.lock().slots.complete(ticket);
            }
            raise(events, EventKind::ExtensionPagesRead, (1, key.id()), self.store.offset_of(slot));
            return Ok(true);
        };
        let mut shared = self.shared.lock();
        match shared.slots.is_current(ticket) {
            true if is_proven => Err(what),
            true => {
                shared.slots.reject(ticket);
                Ok(false)
            }
            // The slot was freed meanwhile, by the detach of its database, and may have another
            // page.
            false => Ok(false),
        }
    }

    /// Whether a background thread writes the queue.
    pub(crate) fn has_writer(&self) -> bool {
        self.has_writer
    }

    /// Queues a copy of the page `key` of `database`, unless there is one. `content` must be the
    /// page, latched and clean in its frame. Returns whether the queue should be written soon.
    pub(crate) fn offer(
        &self,
        databases: &Databases,
        (counters, events): (&PoolCounters, &Events),
        database: &Database,
        key: PageKey,
        content: &[u8],
    ) -> bool {
        let log = database.log();
        // Pages of a database in recovery may be ahead of the end of its log, which is unknown yet.
        if log.tail().is_none() || page::id(content) != key.id() || page::guid(content) != database.guid {
            return false;
        }
        let mut shared = self.shared.lock();
        let Shared { slots, queue, admitted, .. } = &mut *shared;
        // Invariant 4.
        let is_attached = databases.get(database.id).is_some_and(|now| std::ptr::eq(&*now, database));
        if !is_attached || !database.has_file(key.id().file) || slots.has(CopyId(key)) {
            return false;
        }
        let Some(copy) = queue.space() else { return true };
        copy.copy_from_slice(content);
        database.seal(copy, &log);
        let stamp = stamp_of(copy);
        if let Some(admission) = slots.admit(CopyId(key), stamp, self.now_s()) {
            if let Some(CopyId(evicted)) = admission.evicted {
                counters.extension_page_evictions.add(1);
                raise(
                    events,
                    EventKind::ExtensionPagesEvicted,
                    (1, evicted.id()),
                    self.store.offset_of(admission.ticket.slot),
                );
            }
            queue.push(admission.ticket);
            *admitted += 1;
        }
        queue.is_half_full()
    }

    /// Writes the queued pages. Returns their number. If the file can't be written, the pages are
    /// dropped from the queue. After an error the queue is empty, and none of its copies becomes
    /// valid.
    pub(crate) fn write_queue(&self, events: &Events) -> Result<usize, String> {
        let mut writing = self.writing.lock();
        {
            let mut shared = self.shared.lock();
            std::mem::swap(&mut *writing, &mut shared.queue);
            // A page that has changed may be in the queue twice, with the same slot.
            writing.retain(|ticket| shared.slots.is_current(ticket));
        }
        let written = writing.tickets().len();
        if written == 0 {
            return Ok(0);
        }
        let result = self.call(|store| store.write(&writing.writes(store)));
        let mut shared = self.shared.lock();
        if result.is_ok() {
            for (offset, copies) in writing.writes(&self.store) {
                let pages = (copies.len() / PAGE_SIZE) as u64;
                raise(events, EventKind::ExtensionPagesWritten, (pages, page::id(copies)), offset);
            }
            writing.tickets().iter().for_each(|ticket| shared.slots.complete(*ticket));
        }
        writing.clear();
        result.map(|()| written).map_err(|error| error.to_string())
    }
}

/// Raises an event of adjacent pages in the extension's file.
fn raise(events: &Events, kind: EventKind, (pages, first): (u64, PageId), offset: u64) {
    events.raise(kind, || [pages, first.page.into(), offset].into_iter().map(FieldValue::UInt).collect());
}

fn stamp_of(copy: &[u8]) -> CopyStamp {
    CopyStamp { lsn: page::lsn(copy), checksum: page::stored_checksum(copy), page_type: page::page_type(copy) }
}

/// Returns the length of a file with `slots` slots.
#[cfg(all(test, not(feature = "shuttle")))]
pub(crate) fn bytes_for(slots: u64) -> u64 {
    layout::pages_for(slots) * PAGE_SIZE as u64
}

/// The slots described under one hold of the lock.
const SCANNED_AT_ONCE: usize = 4096;

const _: () = assert!(queue::BYTES.is_multiple_of(PAGE_SIZE), "a queue holds whole pages");
