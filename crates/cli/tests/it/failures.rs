//! Failures as the user sees them, and exit codes.

use crate::program::Program;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn script_continues_after_a_printed_error() {
    let program = Program::new();
    let ran = program.run(&["-Q", "PRINT 'a';\nSELECT * FROM dbo.Missing;\nGO\nPRINT 'b';"]);
    let expected = "a\nMsg 208, Level 16, State 1, Server sluice, Line 2\nInvalid object name 'dbo.Missing'.\nb\n";
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, expected, ""), "{ran:?}");
}

#[test]
fn option_b_ends_at_first_error_with_exit_code_1() {
    let program = Program::new();
    let ran = program.run(&["-b", "-Q", "SELECT * FROM dbo.Missing;\nGO\nPRINT 'b';"]);
    assert!(ran.code == 1 && ran.out.starts_with("Msg 208") && !ran.out.lines().any(|line| line == "b"), "{ran:?}");
    let ran = program.run(&["-Q", ":on error exit\nSELECT * FROM dbo.Missing;\nGO\nPRINT 'b';"]);
    assert!(ran.code == 1 && !ran.out.lines().any(|line| line == "b"), "{ran:?}");
    // Information messages don't count as errors.
    assert_eq!(program.run(&["-b", "-Q", "USE master; PRINT 'b';"]).code, 0);
}

#[test]
fn wrong_option_exits_2_and_missing_script_1() {
    let program = Program::new();
    let ran = program.run(&["--nonsense"]);
    assert!(ran.code == 2 && ran.err.contains("--nonsense"), "{ran:?}");
    let ran = program.run(&["-i", "nowhere.sql"]);
    assert!(ran.code == 1 && ran.err.contains("nowhere.sql") && ran.out.is_empty(), "{ran:?}");
    let ran = program.run(&["-d", "Nowhere", "-Q", "PRINT 'x'"]);
    assert!(ran.code == 1 && ran.out.contains("Msg 911") && !ran.out.lines().any(|line| line == "x"), "{ran:?}");
}

#[test]
fn second_process_on_the_folder_is_refused() {
    let program = Program::new();
    let mut first = program.command(&["-h", "-1", "-W"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut questions = first.stdin.take().unwrap();
    questions.write_all(b"SET NOCOUNT ON; SELECT 1;\nGO\n").unwrap();
    let mut answer = String::new();
    let mut answers = BufReader::new(first.stdout.take().unwrap());
    answers.read_line(&mut answer).unwrap();
    assert_eq!(answer, "1\n");
    let second = program.run(&["-Q", "SELECT 1;"]);
    assert!(second.code == 1 && second.out.is_empty(), "{second:?}");
    assert!(second.err.contains("in use") && second.err.contains("data"), "{second:?}");
    drop(questions);
    assert!(first.wait().unwrap().success());
    assert_eq!(program.query("SELECT 1;"), "1");
}

#[test]
fn folder_is_usable_after_kill() {
    let program = Program::new();
    program.query("CREATE TABLE dbo.T(a INT NOT NULL);");
    let mut first = program.command(&["-W"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut questions = first.stdin.take().unwrap();
    questions
        .write_all(b"INSERT dbo.T VALUES(1);\nGO\nBEGIN TRAN; INSERT dbo.T VALUES(2); PRINT 'open';\nGO\n")
        .unwrap();
    let answers = BufReader::new(first.stdout.take().unwrap());
    assert!(answers.lines().any(|line| line.unwrap() == "open"));
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(program.query("SELECT a FROM dbo.T;"), "1");
}

/// SIGTERM and SIGINT end a script cleanly: its commits persist, and its open transaction is rolled
/// back.
#[test]
fn signal_ends_a_script_cleanly() {
    for (signal, code) in [(rustix::process::Signal::TERM, 143), (rustix::process::Signal::INT, 130)] {
        let program = Program::new();
        program.query("CREATE TABLE dbo.T(a INT NOT NULL);");
        let script = "INSERT dbo.T VALUES(1);\nGO\nBEGIN TRAN; INSERT dbo.T VALUES(2); PRINT 'open'; WAITFOR DELAY '01:00:00';\nGO\n\
                      INSERT dbo.T VALUES(3);\n";
        let mut child = program.command(&["-Q", script]).stdout(Stdio::piped()).spawn().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        assert!(answers.lines().any(|line| line.unwrap() == "open"));
        rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(program.query("SELECT a FROM dbo.T;"), "1");
    }
}

#[test]
fn failed_output_is_reported() {
    let program = Program::new();
    for arguments in [&["-Q", "SELECT 1"][..], &["--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let ran = program.command(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(ran.stderr).unwrap();
        assert!(told.starts_with("sluice: could not write to the standard output: No space left"), "{told}");
        assert_eq!(ran.status.code(), Some(1));
    }
}
