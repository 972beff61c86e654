//! A random workload of interleaved transactions, and the oracle for the states a crash may leave.
//!
//! The log is one sequence. So the survivors are a prefix of the events (commits and system
//! records) in log order. The prefix holds at least every event up to the last one acknowledged as
//! durable.

use super::{CELLS, Cell, Database, RELEASED};
use sluice_txn::{CommitDurability, Savepoint, StorageError, Transaction};

/// The events, in log order.
#[derive(Default)]
pub struct History {
    events: Vec<Vec<(Cell, u64)>>,
    /// The number of events acknowledged as durable.
    durable: usize,
}

/// One of the interleaved transactions. It has its own cells, as with locks.
#[derive(Default)]
struct Lane {
    txn: Option<Transaction>,
    effects: Vec<(Cell, u64)>,
    savepoint: Option<(Savepoint, usize)>,
}

pub struct Workload {
    pub seed: u64,
    pub steps: u32,
    pub pages: u32,
    /// Whether commits may be delayed.
    pub delayed: bool,
}

struct Run<'a> {
    database: &'a Database,
    workload: &'a Workload,
    history: &'a mut History,
    random: u64,
    lanes: [Lane; LANES],
    value: u64,
    released: u32,
}

impl History {
    /// Returns the number of events the state can hold.
    pub fn events(&self) -> usize {
        self.events.len()
    }

    /// Panics unless the state follows some prefix of the events that holds all durable ones.
    /// Returns the length of the prefix.
    #[track_caller]
    pub fn check(&self, state: &[u64], what: &str) -> usize {
        let mut expected = vec![0; state.len()];
        let mut fits = None;
        for (count, event) in [&Vec::new()].into_iter().chain(&self.events).enumerate() {
            for (at, value) in event {
                expected[at.page as usize * usize::from(CELLS) + usize::from(at.cell)] = *value;
            }
            if count >= self.durable && expected == state {
                fits = Some(count);
            }
        }
        let range = self.durable..=self.events.len();
        fits.unwrap_or_else(|| panic!("{what}: the state is not that after a number of events in {range:?}"))
    }
}

impl Workload {
    /// Runs until the end or the first error, and then drops the active transactions.
    pub fn run(&self, database: &Database, history: &mut History) -> Result<(), StorageError> {
        let random = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let lanes = Default::default();
        let mut run = Run { database, workload: self, history, random, lanes, value: 0, released: 0 };
        let ended = (0..self.steps).try_for_each(|_| run.step());
        run.lanes.into_iter().filter_map(|lane| lane.txn).for_each(std::mem::forget);
        ended
    }
}

impl Run<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) % bound
    }

    fn step(&mut self) -> Result<(), StorageError> {
        let lane = self.below(LANES as u64) as usize;
        let storage = &self.database.storage;
        match self.below(100) {
            0..=54 => self.set(lane),
            55..=59 => self.release(lane),
            60..=66 => {
                let lane = &mut self.lanes[lane];
                if let Some(txn) = &lane.txn {
                    lane.savepoint = Some((storage.savepoint(txn), lane.effects.len()));
                }
                Ok(())
            }
            67..=72 => {
                let lane = &mut self.lanes[lane];
                if let (Some(txn), Some((savepoint, effects))) = (&mut lane.txn, lane.savepoint) {
                    storage.rollback_to(txn, savepoint)?;
                    lane.effects.truncate(effects);
                }
                Ok(())
            }
            73..=78 => {
                let lane = std::mem::take(&mut self.lanes[lane]);
                lane.txn.map_or(Ok(()), |txn| storage.rollback(txn))
            }
            79..=83 => self.pair(),
            84..=86 => {
                let events = self.history.events.len();
                storage.checkpoint()?;
                self.history.durable = events;
                Ok(())
            }
            _ => self.commit(lane),
        }
    }

    fn set(&mut self, lane: usize) -> Result<(), StorageError> {
        let page = self.below(u64::from(self.workload.pages)) as u32;
        let cell = self.below(u64::from(LANE_CELLS)) as u16 * LANES as u16 + lane as u16;
        self.value += 1;
        let (at, value) = (Cell::new(page, cell), self.value);
        let lane = &mut self.lanes[lane];
        let txn = lane.txn.get_or_insert_with(|| self.database.storage.begin());
        self.database.set(txn, at, value)?;
        lane.effects.push((at, value));
        Ok(())
    }

    fn release(&mut self, lane: usize) -> Result<(), StorageError> {
        let (page, cell) =
            (self.released % self.workload.pages, RELEASE_CELL + (self.released / self.workload.pages) as u16);
        if cell >= PAIR_CELL {
            return Ok(());
        }
        self.released += 1;
        let at = Cell::new(page, cell);
        let lane = &mut self.lanes[lane];
        let txn = lane.txn.get_or_insert_with(|| self.database.storage.begin());
        self.database.defer_release(txn, at)?;
        lane.effects.push((at, RELEASED));
        Ok(())
    }

    fn pair(&mut self) -> Result<(), StorageError> {
        let first = self.below(u64::from(self.workload.pages) - 1) as u32;
        self.value += 1;
        let (at, other) = (Cell::new(first, PAIR_CELL), Cell::new(first + 1, PAIR_CELL));
        self.history.events.push(vec![(at, self.value), (other, self.value)]);
        self.database.set_pair(first, first + 1, PAIR_CELL, self.value)
    }

    fn commit(&mut self, lane: usize) -> Result<(), StorageError> {
        let full = !self.workload.delayed || self.below(2) == 0;
        let Lane { txn: Some(txn), effects, .. } = std::mem::take(&mut self.lanes[lane]) else { return Ok(()) };
        let with_release = effects.iter().any(|(_, value)| *value == RELEASED);
        self.history.events.push(effects);
        let durability = if full { CommitDurability::Full } else { CommitDurability::Delayed };
        self.database.storage.commit(txn, durability)?;
        if full || with_release {
            self.history.durable = self.history.events.len();
        }
        Ok(())
    }
}

const LANES: usize = 3;
/// The number of cells of a page for each lane. The cells to be released follow, and the last cells
/// hold pairs.
const LANE_CELLS: u16 = 16;
const RELEASE_CELL: u16 = LANE_CELLS * LANES as u16;
const PAIR_CELL: u16 = CELLS - 1;
