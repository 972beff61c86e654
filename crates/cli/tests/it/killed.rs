//! SIGKILL during delayed commits: every commit that the program acknowledged is present at the
//! next start (X2).

use crate::program::Program;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// Sends batches, each a delayed commit that prints its number, and kills the program once it has
/// printed `last`. Returns the number of acknowledged commits.
fn killed_after(program: &Program, first: u32, last: u32) -> u32 {
    let mut child =
        program.command(&["-d", "D"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("it is piped");
    // Sends more batches than awaited, so that the kill hits a busy program. The write fails once
    // the program is dead.
    let sender = std::thread::spawn(move || {
        for row in first..last + 5_000 {
            let batch = format!(
                "BEGIN TRAN; INSERT INTO dbo.T VALUES({row}); COMMIT TRAN WITH (DELAYED_DURABILITY = ON); PRINT '{row}'\nGO\n"
            );
            if input.write_all(batch.as_bytes()).is_err() {
                return;
            }
        }
    });
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let (mut told, mut line) = (first - 1, String::new());
    while output.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
        if let Ok(row) = line.trim().parse() {
            told = row;
            if told == last {
                child.kill().expect("it is our child");
            }
        }
        line.clear();
    }
    child.wait().expect("it is our child");
    sender.join().expect("the sender has not failed");
    told
}

#[test]
fn acknowledged_delayed_commits_survive_kill() {
    let program = Program::new();
    let made = "CREATE DATABASE D; ALTER DATABASE D SET DELAYED_DURABILITY = ALLOWED;\nGO\nUSE D;\nGO\n\
                CREATE TABLE dbo.T(a INT NOT NULL);";
    let ran = program.command(&["-Q", made]).output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    let mut next = 1;
    for length in [1, 40, 300, 3, 1_000, 77] {
        let told = killed_after(&program, next, next + length);
        assert!(told >= next + length);
        let query = ["-d", "D", "-h", "-1", "-W", "-Q", "SET NOCOUNT ON; SELECT COUNT(*), MIN(a), MAX(a) FROM dbo.T;"];
        let ran = program.command(&query).output().unwrap();
        let out = String::from_utf8_lossy(&ran.stdout).into_owned();
        let numbers: Vec<u32> = out.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [count, 1, max] = numbers[..] else { panic!("{out} {ran:?}") };
        assert!(count == max && max >= told, "told of {told}, there are {count} up to {max}");
        next = max + 1;
    }
}
