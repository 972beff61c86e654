//! Chunks in tempdb: rows of integers that memory has no room for. The same statement reads them
//! back, in the order of writing.
//!
//! A row is one bit a column, set where it is NULL, then the columns' values, 8 bytes each.

use super::chunk::Chunk;
use super::column::Column;
use super::expression::{Expression, Values};
use super::groups::hash_of;
use super::source::{Chunks, ROWS};
use crate::operator::Run;
use crate::operator::partitions::Partitions;
use crate::operator::work_rows::{WorkReader, WorkRows};
use sluice_base::codec::Reader;
use sluice_table::storage_error::damaged_row;
use sluice_table::temporary::TEMPDB;
use sluice_types::SqlError;

/// Reads rows of integers from tempdb in chunks.
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
            take_row(row, &mut chunk.columns).ok_or_else(|| damaged_row(TEMPDB))?;
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

fn take_row(row: &[u8], columns: &mut [Column]) -> Option<()> {
    let (nulls, values) = row.split_at_checked(columns.len().div_ceil(8))?;
    let mut values = Reader::new(values);
    for (number, column) in columns.iter_mut().enumerate() {
        let value = values.i64().ok()?;
        column.push((nulls[number / 8] >> (number % 8) & 1 == 0).then_some(value));
    }
    Some(())
}

fn put_row(columns: &[Column], row: usize, out: &mut Vec<u8>) {
    let nulls = out.len();
    out.resize(nulls + columns.len().div_ceil(8), 0);
    for (number, column) in columns.iter().enumerate() {
        let value = column.get(row);
        out[nulls + number / 8] |= u8::from(value.is_none()) << (number % 8);
        out.extend(value.unwrap_or_default().to_le_bytes());
    }
}

/// Writes the rows of a chunk that `is_wanted` accepts to their partitions, by the hash of their
/// keys. `without_nulls` leaves out rows with a NULL in their key.
pub(super) fn put_off(
    chunk: &Chunk,
    keys: &[Expression],
    (is_wanted, without_nulls): (impl Fn(usize) -> bool, bool),
    parts: &mut Partitions,
    run: &Run<'_, '_>,
) -> Result<(), SqlError> {
    let values: Vec<Values<'_>> = keys.iter().map(|key| key.values(chunk, run.frame)).collect::<Result<_, _>>()?;
    for row in (0..chunk.len).filter(|row| is_wanted(*row)) {
        let (hash, has_nulls) = hash_of(&values, row);
        if !(without_nulls && has_nulls) {
            parts.push(run, hash, |out| put_row(&chunk.columns, row, out))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_comes_back_as_it_was() {
        let rows: [[Option<i64>; 9]; 2] = [
            [Some(1), None, Some(i64::MIN), Some(4), None, Some(-6), Some(7), Some(8), None],
            [None, Some(2), None, None, Some(5), None, Some(0), None, Some(i64::MAX)],
        ];
        let (mut columns, mut read) = (vec![Column::default(); 9], vec![Column::default(); 9]);
        rows.iter().for_each(|row| columns.iter_mut().zip(row).for_each(|(column, value)| column.push(*value)));
        for row in 0..rows.len() {
            let mut bytes = Vec::new();
            put_row(&columns, row, &mut bytes);
            assert!(take_row(&bytes[..bytes.len() - 1], &mut vec![Column::default(); 9]).is_none());
            take_row(&bytes, &mut read).expect("it is whole");
        }
        for (number, row) in rows.iter().enumerate() {
            assert!(read.iter().zip(row).all(|(column, value)| column.get(number) == *value));
        }
    }
}
