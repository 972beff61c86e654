//! Runs the articles' scripts with fewer rows and compares them with the golden files of
//! `sluice_sqltest::articles`.
//!
//! The scripts are others' text and are not part of the project. Where they are missing, the tests
//! report that and end; `experiments` runs the project's own versions. At full size:
//! `cargo xtask accept articles scripts`.

use sluice_sqltest::articles::{Amounts, Player, all, workloads};
use std::path::PathBuf;
use tempfile::TempDir;

fn plays(name: &str) {
    let workloads = match workloads() {
        Ok(workloads) => workloads,
        Err(missing) => {
            std::io::Write::write_all(&mut std::io::stderr(), format!("not run: {missing}\n").as_bytes()).unwrap();
            return;
        }
    };
    let folder = TempDir::new().unwrap();
    let player = Player {
        binary: PathBuf::from(env!("CARGO_BIN_EXE_sluice")),
        workloads,
        folder: folder.path().to_owned(),
        amounts: Amounts::at_most(ROWS),
    };
    let course = all().into_iter().find(|course| course.name == name).unwrap();
    for run in course.runs {
        let found = player.play(run).unwrap();
        let beyond: Vec<_> = found.bounded.iter().filter(|number| !number.is_met()).collect();
        assert!(beyond.is_empty(), "{:?}: {beyond:?}", run.scripts);
    }
}

#[test]
fn log_buffer_flushes() {
    plays("log-buffer-flushes");
}

#[test]
fn delayed_durability() {
    plays("delayed-durability");
}

#[test]
fn writelog() {
    plays("writelog");
}

#[test]
fn clean_up() {
    plays("clean-up");
}

#[test]
fn buffer_pool_extension() {
    plays("buffer-pool-extension");
}

const ROWS: u32 = 100;
