//! Tests that indexes with wrong entries are detected and rebuilt.

use super::rig::{TestHost, run};
use sluice_access::Reader;
use sluice_base::sync::Arc;
use sluice_table::Databases;
use sluice_table::table_index::TableIndex;
use sluice_txn::CommitDurability;
use std::ops::Bound;

#[test]
fn damaged_index_is_found_and_rebuilt() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(
        &mut session,
        "CREATE TABLE t(a INT PRIMARY KEY, b INT, INDEX i UNIQUE (b)); INSERT t VALUES (1, 10), (2, 20), (3, 30)",
    );
    let check = "DBCC CHECKDB WITH NO_INFOMSGS";
    assert_eq!(run(&mut session, check), "");
    let database = host.database("one").expect("it is open");
    let (storage, table) = (&database.storage, Arc::clone(database.catalog().tables()[0]));
    let index = TableIndex::new(&table, &table.indexes[1]);
    let mut entries = Vec::new();
    let mut scan = index.tree.rows(storage, Reader::Dirty, Bound::Unbounded, Bound::Unbounded).expect("it is there");
    while let Some((key, value)) = scan.next().expect("it can be read") {
        entries.push((key.to_vec(), value.to_vec()));
    }
    let mut transaction = storage.begin();
    assert!(index.tree.delete(storage, &mut transaction, &entries[0].0).expect("it can be deleted"));
    storage.commit(transaction, CommitDurability::Full).expect("it commits");
    let found = run(&mut session, check);
    assert!(found.starts_with(&format!("Msg 8951 line 0 t; {}; i; 2; 1 / ", table.id.0)), "{found}");
    let mut transaction = storage.begin();
    let beyond = [&entries[0].0[..], &[7]].concat();
    index.tree.insert(storage, &mut transaction, &beyond, &entries[0].1).expect("it can be put in");
    storage.commit(transaction, CommitDurability::Full).expect("it commits");
    let found = run(&mut session, check);
    assert!(found.contains("Msg 8951 ") && found.contains("Msg 8952 "), "{found}");
    assert_eq!(run(&mut session, "ALTER INDEX i ON t REBUILD"), "");
    assert_eq!(run(&mut session, check), "");
    assert_eq!(run(&mut session, "SELECT a FROM t WHERE b = 10"), "[a] / 1 / (1)");
}
