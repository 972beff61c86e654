//! Sequences in tempdb (T3): the recovery value is written every CACHE values, to its page alone.

use crate::rig::{Rig, ok};
use sluice_access::Sequence;

/// Returns how often the page of a sequence in tempdb changes while `values` values are taken one
/// by one. Verifies that no record or flush occurs.
fn page_changes(option: &str, values: u32) -> u32 {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, &format!("USE tempdb; CREATE SEQUENCE dbo.S AS BIGINT MINVALUE 1 {option};"));
    let tempdb = instance.databases().into_iter().find(|database| database.storage.is_temporary()).unwrap();
    let catalog = tempdb.catalog();
    let made = catalog.sequences()[0];
    let place = Sequence { root: made.root, object: made.id };
    let seen = || (tempdb.storage.log.tail(), tempdb.counters.log_flushes.get());
    let (before, mut changes) = (seen(), 0);
    let mut last = place.recovery_value(&tempdb.storage).unwrap();
    for _ in 0..values {
        ok(&mut session, "SELECT NEXT VALUE FOR tempdb.dbo.S;");
        let value = place.recovery_value(&tempdb.storage).unwrap();
        changes += u32::from(value != last);
        last = value;
    }
    assert_eq!(seen(), before, "{option}: no record and no flush");
    changes
}

#[test]
fn tempdb_sequence_writes_its_page_but_no_log() {
    assert_eq!(page_changes("NO CACHE", 300), 300);
    assert_eq!(page_changes("CACHE 50", 1_000), 20);
    assert_eq!(page_changes("CACHE 10000", 1_000), 1);
}
