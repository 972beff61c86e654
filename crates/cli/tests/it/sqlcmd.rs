//! sqlcmd's options, commands and exit codes: `tools/sqlcmd/sqlcmd-utility` and
//! `tools/sqlcmd/sqlcmd-commands`.

use crate::program::{Program, ran};

#[test]
fn option_o_writes_output_to_a_file() {
    let program = Program::new();
    let shown = program.run(&["-o", "out.txt", "-r1", "-Q", "PRINT 'a'; RAISERROR('b', 16, 1);"]);
    assert_eq!((shown.code, shown.out.as_str(), shown.err.as_str()), (0, "", ""), "{shown:?}");
    let text = std::fs::read_to_string(program.path("out.txt")).unwrap();
    assert_eq!(text, "a\nMsg 50000, Level 16, State 1, Line 1\nb\n");
    assert_eq!(program.run(&["-o", "nowhere/out.txt", "-Q", "PRINT 'a'"]).code, 1);
}

#[test]
fn option_q_continues_with_standard_input() {
    let program = Program::new();
    let shown = program.run_input(&["-q", "PRINT 'a'"], "PRINT 'b'\nGO\n");
    assert_eq!(shown.out, "a\nb\n", "{shown:?}");
    assert_eq!(program.run_input(&["-Q", "PRINT 'a'"], "PRINT 'b'\nGO\n").out, "a\n");
}

#[test]
fn option_h_repeats_headers() {
    let program = Program::new();
    let query = "SET NOCOUNT ON; SELECT value AS v FROM GENERATE_SERIES(1, 3);";
    let lines = |rows: &str| program.run(&["-W", "-h", rows, "-Q", query]).out;
    assert_eq!(lines("2"), "v\n-\n1\n2\nv\n-\n3\n");
    assert_eq!(lines("0"), "v\n-\n1\n2\n3\n");
    assert_eq!(lines("-1"), "1\n2\n3\n");
}

#[test]
fn widths_limit_texts_and_lines() {
    let program = Program::new();
    let query = "SET NOCOUNT ON; SELECT CAST('abcdefgh' AS VARCHAR(MAX)) AS m, CAST('abcdefgh' AS VARCHAR(20)) AS f, 123456 AS n;";
    let shown = program.run(&["-y", "3", "-Y", "5", "-Q", query]);
    assert_eq!(shown.out, "m   f     n          \n--- ----- -----------\nabc abcde      123456\n", "{shown:?}");
    let whole = "SET NOCOUNT ON; SELECT REPLICATE(CAST('x' AS VARCHAR(MAX)), 300) AS m;";
    assert_eq!(program.run(&["-y", "0", "-h", "-1", "-Q", whole]).out.trim_end().len(), 300);
    assert_eq!(program.run(&["-W", "-h", "-1", "-Q", whole]).out.trim_end().len(), 256);
    let wrapped = program.run(&["-w", "10", "-h", "-1", "-Q", "SET NOCOUNT ON; SELECT 'abcdefghijklm' AS a;"]);
    assert_eq!(wrapped.out, "abcdefghij\nklm\n", "{wrapped:?}");
}

#[test]
fn option_k_treats_control_characters() {
    let program = Program::new();
    let query = "SET NOCOUNT ON; SELECT 'a' + CHAR(9) + CHAR(10) + 'b';";
    for (option, expected) in [("-k", "ab\n"), ("-k1", "a  b\n"), ("-k2", "a b\n")] {
        assert_eq!(program.run(&[option, "-W", "-h", "-1", "-Q", query]).out, expected, "{option}");
    }
}

#[test]
fn options_m_and_r_select_messages() {
    let program = Program::new();
    let query = "PRINT 'p'; RAISERROR('low', 11, 1); RAISERROR('high', 16, 1);";
    let shown = program.run(&["-m", "16", "-Q", query]);
    assert_eq!(shown.out, "Msg 50000, Level 16, State 1, Line 1\nhigh\n", "{shown:?}");
    let shown = program.run(&["-r", "0", "-Q", query]);
    assert!(shown.out == "p\n" && shown.err.contains("low") && shown.err.contains("high"), "{shown:?}");
    let shown = program.run(&["-r1", "-Q", query]);
    assert!(shown.out.is_empty() && shown.err.starts_with("p\n"), "{shown:?}");
}

#[test]
fn exit_codes_are_sqlcmds() {
    let program = Program::new();
    let code = |arguments: &[&str]| program.run(arguments).code;
    let query = "RAISERROR('e', 14, 1);\nGO\nPRINT 'next';";
    assert_eq!(code(&["-Q", query]), 0);
    assert_eq!(code(&["-b", "-Q", query]), 1);
    assert_eq!(code(&["-V", "14", "-Q", query]), 14);
    assert_eq!(code(&["-V", "15", "-b", "-Q", query]), 0);
    assert!(program.run(&["-V15", "-b", "-Q", query]).out.ends_with("next\n"));
    assert!(!program.run(&["-V14", "-b", "-Q", query]).out.ends_with("next\n"));
    // A message of state 127 ends the script with its number.
    let ended = program.run(&["-Q", "RAISERROR('bye', 10, 127);\nGO\nPRINT 'next';"]);
    assert!(ended.code == 50_000 % 256 && ended.out == "bye\n", "{ended:?}");
}

#[test]
fn exit_with_query_returns_its_value() {
    let program = Program::new();
    let code = |script: &str| program.run(&["-Q", script]).code;
    assert_eq!(code(":EXIT(SELECT 7)"), 7);
    assert_eq!(code("EXIT(SELECT value FROM GENERATE_SERIES(1, 9))"), 9);
    assert_eq!(code(":exit(SELECT 1 WHERE 1 = 0)"), 256 - 101);
    assert_eq!(code(":exit(SELECT 'x')"), 256 - 102);
    assert_eq!(code(":exit(SELECT nowhere)"), 256 - 100);
    let before = program.run(&["-Q", "PRINT 'run'\n:exit()\nPRINT 'not'"]);
    assert_eq!((before.code, before.out.as_str()), (0, "run\n"), "{before:?}");
    let dropped = program.run(&["-Q", "PRINT 'run'\n:exit\n"]);
    assert_eq!((dropped.code, dropped.out.as_str()), (0, ""), "{dropped:?}");
}

#[test]
fn variables_are_listed_removed_and_taken_from_the_environment() {
    let program = Program::new();
    let script = ":setvar a \"1 \"\"2\"\"\"\n:setvar b 3\n:setvar b\n:listvar\nPRINT '$(a) $(LIKE_TABLE)'";
    let with = |arguments: &[&str]| ran(program.command(arguments).env("LIKE_TABLE", "t").output().unwrap());
    assert_eq!(with(&["-Q", script]).out, "A = \"1 \"2\"\"\n1 \"2\" t\n");
    assert!(with(&["-X", "-Q", script]).err.contains("'LIKE_TABLE' scripting variable not defined."));
    assert_eq!(with(&["-x", "-Q", "PRINT '$(a)'"]).out, "$(a)\n");
}

#[test]
fn commands_list_reset_and_shell_run() {
    let program = Program::new();
    let shown = program.run(&["-Q", "PRINT 'a'\n:list\nRESET\nPRINT 'b'\nGO\n!! echo c\n:!!echo d"]);
    assert_eq!(shown.out, "PRINT 'a'\nb\nc\nd\n", "{shown:?}");
    let disabled = program.run(&["-X", "-Q", "!! echo c\nPRINT 'b'"]);
    assert!(
        disabled.code == 0 && disabled.out.contains("are disabled") && disabled.out.ends_with("b\n"),
        "{disabled:?}"
    );
    let ended = program.run(&["-X1", "-Q", "!! echo c\nPRINT 'b'"]);
    assert!(ended.code == 1 && ended.out.is_empty() && ended.err.contains("are disabled"), "{ended:?}");
}

#[test]
fn option_e_prints_scripts() {
    let program = Program::new();
    let script = program.script("a.sql", "PRINT 'a'\nGO\n");
    program.script("b.sql", "PRINT 'b'\n");
    let list = format!("{},b.sql", script.to_str().unwrap());
    assert_eq!(program.run(&["-e", "-i", &list]).out, "PRINT 'a'\nGO\na\nPRINT 'b'\nb\n");
}

#[test]
fn unsupported_options_name_the_reason() {
    let program = Program::new();
    for (option, reason) in [("-G", "Entra"), ("-A", "dedicated administrator"), ("-L", "announced")] {
        let shown = program.run(&[option]);
        assert!(shown.code == 2 && shown.err.contains(option) && shown.err.contains(reason), "{shown:?}");
    }
    let shown = program.run(&["-w", "5"]);
    assert!(shown.code == 2 && shown.err.contains("'-w 5'"), "{shown:?}");
}
