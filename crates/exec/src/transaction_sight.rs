//! What others may see of a session's transaction: its number, which all databases share, since when it is open, and who began it.
//!
//! Invariants:
//! 1. The session alone says where a transaction begins and ends: by a generation that is odd in between. That is all that a statement pays.
//! 2. A number is drawn for a generation by whoever asks for it first, and kept with it: nobody sees two for one transaction, nor one for two. So
//!    numbers are in the order in which transactions were looked at.
//! 3. What is seen of a transaction that ends meanwhile may be its successor's, but for the number.

use sluice_base::clock::Clock;
use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU32, AtomicU64, Ordering};
use sluice_base::ticks::Ticker;

/// The numbers of an instance's transactions.
#[derive(Debug, Default)]
pub struct TransactionNumbers(AtomicI64);

impl TransactionNumbers {
    /// One that nobody has.
    pub fn draw(&self) -> i64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// What a session shows of its transaction.
#[derive(Debug, Default)]
pub struct TransactionSight {
    generation: AtomicU64,
    began_ticks: AtomicU64,
    // A place in `NAMES`.
    kind: AtomicU8,
    // How many BEGIN TRANSACTION are open.
    open: AtomicU32,
    is_snapshot: AtomicBool,
    kept: Mutex<Kept>,
}

/// What is kept for those who look, each with the generation that it is of.
#[derive(Debug, Default)]
struct Kept {
    seen: Option<(u64, i64, i64)>,
    name: Option<(u64, Box<str>)>,
}

/// A transaction, as it is seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenTransaction {
    /// Its number.
    pub number: i64,
    /// What BEGIN TRANSACTION calls it, or what kind it is.
    pub name: String,
    /// Since when it is open, in nanoseconds since 1970.
    pub began_ns: i64,
    /// How many BEGIN TRANSACTION are open; 0: it is one statement.
    pub open: u32,
    /// Whether it is a statement that reads and no more.
    pub is_read_only: bool,
}

/// What begins a transaction; but for two a statement that is one of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the statement of its name")]
pub enum Beginning {
    /// Another statement than those below.
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
    /// A statement that is a transaction of its own began then, in ticks; nothing, where a transaction is open.
    #[inline]
    pub fn enter(&self, kind: Beginning, ticks: u64) {
        let generation = self.generation.load(Ordering::Relaxed);
        if generation & 1 == 0 {
            self.began_ticks.store(ticks, Ordering::Relaxed);
            self.kind.store(kind as u8, Ordering::Relaxed);
            self.generation.store(generation + 1, Ordering::Release);
        }
    }

    /// The outermost BEGIN TRANSACTION, by a session that reads by a snapshot or not. Where a statement has begun one already, it is that.
    #[inline]
    pub fn begin(&self, beginning: Beginning, is_snapshot: bool, ticks: impl FnOnce() -> u64) {
        self.enter_at(ticks);
        self.kind.store(beginning as u8, Ordering::Relaxed);
        self.is_snapshot.store(is_snapshot, Ordering::Relaxed);
        self.open.store(1, Ordering::Relaxed);
    }

    /// A statement begins that changes something, and would be a transaction of its own.
    #[inline]
    pub fn enter_at(&self, ticks: impl FnOnce() -> u64) {
        if self.generation.load(Ordering::Relaxed) & 1 == 0 {
            self.enter(Beginning::Other, ticks());
        }
    }

    /// So many BEGIN TRANSACTION are open.
    #[inline]
    pub fn set_open(&self, open: i32) {
        self.open.store(open.max(0) as u32, Ordering::Relaxed);
    }

    /// BEGIN TRANSACTION called it so.
    #[cold]
    pub fn set_name(&self, name: &str) {
        self.kept.lock().name = Some((self.generation.load(Ordering::Relaxed), name.into()));
    }

    /// It is over, if there is one.
    #[inline]
    pub fn leave(&self) {
        let generation = self.generation.load(Ordering::Relaxed);
        if generation & 1 == 1 {
            self.open.store(0, Ordering::Relaxed);
            self.generation.store(generation + 1, Ordering::Release);
        }
    }

    /// How many BEGIN TRANSACTION are open.
    pub fn open_count(&self) -> u32 {
        self.open.load(Ordering::Relaxed)
    }

    /// Whether the transaction that BEGIN TRANSACTION began reads by a snapshot.
    pub fn is_snapshot(&self) -> bool {
        self.is_snapshot.load(Ordering::Relaxed)
    }

    /// The transaction that is active, if one is.
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
            // Somebody has seen a later one: it is over.
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

/// What SQL Server calls a transaction that nobody has named, in the order of [`Beginning`].
const NAMES: [&str; 9] =
    ["", "user_transaction", "implicit_transaction", "SELECT", "SELECT INTO", "INSERT", "UPDATE", "DELETE", "MERGE"];

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::clock::ManualClock;
    use std::time::Duration;

    #[test]
    fn a_transaction_has_one_number_from_its_beginning_to_its_end() {
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
        sight.leave();
        sight.leave();
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
