//! Table of data.
//!
//! Statements that need far more memory than the instance has. Each must succeed by spilling to
//! tempdb, or end with an error. `{n}` is the statement's size; the number beside the text is its
//! value at scale 1.

/// A statement that needs much memory.
pub(super) struct Hostile {
    /// A short description.
    pub(super) name: &'static str,
    /// The batch.
    pub(super) text: &'static str,
    /// The value of `{n}` at scale 1.
    pub(super) size: u64,
}

const fn hostile(name: &'static str, text: &'static str, size: u64) -> Hostile {
    Hostile { name, text, size }
}

/// The tables that the statements read: wide rows with decimals and strings, and long values.
pub(super) const TABLES: &[&str] = &[
    "CREATE TABLE dbo.Wide(id INT NOT NULL PRIMARY KEY, a DECIMAL(38, 10) NOT NULL, b DECIMAL(19, 4) NOT NULL,
       s VARCHAR(500) NOT NULL, u NVARCHAR(200) NOT NULL)",
    "CREATE TABLE dbo.Point(id INT NOT NULL PRIMARY KEY, v INT NOT NULL); INSERT dbo.Point VALUES(1, 1)",
    "CREATE TABLE dbo.Long(id INT NOT NULL PRIMARY KEY, v VARCHAR(MAX) NOT NULL)",
    "INSERT dbo.Wide SELECT n, n * 1.5, n % 1000, REPLICATE(CHAR(65 + n % 26), 300) + CAST(n AS VARCHAR(10)),
       REPLICATE(N'ä', 50) + CAST(n % 977 AS NVARCHAR(10))
     FROM (SELECT value AS n FROM GENERATE_SERIES(1, 100000)) AS numbers",
    "INSERT dbo.Long SELECT id, REPLICATE(CAST('x' AS VARCHAR(MAX)), 500000) FROM dbo.Wide WHERE id <= 20",
];

const DOUBLING: &str = "DECLARE @s VARCHAR(MAX) = 'x', @i INT = 0; WHILE @i < {n} BEGIN SET @s = @s + @s; SET @i += 1; END; SELECT DATALENGTH(@s)";

pub(super) const HOSTILE: &[Hostile] = &[
    hostile("REPLICATE to 2 GB", "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('x' AS VARCHAR(MAX)), {n}); SELECT LEN(@s)", 2_000_000_000),
    hostile("REPLICATE of nvarchar", "DECLARE @s NVARCHAR(MAX) = REPLICATE(CAST(N'ä' AS NVARCHAR(MAX)), {n}); SELECT LEN(@s)", 1_000_000_000),
    hostile("REPLICATE in a SELECT list", "SELECT LEN(REPLICATE(v, {n})) FROM dbo.Long", 4_000),
    hostile("doubling a variable", DOUBLING, 31),
    hostile("tripling a variable", "DECLARE @s VARCHAR(MAX) = 'x', @i INT = 0; WHILE @i < {n} BEGIN SET @s = @s + @s + @s; SET @i += 1; END; SELECT LEN(@s)", 20),
    hostile("doubling by CONCAT", "DECLARE @s VARCHAR(MAX) = 'x', @i INT = 0; WHILE @i < {n} BEGIN SET @s = CONCAT(@s, @s, @s); SET @i += 1; END; SELECT LEN(@s)", 20),
    hostile("doubling by CONCAT_WS", "DECLARE @s VARCHAR(MAX) = 'x', @i INT = 0; WHILE @i < {n} BEGIN SET @s = CONCAT_WS(',', @s, @s); SET @i += 1; END; SELECT LEN(@s)", 31),
    hostile("doubling by STUFF", "DECLARE @s VARCHAR(MAX) = 'xx', @i INT = 0; WHILE @i < {n} BEGIN SET @s = STUFF(@s, 1, 1, @s); SET @i += 1; END; SELECT LEN(@s)", 31),
    hostile("doubling of nvarchar", "DECLARE @s NVARCHAR(MAX) = N'ä', @i INT = 0; WHILE @i < {n} BEGIN SET @s += @s; SET @i += 1; END; SELECT LEN(@s)", 31),
    hostile("doubling of varbinary", "DECLARE @s VARBINARY(MAX) = 0x01, @i INT = 0; WHILE @i < {n} BEGIN SET @s = @s + @s; SET @i += 1; END; SELECT DATALENGTH(@s)", 31),
    hostile("many long variables", "DECLARE @a VARCHAR(MAX) = REPLICATE(CAST('x' AS VARCHAR(MAX)), {n}), @b VARCHAR(MAX), @c VARCHAR(MAX), @d VARCHAR(MAX); SET @b = @a + 'b'; SET @c = @a + 'c'; SET @d = @a + 'd'; SELECT LEN(@a + @b + @c + @d)", 40_000_000),
    hostile("REPLACE that grows", "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('x' AS VARCHAR(MAX)), {n}); SELECT LEN(REPLACE(@s, 'x', REPLICATE('y', 8000)))", 3_000_000),
    hostile("REPLACE by a long value", "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('x' AS VARCHAR(MAX)), {n}); SELECT LEN(REPLACE(@s, 'x', @s))", 60_000),
    hostile("REPLACE in a loop", "DECLARE @s VARCHAR(MAX) = 'x', @i INT = 0; WHILE @i < {n} BEGIN SET @s = REPLACE(@s, 'x', 'xx'); SET @i += 1; END; SELECT LEN(@s)", 31),
    hostile("TRANSLATE of a long value", "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('abc' AS VARCHAR(MAX)), {n}); SELECT LEN(TRANSLATE(@s, 'abc', 'xyz'))", 10_000_000),
    hostile("REVERSE and UPPER of a long value", "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('abc' AS VARCHAR(MAX)), {n}); SELECT LEN(REVERSE(UPPER(@s)))", 10_000_000),
    hostile("QUOTENAME and STRING_ESCAPE", "DECLARE @s NVARCHAR(MAX) = REPLICATE(CAST(N'\"' AS NVARCHAR(MAX)), {n}); SELECT LEN(STRING_ESCAPE(@s, 'json'))", 30_000_000),
    hostile("conversion to nvarchar", "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('x' AS VARCHAR(MAX)), {n}); DECLARE @u NVARCHAR(MAX) = @s; SELECT LEN(@u)", 60_000_000),
    hostile("conversion to varbinary", "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('x' AS VARCHAR(MAX)), {n}); SELECT LEN(CONVERT(VARCHAR(MAX), CAST(@s AS VARBINARY(MAX)), 1))", 30_000_000),
    hostile("HASHBYTES and COMPRESS-like chains", "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('x' AS VARCHAR(MAX)), {n}); SELECT HASHBYTES('SHA2_256', @s + @s)", 30_000_000),
    hostile("STRING_AGG of a cross join", "SELECT LEN(STRING_AGG(CAST(a.s AS VARCHAR(MAX)), ',')) FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b", 40),
    hostile("STRING_AGG in groups", "SELECT MAX(LEN(t)) FROM (SELECT STRING_AGG(CAST(s AS VARCHAR(MAX)), ',') AS t FROM dbo.Wide GROUP BY id % {n}) AS x", 500),
    hostile("STRING_AGG WITHIN GROUP", "SELECT LEN(STRING_AGG(CAST(a.s AS VARCHAR(MAX)), ',') WITHIN GROUP (ORDER BY a.s)) FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b", 10),
    hostile("STRING_SPLIT of a long value", "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('x,' AS VARCHAR(MAX)), {n}); SELECT COUNT(*) FROM STRING_SPLIT(@s, ',')", 10_000_000),
    hostile("FOR XML RAW", "DECLARE @x NVARCHAR(MAX) = (SELECT a.* FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b FOR XML RAW); SELECT LEN(@x)", 10),
    hostile("FOR XML PATH", "DECLARE @x NVARCHAR(MAX) = (SELECT a.s AS [a/b/c], a.u AS [a/@d] FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b FOR XML PATH('r')); SELECT LEN(@x)", 10),
    hostile("FOR XML AUTO, nested", "DECLARE @x NVARCHAR(MAX) = (SELECT a.id, b.s FROM dbo.Wide AS a JOIN dbo.Wide AS b ON a.id % {n} = b.id % {n} WHERE a.id < 500 FOR XML AUTO); SELECT LEN(@x)", 100),
    hostile("FOR XML, TYPE", "DECLARE @x XML = (SELECT s, u FROM dbo.Wide WHERE id <= {n} FOR XML PATH('r'), TYPE); SELECT DATALENGTH(@x)", 100_000),
    hostile("FOR JSON", "DECLARE @x NVARCHAR(MAX) = (SELECT a.* FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b FOR JSON PATH); SELECT LEN(@x)", 10),
    hostile("FOR JSON sent to the client", "SELECT a.* FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b FOR JSON AUTO", 3),
    hostile("XML parsed", "DECLARE @x XML = CAST('<a>' + REPLICATE(CAST('<b c=\"1\">x</b>' AS VARCHAR(MAX)), {n}) + '</a>' AS XML); SELECT @x.value('count(/a/b)', 'int')", 1_000_000),
    hostile("XML nodes", "DECLARE @x XML = CAST(REPLICATE(CAST('<b>x</b>' AS VARCHAR(MAX)), {n}) AS XML); SELECT COUNT(*) FROM @x.nodes('/b') AS t(c)", 500_000),
    hostile("XML query", "DECLARE @x XML = CAST(REPLICATE(CAST('<b>x</b>' AS VARCHAR(MAX)), {n}) AS XML); SELECT DATALENGTH(@x.query('/b'))", 500_000),
    hostile("OPENJSON of a long array", "DECLARE @j NVARCHAR(MAX) = '[' + REPLICATE(CAST('1,' AS NVARCHAR(MAX)), {n}) + '1]'; SELECT COUNT(*) FROM OPENJSON(@j)", 2_000_000),
    hostile("OPENJSON of objects", "DECLARE @j NVARCHAR(MAX) = '[' + REPLICATE(CAST('{\"a\":1,\"b\":\"x\"},' AS NVARCHAR(MAX)), {n}) + '{}]'; SELECT COUNT(*) FROM OPENJSON(@j) WITH (a INT, b VARCHAR(10))", 500_000),
    hostile("JSON_MODIFY in a loop", "DECLARE @j NVARCHAR(MAX) = '{\"a\":\"x\"}', @i INT = 0; WHILE @i < {n} BEGIN SET @j = JSON_MODIFY(@j, '$.a', JSON_VALUE(@j, '$.a') + REPLICATE('x', 300)); SET @i += 1; END; SELECT LEN(@j)", 2_000),
    hostile("JSON_QUERY of a long value", "DECLARE @j NVARCHAR(MAX) = '{\"a\":[' + REPLICATE(CAST('1,' AS NVARCHAR(MAX)), {n}) + '1]}'; SELECT LEN(JSON_QUERY(@j, '$.a'))", 2_000_000),
    hostile("sort of wide rows", "SELECT TOP (1) * FROM (SELECT TOP (100) PERCENT a.*, b.id AS bid FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b) AS x ORDER BY x.s, x.a, x.bid", 10),
    hostile("sort of all rows, counted", "SELECT COUNT(*) FROM (SELECT a.s, ROW_NUMBER() OVER (ORDER BY a.s, a.u, b.id) AS n FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b) AS x WHERE n > 10", 10),
    hostile("sort by decimals", "SELECT COUNT(*) FROM (SELECT ROW_NUMBER() OVER (ORDER BY a.a * b.b, a.s) AS n FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) b FROM dbo.Wide) AS b) AS x WHERE n > 10", 10),
    hostile("sort of long values", "SELECT TOP (1) v FROM (SELECT v + CAST(b.id AS VARCHAR(10)) AS v FROM dbo.Long AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b) AS x ORDER BY v", 50),
    hostile("DISTINCT of wide rows", "SELECT COUNT(*) FROM (SELECT DISTINCT a.s, a.u, b.id FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b) AS x", 10),
    hostile("GROUP BY wide keys", "SELECT COUNT(*) FROM (SELECT a.s, a.u, b.id, SUM(a.a) AS t FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b GROUP BY a.s, a.u, b.id) AS x", 10),
    hostile("COUNT DISTINCT", "SELECT COUNT(DISTINCT a.s + CAST(b.id AS VARCHAR(10))) FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b", 10),
    hostile("many DISTINCT aggregates", "SELECT COUNT(DISTINCT s), COUNT(DISTINCT u), COUNT(DISTINCT a), COUNT(DISTINCT s + u) FROM dbo.Wide WHERE id <= {n}", 100_000),
    hostile("hash join of wide rows", "SELECT COUNT(*), MAX(x.s) FROM dbo.Wide AS a JOIN (SELECT w.s, w.u, w.id + b.id AS id FROM dbo.Wide AS w CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b) AS x ON x.id = a.id AND x.s = a.s", 10),
    hostile("hash join with one key value", "SELECT COUNT_BIG(*) FROM dbo.Wide AS a JOIN dbo.Wide AS b ON a.id % 2 = b.id % 2 AND a.s <> b.s WHERE a.id <= {n} AND b.id <= {n}", 3_000),
    hostile("full outer join", "SELECT COUNT(*), MAX(a.s + b.s) FROM dbo.Wide AS a FULL JOIN dbo.Wide AS b ON a.u = b.u AND a.id = b.id + {n}", 1),
    hostile("union of wide rows", "SELECT COUNT(*) FROM (SELECT s, u, a, id FROM dbo.Wide UNION SELECT s, u, a, id + {n} FROM dbo.Wide UNION SELECT u, s, a, id FROM dbo.Wide) AS x", 1),
    hostile("INTERSECT and EXCEPT", "SELECT COUNT(*) FROM (SELECT s, u FROM dbo.Wide INTERSECT SELECT s, u FROM dbo.Wide EXCEPT SELECT s, u FROM dbo.Wide WHERE id > {n}) AS x", 50_000),
    hostile("window over everything", "SELECT MAX(x) FROM (SELECT SUM(a) OVER (ORDER BY s ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS x FROM dbo.Wide WHERE id <= {n}) AS t", 100_000),
    hostile("window of one partition", "SELECT COUNT(*) FROM (SELECT MAX(s) OVER () AS m, LAG(s, 50) OVER (ORDER BY s) AS l, u FROM dbo.Wide WHERE id <= {n}) AS t WHERE m <> l", 100_000),
    hostile("PERCENTILE_CONT", "SELECT COUNT(*) FROM (SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) OVER () AS p FROM dbo.Wide WHERE id <= {n}) AS t", 100_000),
    hostile("cross join sorted", "SELECT TOP (10) a.id, b.id FROM dbo.Wide AS a CROSS JOIN dbo.Wide AS b WHERE a.id <= {n} ORDER BY a.s + b.s", 20),
    hostile("recursion", "WITH r AS (SELECT 1 AS n, CAST('x' AS VARCHAR(MAX)) AS s UNION ALL SELECT n + 1, s + 'xxxxxxxxxxxxxxxx' FROM r WHERE n < {n}) SELECT MAX(LEN(s)) FROM r OPTION (MAXRECURSION 0)", 20_000),
    hostile("recursion that doubles", "WITH r AS (SELECT 1 AS n, CAST('x' AS VARCHAR(MAX)) AS s UNION ALL SELECT n + 1, s + s FROM r WHERE n < {n}) SELECT MAX(LEN(s)) FROM r", 40),
    hostile("recursion that fans out", "WITH r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r CROSS JOIN (VALUES (1), (2)) AS v(x) WHERE n < {n}) SELECT COUNT_BIG(*) FROM r", 22),
    hostile("table variable of wide rows", "DECLARE @t TABLE(s VARCHAR(500), u NVARCHAR(200), a DECIMAL(38, 10)); INSERT @t SELECT s, u, a FROM dbo.Wide WHERE id <= {n}; SELECT COUNT(*) FROM @t", 100_000),
    hostile("temporary table of wide rows", "SELECT a.s, a.u, b.id INTO #t FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b; SELECT COUNT(*) FROM #t", 3),
    hostile("static cursor", "DECLARE c CURSOR STATIC FOR SELECT a.s, a.u FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b; OPEN c; FETCH NEXT FROM c; CLOSE c; DEALLOCATE c", 3),
    hostile("keyset cursor", "DECLARE c CURSOR KEYSET FOR SELECT s FROM dbo.Wide WHERE id <= {n} ORDER BY id; OPEN c; FETCH LAST FROM c; CLOSE c; DEALLOCATE c", 100_000),
    hostile("index on wide rows", "SELECT a.s, a.u, a.id, b.id AS bid INTO #t FROM dbo.Wide AS a CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b; CREATE INDEX i ON #t(s) INCLUDE (u)", 2),
    hostile("UPDATE of everything", "BEGIN TRAN; UPDATE dbo.Wide SET s = s + 'x' WHERE id <= {n}; ROLLBACK", 50_000),
    hostile("UPDATE of long values", "BEGIN TRAN; UPDATE dbo.Long SET v = v + v + v WHERE id <= {n}; ROLLBACK", 20),
    hostile("DELETE with OUTPUT", "BEGIN TRAN; DELETE dbo.Wide OUTPUT deleted.* WHERE id <= {n}; ROLLBACK", 20_000),
    hostile("MERGE of wide rows", "BEGIN TRAN; MERGE dbo.Wide AS t USING (SELECT id, s, u FROM dbo.Wide WHERE id <= {n}) AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET s = s.u; ROLLBACK", 20_000),
    hostile("long PRINTs", "DECLARE @i INT = 0; WHILE @i < {n} BEGIN PRINT REPLICATE('x', 8000); SET @i += 1; END", 2_000),
    hostile("long rows to the client", "SELECT v + v FROM dbo.Long CROSS JOIN (SELECT TOP ({n}) id FROM dbo.Wide) AS b", 2),
    hostile("dynamic SQL of a long text", "DECLARE @s NVARCHAR(MAX) = N'SELECT ' + REPLICATE(CAST(N'1+' AS NVARCHAR(MAX)), {n}) + N'1'; EXEC (@s)", 2_000_000),
    hostile("dynamic SQL of many statements", "DECLARE @s NVARCHAR(MAX) = REPLICATE(CAST(N'IF 1 = 2 PRINT 1; ' AS NVARCHAR(MAX)), {n}); EXEC (@s)", 500_000),
    hostile("a list of a million for IN", "DECLARE @s NVARCHAR(MAX) = N'SELECT COUNT(*) FROM dbo.Wide WHERE id IN (' + REPLICATE(CAST(N'1234567,' AS NVARCHAR(MAX)), {n}) + N'1)'; EXEC (@s)", 1_000_000),
    hostile("a list of different strings", "DECLARE @s NVARCHAR(MAX) = (SELECT N'SELECT COUNT(*) FROM dbo.Wide WHERE s IN (' + STRING_AGG(CAST(N'''' + CAST(id AS NVARCHAR(10)) + N'''' AS NVARCHAR(MAX)), N',') + N')' FROM dbo.Wide WHERE id <= {n}); EXEC (@s)", 100_000),
    hostile("a list of expressions", "DECLARE @s NVARCHAR(MAX) = N'SELECT ' + REPLICATE(CAST(N'1 AS a,' AS NVARCHAR(MAX)), {n}) + N'1'; EXEC (@s)", 300_000),
    hostile("rows of VALUES", "DECLARE @s NVARCHAR(MAX) = N'SELECT COUNT(*) FROM (VALUES ' + REPLICATE(CAST(N'(1,''abc'',2.5),' AS NVARCHAR(MAX)), {n}) + N'(1,''a'',1.5)) AS t(a, b, c)'; EXEC (@s)", 300_000),
    hostile("OR of many", "DECLARE @s NVARCHAR(MAX) = N'SELECT COUNT(*) FROM dbo.Wide WHERE ' + REPLICATE(CAST(N'id = 5 OR ' AS NVARCHAR(MAX)), {n}) + N'id = 6'; EXEC (@s)", 300),
    hostile("a long CASE", "DECLARE @s NVARCHAR(MAX) = N'SELECT SUM(CASE id ' + REPLICATE(CAST(N'WHEN 7 THEN 8 ' AS NVARCHAR(MAX)), {n}) + N'END) FROM dbo.Wide WHERE id < 3'; EXEC (@s)", 100_000),
    hostile("a long literal", "DECLARE @s NVARCHAR(MAX) = N'SELECT LEN(''' + REPLICATE(CAST(N'x' AS NVARCHAR(MAX)), {n}) + N''')'; EXEC (@s)", 30_000_000),
    hostile("a long comment", "DECLARE @s NVARCHAR(MAX) = N'SELECT 1 /*' + REPLICATE(CAST(N'x' AS NVARCHAR(MAX)), {n}) + N'*/'; EXEC (@s)", 30_000_000),
    hostile(
        "CTEs that fan out",
        "DECLARE @s NVARCHAR(MAX) = N'WITH c0 AS (SELECT 1 AS x)', @i INT = 1;
         WHILE @i <= {n}
         BEGIN
           SET @s += N', c' + CAST(@i AS NVARCHAR(9)) + N' AS (SELECT a.x FROM c' + CAST(@i - 1 AS NVARCHAR(9)) + N' AS a CROSS JOIN c' + CAST(@i - 1 AS NVARCHAR(9)) + N' AS b)';
           SET @i += 1;
         END;
         SET @s += N' SELECT COUNT_BIG(*) FROM c{n}'; EXEC (@s)",
        25,
    ),
    hostile(
        "CTEs of unions that fan out",
        "DECLARE @s NVARCHAR(MAX) = N'WITH c0 AS (SELECT 1 AS x)', @i INT = 1;
         WHILE @i <= {n}
         BEGIN
           SET @s += N', c' + CAST(@i AS NVARCHAR(9)) + N' AS (SELECT x FROM c' + CAST(@i - 1 AS NVARCHAR(9)) + N' UNION ALL SELECT x FROM c' + CAST(@i - 1 AS NVARCHAR(9)) + N')';
           SET @i += 1;
         END;
         SET @s += N' SELECT COUNT_BIG(*) FROM c{n}'; EXEC (@s)",
        22,
    ),
    hostile(
        "a procedure of many statements",
        "DECLARE @s NVARCHAR(MAX) = N'CREATE OR ALTER PROCEDURE dbo.Many AS ' + REPLICATE(CAST(N'DECLARE @a INT; ' AS NVARCHAR(MAX)), 0) + REPLICATE(CAST(N'SELECT id FROM dbo.Point WHERE id = 1; ' AS NVARCHAR(MAX)), {n}); EXEC (@s); EXEC dbo.Many",
        3_000,
    ),
    hostile("many plans", "DECLARE @i INT = 0, @s NVARCHAR(MAX); WHILE @i < {n} BEGIN SET @s = N'SELECT id FROM dbo.Point WHERE id = ' + CAST(@i AS NVARCHAR(10)) + N' AND v IN (1,2,3,4,5,6,7,8,9)'; EXEC (@s); SET @i += 1; END", 3_000),
    hostile("many parameters of sp_executesql", "DECLARE @p NVARCHAR(MAX) = (SELECT STRING_AGG(CAST(N'@p' + CAST(id AS NVARCHAR(10)) + N' INT = 1' AS NVARCHAR(MAX)), N',') FROM dbo.Wide WHERE id <= {n}); EXEC sp_executesql N'SELECT 1', @p", 100_000),
    hostile("many variables", "DECLARE @s NVARCHAR(MAX) = (SELECT STRING_AGG(CAST(N'DECLARE @v' + CAST(id AS NVARCHAR(10)) + N' VARCHAR(MAX) = REPLICATE(''x'', 8000);' AS NVARCHAR(MAX)), N' ') FROM dbo.Wide WHERE id <= {n}); EXEC (@s)", 30_000),
    hostile("many temporary tables", "DECLARE @i INT = 0, @s NVARCHAR(MAX) = N''; WHILE @i < {n} BEGIN SET @s += N'CREATE TABLE #t' + CAST(@i AS NVARCHAR(10)) + N'(a INT PRIMARY KEY, b VARCHAR(10)); '; SET @i += 1; END; EXEC (@s)", 500),
    hostile("many session values", "DECLARE @i INT = 0, @k NVARCHAR(100); WHILE @i < {n} BEGIN SET @k = N'k' + CAST(@i AS NVARCHAR(10)); BEGIN TRY EXEC sp_set_session_context @k, 'a value of some length that is kept with the session'; END TRY BEGIN CATCH BREAK; END CATCH; SET @i += 1; END", 20_000),
    hostile("many locks", "BEGIN TRAN; UPDATE dbo.Wide WITH (ROWLOCK) SET b = b + 1 WHERE id <= {n}; ROLLBACK", 100_000),
    hostile("FORMAT of many", "SELECT MAX(LEN(FORMAT(a, 'N10'))) FROM dbo.Wide WHERE id <= {n}", 100_000),
    hostile("sql_variant of strings", "SELECT COUNT(DISTINCT CAST(s AS SQL_VARIANT)) FROM dbo.Wide WHERE id <= {n}", 100_000),
    hostile("PIVOT", "SELECT * FROM (SELECT id % 100 AS r, id % 5 AS c, s FROM dbo.Wide WHERE id <= {n}) AS x PIVOT (MAX(s) FOR c IN ([0], [1], [2], [3], [4])) AS p ORDER BY r", 100_000),
    hostile("GROUPING SETS", "SELECT COUNT(*) FROM (SELECT s, u, a, COUNT(*) AS n FROM dbo.Wide WHERE id <= {n} GROUP BY CUBE (s, u, a)) AS x", 50_000),
];
