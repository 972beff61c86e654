//! Chunks in tempdb: rows that memory has no room for. The same statement reads them back, in the
//! order of writing. A row is the values of its columns.

use super::chunk::Chunk;
use super::expression::{Expression, columns_of};
use super::groups::Hashed;
use super::source::{Chunks, ROWS};
use crate::operator::Run;
use crate::operator::partitions::Partitions;
use crate::operator::value_bytes::{put_value, read_value};
use crate::operator::work_rows::{WorkReader, WorkRows};
use sluice_base::codec::Reader;
use sluice_types::SqlError;

/// Reads rows from tempdb in chunks.
pub(super) struct WorkChunks<'w> {
    rows: &'w WorkRows,
    reader: WorkReader,
}

impl<'w> WorkChunks<'w> {
    /// Returns a reader before the first row.
    pub(super) fn new(rows: &'w WorkRows) -> WorkChunks<'w> {
        WorkChunks { rows, reader: WorkReader::default() }
    }

    /// Returns a reader at the place of a row ([`WorkChunks::place`]).
    pub(super) fn from(rows: &'w WorkRows, place: u64) -> WorkChunks<'w> {
        WorkChunks { rows, reader: WorkReader::at(place) }
    }

    /// Returns the place of the next row.
    pub(super) fn place(&self) -> u64 {
        self.reader.place()
    }

    /// Replaces `chunk` with the next rows. Returns false, with an empty chunk, after the last.
    /// Fails if the batch is cancelled or a record is damaged.
    pub(super) fn read(&mut self, run: &Run<'_, '_>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        run.check_cancelled()?;
        chunk.clear();
        while chunk.len < ROWS {
            let Some(row) = self.rows.next(&mut self.reader)? else { break };
            let mut row = Reader::new(row);
            for column in &mut chunk.columns {
                column.push(&read_value(&mut row)?);
            }
            chunk.len += 1;
        }
        Ok(chunk.len > 0)
    }
}

impl<'r> Chunks<'r> for WorkChunks<'_> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        self.read(run, chunk)
    }
}

/// Writes the rows of a chunk that `is_wanted` accepts to their partitions, by the hash of their
/// keys. `without_nulls` leaves out rows with a NULL in their key.
pub(super) fn put_off(
    chunk: &Chunk,
    keys: &[Expression],
    (is_wanted, without_nulls): (impl Fn(usize) -> bool, bool),
    parts: &mut Partitions,
    run: &mut Run<'_, '_>,
) -> Result<(), SqlError> {
    let columns = columns_of(keys, chunk, run)?;
    let mut hashed = Hashed::default();
    hashed.compute(&columns, chunk.len);
    for row in (0..chunk.len).filter(|row| is_wanted(*row)) {
        if !(without_nulls && hashed.has_null[row]) {
            parts.push(run, hashed.hashes[row], |out| {
                chunk.columns.iter().for_each(|column| put_value(&column.get(row), out));
            })?;
        }
    }
    Ok(())
}
