//! Spilling: the coldest versions are written to the spill space when memory runs out.
//!
//! The session that finds no room writes, one session at a time. It writes all versions of
//! published transactions before its own; without space for those, its own stay in memory, too. A
//! writer that replaces a state of another transaction comes after that transaction's publication.
//! So a row's older version is always written before the newer one.

use super::kept::{KeptVersions, Part};
use super::run;
use super::space::VersionSpace;
use super::store::{Published, VersionStore};
use sluice_base::ids::{DatabaseId, PageId, TxnId};

/// A transaction whose versions are written.
#[derive(Clone, Copy)]
struct Writer {
    database: DatabaseId,
    txn: TxnId,
    /// The publication number; `None` while the transaction is active.
    number: Option<u64>,
    /// Whether the lane already holds its earlier versions.
    is_held: bool,
}

impl VersionStore {
    /// Frees memory for a version that was just kept. `kept` belongs to its writer, whose page is
    /// latched. Returns false without room. If spilling isn't possible, the oldest snapshots are
    /// given up, whose later reads fail. One session does this at a time.
    #[cold]
    pub(super) fn make_room(&self, database: DatabaseId, txn: TxnId, kept: &mut KeptVersions) -> bool {
        let _turn = self.spilling.lock();
        let space = self.space();
        let mut has_spilled = false;
        let is_enough = loop {
            if self.room.is_enough() {
                break true;
            }
            // More than the missing bytes is freed, or the next version would need room at once.
            let goal = self.room.used() / 8 * 7;
            let writes = |space: &dyn VersionSpace| {
                self.spill_published(space, goal)
                    || self.state.lock().recent.is_empty() && self.spill_own(space, (database, txn), kept)
            };
            if space.as_deref().is_some_and(writes) {
                has_spilled = true;
            } else if !self.give_way() {
                break false;
            }
        };
        if has_spilled {
            // Snapshots that ended meanwhile missed the versions being written.
            self.forget_seen(self.state.lock());
        }
        is_enough
    }

    /// Writes versions of published transactions, oldest first, until at most `goal` bytes are
    /// used. Returns whether it wrote any.
    fn spill_published(&self, space: &dyn VersionSpace, goal: u64) -> bool {
        let mut is_some = false;
        while self.room.used() > goal {
            let mut state = self.state.lock();
            let Some(Published { sequence, mut part }) = state.recent.pop_front() else { break };
            let (database, txn) = (part.database, part.txn);
            let pages = part.kept.take_pages();
            // KeptVersions while its number may be needed, or while it holds earlier versions.
            if state.numbers.contains_key(&(database, txn)) || !part.kept.is_empty() {
                self.room.add(Part::BYTES);
                state.spilled.push_back(Published { sequence, part });
            }
            drop(state);
            let writer = Writer { database, txn, number: Some(sequence), is_held: false };
            let (_, left) = self.spill(space, writer, pages);
            if left.is_empty() {
                self.room.sub(Part::BYTES);
                is_some = true;
                continue;
            }
            let kept = KeptVersions { pages: left, ..KeptVersions::default() };
            self.state.lock().recent.push_front(Published { sequence, part: Part { database, txn, kept } });
            break;
        }
        is_some
    }

    /// Writes the versions of an active transaction. Returns whether it wrote any.
    fn spill_own(
        &self,
        space: &dyn VersionSpace,
        (database, txn): (DatabaseId, TxnId),
        kept: &mut KeptVersions,
    ) -> bool {
        let pages = kept.take_pages();
        let count = pages.len();
        let writer = Writer { database, txn, number: None, is_held: kept.spilled_from.is_some() };
        let (first, left) = self.spill(space, writer, pages);
        kept.spilled_from = kept.spilled_from.or(first);
        kept.pages = left;
        kept.pages.len() < count
    }

    /// Writes the writer's versions on `pages`. Returns the place of the first, and the pages whose
    /// versions stay in memory for lack of space.
    fn spill(&self, space: &dyn VersionSpace, writer: Writer, pages: Vec<PageId>) -> (Option<u64>, Vec<PageId>) {
        let Writer { database, txn, number, is_held } = writer;
        let (mut first, mut written) = (None, 0);
        let (mut bytes, mut runs) = (Vec::new(), Vec::new());
        for (index, page) in pages.iter().enumerate() {
            let (versions, before) = self.table.of_writer((database, *page), txn);
            if !versions.is_empty() {
                runs.push((*page, bytes.len() as u64));
                run::encode(before, txn, &versions, &mut bytes);
            }
            if bytes.len() < BATCH_BYTES && index + 1 < pages.len() {
                continue;
            }
            if !runs.is_empty() {
                // The reason of the failure is irrelevant here: unwritten versions stay in memory,
                // or snapshots are lost.
                let Ok(place) = space.append(database, &bytes) else { break };
                let mut state = self.state.lock();
                let lane = state.lanes.entry(database).or_default();
                if number.is_none() && !is_held && first.is_none() {
                    lane.hold(place);
                }
                // Recorded before a reader can reach the run: the reader gets from the lane how far
                // back it must go.
                lane.written(place, place + bytes.len() as u64, number.unwrap_or(0));
                drop(state);
                for (page, start) in runs.drain(..) {
                    let (freed, taken) = self.table.spilled((database, page), txn, place + start);
                    self.room.add(taken);
                    self.room.sub(freed);
                }
                first = first.or(Some(place));
                bytes.clear();
            }
            written = index + 1;
        }
        (first, pages[written..].to_vec())
    }

    /// Frees the spilled versions of a database below a place. With `is_much`, also removes pages
    /// without other runs from the side table.
    pub(super) fn free_below(&self, database: DatabaseId, place: u64, is_much: bool) {
        if let Some(space) = self.space() {
            space.free_below(database, place);
        }
        if is_much {
            self.room.sub(self.table.forget_spilled(database, place));
        }
    }
}

/// The length of a batch of runs, in bytes.
const BATCH_BYTES: usize = 64 << 10;
