//! Records in a work file of tempdb, one behind the other.

use super::Run;
use crate::host::Host;
use sluice_access::{WorkFile, WorkKind, WorkPosition};
use sluice_base::codec::Reader;
use sluice_base::sync::Mutex;
use sluice_table::storage_error::sql_error;
use sluice_table::temporary::TEMPDB;
use sluice_types::SqlError;

/// Records that are written once, from the first to the last, and read as often as one likes.
pub(super) struct WorkRows {
    file: WorkFile,
    count: u64,
}

/// Records that are found by their numbers, which are those in which they were written.
pub(crate) struct NumberedRows {
    rows: WorkRows,
    /// Where every so many-th of them begins.
    marks: Vec<u64>,
    /// The number of the reader's next record, and the reader.
    reader: Mutex<(usize, WorkReader)>,
    bytes: Vec<u8>,
}

/// Where somebody reads: the next record, and the bytes of the last one.
#[derive(Default)]
pub(super) struct WorkReader {
    position: WorkPosition,
    bytes: Vec<u8>,
}

impl WorkRows {
    /// No records yet.
    pub(super) fn new(run: &Run<'_, '_>, kind: WorkKind) -> Result<WorkRows, SqlError> {
        WorkRows::of(run.context.host, kind)
    }

    /// The same, where no plan runs.
    pub(super) fn of(host: &dyn Host, kind: WorkKind) -> Result<WorkRows, SqlError> {
        let tempdb = host.database(TEMPDB).ok_or_else(|| host.not_open(TEMPDB))?;
        Ok(WorkRows { file: WorkFile::new(&tempdb.storage, kind), count: 0 })
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Appends a record: what `put` writes behind the place of its length. `bytes` is memory that is used again.
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

    /// The next record of a reader; none at the end.
    pub(super) fn next<'b>(&self, reader: &'b mut WorkReader) -> Result<Option<&'b [u8]>, SqlError> {
        let WorkReader { position, bytes } = reader;
        if position.place == self.file.len() {
            return Ok(None);
        }
        let mut length = [0; LENGTH];
        let failed = |error| sql_error(&error, TEMPDB);
        self.file.read(position, &mut length).map_err(failed)?;
        bytes.resize(u32::from_le_bytes(length) as usize, 0);
        self.file.read(position, bytes).map_err(failed)?;
        Ok(Some(bytes))
    }

    /// Has a reader go over the next record; there is one.
    fn skip(&self, reader: &mut WorkReader) -> Result<(), SqlError> {
        let mut length = [0; LENGTH];
        self.file.read(&mut reader.position, &mut length).map_err(|error| sql_error(&error, TEMPDB))?;
        reader.position = WorkPosition::at(reader.position.place + u64::from(u32::from_le_bytes(length)));
        Ok(())
    }
}

impl NumberedRows {
    /// No records yet.
    pub(crate) fn new(host: &dyn Host) -> Result<NumberedRows, SqlError> {
        let rows = WorkRows::of(host, WorkKind::Table)?;
        Ok(NumberedRows { rows, marks: Vec::new(), reader: Mutex::default(), bytes: Vec::new() })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.rows.count() as usize
    }

    /// Appends a record, which `put` writes.
    pub(crate) fn push(&mut self, put: impl FnOnce(&mut Vec<u8>)) -> Result<(), SqlError> {
        if self.count().is_multiple_of(MARKED) {
            self.marks.push(self.rows.file.len());
        }
        self.rows.append(&mut self.bytes, put)
    }

    /// Reads the record of a number: those behind one another are found at once.
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
    /// Before the record that begins at a place ([`WorkReader::place`]).
    pub(super) fn at(place: u64) -> WorkReader {
        WorkReader { position: WorkPosition::at(place), bytes: Vec::new() }
    }

    /// Where the next record begins.
    pub(super) fn place(&self) -> u64 {
        self.position.place
    }

    /// The record that was read last.
    pub(super) fn record(&self) -> &[u8] {
        &self.bytes
    }
}

const LENGTH: usize = size_of::<u32>();
/// Every so many-th record is found at once, the others behind it.
const MARKED: usize = 32;
