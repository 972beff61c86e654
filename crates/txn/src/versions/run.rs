//! A run: versions of one page's rows, replaced by one transaction, as stored in the spill space.
//!
//! Layout (`docs/file-format.md`, *Row versions*): place of the page's previous run u64 (all ones:
//! none), writer u64, length of the versions u32; then each version: slot u16, its writer u64,
//! length u16, the row.

use super::side_table::Version;
use super::space::VersionSpace;
use crate::error::StorageError;
use sluice_base::codec::Reader;
use sluice_base::ids::{DatabaseId, TxnId};

/// A run read from the spill space; its memory is reused for the next.
#[derive(Default, Debug)]
pub(crate) struct Run {
    /// The transaction that replaced these states.
    pub(crate) writer: TxnId,
    /// The place of the page's previous run.
    pub(crate) before: Option<u64>,
    bytes: Vec<u8>,
    /// The offset of each version in `bytes`.
    starts: Vec<usize>,
}

/// Appends the encoded run to `out`. `before` is the place of the page's previous run. Panics if a
/// row is longer than 65,535 bytes.
pub(super) fn encode(before: Option<u64>, writer: TxnId, versions: &[Version], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&before.unwrap_or(NONE).to_le_bytes());
    out.extend_from_slice(&writer.0.to_le_bytes());
    out.extend_from_slice(&[0; 4]);
    for version in versions {
        let length = u16::try_from(version.row.len()).expect("a row fits on a page");
        out.extend_from_slice(&version.slot.to_le_bytes());
        out.extend_from_slice(&version.begin.0.to_le_bytes());
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&version.row);
    }
    let length = (out.len() - start - HEAD) as u32;
    out[start + HEAD - 4..start + HEAD].copy_from_slice(&length.to_le_bytes());
}

impl Run {
    /// Reads the run at `place`. Returns false if it was freed. Replaces the contents of `self`. A
    /// head that can't be decoded counts as freed. Fails if the space can't be read.
    pub(super) fn read(&mut self, space: &dyn VersionSpace, of: DatabaseId, place: u64) -> Result<bool, StorageError> {
        let mut head = [0; HEAD];
        if !space.read(of, place, &mut head)? {
            return Ok(false);
        }
        let mut fields = Reader::new(&head);
        let (before, writer, length) = (fields.u64(), fields.u64(), fields.u32());
        let (Ok(before), Ok(writer), Ok(length)) = (before, writer, length) else { return Ok(false) };
        self.bytes.resize(length as usize, 0);
        if !space.read(of, place + HEAD as u64, &mut self.bytes)? {
            return Ok(false);
        }
        (self.before, self.writer) = ((before != NONE).then_some(before), TxnId(writer));
        self.starts.clear();
        let mut at = 0;
        while let Some((_, _, row)) = self.version(at) {
            self.starts.push(at);
            at = row.end;
        }
        Ok(true)
    }

    /// Returns the versions, newest first: slot, writer of the state, row.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = (u16, TxnId, &[u8])> {
        let version = |start: &usize| self.version(*start).map(|(slot, begin, row)| (slot, begin, &self.bytes[row]));
        self.starts.iter().rev().filter_map(version)
    }

    fn version(&self, at: usize) -> Option<(u16, TxnId, std::ops::Range<usize>)> {
        let mut fields = Reader::new(self.bytes.get(at..)?);
        let (slot, begin, length) = (fields.u16().ok()?, fields.u64().ok()?, fields.u16().ok()?);
        let row = at + VERSION_HEAD..at + VERSION_HEAD + usize::from(length);
        (row.end <= self.bytes.len()).then_some((slot, TxnId(begin), row))
    }
}

const NONE: u64 = u64::MAX;
const HEAD: usize = 20;
const VERSION_HEAD: usize = 12;
