//! Where versions go that memory has no room for.

use crate::error::StorageError;
use sluice_base::ids::DatabaseId;
use std::fmt;

/// Room beside memory: for each database one endless row of bytes, appended at its end and freed from its beginning. A place in it is a number
/// that is never used twice while the database is open. Nothing in it outlives the process.
pub trait VersionSpace: Send + Sync + fmt::Debug {
    /// Appends to the row of bytes of a database, and tells where. An error leaves it as it was: there is no room.
    fn append(&self, of: DatabaseId, bytes: &[u8]) -> Result<u64, StorageError>;

    /// Reads what has been appended; false if it has been freed.
    fn read(&self, of: DatabaseId, place: u64, bytes: &mut [u8]) -> Result<bool, StorageError>;

    /// Frees what lies below a place.
    fn free_below(&self, of: DatabaseId, place: u64);

    /// How many pages it takes for a database.
    fn pages(&self, of: DatabaseId) -> u64;
}
