//! `max server memory` limits a process that counts its heap: requests over the limit fail with
//! 701, and the instance goes on.
//!
//! The test is a program of its own, because the count covers the whole process.

use sluice_base::heap::CountingAllocator;
use sluice_engine::{Collector, Instance, InstanceOptions, Session};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

/// Serializes the tests: the process has one instance at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Opens an instance on files: in-memory files would count as heap.
fn instance(folder: &Path) -> Arc<Instance> {
    let options = InstanceOptions {
        memory_limit: 64 << 20,
        machine_memory: 64 << 20,
        log_bytes: 1 << 20,
        ..InstanceOptions::in_folder(folder)
    };
    Instance::open(options).expect("the instance opens")
}

/// Returns the error numbers of a batch.
fn errors(session: &mut Session, batch: &str) -> Vec<i32> {
    let mut sent = Collector::default();
    session.execute(batch, &mut sent).expect("the session goes on");
    sent.errors.iter().map(|error| error.number).collect()
}

#[test]
fn trees_beyond_the_limit_end_with_701() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let instance = instance(folder.path());
    let mut session = instance.connect().expect("there is memory for a session");
    for batch in [
        "DECLARE @x XML = REPLICATE(CAST('<b>x</b>' AS VARCHAR(MAX)), 1000000); SELECT @x.query('/b')",
        "DECLARE @j NVARCHAR(MAX) = '[' + REPLICATE(CAST('1,' AS NVARCHAR(MAX)), 2000000) + '1]'; SELECT COUNT(*) FROM OPENJSON(@j)",
        LONG_LIST,
    ] {
        assert_eq!(errors(&mut session, &format!("{batch}; PRINT 'not reached'")), [701], "{batch}");
        assert_eq!(errors(&mut session, "SELECT 1"), [], "after {batch}");
    }
}

#[test]
fn fan_out_of_common_tables_ends_with_an_error() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let instance = instance(folder.path());
    let mut session = instance.connect().expect("there is memory for a session");
    let mut batch = "WITH c0 AS (SELECT 1 AS x)".to_owned();
    for level in 1..=25 {
        let below = level - 1;
        batch += &format!(", c{level} AS (SELECT a.x FROM c{below} AS a CROSS JOIN c{below} AS b)");
    }
    let found = errors(&mut session, &(batch + " SELECT COUNT_BIG(*) FROM c25"));
    assert_eq!(found, [701]);
    assert_eq!(errors(&mut session, "SELECT 1"), []);
}

#[test]
fn memory_comes_back_after_a_refusal() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let instance = instance(folder.path());
    let mut session = instance.connect().expect("there is memory for a session");
    let most = "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('x' AS VARCHAR(MAX)), 8000000); SELECT LEN(@s)";
    for _ in 0..5 {
        assert_eq!(errors(&mut session, most), []);
        assert_eq!(errors(&mut session, LONG_LIST), [701]);
    }
}

/// A list of half a million numbers, whose syntax tree is far larger than the limit.
const LONG_LIST: &str = "DECLARE @s NVARCHAR(MAX) = N'SELECT 1 WHERE 5 IN (' + REPLICATE(CAST(N'1234567,' AS NVARCHAR(MAX)), 500000) + N'1)'; EXEC (@s)";
