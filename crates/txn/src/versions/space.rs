//! The spill space: storage for versions beyond memory.

use crate::error::StorageError;
use sluice_base::ids::DatabaseId;
use std::fmt;

/// Storage for spilled versions: for each database one endless sequence of bytes, appended at its
/// end and freed from its beginning. A place is an offset that is never reused while the database
/// is open. Nothing outlives the process.
pub trait VersionSpace: Send + Sync + fmt::Debug {
    /// Appends to the sequence of a database and returns the place. On an error, such as a lack of
    /// room, it is unchanged.
    fn append(&self, of: DatabaseId, bytes: &[u8]) -> Result<u64, StorageError>;

    /// Reads appended bytes. Returns false if they were freed.
    fn read(&self, of: DatabaseId, place: u64, bytes: &mut [u8]) -> Result<bool, StorageError>;

    /// Frees the bytes below a place.
    fn free_below(&self, of: DatabaseId, place: u64);

    /// Returns the number of pages taken for a database.
    fn pages(&self, of: DatabaseId) -> u64;
}
