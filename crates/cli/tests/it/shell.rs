//! The shell as somebody at a terminal meets it: editing, history, completion.

use crate::program::Program;
use crate::terminal::Terminal;
use std::os::unix::fs::PermissionsExt;

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";
const END: &str = "\x05";

#[test]
fn a_batch_is_edited_as_one_text_and_runs_at_go() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("PRINT 'a'\r");
    assert!(terminal.until("2> ").contains("PRINT 'a'"));
    terminal.press("PRINT 'c'");
    // Back to the line before, to its end, and to the last line again.
    terminal.press(&format!("{UP}{END}; PRINT 'b'{DOWN}{END}\rGO\r"));
    terminal.until("\na\nb\nc\n");
    // Backspace at the beginning of a line joins it with the one before.
    terminal.until("master 1> ");
    terminal.press("PRINT 'jo\rined';");
    terminal.press(&format!("{}\x7f{END}\rGO\r", LEFT.repeat("ined';".len())));
    terminal.until("\njoined\n");
}

#[test]
fn up_brings_back_whole_batches_also_in_the_next_shell() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("PRINT 'a';\rPRINT 'b';\rGO\r");
    terminal.until("\na\nb\n");
    terminal.until("master 1> ");
    terminal.press(UP);
    terminal.press("\r");
    terminal.until("\na\nb\n");
    terminal.press("\x04");
    assert!(terminal.end().0.success());
    let mode = std::fs::metadata(program.path("history")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let mut terminal = Terminal::start(&program, &[]);
    // Ctrl-R finds it by a part of it.
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
    // Ctrl-C gives the line up.
    terminal.press("\x03");
    terminal.until("master 1> ");
    terminal.press("sel\t");
    terminal.until("select");
}

#[test]
fn a_command_leaves_what_was_typed_before_it() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("PRINT 'kept';\r\\?\r");
    assert!(terminal.until("Ctrl-D leaves.").contains("\\i FILE"));
    terminal.press("GO\r");
    terminal.until("\nkept\n");
    let shown = terminal.enter("\\nonsense");
    assert!(shown.contains("'\\nonsense' is no command") && shown.contains("\\? lists"), "{shown}");
    terminal.press("EXIT\r");
    assert!(terminal.end().0.success());
}

#[test]
fn what_is_pasted_is_one_text() {
    let program = Program::new();
    let mut terminal = Terminal::start(&program, &[]);
    terminal.press("\x1b[200~PRINT 'a';\nGO\nPRINT 'b';\nGO\x1b[201~");
    terminal.until("PRINT 'b'");
    terminal.press("\r");
    terminal.until("\na\nb\n");
}
