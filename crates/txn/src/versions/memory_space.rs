//! A spill space in memory, for tests.

use super::space::VersionSpace;
use crate::error::StorageError;
use sluice_base::hash::HashMap;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::{Arc, Mutex};
use std::path::PathBuf;

/// A space of `bytes_max` bytes for each database.
#[derive(Debug)]
pub(crate) struct MemorySpace {
    bytes_max: u64,
    rows: Mutex<HashMap<DatabaseId, Row>>,
}

/// The appended bytes, without the freed ones below `start`.
#[derive(Default, Debug)]
struct Row {
    start: u64,
    bytes: Vec<u8>,
}

impl MemorySpace {
    /// Returns an empty space that refuses rows once it has `bytes_max` bytes.
    pub(crate) fn new(bytes_max: u64) -> Arc<MemorySpace> {
        Arc::new(MemorySpace { bytes_max, rows: Mutex::default() })
    }

    /// Returns the number of bytes of a database.
    pub(crate) fn bytes(&self, of: DatabaseId) -> u64 {
        self.rows.lock().get(&of).map_or(0, |row| row.bytes.len() as u64)
    }
}

impl VersionSpace for MemorySpace {
    fn append(&self, of: DatabaseId, bytes: &[u8]) -> Result<u64, StorageError> {
        let mut rows = self.rows.lock();
        let row = rows.entry(of).or_default();
        if row.bytes.len() as u64 + bytes.len() as u64 > self.bytes_max {
            return Err(StorageError::DataFull { path: PathBuf::new(), filegroup: String::new() });
        }
        row.bytes.extend_from_slice(bytes);
        Ok(row.start + (row.bytes.len() - bytes.len()) as u64)
    }

    fn read(&self, of: DatabaseId, place: u64, bytes: &mut [u8]) -> Result<bool, StorageError> {
        let rows = self.rows.lock();
        let Some((row, at)) = rows.get(&of).and_then(|row| Some((row, place.checked_sub(row.start)? as usize))) else {
            return Ok(false);
        };
        bytes.copy_from_slice(&row.bytes[at..at + bytes.len()]);
        Ok(true)
    }

    fn free_below(&self, of: DatabaseId, place: u64) {
        if let Some(row) = self.rows.lock().get_mut(&of) {
            let count = place.saturating_sub(row.start).min(row.bytes.len() as u64);
            row.bytes.drain(..count as usize);
            row.start += count;
        }
    }

    fn pages(&self, of: DatabaseId) -> u64 {
        self.bytes(of).div_ceil(8192)
    }
}
