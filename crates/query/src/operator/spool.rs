//! A spool: encoded rows that are all read before the first is used. They are in memory, and in
//! tempdb beyond that.

use super::work_rows::{WorkReader, WorkRows};
use super::{RowsSeen, Run, Workspace};
use sluice_access::WorkKind;
use sluice_base::codec::get_u32;
use sluice_types::SqlError;

/// Encoded rows in the order in which they were added.
#[derive(Default)]
pub struct Spool {
    /// Workspace that counts their memory, once there are rows.
    workspace: Option<Workspace>,
    /// Buffers of rows, each preceded by its length (u32).
    chunks: Vec<Vec<u8>>,
    /// Rows after those in memory, in a work file.
    late: Option<WorkRows>,
    bytes: Vec<u8>,
    seen: RowsSeen,
}

/// Reader of a spool's rows. `chunk` and `place` are the position in memory; the records in tempdb
/// follow.
pub struct SpoolRows<'s> {
    of: &'s Spool,
    chunk: usize,
    place: usize,
    reader: WorkReader,
}

impl Spool {
    /// Adds a row. The first row without room in memory goes to tempdb, and so do all later rows.
    /// The earlier rows stay in memory. A row for tempdb fails if tempdb can't take it or if the
    /// batch was cancelled.
    pub fn push(&mut self, run: &Run<'_, '_>, row: &[u8]) -> Result<(), SqlError> {
        if let Some(late) = &mut self.late {
            self.seen.one_more(run)?;
            return late.append(&mut self.bytes, |out| out.extend_from_slice(row));
        }
        let bytes = LENGTH + row.len();
        if self.chunks.last().is_none_or(|chunk| chunk.capacity() - chunk.len() < bytes) {
            let capacity = CHUNK.max(bytes);
            if !self.workspace.get_or_insert_with(|| Workspace::new(run)).fits(capacity) {
                self.late = Some(WorkRows::new(run, WorkKind::Table)?);
                return self.push(run, row);
            }
            self.chunks.push(Vec::with_capacity(capacity));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.extend_from_slice(&(row.len() as u32).to_le_bytes());
            chunk.extend_from_slice(row);
        }
        Ok(())
    }

    /// Returns a reader of the rows.
    pub fn rows(&self) -> SpoolRows<'_> {
        SpoolRows { of: self, chunk: 0, place: 0, reader: WorkReader::default() }
    }
}

impl SpoolRows<'_> {
    /// Returns the next row, or `None` at the end. The slice is valid until the next call. Rows in
    /// memory come first, then those of tempdb, which is the order of adding.
    pub fn next(&mut self) -> Result<Option<&[u8]>, SqlError> {
        while let Some(chunk) = self.of.chunks.get(self.chunk) {
            let row = chunk[self.place..].split_at_checked(LENGTH);
            let row = row.and_then(|(length, rows)| rows.get(..get_u32(length, 0) as usize));
            if let Some(row) = row {
                self.place += LENGTH + row.len();
                return Ok(Some(row));
            }
            (self.chunk, self.place) = (self.chunk + 1, 0);
        }
        match &self.of.late {
            Some(late) => late.next(&mut self.reader),
            None => Ok(None),
        }
    }
}

const LENGTH: usize = size_of::<u32>();
/// Bytes allocated at once.
const CHUNK: usize = 64 << 10;
