//! Rows that are all read before the first of them is used: their bytes, one behind the other.

use super::{Run, Workspace};
use sluice_base::codec::get_u32;
use sluice_types::SqlError;

/// Encoded rows, in the order in which they came.
pub struct Spool {
    workspace: Workspace,
    /// Each row behind its length, u32.
    chunks: Vec<Vec<u8>>,
}

impl Spool {
    /// No rows yet.
    pub fn new(run: &Run<'_, '_>) -> Spool {
        Spool { workspace: Workspace::new(run), chunks: Vec::new() }
    }

    /// Keeps a row: 701 if there is no memory for it.
    pub fn push(&mut self, row: &[u8]) -> Result<(), SqlError> {
        let bytes = LENGTH + row.len();
        if self.chunks.last().is_none_or(|chunk| chunk.capacity() - chunk.len() < bytes) {
            let capacity = CHUNK.max(bytes);
            self.workspace.take(capacity)?;
            self.chunks.push(Vec::with_capacity(capacity));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.extend_from_slice(&(row.len() as u32).to_le_bytes());
            chunk.extend_from_slice(row);
        }
        Ok(())
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.chunks.iter().flat_map(|chunk| {
            let mut rest = &chunk[..];
            std::iter::from_fn(move || {
                let (length, rows) = rest.split_at_checked(LENGTH)?;
                let (row, left) = rows.split_at_checked(get_u32(length, 0) as usize)?;
                rest = left;
                Some(row)
            })
        })
    }
}

const LENGTH: usize = size_of::<u32>();
/// How much memory is taken at once.
const CHUNK: usize = 64 << 10;
