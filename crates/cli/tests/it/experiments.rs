//! The articles' experiments in `examples/articles`, with few rows, through the binary.
//!
//! The bounds are the articles' findings. Each full commit flushes the log; delayed commits flush
//! only full blocks. A sequence logs its recovery value once per cache of values.

use crate::program::{Program, root};

/// Runs a script with its variables. Returns the rows of all its results.
fn rows(script: &str, variables: &[&str]) -> Vec<Vec<String>> {
    let path = root().join("examples/articles").join(script);
    let mut arguments = vec!["-b", "-W", "-h", "-1", "-s", "|", "-i", path.to_str().unwrap(), "-v"];
    arguments.extend(variables);
    let ran = Program::new().run(&arguments);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{script}: {ran:?}");
    let lines = ran.out.lines().filter(|line| !line.is_empty() && !line.starts_with("Changed database context"));
    lines.map(|line| line.split('|').map(str::to_owned).collect()).collect()
}

fn number(cell: &str) -> i64 {
    cell.parse().unwrap_or_else(|_| panic!("{cell} is a number"))
}

#[test]
fn flushes_follow_the_kind_of_commit() {
    let flushes = |db: &str, durability: &str| {
        let found = rows("flushes.sql", &[&format!("db={db}"), &format!("durability={durability}"), "rows=300"]);
        assert_eq!(found[2], ["600"]);
        (number(&found[0][1]), number(&found[1][1]))
    };
    let (many, one) = flushes("Flushes", "DISABLED");
    assert!((300..=310).contains(&many) && (1..=10).contains(&one), "{many}, {one}");
    let (many, one) = flushes("Flushes", "FORCED");
    assert!(many <= 30 && one <= 10, "{many}, {one}");
    assert_eq!(flushes("tempdb", "DISABLED"), (0, 0));
}

#[test]
fn sequence_logs_once_for_each_cache() {
    let flushes = |cache: &str| {
        let found = rows("sequence.sql", &["db=Numbers", "durability=DISABLED", &format!("cache={cache}"), "rows=500"]);
        assert_eq!(found[1], ["500", "1", "500"]);
        number(&found[0][1])
    };
    let (each, by_50) = (flushes("NO CACHE"), flushes("CACHE 50"));
    assert!((500..=510).contains(&each) && (10..=20).contains(&by_50), "{each}, {by_50}");
}

#[test]
fn session_waits_for_full_commits_only() {
    let found = rows("waits.sql", &["rows=200"]);
    assert!((200..=205).contains(&number(&found[0][1])) && number(&found[1][1]) <= 20, "{found:?}");
    assert_eq!(found[2], ["400"]);
}

#[test]
fn autocommitted_inserts_write_the_log_each() {
    let found = rows("writelog.sql", &["durability=DISABLED", "rows=200"]);
    assert!((200..=210).contains(&number(&found[0][1])) && number(&found[0][2]) >= 600, "{found:?}");
    assert!((200..=210).contains(&number(&found[2][1])), "{found:?}");
}

#[test]
fn clean_up_deletes_in_batches() {
    let found = rows("clean-up.sql", &["durability=FORCED", "rows=5000"]);
    assert_eq!(found[0][..3], ["4", "2050", "2026-03-01 00:00:00"]);
}

#[test]
fn cold_pool_is_read_again() {
    let found = rows("buffer-pool.sql", &["rows=2000", "turns=200"]);
    let works: Vec<&str> = found.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(works, ["warm reads", "cold reads", "cold updates", "PoolReads"]);
    // Two hundred random rows of 2,000 lie on most of the table's approximately 286 pages.
    assert!((100..=400).contains(&number(&found[3][1])), "{found:?}");
}
