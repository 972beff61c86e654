//! The lock manager: fair queues, conversions, weak locks moved to the table, deadlocks. Under
//! shuttle with drawn schedules: `cargo test -p sluice-txn --features shuttle --lib lock`.

use super::*;
use crate::error::StorageError;
use sluice_base::clock::ManualClock;
use sluice_base::ids::{DatabaseId, ObjectId, TxnId};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_base::waits::{WaitType, Waits};
use std::time::Duration;

const DB: DatabaseId = DatabaseId(5);
const TABLE: Resource = Resource::Object(DB, ObjectId(1_000));
const OTHER: Resource = Resource::Object(DB, ObjectId(1_001));

fn manager() -> Arc<LockManager> {
    with_memory(&MemoryBroker::new(64 << 20))
}

fn with_memory(broker: &Arc<MemoryBroker>) -> Arc<LockManager> {
    LockManager::new(Arc::new(Waits::new(Arc::new(ManualClock::new(0)))), broker)
}

fn owner(manager: &Arc<LockManager>) -> LockOwner {
    manager.owner(Arc::new(AtomicBool::new(false)))
}

fn is_free(owner: &LockOwner, resource: Resource, mode: LockMode) -> bool {
    match owner.lock_within(resource, mode, Some(Duration::ZERO)) {
        Ok(_) => true,
        Err(StorageError::LockTimeout) => false,
        Err(error) => panic!("{error}"),
    }
}

/// Runs `check` in many schedules under shuttle, else a few times.
fn explore(check: impl Fn() + Send + Sync + 'static) {
    #[cfg(feature = "shuttle")]
    shuttle::check_random(check, 3_000);
    #[cfg(not(feature = "shuttle"))]
    (0..200).for_each(|_| check());
}

/// A value that is consistent only under locks: a change takes two steps.
#[derive(Default)]
struct Guarded {
    first: AtomicU64,
    second: AtomicU64,
}

impl Guarded {
    fn change(&self) {
        let seen = self.read();
        self.first.store(seen + 1, Ordering::Relaxed);
        thread::yield_now();
        self.second.store(seen + 1, Ordering::Relaxed);
    }

    fn read(&self) -> u64 {
        let seen = self.first.load(Ordering::Relaxed);
        thread::yield_now();
        assert_eq!(self.second.load(Ordering::Relaxed), seen, "another thread changes it meanwhile");
        seen
    }
}

#[test]
fn weak_locks_exclude_strong_locks() {
    explore(|| {
        let (manager, word) = (manager(), Arc::new(Guarded::default()));
        let alone = [LockMode::SchemaModification, LockMode::Exclusive].map(|mode| {
            let (manager, word) = (manager.clone(), word.clone());
            thread::spawn(move || {
                let owner = owner(&manager);
                owner.lock(TABLE, mode).expect("its holders do not wait");
                word.change();
                owner.unlock_all();
            })
        });
        let users = [LockMode::IntentShared, LockMode::IntentExclusive].map(|mode| {
            let (manager, word) = (manager.clone(), word.clone());
            thread::spawn(move || {
                let owner = owner(&manager);
                for _ in 0..2 {
                    owner.lock(TABLE, mode).expect("its holders do not wait");
                    word.read();
                    owner.unlock(TABLE);
                }
            })
        });
        alone.into_iter().chain(users).for_each(|thread| thread.join().expect("it ends"));
        assert_eq!(word.read(), 2);
        assert!(is_free(&owner(&manager), TABLE, LockMode::SchemaModification), "everything was given back");
    });
}

#[test]
fn crosswise_locks_end_with_one_victim() {
    explore(|| {
        let manager = manager();
        let ends = [(TABLE, OTHER), (OTHER, TABLE)].map(|(first, second)| {
            let manager = manager.clone();
            thread::spawn(move || {
                let owner = owner(&manager);
                owner.lock(first, LockMode::Exclusive).expect("there is no cycle yet");
                let outcome = owner.lock(second, LockMode::IntentShared);
                owner.unlock_all();
                outcome.is_ok()
            })
        });
        let ends = ends.map(|thread| thread.join().expect("it ends"));
        assert!(ends[0] || ends[1], "both gave way");
        assert_eq!(manager.waiting(), 0);
        assert!(is_free(&owner(&manager), TABLE, LockMode::SchemaModification));
        assert!(is_free(&owner(&manager), OTHER, LockMode::SchemaModification));
    });
}

#[test]
fn conversion_deadlock_ends_with_a_victim() {
    explore(|| {
        let (manager, word) = (manager(), Arc::new(Guarded::default()));
        let changes = Arc::new(AtomicU64::new(0));
        let threads = [(); 2].map(|()| {
            let (manager, word, changes) = (manager.clone(), word.clone(), changes.clone());
            thread::spawn(move || {
                let owner = owner(&manager);
                owner.lock(TABLE, LockMode::Shared).expect("readers share it");
                if owner.lock(TABLE, LockMode::Exclusive).is_ok() {
                    word.change();
                    changes.fetch_add(1, Ordering::Relaxed);
                }
            })
        });
        threads.into_iter().for_each(|thread| thread.join().expect("it ends"));
        assert!(changes.load(Ordering::Relaxed) > 0, "at least one goes on");
        assert_eq!(word.read(), changes.load(Ordering::Relaxed));
    });
}

#[test]
fn transaction_wait_takes_part_in_deadlock_search() {
    explore(|| {
        let manager = manager();
        let over = Arc::new(AtomicBool::new(false));
        let (writer, reader) = (owner(&manager), owner(&manager));
        let holder = writer.id();
        let reading = {
            let (manager, over) = (manager.clone(), over.clone());
            thread::spawn(move || {
                reader.lock(TABLE, LockMode::Exclusive).expect("it is free, or its owner ends");
                let is_active = || !over.load(Ordering::SeqCst);
                let outcome = manager.wait_for_transaction(
                    &reader,
                    (DB, TxnId(9), holder),
                    WaitType::LockSharedTransactionRead,
                    is_active,
                );
                assert!(outcome.is_ok() || !over.load(Ordering::SeqCst), "a victim of nothing");
                reader.unlock_all();
                outcome.is_ok()
            })
        };
        let locked = writer.lock(TABLE, LockMode::IntentExclusive).is_ok();
        over.store(true, Ordering::SeqCst);
        manager.transaction_ended(DB, TxnId(9));
        writer.unlock_all();
        let waited = reading.join().expect("it ends");
        assert!(locked || waited, "both gave way");
        assert_eq!(manager.waiting(), 0);
    });
}

mod row_readers;

#[cfg(not(feature = "shuttle"))]
mod one_at_a_time {
    use super::*;
    use sluice_base::ids::PageId;
    use sluice_base::memory::Clerk;
    use sluice_base::room::PIECE;
    use std::time::Instant;

    /// Waits until `count` owners wait.
    fn until_waiting(manager: &LockManager, count: usize) {
        let begin = Instant::now();
        while manager.waiting() < count {
            assert!(begin.elapsed() < Duration::from_secs(20), "no owner came to wait");
            std::thread::yield_now();
        }
    }

    #[test]
    fn held_locks_are_covered_and_convertible() {
        let manager = manager();
        let one = owner(&manager);
        assert!(one.lock(TABLE, LockMode::IntentShared).unwrap());
        assert!(!one.lock(TABLE, LockMode::SchemaStability).unwrap(), "covered");
        assert!(one.lock(TABLE, LockMode::IntentExclusive).unwrap());
        assert_eq!(one.mode_of(TABLE), Some(LockMode::IntentExclusive));
        let other = owner(&manager);
        assert!(!is_free(&other, TABLE, LockMode::Shared));
        // The lock is now in the table: convert it up and release it.
        assert!(one.lock(TABLE, LockMode::Shared).unwrap());
        assert_eq!(one.mode_of(TABLE), Some(LockMode::SharedIntentExclusive));
        assert!(is_free(&other, TABLE, LockMode::IntentShared));
        assert!(!is_free(&other, TABLE, LockMode::IntentExclusive));
        one.unlock_all();
        assert!(is_free(&other, TABLE, LockMode::IntentExclusive));
        other.unlock(TABLE);
        assert!(is_free(&one, TABLE, LockMode::SchemaModification));
        assert_eq!(other.mode_of(TABLE), None);
    }

    #[test]
    fn key_range_lock_blocks_insert_into_gap() {
        let manager = manager();
        let key = Resource::key(DB, ObjectId(1_000), PageId::primary(9), b"k");
        let (reader, writer) = (owner(&manager), owner(&manager));
        assert!(is_free(&reader, key, LockMode::RangeSharedShared));
        assert!(!is_free(&writer, key, LockMode::RangeInsertNull), "no key comes into a range that is read");
        assert!(is_free(
            &writer,
            Resource::key(DB, ObjectId(1_000), PageId::primary(9), b"l"),
            LockMode::RangeInsertNull
        ));
        assert!(is_free(&writer, key, LockMode::Shared));
        reader.unlock_all();
        assert!(is_free(&writer, key, LockMode::RangeInsertNull));
        assert!(is_free(&reader, Resource::application(DB, "k"), LockMode::Exclusive));
        assert!(!is_free(&writer, Resource::application(DB, "k"), LockMode::Exclusive));
    }

    #[test]
    fn queue_is_fair_but_conversions_go_first() {
        let manager = manager();
        let (reader, other) = (owner(&manager), owner(&manager));
        reader.lock(TABLE, LockMode::Shared).unwrap();
        other.lock(TABLE, LockMode::Shared).unwrap();
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let writer = owner(&manager);
                writer.lock(TABLE, LockMode::Exclusive).map(|_| writer)
            });
            until_waiting(&manager, 1);
            assert!(!is_free(&owner(&manager), TABLE, LockMode::Shared), "a writer waits before it");
            let converts = scope.spawn(|| {
                reader.lock(TABLE, LockMode::Exclusive).unwrap();
                assert_eq!(manager.waiting(), 1, "the writer that came before still waits");
                drop(reader);
            });
            until_waiting(&manager, 2);
            drop(other);
            converts.join().unwrap();
            drop(writer.join().unwrap().expect("its turn comes"));
        });
    }

    #[test]
    fn deadlock_victim_has_logged_least() {
        for (logged, cheap) in [([9_000, 10], 1), ([10, 9_000], 0)] {
            let manager = manager();
            let owners = logged.map(|bytes| {
                let owner = owner(&manager);
                owner.set_log_used(bytes);
                owner
            });
            owners[0].lock(TABLE, LockMode::Exclusive).unwrap();
            owners[1].lock(OTHER, LockMode::Exclusive).unwrap();
            let mut wanted = [OTHER, TABLE].into_iter();
            let threads = owners.map(|owner| {
                let wanted = wanted.next().unwrap();
                std::thread::spawn(move || owner.lock(wanted, LockMode::Exclusive).is_ok())
            });
            let outcomes = threads.map(|thread| thread.join().unwrap());
            assert_eq!(outcomes, [cheap != 0, cheap != 1], "the cheap one gives way");
        }
    }

    #[test]
    fn locks_reserve_and_release_memory() {
        let broker = MemoryBroker::new(1 << 20);
        let manager = with_memory(&broker);
        let (one, other) = (owner(&manager), owner(&manager));
        let row = |page, slot| Resource::Row(DB, ObjectId(1_000), PageId::primary(page), slot);
        let held = || broker.held_by(Clerk::LockManager);
        one.lock(TABLE, LockMode::IntentShared).unwrap();
        assert_eq!(held(), 0, "a table's is its owner's");
        let mut taken = 0;
        let refused = loop {
            match one.lock(row(7 + taken / 100, (taken % 100) as u16), LockMode::Shared) {
                Ok(_) => taken += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(refused, StorageError::OutOfLocks), "{refused}");
        // `mssqlserver-1204-database-engine-error.md`: at most 60 percent.
        assert!(held() <= (1 << 20) * 60 / 100 && held() > (1 << 20) / 2, "{}", held());
        assert!(manager.is_pressed() && taken > 1_000, "{taken}");
        assert!(!one.lock(row(7, 0), LockMode::Shared).unwrap(), "what it has it has");
        one.lock(row(7, 0), LockMode::Update).expect("nothing more is taken");
        other.lock(row(7, 1), LockMode::Shared).expect_err("it is the instance's memory");
        one.unlock(row(7, 0));
        assert!(!is_free(&other, row(7, 1), LockMode::Exclusive), "there is memory for the question");
        one.unlock_parts(DB, ObjectId(1_000), LockMode::Shared);
        assert!(held() <= 2 * PIECE && !manager.is_pressed(), "{}", held());
        other.lock(row(7, 1), LockMode::Exclusive).unwrap();
        drop((one, other));
        assert!(held() <= PIECE, "{}", held());
        drop(manager);
        assert_eq!(broker.held(), 0);
    }

    #[test]
    fn lock_wait_ends_at_timeout_or_cancel() {
        let waits = Arc::new(Waits::new(Arc::new(sluice_base::clock::SystemClock::new())));
        let manager = LockManager::new(waits.clone(), &MemoryBroker::new(64 << 20));
        let holder = owner(&manager);
        holder.lock(TABLE, LockMode::SchemaModification).unwrap();
        let cancel = Arc::new(AtomicBool::new(false));
        let other = manager.owner(cancel.clone());
        let begin = Instant::now();
        let limit = Some(Duration::from_millis(30));
        let outcome = other.lock_within(TABLE, LockMode::IntentShared, limit);
        assert!(matches!(outcome, Err(StorageError::LockTimeout)) && begin.elapsed() >= Duration::from_millis(30));
        cancel.store(true, Ordering::Relaxed);
        assert!(matches!(other.lock(TABLE, LockMode::IntentShared), Err(StorageError::Cancelled)));
        assert_eq!(waits.cell(LockMode::IntentShared.wait_type()).count.get(), 2);
        assert!(waits.cell(LockMode::IntentShared.wait_type()).total_ns.get() >= 30_000_000);
        assert!(!is_free(&manager.owner(Arc::default()), TABLE, LockMode::Shared));
        let (_, of_tables) = manager.statistics()[sluice_base::work_counts::WorkCount::ObjectLock as usize];
        assert_eq!((of_tables.waits, of_tables.timeouts, of_tables.timeouts_after_wait), (2, 2, 1));
        assert!(of_tables.wait_ns >= 30_000_000 && of_tables.deadlocks == 0);
    }

    #[test]
    fn lent_owner_returns_with_new_locks() {
        let manager = manager();
        let (session, other) = (owner(&manager), owner(&manager));
        session.lock(TABLE, LockMode::IntentShared).expect("it is free");
        let before = session.given_back();
        let call = session.lend();
        assert_eq!(call.id(), session.id());
        assert!(!call.lock(TABLE, LockMode::IntentShared).expect("it has what the session has"));
        // A lock of the session is not released; a lock taken by the call is.
        call.unlock(TABLE);
        assert!(!is_free(&other, TABLE, LockMode::Exclusive));
        call.lock(OTHER, LockMode::Exclusive).expect("it is free");
        call.unlock(OTHER);
        assert!(is_free(&other, OTHER, LockMode::Exclusive));
        other.unlock(OTHER);
        call.lock(OTHER, LockMode::Shared).expect("it is free");
        call.unlock_all();
        session.take_back(&call);
        assert!(session.given_back() > before);
        assert_eq!(session.mode_of(TABLE), Some(LockMode::IntentShared));
        assert_eq!(session.mode_of(OTHER), Some(LockMode::Shared));
        assert!(!is_free(&other, OTHER, LockMode::Exclusive));
        session.unlock_all();
        assert!(is_free(&other, OTHER, LockMode::Exclusive) && is_free(&other, TABLE, LockMode::Exclusive));
    }
}
