//! Rule 5: readers that lock a row or its page without writing it, and writers that stamp it
//! without a lock, never miss each other.

use super::*;
use sluice_base::ids::PageId;
use sluice_base::sync::Mutex;

const OBJECT: ObjectId = ObjectId(1_000);

fn page() -> Resource {
    Resource::Page(DB, OBJECT, PageId::primary(7))
}

fn row() -> Resource {
    Resource::Row(DB, OBJECT, PageId::primary(7), 3)
}

/// A row written by two transactions. The mutex plays the latch of the page and holds the writer's
/// stamp, numbered from 1.
struct Page {
    stamp: Mutex<usize>,
    /// The owners of the transactions, and whether they have ended.
    writers: [(OwnerId, AtomicBool); 2],
    word: Guarded,
}

impl Page {
    fn is_active(&self, stamp: usize) -> bool {
        stamp.checked_sub(1).is_some_and(|writer| !self.writers[writer].1.load(Ordering::SeqCst))
    }

    /// Waits for the end of the row's writer. Returns false without an active writer. The caller
    /// has released the latch.
    fn wait_for(&self, manager: &LockManager, owner: &LockOwner, stamp: usize) -> bool {
        let Some((holder, over)) = stamp.checked_sub(1).map(|writer| &self.writers[writer]) else { return false };
        if *holder == owner.id() || over.load(Ordering::SeqCst) {
            return false;
        }
        let txn = (DB, TxnId(stamp as u64), *holder);
        let is_active = || !over.load(Ordering::SeqCst);
        manager
            .wait_for_transaction(owner, txn, WaitType::LockSharedTransactionRead, is_active)
            .expect("there is no cycle");
        true
    }

    /// Locks the page as a whole, unless a writer is active on it.
    fn read_whole(&self, manager: &LockManager, owner: &LockOwner) {
        owner.lock(page(), LockMode::Shared).expect("there is no cycle");
        let stamp = *self.stamp.lock();
        if self.is_active(stamp) {
            owner.unlock(page());
            return self.read_row(manager, owner);
        }
        self.read_twice(owner);
    }

    fn read_row(&self, manager: &LockManager, owner: &LockOwner) {
        owner.lock(page(), LockMode::IntentShared).expect("there is no cycle");
        owner.lock(row(), LockMode::Shared).expect("there is no cycle");
        loop {
            let stamp = *self.stamp.lock();
            if !self.wait_for(manager, owner, stamp) {
                break;
            }
        }
        self.read_twice(owner);
    }

    /// Checks that the row is stable from here to the end of the owner.
    fn read_twice(&self, owner: &LockOwner) {
        let seen = self.word.read();
        thread::yield_now();
        assert_eq!(self.word.read(), seen, "it changed under its reader's lock");
        owner.unlock_all();
    }

    fn write(&self, manager: &LockManager, owner: &LockOwner, writer: usize) {
        loop {
            let mut stamp = self.stamp.lock();
            let found = *stamp;
            if found != 0 && !self.writers[found - 1].1.load(Ordering::SeqCst) {
                drop(stamp);
                self.wait_for(manager, owner, found);
                continue;
            }
            let wanted = [(page(), LockMode::IntentExclusive), (row(), LockMode::Exclusive)];
            if manager.is_flagged(DB, OBJECT) && manager.excludes_any(&wanted, owner.id()) {
                drop(stamp);
                for (resource, mode) in wanted {
                    owner.lock(resource, mode).expect("there is no cycle");
                }
                continue;
            }
            *stamp = writer + 1;
            break;
        }
        self.word.change();
        self.writers[writer].1.store(true, Ordering::SeqCst);
        manager.transaction_ended(DB, TxnId(writer as u64 + 1));
        owner.unlock_all();
    }
}

#[test]
fn row_never_changes_under_its_reader() {
    explore(|| {
        let manager = manager();
        let writers = [owner(&manager), owner(&manager)];
        let page = Arc::new(Page {
            stamp: Mutex::new(0),
            writers: [(writers[0].id(), AtomicBool::new(false)), (writers[1].id(), AtomicBool::new(false))],
            word: Guarded::default(),
        });
        let mut threads = Vec::new();
        for (number, owner) in writers.into_iter().enumerate() {
            let (manager, page) = (manager.clone(), page.clone());
            threads.push(thread::spawn(move || page.write(&manager, &owner, number)));
        }
        for read in [Page::read_row, Page::read_whole] {
            let (manager, page, owner) = (manager.clone(), page.clone(), owner(&manager));
            threads.push(thread::spawn(move || read(&page, &manager, &owner)));
        }
        threads.into_iter().for_each(|thread| thread.join().expect("it ends"));
        assert_eq!((page.word.read(), manager.waiting()), (2, 0));
        assert!(!manager.is_flagged(DB, OBJECT), "every flag went down");
    });
}
