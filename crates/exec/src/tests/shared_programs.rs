//! Tests of programs that sessions share.

use super::rig::{TestHost, run};
use crate::Session;
use sluice_session::Host;

/// Returns the numbers of runs of each session's plan, for the plans whose text begins so.
fn runs_of(host: &TestHost, text: &str) -> Vec<Vec<u64>> {
    let plans = host.cached_plans().by_identity();
    let asked = plans.iter().filter(|plans| plans[0].text.starts_with(text));
    asked.map(|plans| plans.iter().map(|plan| plan.runs()).collect()).collect()
}

#[test]
fn sessions_share_the_program_of_a_text() {
    let host = TestHost::new();
    let (mut one, mut other) = (host.connect(51), host.connect(52));
    run(&mut one, "CREATE TABLE t(a INT); INSERT t VALUES (1), (2)");
    let text = "DECLARE @i INT = 1; WHILE @i < 3 BEGIN SELECT a + @i AS b FROM t WHERE a = @i; SET @i += 1 END";
    for is_first in [true, false, true] {
        let session = if is_first { &mut one } else { &mut other };
        assert_eq!(run(session, text), "[b] / 2 / (1) / [b] / 4 / (1)");
    }
    assert_eq!(runs_of(&host, "DECLARE"), [[2, 1]]);
}

#[test]
fn shared_program_is_bound_to_each_sessions_names() {
    let host = TestHost::new();
    let (mut one, mut other) = (host.connect(51), host.connect(52));
    run(&mut one, "CREATE TABLE t(a INT); INSERT t VALUES (1)");
    let text = "SELECT a FROM t";
    let each = |one: &mut Session, other: &mut Session| [run(one, text), run(other, text)];
    assert_eq!(each(&mut one, &mut other), ["[a] / 1 / (1)", "[a] / 1 / (1)"]);
    run(&mut one, "DROP TABLE t; CREATE TABLE t(a VARCHAR(5)); INSERT t VALUES ('x')");
    assert_eq!(each(&mut one, &mut other), ["[a] / x / (1)", "[a] / x / (1)"]);
    // A definition that isn't committed is only the session's own.
    run(&mut one, "BEGIN TRAN; CREATE TABLE own(n INT); INSERT own VALUES (7)");
    assert_eq!(run(&mut one, "SELECT n FROM own"), "[n] / 7 / (1)");
    run(&mut one, "ROLLBACK");
    assert_eq!(run(&mut other, "SELECT n FROM own"), "Msg 208 line 1 own");
}

#[test]
fn other_options_have_another_program() {
    let host = TestHost::new();
    let (mut one, mut other) = (host.connect(51), host.connect(52));
    run(&mut other, "SET QUOTED_IDENTIFIER OFF");
    let text = "SELECT \"a\" AS b";
    assert_eq!(run(&mut one, text), "Msg 207 line 1 a");
    assert_eq!(run(&mut other, text), "[b] / a / (1)");
    assert_eq!(runs_of(&host, text), [[1], [1]]);
}

#[test]
fn program_that_names_types_is_not_shared() {
    let host = TestHost::new();
    let (mut one, mut other) = (host.connect(51), host.connect(52));
    run(&mut one, "CREATE TYPE number FROM INT");
    let text = "DECLARE @n number = 5; SELECT @n / 2 AS half";
    assert_eq!([run(&mut one, text), run(&mut other, text)], ["[half] / 2 / (1)", "[half] / 2 / (1)"]);
    assert_eq!(runs_of(&host, "DECLARE"), [[1], [1]]);
    run(&mut one, "DROP TYPE number; CREATE TYPE number FROM DECIMAL(4, 1)");
    assert_eq!(run(&mut other, text), "[half] / 2.500000 / (1)");
}

#[test]
fn sessions_share_the_program_of_a_procedure() {
    let host = TestHost::new();
    let (mut one, mut other) = (host.connect(51), host.connect(52));
    run(&mut one, "CREATE PROCEDURE p @n INT = 2 AS SELECT @n * 10 AS b");
    assert_eq!([run(&mut one, "EXEC p"), run(&mut other, "EXEC p 3")], ["[b] / 20 / (1)", "[b] / 30 / (1)"]);
    // The batch that creates the procedure, and the procedure.
    assert_eq!(runs_of(&host, "CREATE PROCEDURE p @n INT = 2"), [vec![1], vec![1, 1]]);
    run(&mut one, "ALTER PROCEDURE p @n INT = 2 AS SELECT @n * 100 AS b");
    assert_eq!([run(&mut other, "EXEC p 3"), run(&mut one, "EXEC p")], ["[b] / 300 / (1)", "[b] / 200 / (1)"]);
}

#[test]
fn text_with_a_password_is_not_shared() {
    let host = TestHost::new();
    let (mut one, mut other) = (host.connect(51), host.connect(52));
    let text = "IF 1 = 0 EXEC('CREATE LOGIN l WITH PASSWORD = ''Secret_1''')";
    run(&mut one, text);
    run(&mut other, text);
    let plans = host.cached_plans().by_identity();
    assert!(plans.iter().all(|plans| plans.len() == 1));
}
