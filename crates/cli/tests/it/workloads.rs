//! The articles' scripts as they stand, with fewer rows. They are found at `SLUICE_WORKLOADS`, by default beside the project; where
//! they are not, these tests say so and stop, but in CI that is a failure.

use crate::program::{Program, root};
use std::path::PathBuf;

const ROWS: i64 = 500;

fn workloads() -> Option<PathBuf> {
    let folder = std::env::var_os("SLUICE_WORKLOADS")
        .map_or_else(|| root().parent().expect("the project lies in a folder").join("shared/workloads"), PathBuf::from);
    if folder.join("00-performancev3.sql").is_file() {
        return Some(folder);
    }
    assert!(std::env::var_os("CI").is_none(), "no workloads in {}: set SLUICE_WORKLOADS", folder.display());
    let note = "no workloads are there: set SLUICE_WORKLOADS to run this test on them\n";
    std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes()).unwrap();
    None
}

/// Runs a script of the articles, a million rows brought down to [`ROWS`]; its result's two numbers.
fn measured(program: &Program, folder: &std::path::Path, name: &str) -> (i64, i64) {
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(text.contains("1000000"), "{name}");
    let script = program.script(name, &text.replace("1000000", &ROWS.to_string()));
    let ran = program.run(&["-b", "-W", "-h", "-1", "-i", script.to_str().unwrap()]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}: {ran:?}");
    let row = ran.out.lines().last().unwrap();
    let (seconds, flushes) = row.split_once(' ').unwrap_or_else(|| panic!("{name}: {ran:?}"));
    (seconds.parse().unwrap(), flushes.parse().unwrap())
}

/// The database that the scripts use, with its function of numbers.
fn make_database(program: &Program, folder: &std::path::Path) {
    let ran = program.run(&["-b", "-i", folder.join("00-performancev3.sql").to_str().unwrap()]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
}

#[test]
fn small_transactions_flush_once_each_and_delayed_ones_hardly() {
    let Some(folder) = workloads() else { return };
    let program = Program::new();
    make_database(&program, &folder);
    let (_, full) = measured(&program, &folder, "flush-user-full-many.sql");
    assert!((ROWS..=ROWS + 50).contains(&full), "{full} flushes");
    assert_eq!(program.query("SELECT COUNT(*) FROM PerformanceV3.dbo.T1;"), ROWS.to_string());
    let (_, delayed) = measured(&program, &folder, "flush-user-delayed-many.sql");
    assert!(delayed < ROWS / 5, "{delayed} flushes");
    let (_, one) = measured(&program, &folder, "flush-user-full-one.sql");
    assert!(one < ROWS / 5, "{one} flushes");
    assert_eq!(program.query("SELECT COUNT(*) FROM PerformanceV3.dbo.T1;"), ROWS.to_string());
}

/// A sequence hardens each recovery value, also in delayed transactions; in tempdb none, but for the pages that go to disk.
#[test]
fn sequences_flush_for_their_recovery_values() {
    let Some(folder) = workloads() else { return };
    let program = Program::new();
    make_database(&program, &folder);
    let bars = [("nocache", ROWS..=ROWS + 60), ("cache50", ROWS / 50..=ROWS / 50 + 60), ("cache10000", 0..=60)];
    for (cache, bar) in bars {
        for durability in ["full", "delayed"] {
            let (_, flushes) = measured(&program, &folder, &format!("sequence-user-{durability}-{cache}.sql"));
            assert!(bar.contains(&flushes), "{durability}, {cache}: {flushes} flushes");
            assert_eq!(program.query("SELECT MAX(n) FROM PerformanceV3.dbo.T1;"), ROWS.to_string());
            let (_, flushes) = measured(&program, &folder, &format!("sequence-tempdb-{durability}-{cache}.sql"));
            assert!(flushes <= 8, "tempdb, {durability}, {cache}: {flushes} flushes");
        }
    }
}
