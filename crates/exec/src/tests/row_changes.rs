//! Tests of the order of a row change, which all statements share (`command::statement::dml`).

use super::rig::{TestHost, run};

/// Returns statements that store a row with these values, or give them to the stored row 2.
fn statements([id, n, a, p]: [&str; 4]) -> [String; 5] {
    [
        format!("INSERT t VALUES ({id}, {n}, {a}, {p})"),
        format!("INSERT t SELECT {id}, {n}, {a}, {p} FROM parent"),
        format!(
            "MERGE t USING (VALUES (9)) AS s(x) ON id = x WHEN NOT MATCHED THEN INSERT VALUES ({id}, {n}, {a}, {p});"
        ),
        format!("UPDATE t SET id = {id}, n = {n}, a = {a}, p = {p} WHERE id = 2"),
        format!(
            "MERGE t USING (VALUES (2)) AS s(x) ON id = x \
             WHEN MATCHED THEN UPDATE SET id = {id}, n = {n}, a = {a}, p = {p};"
        ),
    ]
}

/// A row that breaks several rules fails with the error of the first in the order NOT NULL, CHECK,
/// unique key, foreign key. Triggers fire after all of them.
#[test]
fn row_breaking_several_rules_fails_by_the_first() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(
        &mut session,
        "CREATE TABLE parent(id INT PRIMARY KEY); INSERT parent VALUES (1); CREATE TABLE fired(a INT); \
         CREATE TABLE t(id INT PRIMARY KEY, n INT NOT NULL, a INT CHECK (a > 0), p INT REFERENCES parent(id)); \
         INSERT t VALUES (1, 1, 1, 1), (2, 2, 2, 1)",
    );
    run(&mut session, "CREATE TRIGGER after_change ON t AFTER INSERT, UPDATE AS INSERT fired VALUES (1)");
    let cases = [
        (["1", "NULL", "-1", "7"], 515, ""),
        (["1", "1", "-1", "7"], 547, "CHECK"),
        (["1", "1", "1", "7"], 2627, "PRIMARY KEY"),
        (["3", "1", "1", "7"], 547, "FOREIGN KEY"),
    ];
    for (values, number, kind) in cases {
        for statement in statements(values) {
            let answer = run(&mut session, &statement);
            assert!(answer.contains(&format!("Msg {number} ")) && answer.contains(kind), "{statement}: {answer}");
        }
    }
    assert_eq!(run(&mut session, "SELECT COUNT(*) FROM fired"), "[] / 0 / (1)");
    assert_eq!(run(&mut session, "SELECT id FROM t WHERE n = 2"), "[id] / 2 / (1)");
    let answer = run(&mut session, "UPDATE t SET id = 3, n = 3, a = 3, p = NULL WHERE id = 2");
    assert_eq!(answer, "(1) / (1)");
    assert_eq!(run(&mut session, "SELECT COUNT(*) FROM fired"), "[] / 1 / (1)");
}
