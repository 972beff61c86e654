//! The target `event_file`.

use super::FileEnvironment;
use super::format::{finish_block, header, new_block, write_event};
use super::names::{FileNames, number_at};
use crate::definition::{Retention, SessionDefinition};
use crate::record::Record;
use crate::target_definition::TargetDefinition;
use sluice_base::clock::Clock;
use sluice_base::counters::Counter;
use sluice_base::error_log::LogSource;
use sluice_base::events::escape;
use sluice_base::memory::{Clerk, HeapCharge, MemoryBroker};
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_vfs::{Access, Create, Durability, File, FileError, OpenOptions};

/// A target that writes files.
pub(crate) struct EventFile {
    environment: Arc<FileEnvironment>,
    session: String,
    names: FileNames,
    retention: Retention,
    /// The most bytes of pending events.
    bytes_max: u64,
    /// The time after which pending events are written; `None` if only a full buffer is.
    latency_ns: Option<u64>,
    /// The length at which a file is followed by the next; 0 for none.
    file_bytes_max: u64,
    /// The number of files that are kept; 0 for all.
    files_max: usize,
    /// The number of the newest file, for readers without the lock.
    number: AtomicU64,
    /// Locked before `pending`, and during I/O.
    output: Mutex<Output>,
    /// Locked by raising threads.
    pending: Mutex<Pending>,
    /// Events that found no room, or whose block was not written.
    pub(crate) dropped_events: Counter,
    /// Lists of pending events that were dropped whole.
    pub(crate) dropped_buffers: Counter,
    /// Blocks that were written.
    logged_buffers: Counter,
}

struct Pending {
    records: Vec<Arc<Record>>,
    /// The bytes of `records`.
    bytes: u64,
    /// The bytes of the records that are being written.
    writing_bytes: u64,
    /// The time of the oldest record on the monotonic clock.
    since_ns: u64,
    charge: HeapCharge,
}

#[derive(Default)]
struct Output {
    file: Option<Arc<dyn File>>,
    /// The length of `file`.
    length: u64,
    /// The number of the newest file.
    number: u64,
    has_failed: bool,
}

impl EventFile {
    /// Creates the first file. Fails if that can't be done.
    pub(crate) fn open(
        (target, session): (&TargetDefinition, &SessionDefinition),
        environment: &Arc<FileEnvironment>,
        broker: &Arc<MemoryBroker>,
        clock: &dyn Clock,
    ) -> Result<EventFile, FileError> {
        let latency_s = u64::from(session.options.dispatch_latency_s);
        let file = EventFile {
            environment: environment.clone(),
            session: session.name().to_owned(),
            names: FileNames::new(&environment.folder, target.text("filename").unwrap_or_default()),
            retention: session.options.retention,
            bytes_max: u64::from(session.options.max_memory_kb.max(session.options.max_event_kb)) << 10,
            latency_ns: (latency_s > 0).then_some(latency_s * NS_OF_S),
            file_bytes_max: u64::from(target.number("max_file_size").unwrap_or_default()) << 20,
            files_max: target.number("max_rollover_files").unwrap_or_default() as usize,
            number: AtomicU64::new(0),
            output: Mutex::default(),
            pending: Mutex::new(Pending {
                records: Vec::new(),
                bytes: 0,
                writing_bytes: 0,
                since_ns: 0,
                charge: HeapCharge::new(broker, Clerk::Events),
            }),
            dropped_events: Counter::default(),
            dropped_buffers: Counter::default(),
            logged_buffers: Counter::default(),
        };
        file.begin_file(&mut file.output.lock(), clock)?;
        Ok(file)
    }

    /// Adds an event to the pending ones, and calls the writer once they fill half of the buffer.
    /// Waits for no I/O. Without room, the session's retention decides: the event is dropped and
    /// counted, or all pending events are, and the event is added.
    pub(crate) fn take(&self, record: &Arc<Record>, clock: &dyn Clock) {
        let bytes = record.bytes();
        let mut pending = self.pending.lock();
        if pending.bytes + pending.writing_bytes + bytes > self.bytes_max {
            match self.retention {
                Retention::SingleEventLoss => {
                    self.dropped_events.add(1);
                    return;
                }
                Retention::MultipleEventLoss => {
                    self.dropped_buffers.add(1);
                    self.dropped_events.add(pending.records.len() as u64);
                    pending.clear();
                }
            }
        }
        if pending.records.is_empty() {
            pending.since_ns = clock.monotonic_ns();
        }
        pending.charge.add(bytes as i64);
        pending.records.push(record.clone());
        let half = self.bytes_max / 2;
        let was_below = pending.bytes < half;
        pending.bytes += bytes;
        if was_below && pending.bytes >= half {
            self.environment.call.call();
        }
    }

    /// Writes the pending events if they fill half of the buffer or are old enough.
    pub(crate) fn write_due(&self, clock: &dyn Clock) {
        let is_due = {
            let pending = self.pending.lock();
            let age_ns = clock.monotonic_ns().saturating_sub(pending.since_ns);
            let is_old = self.latency_ns.is_some_and(|latency_ns| age_ns >= latency_ns);
            !pending.records.is_empty() && (is_old || pending.bytes >= self.bytes_max / 2)
        };
        if is_due {
            self.write_all(clock);
        }
    }

    /// Writes the pending events. The events of a block whose write fails are lost and counted as
    /// dropped; the next block begins another file.
    pub(crate) fn write_all(&self, clock: &dyn Clock) {
        let mut output = self.output.lock();
        let records = self.pending.lock().take();
        let mut records = records.into_iter().peekable();
        while records.peek().is_some() {
            let (mut block, mut events) = (new_block(), 0);
            while let Some(record) = records.next_if(|_| block.len() < BLOCK_BYTES) {
                write_event(&record, &mut block);
                events += 1;
            }
            finish_block(&mut block);
            match self.append(&mut output, &block, clock) {
                Ok(()) => {
                    output.has_failed = false;
                    self.logged_buffers.add(1);
                }
                Err(error) => {
                    self.dropped_events.add(events);
                    self.fail(&mut output, &error);
                }
            }
        }
        self.pending.lock().release();
    }

    /// Returns the target's XML.
    pub(crate) fn xml(&self) -> String {
        let path = self.names.path(self.number.load(Ordering::Relaxed));
        let mut name = String::new();
        escape(&path.to_string_lossy(), &mut name);
        let (logged, dropped) = (self.logged_buffers.get(), self.dropped_buffers.get());
        format!(
            "<EventFileTarget truncated=\"0\"><Buffers logged=\"{logged}\" dropped=\"{dropped}\"/>\
             <File name=\"{name}\"/></EventFileTarget>"
        )
    }

    /// Appends a block, to the next file if the present one is full.
    fn append(&self, output: &mut Output, block: &[u8], clock: &dyn Clock) -> Result<(), FileError> {
        let is_full = self.file_bytes_max > 0 && output.length + block.len() as u64 > self.file_bytes_max;
        if output.file.is_none() || is_full {
            self.begin_file(output, clock)?;
        }
        if let Some(file) = &output.file {
            file.write_at(block, output.length)?;
            output.length += block.len() as u64;
        }
        Ok(())
    }

    /// Begins the next file, and removes the oldest files beyond the number that is kept.
    fn begin_file(&self, output: &mut Output, clock: &dyn Clock) -> Result<(), FileError> {
        let vfs = &self.environment.vfs;
        output.file = None;
        let existing = self.names.numbers(&**vfs)?;
        let newest = existing.last().copied().unwrap_or_default().max(output.number);
        let number = number_at(clock.utc_ns()).max(newest + 1);
        let file = vfs.open(&self.names.path(number), OPTIONS)?;
        if let Err(error) = file.write_at(&header(), 0) {
            let _ = vfs.remove(&self.names.path(number));
            return Err(error);
        }
        (output.file, output.length, output.number) = (Some(file), header().len() as u64, number);
        self.number.store(number, Ordering::Relaxed);
        let surplus = (existing.len() + 1).saturating_sub(self.files_max);
        for old in existing.iter().take(if self.files_max > 0 { surplus } else { 0 }) {
            if let Err(error) = vfs.remove(&self.names.path(*old)) {
                let what =
                    format_args!("An old file of the event session \"{}\" can't be removed: {error}", self.session);
                self.environment.error_log.error(LogSource::Server, what);
            }
        }
        Ok(())
    }

    /// Gives the file up. The next block begins another one. Logs the first failure in a row.
    #[cold]
    fn fail(&self, output: &mut Output, error: &FileError) {
        output.file = None;
        if !std::mem::replace(&mut output.has_failed, true) {
            self.environment.error_log.error(
                LogSource::Server,
                format_args!(
                    "Events of the event session \"{}\" are lost, since its file can't be written: {error}. Look at \
                     the disk, or stop the event session.",
                    self.session
                ),
            );
        }
    }
}

impl Pending {
    /// Takes the records to write them. Their memory stays charged until [`Pending::release`].
    fn take(&mut self) -> Vec<Arc<Record>> {
        self.writing_bytes = std::mem::take(&mut self.bytes);
        std::mem::take(&mut self.records)
    }

    /// Ends the charge of the records that were taken.
    fn release(&mut self) {
        self.charge.add(-(std::mem::take(&mut self.writing_bytes) as i64));
    }

    /// Drops the records that aren't being written.
    fn clear(&mut self) {
        self.records.clear();
        self.charge.add(-(std::mem::take(&mut self.bytes) as i64));
    }
}

const OPTIONS: OpenOptions =
    OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
/// The bytes from which on a block takes no more events.
const BLOCK_BYTES: usize = 64 << 10;
const NS_OF_S: u64 = 1_000_000_000;
