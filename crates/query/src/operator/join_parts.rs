//! A hash join whose right rows don't fit into memory.
//!
//! The rows of both sides are in tempdb, partitioned by key. The partitions are joined one by one:
//! the right rows of a partition become a hash table, which the left rows probe. A partition with
//! too many right rows is partitioned again. If that no longer helps because the rows have few
//! keys, the right rows are taken block by block. The left rows are then read once per block, and a
//! bit per left row records whether it has met a partner. Left rows without a partner come out with
//! the last block.

use super::join_table::Table;
use super::kept_rows::show_record;
use super::partitions::{Partitions, hash_of};
use super::value_bytes::{put_key, put_row, read_key};
use super::work_rows::{WorkReader, WorkRows};
use super::{RowsSeen, Run};
use sluice_base::codec::Reader;
use sluice_plan::JoinKind;
use sluice_types::SqlError;

/// Partitions that aren't joined yet, and the current partition.
pub(super) struct Parts {
    kind: JoinKind,
    /// Pairs of partitions of both inputs to join after the current pair.
    left_over: Vec<Part>,
    current: Option<Current>,
}

/// A pair of partitions with the same hash values.
struct Part {
    left: Option<WorkRows>,
    right: Option<WorkRows>,
    /// Number of times that the rows were partitioned.
    level: u32,
}

struct Current {
    left: WorkRows,
    reader: WorkReader,
    /// Number of left rows read in this round.
    number: usize,
    right: WorkRows,
    /// Position of the first right row that isn't in a block yet.
    next_right: WorkReader,
    /// Whether the block in memory is the last.
    is_last: bool,
    /// One bit for each left row that has met a partner in an earlier block; used only for several
    /// blocks.
    met: Vec<u64>,
    seen: RowsSeen,
}

enum Read {
    Block(Box<Table>),
    TooMuch,
}

impl Parts {
    /// Returns the partitions of both sides, none joined yet. Partition `n` of the left side joins
    /// partition `n` of the right side only.
    pub(super) fn new(kind: JoinKind, left: Partitions, right: Partitions) -> Parts {
        let mut parts = Parts { kind, left_over: Vec::new(), current: None };
        parts.add(left, right);
        parts
    }

    fn add(&mut self, left: Partitions, right: Partitions) {
        let level = left.level() + 1;
        let is_wanted = |part: &Part| match self.kind {
            JoinKind::Inner | JoinKind::Semi => part.left.is_some() && part.right.is_some(),
            JoinKind::Left | JoinKind::Anti => part.left.is_some(),
            JoinKind::Full => part.left.is_some() || part.right.is_some(),
        };
        let pairs = left.into_parts().zip(right.into_parts());
        self.left_over.extend(pairs.map(|(left, right)| Part { left, right, level }).filter(is_wanted));
    }

    /// Returns the next block of right rows, or `None` at the end. A partition whose right rows
    /// don't fit is partitioned again; beyond the greatest level it is read in several blocks, and
    /// its left rows are read again for each. Empty work files take no page.
    pub(super) fn next_table(&mut self, sources: &[usize], run: &mut Run<'_, '_>) -> Result<Option<Table>, SqlError> {
        if let Some(current) = self.current.as_mut().filter(|current| !current.is_last) {
            current.begin_round();
            if let Read::Block(table) = current.read_right(sources, true, run)? {
                return Ok(Some(*table));
            }
        }
        while let Some(Part { left, right, level }) = self.left_over.pop() {
            // An empty file takes no page.
            let none = || WorkRows::new(run, sluice_access::WorkKind::File);
            let (left, right) = (left.map_or_else(none, Ok)?, right.map_or_else(none, Ok)?);
            let mut current = Current {
                left,
                reader: WorkReader::default(),
                number: 0,
                right,
                next_right: WorkReader::default(),
                is_last: false,
                met: Vec::new(),
                seen: RowsSeen::default(),
            };
            match current.read_right(sources, level > LEVEL_MAX, run)? {
                Read::Block(table) => {
                    if !current.is_last && self.kind != JoinKind::Inner {
                        current.met.resize((current.left.count() as usize).div_ceil(64), 0);
                    }
                    self.current = Some(current);
                    return Ok(Some(*table));
                }
                Read::TooMuch => {
                    let Current { left, right, .. } = current;
                    self.add(parted(&left, level, run)?, parted(&right, level, run)?);
                }
            }
        }
        Ok(None)
    }

    /// Moves to the next left row. Returns the first right row with its key, or `NONE`. Returns
    /// `None` at the end of the round. The left row becomes the current row. Counts the row for
    /// cancellation.
    pub(super) fn next_left(
        &mut self,
        sources: &[usize],
        table: &Table,
        run: &mut Run<'_, '_>,
    ) -> Result<Option<u32>, SqlError> {
        let Some(current) = &mut self.current else { return Ok(None) };
        let Some(record) = current.left.next(&mut current.reader)? else { return Ok(None) };
        let mut record = Reader::new(record);
        let first = table.first(read_key(&mut record)?);
        show_record(&mut record, sources, run)?;
        current.number += 1;
        current.seen.one_more(run)?;
        Ok(Some(first))
    }

    /// Whether the last left row is returned without a partner: this is the last block of right
    /// rows, and the row met none of any block. `is_met` says that it met a row of this block,
    /// which is remembered for the next blocks.
    pub(super) fn is_alone(&mut self, is_met: bool) -> bool {
        let Some(current) = &mut self.current else { return false };
        let is_last = current.is_last;
        let Some((met, bit)) = current.met_bit() else { return !is_met };
        if is_met {
            *met |= bit;
        }
        is_last && *met & bit == 0
    }

    /// Whether the last left row, which has met a partner in this block of right rows, met none in
    /// an earlier block. Marks the row as met for the later blocks. With a single block the result
    /// is always true and nothing is marked. So the caller asks once for each row and block.
    pub(super) fn is_first_partner(&mut self) -> bool {
        let Some((met, bit)) = self.current.as_mut().and_then(Current::met_bit) else { return true };
        let is_first = *met & bit == 0;
        *met |= bit;
        is_first
    }
}

impl Current {
    /// Returns the word and the bit of the last left row, if there are several blocks.
    fn met_bit(&mut self) -> Option<(&mut u64, u64)> {
        let (word, bit) = ((self.number - 1) / 64, 1 << ((self.number - 1) % 64));
        self.met.get_mut(word).map(|met| (met, bit))
    }

    /// Starts another pass over the left rows.
    fn begin_round(&mut self) {
        (self.reader, self.number) = (WorkReader::default(), 0);
    }

    /// Reads the next right rows. If they don't all fit and `by_blocks` is set, reads as many as
    /// fit.
    fn read_right(&mut self, sources: &[usize], by_blocks: bool, run: &mut Run<'_, '_>) -> Result<Read, SqlError> {
        let mut table = Table::for_sources(sources);
        loop {
            let place = self.next_right.place();
            let Some(record) = self.right.next(&mut self.next_right)? else {
                self.is_last = true;
                return Ok(Read::Block(Box::new(table)));
            };
            let mut record = Reader::new(record);
            let key = read_key(&mut record)?;
            if table.add_record(key, (&mut record, sources), run)? {
                continue;
            }
            if !by_blocks {
                return Ok(Read::TooMuch);
            }
            if table.count() == 0 {
                // 701: there is no memory for a single row.
                return Err(super::workspace::no_memory(run));
            }
            self.next_right = WorkReader::at(place);
            return Ok(Read::Block(Box::new(table)));
        }
    }
}

/// Partitions the rows again.
fn parted(rows: &WorkRows, level: u32, run: &Run<'_, '_>) -> Result<Partitions, SqlError> {
    let (mut parts, mut reader) = (Partitions::new(level), WorkReader::default());
    while let Some(record) = rows.next(&mut reader)? {
        let key = read_key(&mut Reader::new(record))?;
        parts.push(run, hash_of(key.unwrap_or_default()), |out| out.extend_from_slice(record))?;
    }
    Ok(parts)
}

/// Adds the current row of `sources`, with its key, to its partition.
pub(super) fn put_current(
    (sources, key): (&[usize], Option<&[u8]>),
    parts: &mut Partitions,
    run: &Run<'_, '_>,
) -> Result<(), SqlError> {
    parts.push(run, hash_of(key.unwrap_or_default()), |out| {
        put_key(key, out);
        sources.iter().for_each(|source| put_row(&run.frame.rows[*source], out));
    })
}

/// Greatest number of repeated partitionings. A partition that is still too large has few keys.
pub(super) const LEVEL_MAX: u32 = 4;
