//! Tests of SHOWPLAN_XML and STATISTICS XML: the documents against SQL Server's schema, and the
//! counted rows.

use super::rig::{TestHost, run};
use super::showplan_schema::check;
use crate::Session;
use sluice_types::xml::{Element, Node, parse};
use std::sync::Arc;

/// Creates tables with and without indexes: 40 rows of `a`, ten of `b`, and eight of `c`.
fn filled() -> (Arc<TestHost>, Session) {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let batch = "SET NOCOUNT ON;
        CREATE TABLE a(id INT NOT NULL PRIMARY KEY, b_id INT NULL, x INT NOT NULL, t VARCHAR(20) NULL);
        CREATE INDEX ia ON a(x);
        CREATE TABLE b(id INT NOT NULL, y INT NOT NULL);
        CREATE INDEX ib ON b(id);
        CREATE TABLE c(id INT NOT NULL, w INT NOT NULL);
        DECLARE @i INT = 0;
        WHILE @i < 40
        BEGIN
            INSERT a VALUES (@i, @i % 10, @i % 8, CONCAT('t', @i));
            IF @i < 10 INSERT b VALUES (@i, @i % 3);
            IF @i < 8 INSERT c VALUES (@i % 4, @i);
            SET @i += 1;
        END";
    assert_eq!(run(&mut session, batch), "");
    assert_eq!(run(&mut session, FUNCTION), "");
    (host, session)
}

/// Returns the documents in the output of a batch.
fn documents(session: &mut Session, batch: &str) -> Vec<Element> {
    let output = run(session, batch);
    let parts = output.split(" / ").filter(|line| line.starts_with("<ShowPlanXML"));
    let found: Vec<Element> = parts
        .map(|text| match parse(text).as_deref() {
            Ok([Node::Element(root)]) => root.clone(),
            other => panic!("{batch}: {other:?} in {output}"),
        })
        .collect();
    assert!(!found.is_empty(), "{batch}: {output}");
    found
}

/// Returns the text of each operator's physical operator and actual rows and executions, in the
/// order of the document.
fn counted(element: &Element, found: &mut Vec<String>) {
    let attribute = |element: &Element, name: &str| {
        element.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone())
    };
    let elements = || {
        element.children.iter().filter_map(|child| if let Node::Element(child) = child { Some(child) } else { None })
    };
    if element.name == "RelOp" {
        let figures = elements().find(|child| child.name == "RunTimeInformation").and_then(|information| {
            let Some(Node::Element(thread)) = information.children.first() else { return None };
            Some(format!("{} in {}", attribute(thread, "ActualRows")?, attribute(thread, "ActualExecutions")?))
        });
        let name = attribute(element, "PhysicalOp").unwrap_or_default();
        found.push(format!("{name}: {}", figures.unwrap_or_else(|| "not counted".to_owned())));
    }
    elements().for_each(|child| counted(child, found));
}

/// Returns the counted rows of the statements of a batch under STATISTICS XML.
fn actual(session: &mut Session, batch: &str) -> Vec<String> {
    let mut found = Vec::new();
    for document in documents(session, batch) {
        check(&document);
        counted(&document, &mut found);
    }
    found
}

#[test]
fn documents_fit_the_schema() {
    let (_host, mut session) = filled();
    run(&mut session, "SET SHOWPLAN_XML ON");
    for batch in STATEMENTS {
        documents(&mut session, batch).iter().for_each(check);
    }
}

#[test]
fn executed_documents_fit_the_schema() {
    let (_host, mut session) = filled();
    run(&mut session, "SET STATISTICS XML ON");
    for batch in STATEMENTS {
        let batch = format!("BEGIN TRAN; {batch}; ROLLBACK");
        documents(&mut session, &batch).iter().for_each(check);
    }
}

#[test]
fn statistics_xml_counts_rows_and_executions() {
    let (_host, mut session) = filled();
    run(&mut session, "SET STATISTICS XML ON");
    let cases: &[(&str, &[&str])] = &[
        ("SELECT id FROM a WHERE id = 7", &["Clustered Index Seek: 1 in 1"]),
        ("SELECT id FROM a WHERE id = 700", &["Clustered Index Seek: 0 in 1"]),
        ("SELECT id FROM c WHERE w > 2", &["Filter: 5 in 1", "Table Scan: 8 in 1"]),
        ("SELECT TOP (3) id FROM c", &["Top: 3 in 1", "Table Scan: 3 in 1"]),
        (
            "SELECT a.t, c.w FROM c CROSS APPLY (SELECT TOP (1) t FROM a WHERE a.x = c.id) AS a",
            &[
                "Nested Loops: 8 in 1",
                "Table Scan: 8 in 1",
                "Top: 8 in 8",
                "Nested Loops: 8 in 8",
                "Index Seek: 8 in 8",
                "Clustered Index Seek: 8 in 8",
            ],
        ),
        (
            "SELECT c.w FROM c INNER HASH JOIN b ON b.y = c.id",
            &["Hash Match: 20 in 1", "Table Scan: 10 in 1", "Table Scan: 8 in 1"],
        ),
        ("SELECT y, COUNT(*) FROM b GROUP BY y", &["Hash Match: 3 in 1", "Table Scan: 10 in 1"]),
        ("SELECT SUM(y) FROM b", &["Stream Aggregate: 1 in 1", "Table Scan: 10 in 1"]),
        ("SELECT y FROM b ORDER BY y DESC", &["Sort: 10 in 1", "Table Scan: 10 in 1"]),
        ("UPDATE c SET w += 1 WHERE w < 3", &["Table Update: 3 in 1", "Filter: 3 in 1", "Table Scan: not counted"]),
        ("DELETE c", &["Table Delete: 8 in 1", "Table Scan: 8 in 1"]),
        (
            "INSERT c SELECT id, y FROM b WHERE y = 2",
            &["Table Insert: 3 in 1", "Filter: 3 in 1", "Table Scan: 10 in 1"],
        ),
    ];
    for (statement, expected) in cases {
        assert_eq!(actual(&mut session, statement), *expected, "{statement}");
    }
}

#[test]
fn counts_are_those_of_the_last_run() {
    let (_host, mut session) = filled();
    let batch =
        "SET STATISTICS XML ON; DECLARE @i INT = 2; WHILE @i > 0 BEGIN SELECT w FROM c WHERE w < @i; SET @i -= 1 END";
    let expected = ["Filter: 2 in 1", "Table Scan: 8 in 1", "Filter: 1 in 1", "Table Scan: 8 in 1"];
    assert_eq!(actual(&mut session, batch), expected);
    let plain = run(&mut session, "SET STATISTICS XML OFF; SELECT w FROM c WHERE w < 1");
    assert_eq!(plain, "[w] / 0");
}

#[test]
fn plans_are_sent_before_triggers_run_and_not_from_insert_exec() {
    let (_host, mut session) = filled();
    run(&mut session, "CREATE TRIGGER t ON c AFTER INSERT AS UPDATE b SET y = 0 WHERE id = 1");
    run(&mut session, "SET STATISTICS XML ON");
    let counts = actual(&mut session, "INSERT c VALUES (9, 9)");
    assert_eq!(counts[..3], ["Table Insert: 1 in 1", "Constant Scan: 1 in 1", "Table Update: 1 in 1"]);
    let captured = actual(&mut session, "CREATE TABLE r (n INT); INSERT r EXEC('SELECT w FROM c'); SELECT n FROM r");
    assert_eq!(captured, ["Table Scan: 9 in 1"]);
}

/// A function that the statements call.
const FUNCTION: &str =
    "CREATE FUNCTION f(@v INT) RETURNS INT AS BEGIN DECLARE @w INT = @v; WHILE @w > 5 SET @w -= 1; RETURN @w; END";

/// Statements with the operators of all families.
const STATEMENTS: [&str; 36] = [
    "SELECT id FROM a WHERE id = 7",
    "SELECT t FROM a WHERE x = 3 AND t LIKE 't1%'",
    "SELECT t FROM a WHERE x > 2 AND x <= 5 ORDER BY x DESC",
    "SELECT y FROM b WHERE id IN (1, 2, 5)",
    "SELECT id, CASE WHEN x > 3 THEN 'more' WHEN x = 3 THEN 'three' ELSE t END + '!' FROM a WHERE NOT (x = 1 OR t IS NULL)",
    "SELECT -x, ~x, +x, x % 3 & 1 | 2 ^ 4, CAST(x AS DECIMAL(10, 2)), CONVERT(NVARCHAR(20), x) FROM a",
    "SELECT a.t, b.y FROM a JOIN b ON b.id = a.b_id WHERE a.id < 5",
    "SELECT c.w FROM c INNER HASH JOIN b ON b.y = c.id AND b.id <> c.w",
    "SELECT c.w FROM c LEFT MERGE JOIN b ON b.y = c.id",
    "SELECT c.w FROM c FULL JOIN b ON b.y = c.id",
    "SELECT c.w, b.y FROM c CROSS JOIN b",
    "SELECT c.w FROM c LEFT LOOP JOIN b ON b.y > c.id",
    "SELECT w FROM c WHERE EXISTS (SELECT * FROM b WHERE b.id = c.id)",
    "SELECT w FROM c WHERE id NOT IN (SELECT b_id FROM a)",
    "SELECT w, (SELECT TOP (1) t FROM a WHERE a.x > c.w) AS s FROM c",
    "SELECT y, COUNT(*), SUM(DISTINCT id), MAX(id) FROM b GROUP BY y HAVING COUNT(*) > 1",
    "SELECT id, y, COUNT(*) FROM b GROUP BY ROLLUP (id, y)",
    "SELECT x, COUNT(*) FROM a GROUP BY x OPTION (ORDER GROUP)",
    "SELECT DISTINCT y FROM b",
    "SELECT TOP (10) PERCENT WITH TIES w FROM c ORDER BY w",
    "SELECT w FROM c ORDER BY w OFFSET 2 ROWS FETCH NEXT 3 ROWS ONLY",
    "SELECT w FROM c UNION ALL SELECT y FROM b UNION SELECT 1",
    "SELECT ROW_NUMBER() OVER (PARTITION BY y ORDER BY id), SUM(id) OVER (ORDER BY id), LAG(id) OVER (ORDER BY id) FROM b",
    "WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n",
    "SELECT v.i FROM (VALUES (1), (2), (3)) AS v(i) WHERE v.i > 1",
    "SELECT value FROM STRING_SPLIT('a,b', ',')",
    "SELECT w, dbo.f(w) FROM c",
    "SELECT w FROM c FOR XML RAW",
    "SELECT w INTO made FROM c",
    "INSERT b(id, y) VALUES (20, 1), (21, 2)",
    "INSERT c OUTPUT inserted.w VALUES (1, 1)",
    "UPDATE TOP (2) c SET w = w + 1 FROM c JOIN b ON b.id = c.id",
    "DELETE a WHERE x BETWEEN 2 AND 3",
    "MERGE c AS t USING b AS s ON s.id = t.id WHEN MATCHED THEN UPDATE SET w = s.y WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.y);",
    "DECLARE @v INT = (SELECT MAX(x) FROM a); SELECT @v = id FROM c WHERE w = @v",
    "IF EXISTS (SELECT * FROM c WHERE w > 3) SELECT 1 AS n FROM c",
];
