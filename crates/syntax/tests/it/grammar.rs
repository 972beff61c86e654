//! Samples of every statement of SQL Server 2022, in `tests/sql/grammar`, batch by batch. Each
//! batch parses without errors, and its printed text parses to an equal tree.

use sluice_syntax::ast::{Statement, StatementKind};
use sluice_syntax::{parse, print_batch};
use std::fs;
use std::path::Path;

#[test]
fn grammar_samples_parse_and_print() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sql/grammar");
    let mut batches = 0;
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder).expect("the samples' folder") {
        let path = entry.expect("an entry of the folder").path();
        if path.extension().is_none_or(|extension| extension != "sql") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a sample file");
        for batch in text.split("\nGO\n") {
            batches += 1;
            let script = parse(batch);
            let again = parse(&print_batch(&script.statements));
            if !script.errors.is_empty() || again.statements != script.statements {
                faults.push(format!("{}: {batch}\n{script:?}\n{again:?}", path.display()));
            }
        }
    }
    assert!(batches > 1, "the samples were read");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Statements and clauses of Azure Synapse Analytics and Azure SQL Database alone.
#[test]
fn synapse_and_azure_syntax_is_an_error() {
    let texts = [
        "CREATE TABLE t AS SELECT 1 AS a",
        "CREATE TABLE t WITH (DISTRIBUTION = ROUND_ROBIN) AS SELECT 1 AS a",
        "CREATE TABLE t AS CLONE OF u",
        "CREATE MATERIALIZED VIEW v WITH (DISTRIBUTION = HASH(a)) AS SELECT 1 AS a",
        "CREATE WORKLOAD CLASSIFIER c WITH (WORKLOAD_GROUP = 'g', MEMBERNAME = 'm')",
        "CREATE DATABASE d (EDITION = 'basic')",
        "COPY INTO t FROM 'https://x' WITH (FILE_TYPE = 'CSV')",
        "RENAME OBJECT t TO u",
        "SET RESULT_SET_CACHING ON",
        "SELECT a FROM t OPTION (LABEL = 'x')",
        "SELECT a FROM t OPTION (FOR TIMESTAMP AS OF '20200101')",
        "ALTER DATABASE d MODIFY (EDITION = 'basic')",
    ];
    for text in texts {
        assert!(!parse(text).errors.is_empty(), "{text}");
    }
}

/// The end of a refused statement is exact: what follows is a statement of its own.
#[test]
fn refused_statement_ends_where_it_ends() {
    let kinds = |text: &str| -> Vec<String> {
        let script = parse(text);
        assert_eq!(script.errors, vec![], "{text}");
        let name = |statement: &Statement| match &statement.kind {
            StatementKind::Unsupported { name, .. } => name.to_string(),
            other => other.words(),
        };
        script.statements.iter().map(name).collect()
    };
    assert_eq!(kinds("SELECT a FROM t WHERE CONTAINS(a, 'x') UNION ALL SELECT 2 SELECT 3"), ["CONTAINS", "SELECT"]);
    assert_eq!(
        kinds("IF EXISTS (SELECT 1 FROM OPENQUERY(s, 'q') x) DELETE t ELSE PRINT 1 PRINT 2"),
        ["OPENQUERY", "PRINT"]
    );
    assert_eq!(
        kinds("WITH CHANGE_TRACKING_CONTEXT (0x1) UPDATE t SET a = 1 PRINT 2"),
        ["WITH CHANGE_TRACKING_CONTEXT", "PRINT"]
    );
    assert_eq!(kinds("ALTER EVENT SESSION s ON SERVER STATE = START SET NOCOUNT ON"), ["ALTER EVENT SESSION", "SET"]);
    assert_eq!(
        kinds("ALTER PARTITION FUNCTION f() MERGE RANGE (1) DROP TABLE t"),
        ["ALTER PARTITION FUNCTION", "DROP TABLE"]
    );
    assert_eq!(kinds("ALTER QUEUE q WITH STATUS = ON DROP VIEW v"), ["ALTER QUEUE", "DROP VIEW"]);
    assert_eq!(kinds("IF 1 = 1 BEGIN END CONVERSATION @h PRINT 1 END PRINT 2"), ["IF", "PRINT"]);
    assert_eq!(
        kinds("CREATE TABLE t (a int MASKED WITH (FUNCTION = 'x'), b int) DELETE t"),
        ["COLUMN MASKED", "DELETE"]
    );
}
