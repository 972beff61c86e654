//! The source of chunks: a table, a join, or another chunked operator.

use super::chunk::Chunk;
use crate::operator::Run;
use sluice_types::{DataType, SqlError};

/// Returns rows in chunks. It has no state of its runs.
pub(in crate::operator) trait Source: Send + Sync {
    /// Types of the columns of a chunk.
    fn types(&self) -> &[DataType];

    /// Starts a run.
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError>;
}

/// A run of a source.
pub(in crate::operator) trait Chunks<'r>: Send {
    /// Replaces the rows of `chunk` by the next rows, at least one. Returns false at the end, and
    /// must not be called afterwards.
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError>;
}

/// The number of rows of a chunk, which may exceed it a little. The columns of a chunk fit into the
/// processor's first cache.
pub(super) const ROWS: usize = 1024;
