//! Table of data.
//!
//! Constructs, each with its text at a given size.

/// How a construct grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A flat chain; this number of elements must run.
    Wide(usize),
    /// Nested levels; this number is the bound of SQL Server or Sluice.
    Deep(usize),
}

/// A construct that can be repeated or nested.
#[derive(Clone, Copy, Debug)]
pub struct Construct {
    /// The name in reports.
    pub name: &'static str,
    /// Whether the construct repeats or nests.
    pub shape: Shape,
    /// Returns the batches of a program with this many elements. The last batch is the construct;
    /// the others create the objects that it uses.
    pub write: fn(usize) -> Vec<String>,
}

/// All constructs.
pub const CONSTRUCTS: &[Construct] = &[
    wide("union all", |n| one(format!("SELECT 1 AS a{}", " UNION ALL SELECT 1".repeat(n - 1)))),
    wide("union", |n| one(format!("SELECT 1 AS a{}", " UNION SELECT 1".repeat(n - 1)))),
    wide("except", |n| one(format!("SELECT 1 AS a{}", " EXCEPT SELECT 2".repeat(n - 1)))),
    wide("intersect", |n| one(format!("SELECT 1 AS a{}", " INTERSECT SELECT 1".repeat(n - 1)))),
    wide("union and except by turns", |n| {
        one(format!("SELECT 1 AS a{}", " EXCEPT SELECT 1 UNION SELECT 1 UNION ALL SELECT 2".repeat(n / 3)))
    }),
    wide("insert of union all", |n| {
        one(format!("DECLARE @t TABLE (a int); INSERT @t SELECT 1{}", " UNION ALL SELECT 1".repeat(n - 1)))
    }),
    wide("union all in a derived table", |n| {
        one(format!("SELECT COUNT(*) FROM (SELECT 1 AS a{}) AS t WHERE a > 0", " UNION ALL SELECT 1".repeat(n - 1)))
    }),
    wide("and", |n| one(format!("SELECT 1 WHERE 1 = 1{}", " AND 1 = 1".repeat(n - 1)))),
    wide("or", |n| one(format!("SELECT 1 WHERE 1 = 2{}", " OR 1 = 2".repeat(n - 1)))),
    wide("or over a table", |n| {
        one(format!("SELECT COUNT(*) FROM sys.objects WHERE object_id = 0{}", " OR object_id = 1".repeat(n - 1)))
    }),
    wide("plus of numbers", |n| one(format!("SELECT 1{}", " + 1".repeat(n - 1)))),
    wide("plus of texts", |n| one(format!("SELECT LEN('a'{})", " + 'b'".repeat(n - 1)))),
    wide("plus of columns", |n| one(format!("SELECT SUM(object_id{}) FROM sys.objects", " + 0".repeat(n - 1)))),
    wide("times and minus", |n| one(format!("SELECT 1{}", " - 2 * 3".repeat(n - 1)))),
    wide("times", |n| one(format!("SELECT 1.0E0{}", " * 1.0E0".repeat(n - 1)))),
    wide("plus of decimals and integers", |n| one(format!("SELECT 1.0{}", " + 1 + 1.00".repeat(n / 2)))),
    wide("set of a chain", |n| one(format!("DECLARE @i int = 0; SET @i = @i{}; SELECT @i", " + 1".repeat(n - 1)))),
    wide("if of a chain", |n| one(format!("IF 1{} > 0 SELECT 1", " + 1".repeat(n - 1)))),
    wide("searched case", |n| one(format!("SELECT CASE{} END", " WHEN 1 = 2 THEN 3".repeat(n)))),
    wide("simple case", |n| one(format!("SELECT CASE 1{} END", " WHEN 2 THEN 3".repeat(n)))),
    wide("in list", |n| one(format!("SELECT 1 WHERE 1 IN (1{})", ", 2".repeat(n - 1)))),
    wide("in list over a table", |n| {
        one(format!("SELECT COUNT(*) FROM sys.objects WHERE object_id IN (0{})", ", 2 + 1".repeat(n - 1)))
    }),
    wide("values of a derived table", |n| {
        one(format!("SELECT SUM(t.a) FROM (VALUES (1){}) AS t (a)", ", (1)".repeat(n - 1)))
    }),
    wide("else if", |n| one(format!("{}PRINT 'x'", "IF 1 = 2 PRINT 'y' ELSE ".repeat(n)))),
    wide("coalesce", |n| one(format!("SELECT COALESCE(NULL{}, 1)", ", NULL".repeat(n - 1)))),
    wide("statements", |n| one("SET NOCOUNT ON;".repeat(n))),
    wide("variables", |n| one((0..n).map(|i| format!("DECLARE @v{i} int = {i};")).collect())),
    wide("common tables side by side", |n| {
        let tables: Vec<String> = (0..n).map(|i| format!("c{i} AS (SELECT {i} AS a)")).collect();
        one(format!("WITH {} SELECT a FROM c{}", tables.join(", "), n - 1))
    }),
    wide("parameters of concat", |n| one(format!("SELECT LEN({}'')", "CONCAT('a', 'b') + ".repeat(n - 1)))),
    wide("union all in a view", |n| {
        vec![
            "DROP VIEW IF EXISTS dbo.deep_wide".to_owned(),
            format!("CREATE VIEW dbo.deep_wide AS SELECT 1 AS a{}", " UNION ALL SELECT 1".repeat(n - 1)),
            "SELECT COUNT(*) FROM dbo.deep_wide".to_owned(),
        ]
    }),
    wide("check constraint", |n| {
        let check = " OR a = 1".repeat(n - 1);
        vec![
            "DROP TABLE IF EXISTS dbo.deep_checked".to_owned(),
            format!("CREATE TABLE dbo.deep_checked (a int, CHECK (a = 0{check}))"),
            "INSERT dbo.deep_checked VALUES (1)".to_owned(),
        ]
    }),
    deep("parentheses", 100, |n| nested("SELECT ", "(", "1", ")", "", n)),
    deep("signs", 100, |n| nested("SELECT ", "- ", "1", "", "", n)),
    deep("bitwise not", 100, |n| nested("SELECT ", "~", "1", "", "", n)),
    deep("not", 100, |n| nested("SELECT 1 WHERE ", "NOT ", "1 = 1", "", "", n)),
    deep("conditions in parentheses", 50, |n| nested("SELECT 1 WHERE ", "(1 = 1 AND ", "1 = 1", ")", "", n)),
    deep("and within or", 25, |n| nested("SELECT 1 WHERE ", "(1 = 2 OR (1 = 1 AND ", "1 = 1", "))", "", n)),
    deep("operators in parentheses", 50, |n| nested("SELECT ", "(1 + ", "1", ")", "", n)),
    deep("calls", 100, |n| nested("SELECT ", "ABS(", "1", ")", "", n)),
    deep("casts", 100, |n| nested("SELECT ", "CAST(", "1", " AS bigint)", "", n)),
    deep("case within case", 30, |n| nested("SELECT ", "CASE WHEN 1 = 1 THEN ", "1", " END", "", n)),
    deep("case within else", 30, |n| nested("SELECT ", "CASE WHEN 1 = 2 THEN 0 ELSE ", "1", " END", "", n)),
    deep("iif", 30, |n| nested("SELECT ", "IIF(1 = 1, ", "1", ", 0)", "", n)),
    deep("collate", 100, |n| nested("SELECT ", "UPPER(", "'a'", " COLLATE Latin1_General_CI_AS)", "", n)),
    deep("scalar subqueries", 32, |n| nested("SELECT ", "(SELECT ", "1", ")", "", n)),
    deep("exists", 32, |n| nested("SELECT 1 WHERE ", "EXISTS (SELECT 1 WHERE ", "1 = 1", ")", "", n)),
    deep("in subqueries", 32, |n| nested("SELECT 1 WHERE ", "1 IN (SELECT 1 WHERE ", "1 = 1", ")", "", n)),
    deep("derived tables", 32, |n| nested("", "SELECT a FROM (", "SELECT 1 AS a", ") AS t", "", n)),
    deep("derived tables with groups", 32, |n| {
        nested("", "SELECT a FROM (", "SELECT 1 AS a", ") AS t WHERE a > 0 GROUP BY a", "", n)
    }),
    deep("apply", 32, |n| {
        nested("", "SELECT a FROM (SELECT 1 AS b) AS o CROSS APPLY (", "SELECT 1 AS a", ") AS t", "", n)
    }),
    deep("queries in parentheses", 60, |n| nested("", "(", "SELECT 1", ")", "", n)),
    deep("unions in parentheses", 30, |n| nested("", "(SELECT 1 UNION ", "SELECT 1", ")", "", n)),
    deep("joins", 100, |n| {
        one(format!(
            "SELECT COUNT(*) FROM sys.databases AS t{}",
            (0..n)
                .map(|i| format!(" JOIN sys.databases AS t{i} ON t.database_id = t{i}.database_id"))
                .collect::<String>()
        ))
    }),
    deep("joins of tables in parentheses", 50, |n| {
        let joins: String = (0..n).map(|i| format!("((SELECT {i} AS a) AS t{i} JOIN ")).collect();
        one(format!("SELECT COUNT(*) FROM {joins}(SELECT 0 AS a) AS t{}", " ON 1 = 1)".repeat(n)))
    }),
    deep("comma joins", 100, |n| {
        let tables: Vec<String> = (0..n).map(|i| format!("(SELECT 1 AS a) AS t{i}")).collect();
        one(format!("SELECT COUNT(*) FROM {}", tables.join(", ")))
    }),
    deep("pivots", 50, |n| {
        let columns: Vec<String> = (0..n).map(|i| format!("'c' AS a{i}, 2 AS b{i}")).collect();
        let pivots: String = (0..n).map(|i| format!(" PIVOT (MAX(b{i}) FOR a{i} IN (c{i})) AS p{i}")).collect();
        one(format!("SELECT COUNT(*) FROM (SELECT {}) AS t{pivots}", columns.join(", ")))
    }),
    deep("common tables over each other", 100, |n| common_tables(n, "SELECT a FROM {}")),
    deep("common tables with windows over each other", 30, |n| {
        common_tables(
            n,
            "SELECT TOP (5) a, ROW_NUMBER() OVER (PARTITION BY a ORDER BY a) AS r FROM {} WHERE a > 0 ORDER BY a",
        )
    }),
    deep("common tables with groups over each other", 30, |n| {
        common_tables(n, "SELECT a % 7 + 1 AS a FROM {} WHERE a > 0 GROUP BY a % 7 HAVING COUNT(*) > 0")
    }),
    deep("common tables with distinct unions over each other", 30, |n| {
        common_tables(n, "SELECT DISTINCT a FROM {} UNION SELECT 1 EXCEPT SELECT 2")
    }),
    deep("common tables in subqueries of each other", 30, |n| common_tables(n, "SELECT (SELECT MAX(a) FROM {}) AS a")),
    deep("common tables in exists of each other", 30, |n| {
        common_tables(n, "SELECT 1 AS a WHERE EXISTS (SELECT 1 FROM {} WHERE a > 0)")
    }),
    deep("common tables applied to each other", 30, |n| {
        common_tables(n, "SELECT t.a FROM (SELECT 1 AS b) AS o OUTER APPLY (SELECT a FROM {} WHERE a >= b) AS t")
    }),
    deep("common tables joined to each other", 30, |n| {
        common_tables(
            n,
            "SELECT t.a FROM sys.databases AS d LEFT JOIN {} AS t ON t.a = d.database_id WHERE d.database_id = 1",
        )
    }),
    deep("views over each other", 32, |n| {
        let mut batches = vec!["DROP VIEW IF EXISTS dbo.deep_0".to_owned()];
        batches.push("CREATE VIEW dbo.deep_0 AS SELECT 1 AS a".to_owned());
        for i in 1..n {
            batches.push(format!("DROP VIEW IF EXISTS dbo.deep_{i}"));
            batches.push(format!("CREATE VIEW dbo.deep_{i} AS SELECT a FROM dbo.deep_{}", i - 1));
        }
        batches.push(format!("SELECT a FROM dbo.deep_{}", n - 1));
        batches
    }),
    deep("inline functions over each other", 32, |n| {
        let mut batches = vec![DROP_FUNCTIONS.to_owned()];
        batches.push("CREATE FUNCTION dbo.deep_f0 (@a int) RETURNS TABLE AS RETURN SELECT @a AS a".to_owned());
        for i in 1..n {
            batches.push(format!(
                "CREATE FUNCTION dbo.deep_f{i} (@a int) RETURNS TABLE AS RETURN SELECT a FROM dbo.deep_f{}(@a)",
                i - 1
            ));
        }
        batches.push(format!("SELECT a FROM dbo.deep_f{}(1)", n - 1));
        batches
    }),
    deep("functions of each other", 32, |n| {
        let drop = DROP_FUNCTIONS.replace("deep_f", "deep_g");
        let mut batches = vec![drop];
        batches.push("CREATE FUNCTION dbo.deep_g0 (@a int) RETURNS int AS BEGIN RETURN @a END".to_owned());
        for i in 1..n {
            batches.push(format!(
                "CREATE FUNCTION dbo.deep_g{i} (@a int) RETURNS int AS BEGIN RETURN dbo.deep_g{}(@a) END",
                i - 1
            ));
        }
        batches.push(format!("SELECT dbo.deep_g{}(1)", n - 1));
        batches
    }),
    deep("synonyms over each other", 1, |n| {
        let mut batches = vec!["DROP SYNONYM IF EXISTS dbo.deep_s0".to_owned()];
        batches.push("CREATE SYNONYM dbo.deep_s0 FOR sys.objects".to_owned());
        for i in 1..n {
            batches.push(format!("DROP SYNONYM IF EXISTS dbo.deep_s{i}"));
            batches.push(format!("CREATE SYNONYM dbo.deep_s{i} FOR dbo.deep_s{}", i - 1));
        }
        batches.push(format!("SELECT COUNT(*) FROM dbo.deep_s{}", n - 1));
        batches
    }),
    deep("procedures calling each other", 32, |n| {
        vec![
            "DROP PROCEDURE IF EXISTS dbo.deep_p".to_owned(),
            "CREATE PROCEDURE dbo.deep_p @n int AS IF @n > 1 BEGIN SET @n -= 1; EXEC dbo.deep_p @n END".to_owned(),
            format!("EXEC dbo.deep_p {n}"),
        ]
    }),
    deep("functions calling each other", 32, |n| {
        vec![
            "DROP FUNCTION IF EXISTS dbo.deep_sf".to_owned(),
            "CREATE FUNCTION dbo.deep_sf (@n int) RETURNS int AS BEGIN \
             RETURN CASE WHEN @n > 1 THEN dbo.deep_sf(@n - 1) + 1 ELSE 1 END END"
                .to_owned(),
            format!("SELECT dbo.deep_sf({n})"),
        ]
    }),
    deep("texts executing texts", 32, |n| {
        vec![
            "DROP PROCEDURE IF EXISTS dbo.deep_e".to_owned(),
            "CREATE PROCEDURE dbo.deep_e @n int AS SET @n -= 2; \
             DECLARE @t nvarchar(100) = CONCAT('EXEC dbo.deep_e ', @n); IF @n > 0 EXEC (@t)"
                .to_owned(),
            format!("EXEC dbo.deep_e {n}"),
        ]
    }),
    deep("triggers firing each other", 32, |n| {
        vec![
            "DROP TABLE IF EXISTS dbo.deep_t".to_owned(),
            "CREATE TABLE dbo.deep_t (a int)".to_owned(),
            "CREATE TRIGGER dbo.deep_tr ON dbo.deep_t AFTER INSERT AS \
             IF (SELECT MAX(a) FROM inserted) > 1 EXEC ('INSERT dbo.deep_t SELECT a - 1 FROM dbo.deep_t')"
                .to_owned(),
            format!("INSERT dbo.deep_t VALUES ({})", n / 3),
        ]
    }),
    deep("cascades", 30, |n| {
        let mut batches: Vec<String> = (0..n).rev().map(|i| format!("DROP TABLE IF EXISTS dbo.deep_c{i}")).collect();
        batches.push("CREATE TABLE dbo.deep_c0 (a int PRIMARY KEY); INSERT dbo.deep_c0 VALUES (1)".to_owned());
        for i in 1..n {
            batches.push(format!(
                "CREATE TABLE dbo.deep_c{i} (a int PRIMARY KEY REFERENCES dbo.deep_c{} (a) ON DELETE CASCADE); \
                 INSERT dbo.deep_c{i} VALUES (1)",
                i - 1
            ));
        }
        batches.push("DELETE dbo.deep_c0".to_owned());
        batches
    }),
    deep("blocks", 60, |n| nested("", "BEGIN ", "SELECT 1", " END", "", n)),
    deep("ifs", 60, |n| nested("", "IF 1 = 1 ", "SELECT 1", "", "", n)),
    deep("whiles", 60, |n| nested("", "WHILE 1 = 1 BEGIN ", "SELECT 1", " BREAK END", "", n)),
    deep("tries", 60, |n| nested("", "BEGIN TRY ", "SELECT 1", " END TRY BEGIN CATCH END CATCH", "", n)),
    deep("elements of xml", 128, |n| one(format!("SELECT CAST('{}{}' AS xml)", "<a>".repeat(n), "</a>".repeat(n)))),
    deep("elements of xml from a variable", 128, |n| {
        one(format!(
            "DECLARE @x nvarchar(max) = REPLICATE(CAST('<a>' AS nvarchar(max)), {n}); \
             SET @x += REPLICATE(CAST('</a>' AS nvarchar(max)), {n}); SELECT CAST(@x AS xml).value('count(//a)', 'int')"
        ))
    }),
    deep("parentheses of xpath", 60, |n| xpath(&format!("{}1{}", "(".repeat(n), ")".repeat(n)))),
    deep("predicates of xpath", 60, |n| xpath(&format!("{}1 = 1{}", "/a[".repeat(n), "]".repeat(n)))),
    deep("calls of xpath", 60, |n| xpath(&format!("{}1 = 1{}", "not(".repeat(n), ")".repeat(n)))),
    deep("steps of xpath", 1000, |n| xpath(&"/a".repeat(n))),
    deep("arrays of json", 128, |n| one(format!("SELECT ISJSON('{}{}')", "[".repeat(n), "]".repeat(n)))),
    deep("objects of json", 128, |n| {
        one(format!("SELECT JSON_VALUE('{}1{}', '$.a')", "{\"a\":".repeat(n), "}".repeat(n)))
    }),
    deep("steps of a json path", 128, |n| one(format!("SELECT JSON_VALUE('{{}}', '${}')", ".a".repeat(n)))),
    deep("wildcards of like", 1000, |n| one(format!("SELECT 1 WHERE 'aaaaaaaa' LIKE '{}'", "%a".repeat(n)))),
    deep("over of over", 1, |n| nested("SELECT ", "SUM(", "1", ") OVER ()", "", n)),
    deep("recursive common tables", 100, |n| {
        one(format!(
            "WITH c AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM c WHERE a < {n}) SELECT MAX(a) FROM c OPTION (MAXRECURSION 0)"
        ))
    }),
];

/// Returns a construct of which [`WIDE_MIN`] elements must run.
const fn wide(name: &'static str, write: fn(usize) -> Vec<String>) -> Construct {
    Construct { name, shape: Shape::Wide(WIDE_MIN), write }
}

const fn deep(name: &'static str, bound: usize, write: fn(usize) -> Vec<String>) -> Construct {
    Construct { name, shape: Shape::Deep(bound), write }
}

impl Construct {
    /// Returns the number of elements that must run, or the bound of a deep construct.
    pub fn bound(&self) -> usize {
        match self.shape {
            Shape::Wide(bound) | Shape::Deep(bound) => bound,
        }
    }
}

fn one(batch: String) -> Vec<String> {
    vec![batch]
}

fn nested(before: &str, open: &str, middle: &str, close: &str, after: &str, n: usize) -> Vec<String> {
    vec![format!("{before}{}{middle}{}{after}", open.repeat(n), close.repeat(n))]
}

/// Returns `n` common table expressions, each over the previous one.
fn common_tables(n: usize, of_another: &str) -> Vec<String> {
    let mut tables = vec!["c0 AS (SELECT 1 AS a)".to_owned()];
    tables.extend((1..n).map(|i| format!("c{i} AS ({})", of_another.replace("{}", &format!("c{}", i - 1)))));
    one(format!("WITH {} SELECT a FROM c{}", tables.join(", "), n - 1))
}

fn xpath(path: &str) -> Vec<String> {
    vec![format!("SELECT CAST('<a><a/></a>' AS xml).exist('{path}')")]
}

/// Drops the inline functions of an earlier run, the outermost first.
const DROP_FUNCTIONS: &str = "DECLARE @i int = 10000; WHILE @i >= 0 BEGIN \
    IF OBJECT_ID(CONCAT('dbo.deep_f', @i)) IS NOT NULL EXEC ('DROP FUNCTION dbo.deep_f' + @i); SET @i -= 1 END";

/// The number of elements of a flat chain that must run.
pub const WIDE_MIN: usize = 10_000;
