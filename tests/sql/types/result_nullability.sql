-- docs/t-sql/queries/select-into-clause-transact-sql.md, docs/t-sql/functions/isnull-transact-sql.md; nullability as recorded answers of SQL Server: CAST and
-- the arithmetic of exact numbers can give NULL, also over columns that can't. Literals, ISNULL, + of texts, the arithmetic of floats and & can't.
CREATE TABLE t (id int NOT NULL, d decimal(9, 2) NOT NULL, f float NOT NULL, s varchar(9) NOT NULL);
GO
SELECT CAST(1 AS int) AS casted, 1 + 1 AS added, 1 AS literal, id + 1 AS next, id % 2 AS rest, d * 2 AS twice, f * 2 AS float_twice, s + 'a' AS joined,
    id & 1 AS bits, -5 AS negative, ISNULL(CAST(id AS bigint), 0) AS filled, CONCAT(s, id) AS concatenated, LEN(s) AS length, PI() AS p,
    FLOOR(2.5) AS floor_of_literal, FLOOR(d) AS floor_of_column, ABS(-1) AS absolute, ROW_NUMBER() OVER (ORDER BY id) AS number, id AS own,
    DATEFROMPARTS(2020, 1, 2) AS date_of_parts, XACT_STATE() AS state
INTO made FROM t;
SELECT name, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('made') ORDER BY column_id;
SELECT COUNT(*) AS c, COUNT_BIG(id) AS b, MAX(id) AS m INTO counted FROM t;
SELECT name, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('counted') ORDER BY column_id;
SELECT * INTO derived FROM (SELECT id + 1 AS a, id AS b FROM t UNION ALL SELECT 2, 3) x;
SELECT name, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('derived') ORDER BY column_id;
GO
SELECT CAST(1 AS int) AS a, 1 + 1 AS b INTO #t;
INSERT #t VALUES (NULL, NULL);
GO
