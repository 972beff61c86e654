//! References of views, procedures and triggers.

use super::*;

/// The references of a text, as text, to tables `t(a, b)` and `dbo.u(a, c)`.
fn shown(text: &str) -> String {
    let columns_of = |name: &ObjectName| match name.object.as_str() {
        "t" => Some(["a", "b"].map(str::to_owned).to_vec()),
        "u" => Some(["a", "c"].map(str::to_owned).to_vec()),
        _ => None,
    };
    let usage = |usage: Usage| match usage {
        Usage { is_selected: true, is_updated: true } => "rw",
        Usage { is_selected: true, is_updated: false } => "r",
        Usage { is_selected: false, is_updated: true } => "w",
        Usage { is_selected: false, is_updated: false } => "-",
    };
    let all = module_references(text, &columns_of).into_iter().map(|reference| {
        let columns = reference.columns.iter().map(|column| format!(" {}:{}", column.name, usage(column.usage)));
        let star = if reference.is_select_all { "*" } else { "" };
        let schema = reference.name.schema.map_or(String::new(), |schema| schema + ".");
        format!("{schema}{}{star}:{}{}", reference.name.object, usage(reference.usage), columns.collect::<String>())
    });
    all.collect::<Vec<_>>().join("; ")
}

#[test]
fn columns_belong_to_their_sources() {
    let cases = [
        ("CREATE VIEW v AS SELECT x.a, c FROM t AS x JOIN dbo.u ON dbo.u.a = x.B", "t:r b:r a:r; dbo.u:r a:r c:r"),
        ("CREATE VIEW v AS SELECT * FROM t", "t*:r a:r b:r"),
        ("CREATE VIEW v AS SELECT u.* FROM t CROSS JOIN u WHERE b = 1", "t:r b:r; u*:r a:r c:r"),
        ("CREATE VIEW v AS SELECT 1 AS x FROM t WHERE EXISTS (SELECT 1 FROM u WHERE c = b)", "t:r b:r; u:r c:r"),
        ("CREATE VIEW v AS WITH k AS (SELECT a AS n FROM t) SELECT n, b FROM k", "t:r a:r"),
        ("CREATE VIEW v AS SELECT d.a FROM (SELECT b AS a FROM t) AS d", "t:r b:r"),
        ("CREATE VIEW v AS SELECT DATEPART(a, b) AS x FROM t", "t:r b:r"),
        ("CREATE VIEW v AS SELECT b AS a FROM t ORDER BY a", "t:r b:r"),
        ("CREATE VIEW v AS SELECT dbo.f(a) AS x FROM t", "t:r a:r; dbo.f:r"),
        ("CREATE VIEW v AS SELECT name FROM sys.objects", ""),
        ("CREATE VIEW v AS SELECT dbo.t.a FROM t", "t:r a:r"),
        ("CREATE VIEW v AS SELECT dbo.u.* FROM t CROSS JOIN u", "t:r; u*:r a:r c:r"),
        ("CREATE VIEW v AS SELECT dbo.t.a FROM t, dbo.t", "t:r; dbo.t:r a:r"),
        ("CREATE VIEW v AS SELECT dbo.t.a FROM t AS x", "t:r"),
    ];
    for (text, wanted) in cases {
        assert_eq!(shown(text), wanted, "{text}");
    }
}

#[test]
fn changes_update_their_targets() {
    let cases = [
        ("INSERT INTO t(b) SELECT c FROM u", "u:r c:r; t:w b:w"),
        ("UPDATE t SET a = b WHERE a = 1", "t:w a:rw b:r"),
        ("UPDATE x SET b += 1 FROM t AS x", "t:rw b:rw"),
        ("DELETE FROM t OUTPUT deleted.a WHERE b = 1", "t:w b:r a:r"),
        ("MERGE t AS x USING u ON x.a = u.a WHEN MATCHED THEN UPDATE SET b = c;", "t:w a:r b:w; u:r a:r c:r"),
        ("TRUNCATE TABLE dbo.t", "dbo.t:w"),
        ("IF EXISTS (SELECT 1 FROM t) BEGIN EXEC dbo.p; EXEC q; END", "t:r; dbo.p:-; q:-"),
        ("SELECT a INTO #x FROM t; SELECT a FROM #x", "t:r a:r"),
        ("DECLARE @x dbo.Kind = NEXT VALUE FOR dbo.s", "dbo.Kind:-; dbo.s:-"),
    ];
    for (text, wanted) in cases {
        assert_eq!(shown(&format!("CREATE PROCEDURE p AS {text}")), wanted, "{text}");
    }
}

#[test]
fn trigger_rows_are_not_references() {
    let text = "CREATE TRIGGER tr ON t AFTER INSERT AS INSERT INTO u(c) SELECT i.b FROM inserted AS i";
    assert_eq!(shown(text), "u:w c:w");
}
