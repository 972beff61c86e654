//! Who looks while others begin, write and end: in every schedule a row whose writer is held to be finished is finished.

use crate::lock::OwnerId;
use crate::table::{TransactionTable, Writers};
use sluice_base::ids::TxnId;
use sluice_base::sync::{Arc, Mutex, thread};

/// A page of two rows: each its stamp, and whether its writer has ended. The lock is the latch.
type Page = Mutex<[(TxnId, bool); 2]>;

fn write_and_end(table: &TransactionTable, page: &Page, row: usize, owner: OwnerId) {
    let (id, slot) = table.register(owner);
    slot.lock().id = id;
    page.lock()[row] = (id, false);
    (0..20).for_each(|_| thread::yield_now());
    // What a commit or a rollback does to the row it does before it leaves the table.
    page.lock()[row].1 = true;
    slot.lock().clear();
    table.give_back(slot);
}

fn look(table: &TransactionTable, page: &Page, known: &mut Writers) {
    let rows = page.lock();
    for (stamp, has_ended) in *rows {
        // As a scan does: what was settled at an earlier look stays so, else it looks again while the page is latched.
        if stamp < known.settled {
            assert!(has_ended, "{stamp:?} was settled too soon");
            continue;
        }
        table.writers(known);
        let is_active = stamp >= known.settled && known.active.iter().any(|(id, _)| *id == stamp);
        assert!(is_active || has_ended, "{stamp:?} was missed: {known:?}");
    }
}

fn what_others_know(table: &TransactionTable) -> Writers {
    Writers { settled: table.settled(), ..Writers::default() }
}

#[test]
fn no_writer_is_missed() {
    let check = || {
        let table = Arc::new(TransactionTable::new(TxnId(5)));
        let page: Arc<Page> = Arc::new(Mutex::new([(TxnId::NONE, true); 2]));
        let writers = [0, 1].map(|row| {
            let (table, page) = (table.clone(), page.clone());
            thread::spawn(move || write_and_end(&table, &page, row, OwnerId(row as u64 + 1)))
        });
        let mut known = Writers::default();
        for _ in 0..3 {
            look(&table, &page, &mut known);
        }
        let other = {
            let (table, page) = (table.clone(), page.clone());
            thread::spawn(move || look(&table, &page, &mut what_others_know(&table)))
        };
        look(&table, &page, &mut what_others_know(&table));
        other.join().expect("it ends");
        writers.into_iter().for_each(|thread| thread.join().expect("it ends"));
        look(&table, &page, &mut known);
        table.writers(&mut known);
        assert_eq!((known.active.len(), known.settled), (0, TxnId(7)));
    };
    // A whole look in the gap between two steps of a writer: priorities find that, chance seldom.
    #[cfg(feature = "shuttle")]
    shuttle::check_pct(check, 10_000, 3);
    #[cfg(not(feature = "shuttle"))]
    (0..500).for_each(|_| check());
}
