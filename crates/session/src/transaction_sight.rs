//! Facts of a session's transaction that other sessions may see: its number (unique in the
//! instance), start time and name.
//!
//! Invariants:
//! 1. Only the session changes the generation, which is odd while a transaction is open. A
//!    statement pays no other cost.
//! 2. The first reader of a generation draws its number and stores the number with the generation.
//!    So readers see one number per transaction, and numbers follow the order of first reads.
//! 3. If the transaction ends during a read, the facts may be its successor's, except the number.

use sluice_base::clock::Clock;
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU32, AtomicU64, Ordering};
use sluice_base::ticks::Ticker;
use sluice_txn::CommitReceipt;

/// Generator of transaction numbers, which count up from 1 in an instance's run.
#[derive(Debug, Default)]
pub struct TransactionNumbers(AtomicI64);

impl TransactionNumbers {
    /// Returns the next number, which no other call gets.
    pub fn draw(&self) -> i64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// The visible facts of a session's transaction. Facts beyond the generation are valid only while
/// it is odd.
#[derive(Debug, Default)]
pub struct TransactionSight {
    generation: AtomicU64,
    began_ticks: AtomicU64,
    // Index into `NAMES`.
    kind: AtomicU8,
    // `@@TRANCOUNT`.
    open: AtomicU32,
    is_snapshot: AtomicBool,
    // How the first explicit transaction ended that has ended since the session asked.
    ended: AtomicU8,
    kept: Mutex<StoredFacts>,
    // The last commit that changed a database: its guid, epoch and LSN. The session alone reads it.
    receipt: [AtomicU64; 3],
}

/// Facts stored for readers, each with its generation.
#[derive(Debug, Default)]
struct StoredFacts {
    seen: Option<(u64, i64, i64)>,
    name: Option<(u64, Box<str>)>,
}

/// A transaction as a reader sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenTransaction {
    /// Number of the transaction.
    pub number: i64,
    /// Name given by BEGIN TRANSACTION, or the name of its kind.
    pub name: String,
    /// Start time in nanoseconds since 1970.
    pub began_ns: i64,
    /// `@@TRANCOUNT`; 0 for an autocommit statement.
    pub open: u32,
    /// Whether the transaction is a statement that only reads.
    pub is_read_only: bool,
}

/// The statement that began a transaction. Except `User` and `Implicit`, the transaction is that
/// statement alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the statement of its name")]
pub enum Beginning {
    /// A statement not listed below.
    Other,
    /// BEGIN TRANSACTION.
    User,
    /// A statement under SET IMPLICIT_TRANSACTIONS.
    Implicit,
    Select,
    SelectInto,
    Insert,
    Update,
    Delete,
    Merge,
}

impl TransactionSight {
    /// Begins an autocommit statement at this tick, unless a transaction is open. An open
    /// transaction stays as it is.
    #[inline]
    pub fn enter(&self, kind: Beginning, ticks: u64) {
        let generation = self.generation.load(Ordering::Relaxed);
        if generation & 1 == 0 {
            self.began_ticks.store(ticks, Ordering::Relaxed);
            self.kind.store(kind as u8, Ordering::Relaxed);
            self.generation.store(generation + 1, Ordering::Release);
        }
    }

    /// Begins an explicit or implicit transaction, or turns the running statement's transaction
    /// into one.
    #[inline]
    pub fn begin(&self, beginning: Beginning, is_snapshot: bool, ticks: impl FnOnce() -> u64) {
        self.enter_at(ticks);
        self.kind.store(beginning as u8, Ordering::Relaxed);
        self.is_snapshot.store(is_snapshot, Ordering::Relaxed);
        self.open.store(1, Ordering::Relaxed);
    }

    /// Begins the transaction of a statement that changes something, unless a transaction is open.
    #[inline]
    pub fn enter_at(&self, ticks: impl FnOnce() -> u64) {
        if self.generation.load(Ordering::Relaxed) & 1 == 0 {
            self.enter(Beginning::Other, ticks());
        }
    }

    /// Sets `@@TRANCOUNT`.
    #[inline]
    pub fn set_open(&self, open: i32) {
        self.open.store(open.max(0) as u32, Ordering::Relaxed);
    }

    /// Sets the name given by BEGIN TRANSACTION.
    #[cold]
    pub fn set_name(&self, name: &str) {
        self.kept.lock().name = Some((self.generation.load(Ordering::Relaxed), name.into()));
    }

    /// Ends the transaction, if one is open. Sets the count of open transactions to 0. Number and
    /// name are forgotten with the generation.
    #[inline]
    pub fn leave(&self) {
        let generation = self.generation.load(Ordering::Relaxed);
        if generation & 1 == 1 {
            self.open.store(0, Ordering::Relaxed);
            self.generation.store(generation + 1, Ordering::Release);
        }
    }

    /// Ends the transaction, if one is open, and records how an explicit one ended.
    #[inline]
    pub fn end(&self, is_committed: bool) {
        if self.open.load(Ordering::Relaxed) > 0 && self.ended.load(Ordering::Relaxed) == NO_END {
            self.ended.store(if is_committed { COMMITTED } else { ROLLED_BACK }, Ordering::Relaxed);
        }
        self.leave();
    }

    /// Returns whether the first explicit transaction that has ended since the last call was
    /// committed. `None` if none has ended.
    pub fn take_end(&self) -> Option<bool> {
        match self.ended.swap(NO_END, Ordering::Relaxed) {
            NO_END => None,
            end => Some(end == COMMITTED),
        }
    }

    /// Sets the receipt of the session's last commit that changed a database.
    #[inline]
    pub fn set_receipt(&self, receipt: Option<CommitReceipt>) {
        let [guid, epoch, lsn] = receipt.map_or([0; 3], |it| [it.database.0, it.epoch.into(), it.lsn.0]);
        let values = self.receipt.iter().zip([guid, epoch, lsn]);
        values.for_each(|(place, value)| place.store(value, Ordering::Relaxed));
    }

    /// Returns the receipt of the session's last commit that changed a database, for the session.
    /// `None` if there was none, or it changed several databases.
    pub fn receipt(&self) -> Option<CommitReceipt> {
        let [guid, epoch, lsn] = [0, 1, 2].map(|place| self.receipt[place].load(Ordering::Relaxed));
        let receipt = CommitReceipt { database: DatabaseGuid(guid), epoch: epoch as u32, lsn: Lsn(lsn) };
        (!receipt.lsn.is_none()).then_some(receipt)
    }

    /// Returns `@@TRANCOUNT`.
    pub fn open_count(&self) -> u32 {
        self.open.load(Ordering::Relaxed)
    }

    /// Whether the explicit transaction reads from a snapshot.
    pub fn is_snapshot(&self) -> bool {
        self.is_snapshot.load(Ordering::Relaxed)
    }

    /// Returns the active transaction, if there is one. The first reader of a transaction draws its
    /// number and computes its start time from ticks. The name is the one given to it, or one by
    /// the kind of the statement.
    pub fn seen(&self, numbers: &TransactionNumbers, clock: &dyn Clock) -> Option<SeenTransaction> {
        let generation = self.generation.load(Ordering::Acquire);
        if generation & 1 == 0 {
            return None;
        }
        let kind = usize::from(self.kind.load(Ordering::Relaxed));
        let (began_ticks, open) = (self.began_ticks.load(Ordering::Relaxed), self.open.load(Ordering::Relaxed));
        let mut kept = self.kept.lock();
        let (number, began_ns) = match kept.seen {
            Some((of, number, began_ns)) if of == generation => (number, began_ns),
            // A reader has seen a later transaction, so this one is over.
            Some((of, ..)) if of > generation => return None,
            _ => {
                let passed = clock.ns_of_ticks(Ticker::for_clock(clock).now().saturating_sub(began_ticks));
                let (number, began_ns) = (numbers.draw(), clock.utc_ns() - passed as i64);
                kept.seen = Some((generation, number, began_ns));
                (number, began_ns)
            }
        };
        let given = kept.name.as_ref().filter(|(of, _)| *of == generation && open > 0);
        let name = given.map_or(NAMES[kind], |(_, name)| name).to_owned();
        Some(SeenTransaction {
            number,
            name,
            began_ns,
            open,
            is_read_only: open == 0 && kind == Beginning::Select as usize,
        })
    }
}

/// Values of the recorded end.
const NO_END: u8 = 0;
const COMMITTED: u8 = 1;
const ROLLED_BACK: u8 = 2;
/// Names of unnamed transactions in SQL Server, in the order of [`Beginning`].
const NAMES: [&str; 9] =
    ["", "user_transaction", "implicit_transaction", "SELECT", "SELECT INTO", "INSERT", "UPDATE", "DELETE", "MERGE"];

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::clock::ManualClock;
    use std::time::Duration;

    #[test]
    fn transaction_keeps_its_number_until_it_ends() {
        let (sight, numbers, clock) =
            (TransactionSight::default(), TransactionNumbers::default(), ManualClock::new(100));
        let look = || sight.seen(&numbers, &clock);
        assert_eq!(look(), None);
        sight.enter(Beginning::Select, 100);
        clock.advance(Duration::from_nanos(50));
        let first = look().expect("it is active");
        assert_eq!((first.name.as_str(), first.began_ns, first.open, first.is_read_only), ("SELECT", 100, 0, true));
        sight.begin(Beginning::Implicit, false, || unreachable!("the statement has begun it"));
        sight.set_open(2);
        let second = look().expect("it is active");
        assert_eq!((second.number, second.name.as_str(), second.open), (first.number, "implicit_transaction", 2));
        assert!(!second.is_read_only);
        sight.end(true);
        sight.end(false);
        assert_eq!((sight.take_end(), sight.take_end()), (Some(true), None));
        assert_eq!((look(), sight.open_count()), (None, 0));
        sight.begin(Beginning::User, true, || 150);
        sight.set_name("mine");
        let third = look().expect("it is active");
        assert_eq!((third.name.as_str(), third.began_ns, sight.is_snapshot()), ("mine", 150, true));
        assert_ne!(third.number, first.number);
        sight.leave();
        sight.begin(Beginning::User, false, || 160);
        assert_eq!(look().expect("it is active").name, "user_transaction", "the name was another one's");
    }
}
