//! The source of chunks: a table, a join, or another chunked operator.

use super::chunk::Chunk;
use crate::operator::Run;
use sluice_types::SqlError;

/// Gives rows in chunks. It keeps nothing of its runs.
pub(in crate::operator) trait Source: Send + Sync {
    /// Of how many columns its chunks are.
    fn width(&self) -> usize;

    /// Begins a run.
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError>;
}

/// A run of a source.
pub(in crate::operator) trait Chunks<'r>: Send {
    /// Puts the next rows into `chunk`, at least one; false at the end, after which it is not asked again.
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError>;
}

/// How many rows a chunk has, or a few more: their columns stay in the processor's nearest cache.
pub(super) const ROWS: usize = 1024;
