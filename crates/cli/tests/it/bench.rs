//! `sluice bench`: tables, JSON, a chart; no files remain.

use crate::program::{Program, Ran, ran};

/// Runs the benchmark in the program's folder, without any servers of the environment.
fn bench(program: &Program, arguments: &[&str]) -> Ran {
    let mut command = program.bare(&["bench"]);
    command.args(arguments).arg("--folder").arg(program.path(""));
    for name in ["PGHOST", "PGHOSTADDR", "PGSERVICE", "MYSQL_HOST", "MYSQL_UNIX_PORT"] {
        command.env_remove(name);
    }
    ran(command.output().unwrap())
}

#[test]
fn bench_prints_tables_and_leaves_only_the_chart() {
    let program = Program::new();
    let chart = program.path("chart.svg");
    let ran = bench(&program, &["transactions", "--rows", "40", "--repeat", "1", "--svg", chart.to_str().unwrap()]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    let line = ran.out.lines().find(|line| line.contains("many transactions") && line.starts_with("full")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    let flushes: u64 = words[words.len() - 4].parse().unwrap();
    assert!((40..=90).contains(&flushes), "{line}");
    assert!(ran.out.contains("SQLite") && ran.out.contains("synchronous = NORMAL"), "{}", ran.out);
    let svg = std::fs::read_to_string(&chart).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    let left: Vec<_> = std::fs::read_dir(program.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["chart.svg"]);
}

#[test]
fn json_output_is_one_object() {
    let program = Program::new();
    let ran = bench(&program, &["tempdb", "--rows", "40", "--repeat", "1", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.starts_with("{\n") && ran.out.ends_with("}\n"), "{}", ran.out);
    assert_eq!(ran.out.matches("\"table\": \"tempdb\"").count(), 8, "{}", ran.out);
}

#[test]
fn invalid_bench_options_are_reported() {
    let program = Program::new();
    let ran = bench(&program, &["everything"]);
    assert!(ran.code == 2 && ran.err.contains("'everything'"), "{ran:?}");
    let ran = bench(&program, &["--help"]);
    assert!(ran.code == 0 && ran.out.starts_with("usage: sluice bench"), "{ran:?}");
}
