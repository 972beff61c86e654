//! Statements that each run for a long time in one part of the engine. An attention or a KILL must
//! end them at once.

/// A statement that runs for many seconds unless it is cancelled.
#[derive(Clone, Copy, Debug)]
pub struct LongStatement {
    /// The part of the engine that is slow.
    pub name: &'static str,
    /// A batch to run once before the statement, in the common database.
    pub setup: &'static str,
    /// The statement.
    pub text: &'static str,
}

const fn plain(name: &'static str, text: &'static str) -> LongStatement {
    LongStatement { name, setup: "", text }
}

/// All long statements.
pub const LONG_STATEMENTS: &[LongStatement] = &[
    plain("a loop", "WHILE 1 = 1 DECLARE @a INT"),
    plain("a wait", "WAITFOR DELAY '00:05:00'"),
    plain("a scan", "SELECT COUNT(*) FROM GENERATE_SERIES(1, 2000000000)"),
    plain(
        "joins",
        "SELECT COUNT(*) FROM GENERATE_SERIES(1, 100000) AS a JOIN GENERATE_SERIES(1, 1000000) AS b ON a.value + b.value < 0",
    ),
    plain(
        "LIKE",
        "DECLARE @t VARCHAR(MAX) = REPLICATE(CAST('a' AS VARCHAR(MAX)), 4000000); \
         IF @t LIKE '%' + REPLICATE('a', 4000) + 'b%' PRINT 'found'",
    ),
    plain(
        "PATINDEX",
        "DECLARE @t VARCHAR(MAX) = REPLICATE(CAST('a' AS VARCHAR(MAX)), 4000000); \
         PRINT PATINDEX('%' + REPLICATE('a', 4000) + 'b%', @t)",
    ),
    plain(
        "CHARINDEX",
        "DECLARE @t VARCHAR(MAX) = REPLICATE(CAST('a' AS VARCHAR(MAX)), 4000000); \
         PRINT CHARINDEX(REPLICATE('a', 4000) + 'b', @t)",
    ),
    plain(
        "REPLACE",
        "DECLARE @t VARCHAR(MAX) = REPLICATE(CAST('a' AS VARCHAR(MAX)), 4000000); \
         SET @t = REPLACE(@t, REPLICATE('a', 4000) + 'b', '')",
    ),
    plain(
        "TRANSLATE",
        "DECLARE @t VARCHAR(MAX) = REPLICATE(CAST('a' AS VARCHAR(MAX)), 8000000); \
         SET @t = TRANSLATE(@t, REPLICATE('b', 8000), REPLICATE('c', 8000))",
    ),
    plain(
        "string functions in a loop",
        "DECLARE @t VARCHAR(MAX) = REPLICATE(CAST('abc ' AS VARCHAR(MAX)), 4000000); \
         WHILE 1 = 1 SET @t = REVERSE(UPPER(LOWER(@t)))",
    ),
    plain(
        "HASHBYTES",
        "DECLARE @t VARBINARY(MAX) = CAST(REPLICATE(CAST('abc' AS VARCHAR(MAX)), 8000000) AS VARBINARY(MAX)); \
         WHILE 1 = 1 SET @t = @t + HASHBYTES('MD5', @t)",
    ),
    plain("STRING_AGG", "SELECT LEN(STRING_AGG(CAST(value AS VARCHAR(MAX)), ',')) FROM GENERATE_SERIES(1, 2000000000)"),
    plain(
        "STRING_SPLIT",
        "DECLARE @t VARCHAR(MAX) = REPLICATE(CAST('a,' AS VARCHAR(MAX)), 2000000); \
         WHILE 1 = 1 SELECT COUNT(*) FROM STRING_SPLIT(@t, ',')",
    ),
    plain(
        "EDIT_DISTANCE",
        "DECLARE @a VARCHAR(8000) = REPLICATE('ab', 4000), @b VARCHAR(8000) = REPLICATE('ba', 4000); \
         WHILE 1 = 1 IF EDIT_DISTANCE(@a, @b) < 0 BREAK",
    ),
    plain(
        "XPath",
        "DECLARE @x XML = '<r>' + REPLICATE(CAST('<a>1</a>' AS VARCHAR(MAX)), 20000) + '</r>'; \
         SELECT @x.value('count(/r/a[. = /r/a[. = \"2\"]])', 'int')",
    ),
    plain(
        "JSON",
        "DECLARE @j NVARCHAR(MAX) = '[' + REPLICATE(CAST('{\"a\":1},' AS VARCHAR(MAX)), 500000) + '1]'; \
         WHILE 1 = 1 SELECT COUNT(*) FROM OPENJSON(@j)",
    ),
    plain(
        "the binder",
        "WITH c0 AS (SELECT 1 AS a), c1 AS (SELECT x.a FROM c0 AS x CROSS JOIN c0 AS y), \
         c2 AS (SELECT x.a FROM c1 AS x CROSS JOIN c1 AS y), c3 AS (SELECT x.a FROM c2 AS x CROSS JOIN c2 AS y), \
         c4 AS (SELECT x.a FROM c3 AS x CROSS JOIN c3 AS y), c5 AS (SELECT x.a FROM c4 AS x CROSS JOIN c4 AS y), \
         c6 AS (SELECT x.a FROM c5 AS x CROSS JOIN c5 AS y), c7 AS (SELECT x.a FROM c6 AS x CROSS JOIN c6 AS y), \
         c8 AS (SELECT x.a FROM c7 AS x CROSS JOIN c7 AS y), c9 AS (SELECT x.a FROM c8 AS x CROSS JOIN c8 AS y), \
         d0 AS (SELECT x.a FROM c9 AS x CROSS JOIN c9 AS y), d1 AS (SELECT x.a FROM d0 AS x CROSS JOIN d0 AS y), \
         d2 AS (SELECT x.a FROM d1 AS x CROSS JOIN d1 AS y), d3 AS (SELECT x.a FROM d2 AS x CROSS JOIN d2 AS y), \
         d4 AS (SELECT x.a FROM d3 AS x CROSS JOIN d3 AS y), d5 AS (SELECT x.a FROM d4 AS x CROSS JOIN d4 AS y), \
         d6 AS (SELECT x.a FROM d5 AS x CROSS JOIN d5 AS y), d7 AS (SELECT x.a FROM d6 AS x CROSS JOIN d6 AS y), \
         d8 AS (SELECT x.a FROM d7 AS x CROSS JOIN d7 AS y), d9 AS (SELECT x.a FROM d8 AS x CROSS JOIN d8 AS y) \
         SELECT COUNT(*) FROM d9",
    ),
    LongStatement {
        name: "a packed sort",
        setup: "CREATE TABLE dbo.packed (a INT NOT NULL, b INT NOT NULL); \
                INSERT dbo.packed SELECT CHECKSUM(value) % 1000003, value FROM GENERATE_SERIES(1, 400000)",
        text: "DECLARE @a INT; WHILE 1 = 1 SELECT @a = b FROM dbo.packed ORDER BY a, b",
    },
    LongStatement {
        name: "DBCC CHECKDB",
        setup: "CREATE TABLE dbo.wide (a INT NOT NULL PRIMARY KEY, b CHAR(4000) NOT NULL); \
                INSERT dbo.wide SELECT value, 'x' FROM GENERATE_SERIES(1, 4000)",
        text: "WHILE 1 = 1 DBCC CHECKDB WITH NO_INFOMSGS",
    },
    plain("dynamic SQL", "WHILE 1 = 1 EXEC (N'DECLARE @a INT = 1; WHILE @a < 1000 SET @a += 1')"),
    plain("a rollback in a loop", "WHILE 1 = 1 BEGIN BEGIN TRAN; CREATE TABLE #t (a INT); ROLLBACK END"),
];
