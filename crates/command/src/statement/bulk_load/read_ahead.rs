//! The rows of a data file in parts, read on another thread while earlier parts are inserted.
//!
//! # Invariants
//! - The parts are taken in the order of the file.
//! - The reader is at most [`PARTS_AHEAD`] parts ahead. It ends when the file, the batch, or
//!   [`ReadAhead`]'s user ends, and after an error.

use sluice_base::sync::{Condvar, Mutex};
use sluice_base::waits::{WaitType, Waits};
use sluice_session::data_file::DataFile;
use sluice_types::{SqlError, Value};
use std::collections::VecDeque;
use std::time::Duration;

/// Rows of a data file that are inserted together.
#[derive(Default)]
pub(super) struct Part {
    /// The rows.
    pub rows: Vec<Vec<Value>>,
    /// The errors of the bad rows among them.
    pub errors: Vec<SqlError>,
    /// The end of the batch, behind this part: whether it is the end of the file, or the error that
    /// ends both.
    pub end: Option<Result<bool, SqlError>>,
}

/// The parts of a batch.
pub(super) struct ReadAhead<'d> {
    file: Mutex<Reading<'d>>,
    read: Mutex<Read>,
    changed: Condvar,
    waits: &'d Waits,
}

/// The file while a batch is read.
struct Reading<'d> {
    data: &'d mut DataFile,
    /// The rows that the batch may still have. `None` for all rows of the file.
    left: Option<u64>,
}

#[derive(Default)]
struct Read {
    parts: VecDeque<Part>,
    /// Whether the reader has ended, or has to end.
    is_over: bool,
}

impl<'d> ReadAhead<'d> {
    /// Returns the parts of a batch of at most `limit` rows; 0 means all rows of the file. Nothing
    /// is read yet.
    pub(super) fn new(data: &'d mut DataFile, limit: u64, waits: &'d Waits) -> ReadAhead<'d> {
        let reading = Reading { data, left: (limit > 0).then_some(limit) };
        ReadAhead { file: Mutex::new(reading), read: Mutex::default(), changed: Condvar::new(), waits }
    }

    /// Reads the batch to its end on this thread, for [`ReadAhead::taken`] on another one.
    pub(super) fn run(&self) {
        // The other thread waits for no part of a reader that panics.
        let _over = Over(self);
        while self.has_room() {
            let part = self.next();
            let is_last = part.end.is_some();
            self.read.lock().parts.push_back(part);
            self.changed.notify_all();
            if is_last {
                return;
            }
        }
    }

    /// Returns the next part, which another thread reads. `None` if that thread has ended. Fails if
    /// the request is interrupted.
    pub(super) fn taken(&self) -> Result<Option<Part>, SqlError> {
        let mut read = self.read.lock();
        let mut waiting = None;
        while read.parts.is_empty() && !read.is_over {
            SqlError::check_interruption()?;
            waiting.get_or_insert_with(|| self.waits.begin(WaitType::ParallelConsumer));
            read = self.changed.wait_timeout(read, SLICE);
        }
        let part = read.parts.pop_front();
        drop(read);
        self.changed.notify_all();
        Ok(part)
    }

    /// Reads the next part on this thread: rows of about [`PART_BYTES`] bytes, with the errors of
    /// bad rows and, at the end of the batch, of the file or after an error, how it ended.
    pub(super) fn next(&self) -> Part {
        let mut file = self.file.lock();
        let mut part = Part::default();
        let mut bytes = 0;
        while bytes < PART_BYTES && part.end.is_none() {
            if file.left == Some(0) {
                part.end = Some(Ok(false));
                break;
            }
            let errors = &mut part.errors;
            match file.data.next(&mut |error| errors.push(error)) {
                Ok(Some(row)) => {
                    file.left = file.left.map(|left| left - 1);
                    bytes += row_bytes(&row);
                    part.rows.push(row);
                }
                Ok(None) => part.end = Some(Ok(true)),
                Err(error) => part.end = Some(Err(error)),
            }
        }
        part
    }

    /// Ends the reader after the part that it reads now. Wakes both threads.
    pub(super) fn stop(&self) {
        self.read.lock().is_over = true;
        self.changed.notify_all();
    }

    /// Waits until another part may be read. Returns false if the reader has to end.
    fn has_room(&self) -> bool {
        let mut read = self.read.lock();
        let mut waiting = None;
        while read.parts.len() >= PARTS_AHEAD && !read.is_over {
            waiting.get_or_insert_with(|| self.waits.begin(WaitType::ParallelProducer));
            read = self.changed.wait_timeout(read, SLICE);
        }
        !read.is_over
    }
}

/// Ends the reader when dropped.
struct Over<'a, 'd>(&'a ReadAhead<'d>);

impl Drop for Over<'_, '_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Returns the bytes that a row occupies in memory.
fn row_bytes(row: &[Value]) -> usize {
    let bytes = |value: &Value| match value {
        Value::Str(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        _ => 0,
    };
    size_of_val(row) + row.iter().map(bytes).sum::<usize>()
}

/// Bytes of the rows of a part; a single row may exceed it.
const PART_BYTES: usize = 256 * 1024;
/// The parts that are read before they are taken.
const PARTS_AHEAD: usize = 2;
/// The time that a waiting thread sleeps before it looks for an interruption.
const SLICE: Duration = Duration::from_millis(20);
