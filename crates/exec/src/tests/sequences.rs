//! Tests of sequences: the article's trace, values drawn by several threads, and a generator's
//! state after a rollback.

use super::rig::{TestHost, run};
use sluice_base::sync::Arc;
use sluice_catalog::ObjectName;
use sluice_table::Database;
use sluice_table::Databases;
use sluice_table::generators::place_of;
use sluice_vfs::mem::CrashMode;

/// Returns the recovery value on disk, then the current value and the number of values left in
/// memory.
fn members(database: &Arc<Database>) -> (Option<i128>, Option<i128>, u64) {
    let sequence = Arc::clone(database.catalog().sequence(&ObjectName::unqualified("Seq1")).expect("it is there"));
    let on_disk = place_of(&sequence).recovery_value(&database.storage).expect("its page is well");
    let state = database.generator(&sequence).expect("its page is well").state();
    (on_disk, state.current, state.left)
}

/// The article on log buffer flushes, "Sequence object caching" (requirement S2).
#[test]
fn sequence_cache_follows_the_article() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE SEQUENCE dbo.Seq1 AS BIGINT MINVALUE 1 CACHE 50");
    let database = host.database("one").expect("it is open");
    assert_eq!(members(&database), (None, None, 0), "nothing is written before the first request");
    let mut next = |wanted: i64| {
        assert_eq!(run(&mut session, "SELECT NEXT VALUE FOR dbo.Seq1"), format!("[] / {wanted} / (1)"));
    };
    next(1);
    assert_eq!(members(&database), (Some(50), Some(1), 49));
    for value in 2..=49 {
        next(value);
        assert_eq!(members(&database), (Some(50), Some(value.into()), 50 - value as u64));
    }
    next(50);
    assert_eq!(members(&database), (Some(50), Some(50), 0));
    next(51);
    assert_eq!(members(&database), (Some(100), Some(51), 49));
    let host = TestHost::reopened(Arc::new(host.memory.crash(CrashMode::LOSE_UNSYNCED)));
    let database = host.database("one").expect("it is open");
    assert_eq!(members(&database), (Some(100), Some(100), 0), "the current value is the recovery value");
    let mut session = host.connect(52);
    assert_eq!(run(&mut session, "SELECT NEXT VALUE FOR dbo.Seq1"), "[] / 101 / (1)");
    assert_eq!(members(&database), (Some(150), Some(101), 49));
    database.settle_generators().expect("the disk is well");
    assert_eq!(members(&database), (Some(101), Some(101), 0), "a clean end loses none");
}

#[test]
fn sequence_gives_threads_distinct_values() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE SEQUENCE dbo.Seq1 AS INT MINVALUE 1 CACHE 7");
    let database = host.database("one").expect("it is open");
    let sequence = Arc::clone(database.catalog().sequence(&ObjectName::unqualified("Seq1")).expect("it is there"));
    let mut all: Vec<i128> = std::thread::scope(|scope| {
        let draw = || {
            let generator = database.generator(&sequence).expect("its page is well");
            (0..300).map(|_| generator.next().expect("there are values")).collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(draw)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("it does not panic")).collect()
    });
    all.sort_unstable();
    assert_eq!(all, (1..=1200).collect::<Vec<i128>>());
}

#[test]
fn rolled_back_restart_repeats_no_value() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let mut say = |batch: &str| run(&mut session, batch);
    say("CREATE SEQUENCE dbo.Seq1 AS INT START WITH 1 CACHE 5; SELECT NEXT VALUE FOR dbo.Seq1");
    // The second altered sequence reuses the pages that the rollback of the first freed.
    for _ in 0..2 {
        say("BEGIN TRAN; ALTER SEQUENCE dbo.Seq1 RESTART WITH 40; SELECT NEXT VALUE FOR dbo.Seq1; ROLLBACK");
    }
    assert_eq!(say("SELECT NEXT VALUE FOR dbo.Seq1"), "[] / 2 / (1)");
    assert_eq!(
        say("BEGIN TRAN; SAVE TRAN s; ALTER SEQUENCE dbo.Seq1 RESTART WITH 40; ROLLBACK TRAN s; COMMIT;
             SELECT NEXT VALUE FOR dbo.Seq1; ALTER SEQUENCE dbo.Seq1 RESTART WITH 40; SELECT NEXT VALUE FOR dbo.Seq1"),
        "[] / 3 / (1) / [] / 40 / (1)"
    );
}
