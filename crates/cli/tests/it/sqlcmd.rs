//! sqlcmd's options, commands and exit codes: `tools/sqlcmd/sqlcmd-utility` and
//! `tools/sqlcmd/sqlcmd-commands`.

use crate::program::{Program, ran};

#[test]
fn option_o_writes_output_to_a_file() {
    let program = Program::new();
    let shown = program.run(&["-o", "out.txt", "-r1", "-Q", "PRINT 'a'; RAISERROR('b', 16, 1);"]);
    assert_eq!((shown.code, shown.out.as_str(), shown.err.as_str()), (0, "", ""), "{shown:?}");
    let text = std::fs::read_to_string(program.path("out.txt")).unwrap();
    assert_eq!(text, "a\nMsg 50000, Level 16, State 1, Server sluice, Line 1\nb\n");
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
    assert_eq!(shown.out, "Msg 50000, Level 16, State 1, Server sluice, Line 1\nhigh\n", "{shown:?}");
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
    let shown = with(&["-Q", script]).out;
    // sqlcmd's own variables come first.
    assert!(shown.starts_with("SQLCMDCOLSEP = \" \"\nSQLCMDCOLWIDTH = \"0\"\n"), "{shown}");
    assert!(shown.ends_with("\nA = \"1 \"2\"\"\n1 \"2\" t\n"), "{shown}");
    assert!(with(&["-X", "-Q", script]).err.contains("'LIKE_TABLE' scripting variable not defined."));
    assert_eq!(with(&["-x", "-Q", "PRINT '$(a)'"]).out, "$(a)\n");
}

#[test]
fn commands_list_reset_and_shell_run() {
    let program = Program::new();
    let shown = program.run(&["-Q", "PRINT 'a'\n:list\nRESET\nPRINT 'b'\nGO\n!! echo c\n:!!echo d"]);
    assert_eq!(shown.out, "PRINT 'a'\nb\nc\nd\n", "{shown:?}");
    let disabled = program.run(&["-X", "-Q", "!! echo c\nPRINT 'b'"]);
    assert!(disabled.code == 0 && disabled.err.contains("are disabled") && disabled.out == "b\n", "{disabled:?}");
    assert_eq!(program.run(&["-X", "-Q", "PRINT 'c'\nED\nPRINT 'b'"]).out, "c\nb\n");
    assert_eq!(program.run(&["-X1", "-Q", "PRINT 'c'\nED\nPRINT 'b'"]).code, 1);
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

#[test]
fn commands_direct_results_and_errors() {
    let program = Program::new();
    let script = ":out \"r 1.txt\"\nPRINT 'a'\nGO\n:error e.txt\nSELECT nowhere\nGO\n:OUT stdout\nPRINT 'b'\nGO\n\
                  :Error STDOUT\nSELECT nowhere\nGO\n:error STDERR\nSELECT nowhere\nGO\n:out nowhere/x\nPRINT 'c'";
    let shown = program.run(&["-Q", script]);
    let error = "Msg 207, Level 16, State 1, Server sluice, Line 1\nInvalid column name 'nowhere'.\n";
    assert_eq!(shown.out, format!("b\n{error}c\n"), "{shown:?}");
    assert!(shown.err.starts_with(error) && shown.err.contains("could not write 'nowhere/x'"), "{shown:?}");
    let file = |name: &str| std::fs::read_to_string(program.path(name)).unwrap();
    assert_eq!((file("r 1.txt").as_str(), file("e.txt").as_str()), ("a\n", error));
    assert_eq!(program.run(&["-b", "-Q", ":out nowhere/x\nPRINT 'c'"]).code, 1);
}

/// `tools/sqlcmd/sqlcmd-use-utility`, example E.
#[test]
fn xml_is_printed_as_one_stream() {
    let program = Program::new();
    let script = ":XML ON\nPRINT 'no'; SELECT v FROM (VALUES ('Syed Abbas, '), ('Catherine Abel, ')) AS t(v)\nGO\n\
                  SELECT 1 AS a FOR JSON PATH\nGO\n:xml off\nSET NOCOUNT ON; SELECT 1 AS a";
    assert_eq!(
        program.run(&["-Q", script]).out,
        "Syed Abbas, Catherine Abel, \n[{\"a\":1}]\na          \n-----------\n          1\n"
    );
}

/// `tools/sqlcmd/sqlcmd-utility`, -p.
#[test]
fn option_p_prints_statistics() {
    let program = Program::new();
    let shown = program.run(&["-p", "-a", "512", "-Q", ":perftrace p.txt\nPRINT 'a'\nGO 3\n"]);
    assert_eq!(shown.out, "a\na\na\n", "{shown:?}");
    let text = std::fs::read_to_string(program.path("p.txt")).unwrap();
    assert!(text.starts_with("\nNetwork packet size (bytes): 512\n\n3 xact[s]:\n\nClock Time (ms.): total "), "{text}");
    assert!(text.ends_with(" xacts per sec.)\n") && text.contains("  avg "), "{text}");
    let shown = program.run(&["-p1", "-Q", "PRINT 'a'"]);
    assert!(shown.out.starts_with("a\n4096:1:") && shown.out.matches(':').count() == 4, "{shown:?}");
    assert!(program.run(&["-p2", "-Q", "PRINT 'a'"]).err.contains("-p"));
}

#[test]
fn settings_are_read_only_or_change_the_output() {
    let program = Program::new();
    let script = ":setvar SQLCMDSERVER x\n:setvar sqlcmdheaders no\n:setvar SQLCMDHEADERS -1\n:setvar SQLCMDCOLSEP |\n\
                  SET NOCOUNT ON; SELECT 1 AS a, 2 AS b\nGO\n:setvar SQLCMDHEADERS\n:setvar SQLCMDFORMAT vert\nSELECT 1 AS a, 2 AS bcd\n";
    let shown = program.run(&["-W", "-Q", script]);
    assert_eq!(shown.out, "1|2\na   1\nbcd 2\n\n", "{shown:?}");
    assert_eq!(
        shown.err,
        "Sqlcmd: Error: The scripting variable: 'SQLCMDSERVER' is read-only\n\
         Sqlcmd: Error: The environment variable: 'SQLCMDHEADERS' has invalid value: 'no'.\n"
    );
    assert_eq!(program.run(&["-b", "-Q", ":setvar SQLCMDUSER x\nPRINT 'a'"]).code, 1);
}

#[test]
fn environment_sets_variables_below_options() {
    let program = Program::new();
    let query = "SET NOCOUNT ON; SELECT 1 AS a, $(b) AS b";
    let with = |arguments: &[&str]| {
        let mut command = program.command(arguments);
        ran(command.env("SQLCMDCOLSEP", ";").env("SQLCMDHEADERS", "-1").env("b", "2").output().unwrap())
    };
    assert_eq!(with(&["-W", "-Q", query]).out, "1;2\n");
    assert_eq!(with(&["-W", "-s", ",", "-v", "b=3", "-Q", query]).out, "1,3\n");
    assert_eq!(with(&["-W", "-v", "b=3", "-Q", &format!(":setvar b 4\n{query}")]).out, "1;4\n");
    assert_eq!(with(&["-W", "-X", "-v", "b=3", "-Q", query]).out, "a b\n- -\n1 3\n");
    let wrong = ran(program.command(&["-Q", query]).env("SQLCMDCOLWIDTH", "5").output().unwrap());
    assert!(wrong.code == 1 && wrong.err.contains("'SQLCMDCOLWIDTH' has invalid value: '5'"), "{wrong:?}");
}

/// `tools/sqlcmd/sqlcmd-use-scripting-variables`, example E.
#[test]
fn startup_script_runs_first_unless_disabled() {
    let program = Program::new();
    program.script("init.sql", "PRINT 'begin'\n:setvar b 2\n");
    let with = |arguments: &[&str]| ran(program.command(arguments).env("SQLCMDINI", "init.sql").output().unwrap());
    assert_eq!(with(&["-Q", "PRINT '$(b)'"]).out, "begin\n2\n");
    assert_eq!(with(&["-X", "-Q", "PRINT 'a'"]).out, "a\n");
}

/// The lines of a file belong to the batch that its `:r` is in (`tools/sqlcmd/sqlcmd-commands`,
/// :r). Variables are replaced when the batch runs.
#[test]
fn included_lines_join_the_batch() {
    let program = Program::new();
    program.script("part.sql", "PRINT @v;\nGO\nDECLARE @v INT = 2;\n");
    let shown =
        program.run(&["-v", "f=part", "-Q", "DECLARE @v INT = 1;\n:r $(f).sql\nPRINT @v + $(x);\n:setvar x 5\n"]);
    assert_eq!((shown.out.as_str(), shown.err.as_str()), ("1\n7\n", ""), "{shown:?}");
}

#[test]
fn option_c_replaces_go() {
    let program = Program::new();
    let script = program.script("c.sql", "PRINT 'a'\nNEXT $(n)\nPRINT 'b'\n");
    let path = script.to_str().unwrap();
    assert_eq!(program.run(&["-c", "next", "-v", "n=2", "-i", path]).out, "a\na\nb\n");
}

#[test]
fn option_t_ends_a_batch() {
    let program = Program::new();
    let shown = program.run(&["-t", "1", "-Q", "WAITFOR DELAY '00:01:00'\nGO\nPRINT 'next'"]);
    assert_eq!((shown.code, shown.out.as_str()), (0, "Timeout expired\nnext\n"), "{shown:?}");
    assert_eq!(program.run(&["-b", "-t", "1", "-Q", "WAITFOR DELAY '00:01:00'\nGO\nPRINT 'next'"]).code, 1);
}

#[test]
fn code_pages_of_scripts_and_output() {
    let program = Program::new();
    let bytes = |name: &str| std::fs::read(program.path(name)).unwrap();
    std::fs::write(program.path("latin.sql"), b"PRINT N'\xe9'").unwrap();
    assert_eq!(program.run(&["-f", "i:1252", "-i", "latin.sql"]).out, "é\n");
    let shown = program.run(&["-i", "latin.sql"]);
    assert!(shown.code == 1 && shown.err.contains("-f"), "{shown:?}");
    program.run(&["-f", "1252", "-i", "latin.sql", "-o", "latin.txt"]);
    assert_eq!(bytes("latin.txt"), b"\xe9\n");
    // -u: UTF-16 with a byte-order mark, as sqlcmd (Go) writes; such a file can be read again.
    let wide: Vec<u8> = "\u{feff}PRINT N'Ж'\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(program.path("wide.sql"), wide).unwrap();
    program.run(&["-u", "-i", "wide.sql", "-o", "wide.txt"]);
    assert_eq!(bytes("wide.txt"), b"\xff\xfe\x16\x04\n\0");
}

#[test]
fn results_of_a_batch_are_separated_by_a_blank_line() {
    let program = Program::new();
    let shown = program.run(&["-W", "-Q", "SET NOCOUNT ON; SELECT 1 AS a; SELECT 2 AS b;\nGO\nSELECT 3 AS c;"]);
    assert_eq!(shown.out, "a\n-\n1\n\nb\n-\n2\nc\n-\n3\n", "{shown:?}");
}

#[test]
fn invalid_command_ends_the_script() {
    let program = Program::new();
    let script = program.script("s.sql", "PRINT 'a'\nGO\n:nonsense x\nPRINT 'b'\n");
    let shown = program.run(&["-i", script.to_str().unwrap()]);
    assert_eq!((shown.code, shown.out.as_str()), (1, "a\n"), "{shown:?}");
    assert!(shown.err.contains("Syntax error at line 3 near command ':nonsense x' in file '"), "{shown:?}");
    assert!(program.run(&["-Q", ":serverlist\nPRINT 'b'"]).err.contains(":ServerList is not supported"));
    assert!(program.run(&["-Q", ":help"]).out.contains(":perftrace"));
}

#[test]
fn ed_edits_the_text_and_the_last_batch() {
    let program = Program::new();
    program.script("editor.sh", "sed -i s/old/new/ \"$1\"\n");
    let script = "PRINT 'old'\n:ed\nGO\nPRINT 'very old'\nGO\nED\nGO\n";
    let mut command = program.command(&["-Q", script]);
    let shown = ran(command.env("SQLCMDEDITOR", "sh editor.sh").output().unwrap());
    assert_eq!(shown.out, "new\nvery old\nvery new\n", "{shown:?}");
}
