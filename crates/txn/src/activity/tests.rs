//! Readers beside writers that begin, write and end: in every schedule, a row whose writer is
//! judged finished is finished.

use crate::lock::OwnerId;
use crate::table::{TransactionTable, Writers};
use sluice_base::ids::TxnId;
use sluice_base::sync::{Arc, Mutex, thread};

/// A page of two rows, each with its stamp and whether its writer has ended. The mutex plays the
/// latch.
type Page = Mutex<[(TxnId, bool); 2]>;

fn write_and_end(table: &TransactionTable, page: &Page, row: usize, owner: OwnerId) {
    let (id, slot) = table.register(owner);
    slot.lock().id = id;
    page.lock()[row] = (id, false);
    (0..20).for_each(|_| thread::yield_now());
    // A commit or rollback changes the row before it leaves the table.
    page.lock()[row].1 = true;
    slot.lock().clear();
    table.give_back(slot);
}

fn look(table: &TransactionTable, page: &Page, known: &mut Writers) {
    let rows = page.lock();
    for (stamp, has_ended) in *rows {
        // As in a scan: a writer settled at an earlier look stays settled. Otherwise the reader
        // looks again under the latch.
        if stamp < known.settled {
            assert!(has_ended, "{stamp:?} was settled too soon");
            continue;
        }
        table.writers(known);
        let is_active = stamp >= known.settled && known.active.iter().any(|(id, _)| *id == stamp);
        assert!(is_active || has_ended, "{stamp:?} was missed: {known:?}");
    }
}

fn shared_knowledge(table: &TransactionTable) -> Writers {
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
            thread::spawn(move || look(&table, &page, &mut shared_knowledge(&table)))
        };
        look(&table, &page, &mut shared_knowledge(&table));
        other.join().expect("it ends");
        writers.into_iter().for_each(|thread| thread.join().expect("it ends"));
        look(&table, &page, &mut known);
        table.writers(&mut known);
        assert_eq!((known.active.len(), known.settled), (0, TxnId(7)));
    };
    // Only a whole look between two steps of a writer fails. Priority scheduling finds that, random
    // scheduling seldom does.
    #[cfg(feature = "shuttle")]
    shuttle::check_pct(check, 10_000, 3);
    #[cfg(not(feature = "shuttle"))]
    (0..500).for_each(|_| check());
}
