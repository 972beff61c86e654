//! The shell on a terminal: editing, history, completion.

use crate::program::Program;
use crate::terminal::Terminal;
use std::os::unix::fs::PermissionsExt;

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";
const END: &str = "\x05";

#[test]
fn batch_is_edited_as_one_text_and_runs_at_go() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("PRINT 'a'\r");
    assert!(terminal.until("2> ").contains("PRINT 'a'"));
    terminal.press("PRINT 'c'");
    // Back to the previous line, to its end, and to the last line again.
    terminal.press(&format!("{UP}{END}; PRINT 'b'{DOWN}{END}\rGO\r"));
    terminal.until("\na\nb\nc\n");
    // Backspace at the start of a line joins it with the previous one.
    terminal.until("master 1> ");
    terminal.press("PRINT 'jo\rined';");
    terminal.press(&format!("{}\x7f{END}\rGO\r", LEFT.repeat("ined';".len())));
    terminal.until("\njoined\n");
}

#[test]
fn history_returns_whole_batches_across_shells() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("PRINT 'a';\rPRINT 'b';\rGO\r");
    terminal.until("\na\nb\n");
    terminal.until("master 1> ");
    terminal.press(UP);
    terminal.press("\r");
    terminal.until("\na\nb\n");
    terminal.until("master 1> ");
    terminal.press("\x04");
    assert!(terminal.end().0.success());
    let mode = std::fs::metadata(program.path("history")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let mut terminal = Terminal::start(&program, &[]);
    // Ctrl-R finds a batch by a part of it.
    terminal.press("\x12rint 'b");
    terminal.until("PRINT 'b'");
    terminal.press("\r");
    terminal.until("\na\nb\n");
}

#[test]
fn tab_completes_keywords_names_and_commands() {
    let program = Program::new();
    program.query("CREATE TABLE dbo.Customers(id INT, surname VARCHAR(20)); INSERT dbo.Customers VALUES(7, 'Ada');");
    let mut terminal = Terminal::start(&program, &["-W"]);
    terminal.press("SELECT c.surn\x01");
    terminal.press("\x05");
    terminal.press(" FROM dbo.Cust\t");
    terminal.until("FROM dbo.Customers");
    terminal.press(" AS c WHERE c.i\t = 7\rGO\r");
    // The columns of an alias.
    terminal.until("c.id = 7");
    terminal.until("Invalid column name 'surn'.");
    terminal.until("master 1> ");
    terminal.press("\\i\t ");
    terminal.until("\\i ");
    // Ctrl-C drops the line.
    terminal.press("\x03");
    terminal.until("master 1> ");
    terminal.press("sel\t");
    terminal.until("select");
}

#[test]
fn command_keeps_the_pending_text() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("PRINT 'kept';\r\\?\r");
    assert!(terminal.until("Ctrl-D leaves.").contains("\\i FILE"));
    terminal.until("2> ");
    terminal.press("GO\r");
    terminal.until("\nkept\n");
    // Waits for the prompt: text typed before it would be echoed twice.
    terminal.until("master 1> ");
    let shown = terminal.enter("\\nonsense");
    assert!(shown.contains("'\\nonsense' is no command") && shown.contains("\\? lists"), "{shown}");
    terminal.press("EXIT\r");
    assert!(terminal.end().0.success());
}

#[test]
fn ctrl_c_stops_only_the_batch() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("PRINT 'begun'; WAITFOR DELAY '01:00:00'; PRINT 'not reached';\rGO 5\r");
    terminal.until("\nbegun\n");
    // A batch that runs for a second shows progress.
    terminal.until("1 s (Ctrl-C stops it)");
    terminal.press("\x03");
    terminal.until("Query was canceled by user.\n");
    let shown = terminal.until("master 1> ");
    assert!(!shown.contains("begun"), "GO 5 goes on: {shown}");
    terminal.press("PRINT 'here';\rGO\r");
    terminal.until("\nhere\n");
}

#[test]
fn sigterm_ends_the_shell_cleanly() {
    for batch in ["", "BEGIN TRAN; PRINT 'begun'; WAITFOR DELAY '01:00:00';\rGO\r"] {
        let program = Program::new();
        let mut terminal = Terminal::start(&program, &[]);
        terminal.press(batch);
        if !batch.is_empty() {
            terminal.until("\nbegun\n");
        }
        terminal.terminate();
        assert_eq!(terminal.end().0.code(), Some(128 + 15));
        assert_eq!(program.query("SELECT 1;"), "1");
    }
}

#[test]
fn errors_show_position_and_results_fit_screen() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("SELECT 1,\r nowhere;\rGO\r");
    terminal.until("\nMsg 207, Level 16, State 1, Line 1\nInvalid column name 'nowhere'.\n2:  nowhere;\n    ^^^^^^^\n");
    terminal.until("master 1> ");
    terminal.press("SELECT 7 AS n, NULL AS nothing, 'a' AS t;\rGO\r");
    terminal.until("\nn  nothing  t\n-  -------  -\n7     NULL  a\n\n(1 rows affected)\n");
    terminal.until("master 1> ");
    terminal.enter("\\x on");
    terminal.press("SELECT 7 AS n;\rGO\r");
    terminal.until("-[ row 1 ]-\nn  7\n");
    terminal.until("master 1> ");
    assert!(terminal.enter("\\timing on").contains("Batches are timed."));
    terminal.press("PRINT 'x';\rGO\r");
    terminal.until("\nx\nTime: ");
}

#[test]
fn command_d_describes_a_table() {
    let program = Program::new();
    program.query(
        "CREATE TABLE dbo.P(id INT NOT NULL CONSTRAINT PK_P PRIMARY KEY);
         CREATE TABLE dbo.T(a INT IDENTITY NOT NULL, b NVARCHAR(20) NULL, c DECIMAL(9, 2) NOT NULL, INDEX I (b DESC, a),
                            p INT NULL CONSTRAINT FK_T FOREIGN KEY REFERENCES dbo.P(id));",
    );
    program.query("EXEC('CREATE VIEW dbo.V AS SELECT a FROM dbo.T;');");
    let mut terminal = Terminal::start(&program, &[]);
    let shown = terminal.enter("\\d dbo.T");
    for line in [
        "a       int           not null  identity\n",
        "b       nvarchar(20)  null\n",
        "c       decimal(9,2)  not null\n",
        "I      nonclustered          b DESC, a\n",
        "FK_T         P\n",
    ] {
        assert!(shown.contains(line), "{line}{shown}");
    }
    assert!(terminal.enter("\\d v").contains("CREATE VIEW dbo.V AS SELECT a FROM dbo.T;"));
    terminal.press("CREATE TABLE #t(n int NOT NULL PRIMARY KEY); PRINT 'made';\rGO\r");
    terminal.until("\nmade\n");
    terminal.until(" 1> ");
    let temporary = terminal.enter("\\d #t");
    assert!(temporary.contains("not null") && temporary.contains("primary key"), "{temporary}");
    assert!(terminal.enter("\\d nothing").contains("There is no object nothing in master."));
    let shown = terminal.enter("\\d");
    assert!(shown.contains("dbo     T     user table\n") && shown.contains("dbo     V     view\n"), "{shown}");
    assert!(terminal.enter("\\l").contains("\ntempdb  ONLINE  SIMPLE "));
}

#[test]
fn command_e_opens_the_users_editor() {
    let program = Program::new();
    program.script("editor.sh", "sed -i s/old/new/ \"$1\"\n");
    let mut terminal = Terminal::start_with(&program, &[], &[("EDITOR", "sh editor.sh"), ("VISUAL", "")]);
    terminal.until("1> ");
    terminal.press("PRINT 'old';\r\\e\r");
    terminal.until("PRINT 'new';");
    terminal.press("\rGO\r");
    terminal.until("\nnew\n");
}

#[test]
fn option_x_disables_the_editor() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &["-X"]);
    for command in ["\\e", ":ed", ":!!echo c"] {
        assert!(terminal.enter(command).contains("are disabled"), "{command}");
    }
    terminal.press("PRINT 'a'\r:!!echo c\r");
    terminal.until("are disabled");
    terminal.press("GO\r");
    terminal.until("\na\n");
    let mut terminal = Terminal::start(&program, &["-X1", "--memory"]);
    terminal.press("\\e\r");
    terminal.until("are disabled");
    assert_eq!(terminal.end().0.code(), Some(1));
}

#[test]
fn included_lines_become_pending_text() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &["-c", "run"]);
    program.script("part.sql", "PRINT 'a';\nrun\nPRINT 'b';\n");
    terminal.press(":r part.sql\r");
    terminal.until("\na\n");
    terminal.until("PRINT 'b';");
    terminal.press("\rrun\r");
    terminal.until("\nb\n");
}

#[test]
fn no_color_disables_colours() {
    let program = Program::new();
    let mut terminal = Terminal::start_with(&program, &[], &[("NO_COLOR", "1")]);
    terminal.until("1> ");
    terminal.press("SELECT NULL AS n;\rGO\r");
    terminal.until("NULL\n");
    assert!(!terminal.is_coloured);
    let mut terminal = Terminal::start(&program, &["--memory"]);
    terminal.press("SELECT NULL AS n;\rGO\r");
    terminal.until("NULL\n");
    assert!(terminal.is_coloured);
}

#[test]
fn typed_ahead_input_is_not_lost() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("PRINT 'a';\rGO\rPRINT 'b';\rGO\r\\timing\rEXIT\r");
    terminal.until("\na\n");
    terminal.until("\nb\n");
    terminal.until("Batches are timed.");
    assert!(terminal.end().0.success());
}

#[test]
fn pasted_text_is_one_batch() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("\x1b[200~PRINT 'a';\nGO\nPRINT 'b';\nGO\x1b[201~");
    terminal.until("PRINT 'b'");
    terminal.press("\r");
    terminal.until("\na\nb\n");
}
