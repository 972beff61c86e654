//! Long values on the page chains of tables and in work files of tempdb.
//!
//! A value read from a row refers to the row's page chain. The statement keeps the chain alive
//! until it ends (`table_rows`, rule 2). A value that must live longer, such as a variable's, is
//! copied to a work file (`keep`). Long values from a client arrive in work files.

use crate::database::Database;
use crate::databases::Databases;
use crate::storage_error::sql_error;
use crate::temporary::TEMPDB;
use sluice_access::{LobPointer, Lobs, WorkFile, WorkKind, WorkPosition};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_txn::{Storage, StorageError};
use sluice_types::long::{VALUE_BYTES_MAX, encoding, too_long};
use sluice_types::row::pieces;
use sluice_types::{DataType, LONG_BYTES, LongSource, LongStore, LongValue, LongWriter, SqlError, Value};
use std::any::Any;
use std::fmt;

/// A value on a table's page chain. Its row is committed or written by the same transaction. Reads
/// go to the chain in the database, in windows; nothing is cached.
pub(crate) struct ChainValue {
    database: Arc<Database>,
    lobs: Lobs,
    pointer: LobPointer,
}

/// Creates long values in work files of tempdb.
pub struct WorkValues {
    tempdb: Arc<Storage>,
}

/// Where a statement writes copies of long values, and how it is cancelled.
#[derive(Clone, Copy)]
pub struct WorkPlace<'a> {
    /// Access to tempdb.
    pub host: &'a dyn Databases,
    /// Set when the statement must stop.
    pub stop: &'a AtomicBool,
}

/// A value in a work file.
struct WorkValue(WorkFile);

/// A value under construction. A short value stays in memory.
struct WorkValueWriter {
    data_type: DataType,
    short: Vec<u8>,
    tempdb: Arc<Storage>,
    file: Option<WorkFile>,
}

impl ChainValue {
    /// Returns the value of a column of `data_type` that `pointer` refers to.
    pub(crate) fn value(database: &Arc<Database>, lobs: Lobs, pointer: LobPointer, data_type: DataType) -> Value {
        let source = Arc::new(ChainValue { database: Arc::clone(database), lobs, pointer });
        Value::Long(Arc::new(LongValue::new(source, pointer.length, data_type)))
    }
}

impl LongSource for ChainValue {
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<(), SqlError> {
        let mut read = Vec::with_capacity(bytes.len());
        let range = (offset, bytes.len());
        let is_there = self.lobs.read(&self.database.storage, &self.pointer, range, &mut read);
        let failed = |error| sql_error(&error, &self.database.name);
        if !is_there.map_err(failed)? || read.len() < bytes.len() {
            return Err(failed(StorageError::SnapshotLost));
        }
        bytes.copy_from_slice(&read);
        Ok(())
    }

    fn outlives_statement(&self) -> bool {
        false
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

/// Whether `source` is a part of the page chain that `pointer` refers to.
pub(crate) fn is_of_chain(source: &dyn LongSource, (database, lobs, pointer): (&Database, Lobs, LobPointer)) -> bool {
    let chain = source.as_any().and_then(|source| source.downcast_ref::<ChainValue>());
    chain
        .is_some_and(|chain| std::ptr::eq(&*chain.database, database) && chain.lobs == lobs && chain.pointer == pointer)
}

impl WorkValues {
    /// Returns a maker of values in the instance's tempdb.
    pub fn new(host: &dyn Databases) -> Result<WorkValues, SqlError> {
        let tempdb = host.database(TEMPDB).ok_or_else(|| host.not_open(TEMPDB))?;
        Ok(WorkValues { tempdb: Arc::clone(&tempdb.storage) })
    }

    fn writer(&self, data_type: DataType) -> WorkValueWriter {
        let tempdb = Arc::clone(&self.tempdb);
        WorkValueWriter { data_type: encoding(data_type), short: Vec::new(), tempdb, file: None }
    }
}

impl LongStore for WorkValues {
    fn create(&self, data_type: DataType) -> Result<Box<dyn LongWriter>, SqlError> {
        Ok(Box::new(self.writer(data_type)))
    }
}

impl WorkValueWriter {
    fn into_long(self) -> LongValue {
        match self.file {
            None => LongValue::in_memory(self.short, self.data_type),
            Some(file) => {
                let length = file.len();
                LongValue::new(Arc::new(WorkValue(file)), length, self.data_type)
            }
        }
    }
}

impl LongWriter for WorkValueWriter {
    fn push(&mut self, bytes: &[u8]) -> Result<(), SqlError> {
        let length = self.file.as_ref().map_or(self.short.len() as u64, WorkFile::len) + bytes.len() as u64;
        if length > VALUE_BYTES_MAX {
            return Err(too_long());
        }
        if self.file.is_none() && length <= LONG_BYTES {
            self.short.extend_from_slice(bytes);
            return Ok(());
        }
        let failed = |error| sql_error(&error, TEMPDB);
        let file = self.file.get_or_insert_with(|| WorkFile::new(&self.tempdb, WorkKind::Table));
        if !self.short.is_empty() {
            file.append(&std::mem::take(&mut self.short)).map_err(failed)?;
        }
        file.append(bytes).map_err(failed)
    }

    fn finish(self: Box<Self>) -> Result<Value, SqlError> {
        self.into_long().into_value()
    }
}

impl LongSource for WorkValue {
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<(), SqlError> {
        self.0.read(&mut WorkPosition::at(offset), bytes).map_err(|error| sql_error(&error, TEMPDB))
    }

    fn outlives_statement(&self) -> bool {
        true
    }
}

/// Returns `value` in a form that outlives the statement: in memory if it is short, else in work
/// files.
pub fn keep(value: Value, data_type: DataType, place: WorkPlace<'_>) -> Result<Value, SqlError> {
    match value {
        Value::Str(_) | Value::Bytes(_) if owned_bytes(&value) > LONG_BYTES => in_work_file(&value, data_type, place),
        other => kept_long(other, place),
    }
}

/// Copies a long value to work files, so that it outlives the statement. Returns short values
/// unchanged.
pub fn kept_long(value: Value, place: WorkPlace<'_>) -> Result<Value, SqlError> {
    match value {
        Value::Long(long) => keep_long(&long, place),
        short => Ok(short),
    }
}

fn keep_long(long: &Arc<LongValue>, place: WorkPlace<'_>) -> Result<Value, SqlError> {
    let Some(from) = long.copied_from() else { return Ok(Value::Long(Arc::clone(long))) };
    let mut tail = place.writer(long.data_type())?;
    long.slice(from, long.len())?.for_each_window(|window| place.copy(window, &mut tail))?;
    long.slice(0, from)?.joined(tail.into_long())?.into_value()
}

/// Copies `value` in the encoding of `data_type`: to memory if it is short, else to a work file.
pub fn in_work_file(value: &Value, data_type: DataType, place: WorkPlace<'_>) -> Result<Value, SqlError> {
    let mut copy = place.writer(data_type)?;
    pieces(value, data_type, |piece| place.copy(piece, &mut copy))?;
    copy.into_long().into_value()
}

impl WorkPlace<'_> {
    fn writer(self, data_type: DataType) -> Result<WorkValueWriter, SqlError> {
        Ok(WorkValues::new(self.host)?.writer(data_type))
    }

    fn copy(self, piece: &[u8], writer: &mut WorkValueWriter) -> Result<(), SqlError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(SqlError::cancelled());
        }
        writer.push(piece)
    }
}

fn owned_bytes(value: &Value) -> u64 {
    match value {
        Value::Str(text) => text.len() as u64,
        Value::Bytes(bytes) => bytes.len() as u64,
        _ => 0,
    }
}

impl fmt::Debug for ChainValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {}", self.pointer, self.database.name)
    }
}

impl fmt::Debug for WorkValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for WorkValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("work files of tempdb")
    }
}

impl fmt::Debug for WorkValueWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkValueWriter").field("data_type", &self.data_type).finish_non_exhaustive()
    }
}
