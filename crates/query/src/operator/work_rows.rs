//! Sequential records in a work file of tempdb.

use super::run_parts::RunParts;
use sluice_access::{WorkFile, WorkKind, WorkPosition};
use sluice_base::codec::Reader;
use sluice_base::interruption;
use sluice_base::sync::Mutex;
use sluice_table::databases::Databases;
use sluice_table::storage_error::sql_error;
use sluice_table::temporary::TEMPDB;
use sluice_types::{SqlError, memory};

/// Records that are written once, in order, and can be read any number of times.
pub(super) struct WorkRows {
    file: WorkFile,
    count: u64,
}

/// Records that can be read by number, in the order in which they were written.
pub(crate) struct NumberedRows {
    rows: WorkRows,
    /// Offset of every 32nd record.
    marks: Vec<u64>,
    /// The reader, and the number of its next record.
    reader: Mutex<(usize, WorkReader)>,
    bytes: Vec<u8>,
}

/// Position of a reader in a work file, and the record read last.
#[derive(Default)]
pub(super) struct WorkReader {
    position: WorkPosition,
    bytes: Vec<u8>,
}

impl WorkRows {
    /// Returns an empty file.
    pub(super) fn new(run: &impl RunParts, kind: WorkKind) -> Result<WorkRows, SqlError> {
        WorkRows::in_tempdb(run.context().databases(), kind)
    }

    /// Returns an empty file, outside a running plan.
    pub(super) fn in_tempdb(host: &dyn Databases, kind: WorkKind) -> Result<WorkRows, SqlError> {
        let tempdb = host.database(TEMPDB).ok_or_else(|| host.not_open(TEMPDB))?;
        Ok(WorkRows { file: WorkFile::new(&tempdb.storage, kind), count: 0 })
    }

    /// Number of records.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Appends a record that `put` writes; its length is stored before it. `bytes` is a reusable
    /// buffer.
    pub(super) fn append(&mut self, bytes: &mut Vec<u8>, put: impl FnOnce(&mut Vec<u8>)) -> Result<(), SqlError> {
        bytes.clear();
        bytes.extend_from_slice(&[0; LENGTH]);
        put(bytes);
        let length = (bytes.len() - LENGTH) as u32;
        bytes[..LENGTH].copy_from_slice(&length.to_le_bytes());
        self.file.append(bytes).map_err(|error| sql_error(&error, TEMPDB))?;
        self.count += 1;
        Ok(())
    }

    /// Reads the next record, or returns `None` at the end. Fails if the batch is cancelled (3617),
    /// or if its request has no memory left (701). The record is valid until the next call.
    pub(super) fn next<'b>(&self, reader: &'b mut WorkReader) -> Result<Option<&'b [u8]>, SqlError> {
        let WorkReader { position, bytes } = reader;
        if position.place == self.file.len() {
            return Ok(None);
        }
        // The caller may keep all records, or read them all before it returns a row.
        memory::checkpoint()?;
        if interruption::is_raised() {
            return Err(SqlError::cancelled());
        }
        let mut length = [0; LENGTH];
        let failed = |error| sql_error(&error, TEMPDB);
        self.file.read(position, &mut length).map_err(failed)?;
        bytes.resize(u32::from_le_bytes(length) as usize, 0);
        self.file.read(position, bytes).map_err(failed)?;
        Ok(Some(bytes))
    }

    /// Skips the next record, which must exist.
    fn skip(&self, reader: &mut WorkReader) -> Result<(), SqlError> {
        let mut length = [0; LENGTH];
        self.file.read(&mut reader.position, &mut length).map_err(|error| sql_error(&error, TEMPDB))?;
        reader.position = WorkPosition::at(reader.position.place + u64::from(u32::from_le_bytes(length)));
        Ok(())
    }
}

impl NumberedRows {
    /// Returns an empty file.
    pub(crate) fn new(host: &dyn Databases) -> Result<NumberedRows, SqlError> {
        let rows = WorkRows::in_tempdb(host, WorkKind::Table)?;
        Ok(NumberedRows { rows, marks: Vec::new(), reader: Mutex::default(), bytes: Vec::new() })
    }

    /// Number of records.
    pub(crate) fn count(&self) -> usize {
        self.rows.count() as usize
    }

    /// Appends a record that `put` writes.
    pub(crate) fn push(&mut self, put: impl FnOnce(&mut Vec<u8>)) -> Result<(), SqlError> {
        if self.count().is_multiple_of(MARKED) {
            self.marks.push(self.rows.file.len());
        }
        self.rows.append(&mut self.bytes, put)
    }

    /// Reads record `number`. Reading consecutive records is fast. A jump starts at the nearest
    /// mark before the record and skips the records between. Passes an empty record to `read` if
    /// `number` is beyond the end.
    pub(crate) fn read<T>(
        &self,
        number: usize,
        read: impl FnOnce(&mut Reader<'_>) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let (next, reader) = &mut *self.reader.lock();
        if *next > number || *next / MARKED < number / MARKED {
            reader.position = WorkPosition::at(self.marks[number / MARKED]);
            *next = number / MARKED * MARKED;
        }
        while *next < number {
            self.rows.skip(reader)?;
            *next += 1;
        }
        *next += 1;
        let record = self.rows.next(reader)?;
        read(&mut Reader::new(record.unwrap_or_default()))
    }
}

impl WorkReader {
    /// Returns a reader at a position that [`WorkReader::place`] returned.
    pub(super) fn at(place: u64) -> WorkReader {
        WorkReader { position: WorkPosition::at(place), bytes: Vec::new() }
    }

    /// Position of the next record.
    pub(super) fn place(&self) -> u64 {
        self.position.place
    }

    /// The last record read.
    pub(super) fn record(&self) -> &[u8] {
        &self.bytes
    }
}

const LENGTH: usize = size_of::<u32>();
/// Distance between records whose offsets are known; others are found by skipping.
const MARKED: usize = 32;
