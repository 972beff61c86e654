//! Room for versions that memory has no room for: the coldest are written to the space beside it.
//!
//! Whoever finds no room writes, one at a time, and all that is published before anything of his own: what is published and has no room there
//! keeps his own back, too. A writer that replaces what another one
//! has left comes after that one is published, so a row's older version is always written before the newer one.

use super::kept::{Kept, Part};
use super::run;
use super::space::VersionSpace;
use super::store::{Published, VersionStore};
use sluice_base::ids::{DatabaseId, PageId, TxnId};

/// A transaction whose versions are written.
#[derive(Clone, Copy)]
struct Writer {
    database: DatabaseId,
    txn: TxnId,
    /// That of the published; none while it is under way.
    number: Option<u64>,
    /// What it has written before is held already.
    is_held: bool,
}

impl VersionStore {
    /// Makes room for a version that has just been kept; `kept` is what its writer has, whose page is latched. False if there is none.
    #[cold]
    pub(super) fn make_room(&self, database: DatabaseId, txn: TxnId, kept: &mut Kept) -> bool {
        let _turn = self.spilling.lock();
        let space = self.space();
        let mut has_spilled = false;
        let is_enough = loop {
            if self.room.is_enough() {
                break true;
            }
            // Not just what is missing, or the next one would be here at once.
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
            // Snapshots that have ended meanwhile did not find what was on its way.
            self.forget_seen(self.state.lock());
        }
        is_enough
    }

    /// Writes versions of the published, the oldest first, until no more than `goal` bytes are in use; false if there was nothing that could be.
    fn spill_published(&self, space: &dyn VersionSpace, goal: u64) -> bool {
        let mut is_some = false;
        while self.room.used() > goal {
            let mut state = self.state.lock();
            let Some(Published { sequence, mut part }) = state.recent.pop_front() else { break };
            let (database, txn) = (part.database, part.txn);
            let pages = part.kept.take_pages();
            // For as long as somebody may ask for its number, or holds what it has written before.
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
            let kept = Kept { pages: left, ..Kept::default() };
            self.state.lock().recent.push_front(Published { sequence, part: Part { database, txn, kept } });
            break;
        }
        is_some
    }

    /// Writes the versions of a transaction that is under way; false if it has none that could be.
    fn spill_own(&self, space: &dyn VersionSpace, (database, txn): (DatabaseId, TxnId), kept: &mut Kept) -> bool {
        let pages = kept.take_pages();
        let count = pages.len();
        let writer = Writer { database, txn, number: None, is_held: kept.spilled_from.is_some() };
        let (first, left) = self.spill(space, writer, pages);
        kept.spilled_from = kept.spilled_from.or(first);
        kept.pages = left;
        kept.pages.len() < count
    }

    /// Writes the writer's versions on `pages`. Gives where the first of them lies, and the pages whose versions are in memory still, since
    /// there was no room for them.
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
                // Why there is no room does not matter to anybody here: what can't be written stays where it is, or gives way.
                let Ok(place) = space.append(database, &bytes) else { break };
                let mut state = self.state.lock();
                let lane = state.lanes.entry(database).or_default();
                if number.is_none() && !is_held && first.is_none() {
                    lane.hold(place);
                }
                // Before a reader can come to it: he asks the lane how far back he has to go.
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

    /// Nobody needs what is spilled of a database below a place. `is_much`: the table is looked through for pages that have nothing else.
    pub(super) fn free_below(&self, database: DatabaseId, place: u64, is_much: bool) {
        if let Some(space) = self.space() {
            space.free_below(database, place);
        }
        if is_much {
            self.room.sub(self.table.forget_spilled(database, place));
        }
    }
}

/// How much is written at once.
const BATCH_BYTES: usize = 64 << 10;
