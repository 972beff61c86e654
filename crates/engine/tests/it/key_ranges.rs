//! SERIALIZABLE and HOLDLOCK with key seeks: ranges between keys are locked, not the table
//! (`relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`, "Key-range
//! locking").

use crate::rig::{error, ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session, Value};
use std::sync::Arc;
use std::thread;

/// Possible indexes of the guide's table of names.
const TABLES: [&str; 3] = [
    "CREATE TABLE mytable(name varchar(20) NOT NULL PRIMARY KEY, v int NOT NULL)",
    "CREATE TABLE mytable(name varchar(20) NOT NULL, v int NOT NULL, INDEX i CLUSTERED (name))",
    "CREATE TABLE mytable(name varchar(20) NOT NULL, v int NOT NULL, INDEX i (name))",
];
const NAMES: [&str; 7] = ["Adam", "Ben", "Bing", "Bob", "Carlos", "Dale", "David"];

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

/// Opens a SERIALIZABLE session on such a table, and another that doesn't wait for locks.
fn two_on(table: &str) -> (Arc<Instance>, Session, Session) {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let (mut one, mut other) = (connect(&instance), connect(&instance));
    ok(&mut one, table);
    for name in NAMES {
        ok(&mut one, &format!("INSERT mytable VALUES ('{name}', 0)"));
    }
    // Enough rows that the optimizer chooses the index.
    ok(
        &mut one,
        "DECLARE @i int = 0; WHILE @i < 2000 BEGIN INSERT mytable VALUES (CONCAT('Z', @i), 0); SET @i += 1 END",
    );
    ok(&mut one, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    ok(&mut other, "SET LOCK_TIMEOUT 0");
    (instance, one, other)
}

/// Returns whether a statement succeeds at once. Rolls it back.
fn goes(session: &mut Session, statement: &str) -> bool {
    let sent = run(session, &format!("BEGIN TRAN; {statement}"));
    ok(session, "ROLLBACK");
    match sent.first_error() {
        None => true,
        Some((1222, _)) => false,
        Some(other) => panic!("{statement}: {other:?}"),
    }
}

fn insert(name: &str) -> String {
    format!("INSERT mytable VALUES ('{name}', 1)")
}

#[test]
fn range_is_locked_and_its_neighbours_are_free() {
    let ranges = [
        "SELECT name FROM mytable WHERE name BETWEEN 'A' AND 'Cz'",
        "SELECT name FROM mytable WHERE name BETWEEN 'A' AND 'Cz' ORDER BY name DESC",
        "UPDATE mytable SET v = 1 WHERE name BETWEEN 'A' AND 'Cz'",
    ];
    for table in TABLES {
        for range in ranges {
            let (_instance, mut one, mut other) = two_on(table);
            ok(&mut one, &format!("BEGIN TRAN; {range}"));
            // "no new names beginning with the letter A can be added before Adam, such as Abigail";
            // nor "after Carlos, such as Clive".
            for name in ["Abigail", "Bill", "Clive"] {
                assert!(!goes(&mut other, &insert(name)), "{table} {range} {name}");
            }
            assert!(!goes(&mut other, "DELETE mytable WHERE name = 'Bing'"), "{table} {range}");
            assert!(!goes(&mut other, "UPDATE mytable SET name = 'Bert' WHERE name = 'David'"), "{table} {range}");
            for statement in [insert("Dan"), insert("Eve"), "DELETE mytable WHERE name = 'David'".to_owned()] {
                assert!(goes(&mut other, &statement), "{table} {range} {statement}");
            }
            ok(&mut one, "COMMIT");
            assert!(goes(&mut other, &insert("Bill")), "{table} {range}");
        }
    }
}

#[test]
fn range_locks_match_the_locking_guide() {
    let counts = "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE resource_type = 'KEY' AND request_mode =";
    let (_instance, mut one, mut other) = two_on(TABLES[0]);
    ok(&mut one, "BEGIN TRAN; SELECT name FROM mytable WHERE name BETWEEN 'A' AND 'Cz'");
    // "The number of RangeS-S locks held is n+1, where n is the number of rows that satisfy the
    // query."
    assert_eq!(ints(&mut one, &format!("{counts} 'RangeS-S'")), [6]);
    assert_eq!(
        ints(&mut one, "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE resource_type = 'OBJECT' AND request_mode = 'IS'"),
        [1]
    );
    ok(&mut one, "COMMIT; BEGIN TRAN; SELECT name FROM mytable WHERE name = 'Bill'");
    assert_eq!(ints(&mut one, &format!("{counts} 'RangeS-S'")), [1], "on Bing");
    assert!(!goes(&mut other, &insert("Bill")) && goes(&mut other, &insert("Bip")));
    assert!(goes(&mut other, &insert("Bo")) && goes(&mut other, "SELECT v FROM mytable WHERE name = 'Bing'"));
    ok(&mut one, "COMMIT; BEGIN TRAN; SELECT name FROM mytable WITH (UPDLOCK) WHERE name = 'Bill'");
    assert_eq!(ints(&mut one, &format!("{counts} 'RangeS-U'")), [1]);
    ok(&mut one, "COMMIT; SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    ok(&mut one, "BEGIN TRAN; SELECT name FROM mytable WITH (HOLDLOCK) WHERE name >= 'Y' AND name < 'Z'");
    assert_eq!(ints(&mut one, &format!("{counts} 'RangeS-S'")), [1], "on Z0");
    assert_eq!(error(&mut other, &insert("Yves")).0, 1222);
    ok(&mut one, "COMMIT");
}

/// Each session inserts a row that it didn't find. Sessions exclude each other only in the same
/// range; of two in one range, one is the deadlock victim.
#[test]
fn insert_if_absent_is_exclusive_in_its_range() {
    for table in TABLES {
        let (instance, mut one, other) = two_on(table);
        drop(other);
        ok(
            &mut one,
            "DECLARE @i int = 0; WHILE @i < 40 BEGIN INSERT mytable VALUES (CONCAT('M', @i % 4, '-', @i), 0); SET @i += 1 END",
        );
        let workers: Vec<_> = (0..4).map(|worker| {
            let mut session = connect(&instance);
            thread::spawn(move || {
                ok(&mut session, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
                for turn in 0..30 {
                    // In every second turn all four sessions insert the same name.
                    let name = if turn % 2 == 0 { format!("N{turn}") } else { format!("M{worker}-x{turn}") };
                    let text = format!(
                        "BEGIN TRAN; IF NOT EXISTS (SELECT * FROM mytable WHERE name = '{name}') INSERT mytable VALUES ('{name}', 1); COMMIT"
                    );
                    loop {
                        match run(&mut session, &text).first_error() {
                            None => break,
                            Some((1205, _)) => {}
                            Some(other) => panic!("{text}: {other:?}"),
                        }
                    }
                }
            })
        }).collect();
        workers.into_iter().for_each(|worker| worker.join().expect("it ends"));
        let sent = ok(&mut one, "SELECT name, COUNT(*) FROM mytable WHERE v = 1 GROUP BY name");
        let counts: Vec<_> = sent.results[0].rows.iter().map(|row| row[1].clone()).collect();
        assert_eq!(counts, vec![Value::Int(1); 15 + 4 * 15], "{table}");
    }
}

#[test]
fn upsert_with_holdlock_locks_its_key() {
    let (_instance, mut one, mut other) = two_on(TABLES[0]);
    ok(&mut one, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    let upsert = |name: &str| {
        format!(
            "MERGE mytable WITH (HOLDLOCK) AS t USING (VALUES ('{name}')) AS s(name) ON t.name = s.name WHEN MATCHED THEN UPDATE SET v = v + 1 \
         WHEN NOT MATCHED THEN INSERT VALUES (s.name, 1);"
        )
    };
    ok(&mut one, &format!("BEGIN TRAN; {}", upsert("Eve")));
    assert!(!goes(&mut other, &upsert("Eve")));
    ok(&mut one, "COMMIT");
    ok(&mut other, &upsert("Eve"));
    assert_eq!(ints(&mut one, "SELECT v FROM mytable WHERE name = 'Eve'"), [2]);
}

/// A scan of a complete tree locks its keys and its end, not the table. Rows read don't change; a
/// scan that stops early leaves the rest unlocked.
#[test]
fn full_tree_scan_locks_keys_not_the_table() {
    let (_instance, mut one, mut other) = two_on(TABLES[0]);
    ok(&mut one, "DELETE mytable WHERE name LIKE 'Z%'");
    let counts = "SELECT request_mode, COUNT(*) FROM sys.dm_tran_locks WHERE resource_type";
    for (scan, mode, intent) in [
        ("SELECT MAX(v) FROM mytable", "RangeS-S", "IS"),
        ("SELECT MAX(v) FROM mytable WITH (UPDLOCK)", "RangeS-U", "IU"),
        ("SELECT MAX(v) FROM mytable WITH (XLOCK)", "RangeX-X", "IX"),
        ("UPDATE mytable SET v = 0 WHERE v = 7", "RangeS-U", "IX"),
    ] {
        ok(&mut one, &format!("BEGIN TRAN; {scan}"));
        let sent = ok(&mut one, &format!("{counts} = 'KEY' GROUP BY request_mode"));
        assert_eq!(sent.results[0].rows, [vec![Value::text(mode), Value::Int(NAMES.len() as i32 + 1)]], "{scan}");
        let sent = ok(&mut one, &format!("{counts} = 'OBJECT' GROUP BY request_mode"));
        assert_eq!(sent.results[0].rows, [vec![Value::text(intent), Value::Int(1)]], "{scan}");
        for name in ["Aaron", "Bill", "Zoe"] {
            assert!(!goes(&mut other, &insert(name)), "{scan}, {name}");
        }
        assert!(!goes(&mut other, "DELETE mytable WHERE name = 'Dale'"), "{scan}");
        ok(&mut one, "COMMIT");
    }
    ok(&mut one, "BEGIN TRAN; SELECT TOP 2 name FROM mytable ORDER BY name");
    assert!(!goes(&mut other, &insert("Aaron")) && !goes(&mut other, &insert("Al")), "before Adam and Ben");
    assert!(goes(&mut other, &insert("Bert")) && goes(&mut other, "DELETE mytable WHERE name = 'Bing'"));
    ok(&mut one, "COMMIT; BEGIN TRAN; SELECT MAX(name) FROM mytable WITH (UPDLOCK)");
    assert!(!goes(&mut other, &insert("Zoe")) && !goes(&mut other, &insert("Dave")), "beside David");
    assert!(goes(&mut other, &insert("Aaron")) && goes(&mut other, "DELETE mytable WHERE name = 'Adam'"));
    ok(&mut one, "COMMIT");
}

/// "Lock escalation": a scan of more than 5,000 keys escalates to the table and still returns every
/// row once.
#[test]
fn scan_of_many_keys_escalates_to_table_lock() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let (mut one, mut other) = (connect(&instance), connect(&instance));
    ok(&mut one, "CREATE TABLE many(k int NOT NULL PRIMARY KEY, v int NOT NULL)");
    ok(&mut one, "INSERT many SELECT value, value FROM GENERATE_SERIES(1, 12000)");
    ok(&mut one, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    ok(&mut other, "SET LOCK_TIMEOUT 0");
    let modes = "SELECT request_mode FROM sys.dm_tran_locks WHERE resource_type = 'OBJECT'";
    for (order, hint, mode) in [("", "", "S"), (" ORDER BY k DESC", "", "S"), ("", " WITH (UPDLOCK)", "X")] {
        let sent = ok(&mut one, &format!("BEGIN TRAN; SELECT k FROM many{hint}{order}"));
        let mut keys: Vec<_> = sent.results[0].rows.iter().map(|row| row[0].clone()).collect();
        if !order.is_empty() {
            keys.reverse();
        }
        assert!(keys.iter().eq((1..=12_000).map(Value::Int).collect::<Vec<_>>().iter()), "{order}{hint}");
        assert_eq!(ok(&mut one, modes).results[0].rows, [vec![Value::text(mode)]]);
        assert!(!goes(&mut other, "INSERT many VALUES (0, 0)") && !goes(&mut other, "DELETE many WHERE k = 12000"));
        ok(&mut one, "COMMIT");
    }
}

/// UPDLOCK and XLOCK on a heap lock the table, which prevents phantoms.
#[test]
fn heap_scan_with_update_locks_prevents_phantoms() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let (mut one, mut other) = (connect(&instance), connect(&instance));
    ok(&mut one, "CREATE TABLE heap(k int NOT NULL); INSERT heap VALUES (1), (2)");
    ok(&mut one, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    ok(&mut other, "SET LOCK_TIMEOUT 0");
    for (hint, reads) in [("UPDLOCK", true), ("XLOCK", false)] {
        ok(&mut one, &format!("BEGIN TRAN; SELECT * FROM heap WITH ({hint}) WHERE k > 1"));
        assert!(!goes(&mut other, "INSERT heap VALUES (3)") && !goes(&mut other, "UPDATE heap SET k = 5 WHERE k = 1"));
        assert_eq!(goes(&mut other, "SELECT * FROM heap WHERE k = 1"), reads, "{hint}");
        ok(&mut one, "COMMIT");
    }
    // A hint with another level holds no locks.
    ok(&mut one, "BEGIN TRAN; SELECT * FROM heap WITH (READCOMMITTED)");
    assert!(goes(&mut other, "INSERT heap VALUES (3)"));
    ok(&mut one, "COMMIT");
}

/// A foreign-key check locks the rows it found, or the gap if there are none; the rest of both
/// tables stays unlocked.
#[test]
fn foreign_key_check_locks_only_its_rows() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let (mut one, mut other) = (connect(&instance), connect(&instance));
    ok(
        &mut one,
        "CREATE TABLE parent(id int NOT NULL PRIMARY KEY, v int NULL); INSERT parent VALUES (10, 0), (20, 0), (30, 0), (40, 0)",
    );
    for (actions, on) in [("", "DELETE"), (" ON DELETE CASCADE", "DELETE"), (" ON UPDATE CASCADE", "UPDATE")] {
        ok(&mut one, "DROP TABLE IF EXISTS child");
        let child = format!(
            "CREATE TABLE child(id int NOT NULL IDENTITY PRIMARY KEY, parent int NOT NULL REFERENCES parent{actions}, INDEX i (parent)); \
             INSERT child VALUES (10), (30), (40)"
        );
        ok(&mut one, &child);
        ok(&mut one, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
        ok(&mut other, "SET LOCK_TIMEOUT 0");
        ok(&mut one, "BEGIN TRAN; INSERT child VALUES (30)");
        assert!(!goes(&mut other, "DELETE parent WHERE id = 30"), "{actions}");
        for free in ["INSERT parent VALUES (5, 0)", "UPDATE parent SET v = 1 WHERE id = 10", "INSERT child VALUES (10)"]
        {
            assert!(goes(&mut other, free), "{actions}: {free}");
        }
        ok(&mut one, "ROLLBACK; BEGIN TRAN");
        assert_eq!(error(&mut one, "INSERT child VALUES (25)").0, 547);
        assert!(!goes(&mut other, "INSERT parent VALUES (25, 0)"), "{actions}: what was not there stays so");
        assert!(goes(&mut other, "INSERT parent VALUES (45, 0)"), "{actions}");
        let gone =
            if on == "DELETE" { "DELETE parent WHERE id = 20" } else { "UPDATE parent SET id = 21 WHERE id = 20" };
        ok(&mut one, &format!("ROLLBACK; BEGIN TRAN; {gone}"));
        assert!(goes(&mut other, "INSERT child VALUES (40)"), "{actions}: the end of the children's index is free");
        assert!(!goes(&mut other, "INSERT child VALUES (20)"), "{actions}");
        ok(&mut one, "ROLLBACK");
    }
}
