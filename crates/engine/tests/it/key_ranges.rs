//! SERIALIZABLE and HOLDLOCK where keys are sought: what is between them is locked, and not the table
//! (`relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`, "Key-range locking").

use crate::rig::{error, ints, ok, run};
use sluice_engine::{Instance, InstanceOptions, Session, Value};
use std::sync::Arc;
use std::thread;

/// How the guide's table of names may be indexed.
const TABLES: [&str; 3] = [
    "CREATE TABLE mytable(name varchar(20) NOT NULL PRIMARY KEY, v int NOT NULL)",
    "CREATE TABLE mytable(name varchar(20) NOT NULL, v int NOT NULL, INDEX i CLUSTERED (name))",
    "CREATE TABLE mytable(name varchar(20) NOT NULL, v int NOT NULL, INDEX i (name))",
];
const NAMES: [&str; 7] = ["Adam", "Ben", "Bing", "Bob", "Carlos", "Dale", "David"];

fn connect(instance: &Arc<Instance>) -> Session {
    instance.connect().expect("there is room for a session")
}

/// A SERIALIZABLE session on such a table, and another that waits for nobody.
fn two_on(table: &str) -> (Arc<Instance>, Session, Session) {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let (mut one, mut other) = (connect(&instance), connect(&instance));
    ok(&mut one, table);
    for name in NAMES {
        ok(&mut one, &format!("INSERT mytable VALUES ('{name}', 0)"));
    }
    // So that the index is worth the way, wherever its rows are.
    ok(
        &mut one,
        "DECLARE @i int = 0; WHILE @i < 2000 BEGIN INSERT mytable VALUES (CONCAT('Z', @i), 0); SET @i += 1 END",
    );
    ok(&mut one, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    ok(&mut other, "SET LOCK_TIMEOUT 0");
    (instance, one, other)
}

/// Whether a statement goes through at once, which it does without having done anything.
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
fn nothing_comes_into_a_range_and_what_is_beside_it_is_free() {
    let ranges = [
        "SELECT name FROM mytable WHERE name BETWEEN 'A' AND 'Cz'",
        "SELECT name FROM mytable WHERE name BETWEEN 'A' AND 'Cz' ORDER BY name DESC",
        "UPDATE mytable SET v = 1 WHERE name BETWEEN 'A' AND 'Cz'",
    ];
    for table in TABLES {
        for range in ranges {
            let (_instance, mut one, mut other) = two_on(table);
            ok(&mut one, &format!("BEGIN TRAN; {range}"));
            // "no new names beginning with the letter A can be added before Adam, such as Abigail"; nor "after Carlos, such as Clive".
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
fn the_locks_are_those_of_the_guide() {
    let counts = "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE resource_type = 'KEY' AND request_mode =";
    let (_instance, mut one, mut other) = two_on(TABLES[0]);
    ok(&mut one, "BEGIN TRAN; SELECT name FROM mytable WHERE name BETWEEN 'A' AND 'Cz'");
    // "The number of RangeS-S locks held is n+1, where n is the number of rows that satisfy the query."
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

/// Each finds no row and puts one in: they exclude each other only where they are about the same range; of two who share one, one gives way.
#[test]
fn whoever_puts_in_what_was_not_there_is_alone_in_its_range() {
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
                    // Every second turn all four want the same name.
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
fn an_upsert_under_holdlock_keeps_its_key() {
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
