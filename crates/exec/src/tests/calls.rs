//! Tests of calls between programs.

use super::rig::{TestHost, run};
use sluice_base::stack;
use sluice_session::sink::{ColumnInfo, Message, Sink};
use sluice_types::Value;

/// Records the stack bytes left at each row.
#[derive(Default)]
struct StackSink {
    left: Vec<usize>,
    errors: Vec<i32>,
}

impl Sink for StackSink {
    fn columns(&mut self, _: &[ColumnInfo]) {}

    fn row(&mut self, _: &[Value]) {
        self.left.push(stack::left());
    }

    fn done(&mut self, _: Option<u64>) {}

    fn message(&mut self, message: Message) {
        if let Message::Error(error) = message {
            self.errors.push(error.number);
        }
    }
}

/// Runs `batch` after `definition` and checks that all rows are sent at the same stack depth.
fn check_depth(definition: &str, batch: &str, rows: usize) {
    let host = TestHost::new();
    let mut session = host.connect(51);
    assert_eq!(run(&mut session, definition), "");
    let mut sink = StackSink::default();
    session.execute(batch, &mut sink);
    assert_eq!((sink.left.len(), sink.errors.as_slice()), (rows, [].as_slice()));
    assert!(sink.left.iter().all(|left| *left == sink.left[0]), "{:?}", sink.left);
}

#[test]
fn nested_procedures_use_no_stack() {
    let definition =
        "CREATE PROCEDURE p @n int AS SELECT @n WHERE EXISTS (SELECT 1); SET @n += 1; IF @n < 30 EXEC p @n;";
    check_depth(definition, "EXEC p 0", 30);
}

#[test]
fn nested_strings_use_no_stack() {
    let definition = "CREATE PROCEDURE p @n int AS SELECT @n WHERE EXISTS (SELECT 1); \
         DECLARE @next varchar(20) = CONCAT('EXEC p ', @n + 1); IF @n < 12 EXEC (@next);";
    check_depth(definition, "EXEC p 0", 13);
}

#[test]
fn nested_statements_use_no_stack() {
    let definition = "CREATE PROCEDURE p @n int AS SELECT @n WHERE EXISTS (SELECT 1); \
         SET @n += 1; IF @n < 10 EXEC sp_executesql N'EXEC p @n', N'@n int', @n;";
    check_depth(definition, "EXEC p 0", 10);
}

#[test]
fn nested_prepared_statements_use_no_stack() {
    let batch = "DECLARE @h int; EXEC sp_prepare @h OUTPUT, N'@n int, @h int', \
         N'SELECT @n WHERE EXISTS (SELECT 1); SET @n += 1; IF @n < 10 EXEC sp_execute @h, @n, @h'; \
         EXEC sp_execute @h, 0, @h";
    check_depth("", batch, 10);
}

#[test]
fn failed_trigger_of_insert_execute_is_caught() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t (a int)");
    run(&mut session, "CREATE TRIGGER r ON t FOR INSERT AS THROW 50001, 'no', 1");
    let batch = "BEGIN TRY INSERT t EXEC ('SELECT 1') END TRY BEGIN CATCH PRINT ERROR_NUMBER() END CATCH";
    assert_eq!(run(&mut session, batch), "print: 50001");
}
