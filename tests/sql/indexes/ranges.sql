-- docs/t-sql/language-elements/in-transact-sql.md, between-transact-sql.md, like-transact-sql.md, or-transact-sql.md: a row is there once, however many
-- values of the list it equals; NULL in the list or the column equals nothing.
CREATE DATABASE P;
GO
USE P;
CREATE TABLE dbo.t(id int NOT NULL PRIMARY KEY, a tinyint NULL, s varchar(10) NULL, c char(5) NULL, n nvarchar(10) NULL, w varchar(20) NOT NULL);
CREATE INDEX i_a ON dbo.t(a DESC, id);
CREATE INDEX i_s ON dbo.t(s);
CREATE INDEX i_c ON dbo.t(c DESC);
CREATE INDEX i_n ON dbo.t(n);
INSERT INTO dbo.t VALUES (1, 1, 'ab', 'ab', N'ab', 'r1'), (2, 2, 'AB ', 'abc', N'ab ', 'r2'), (3, 3, 'abc', 'b', N'a%c', 'r3'), (4, NULL, NULL, NULL, NULL, 'r4'),
    (5, 255, 'a', '', N'A_', 'r5'), (6, 0, '', 'zz', N'', 'r6'), (7, 2, 'b', 'Ab', N'abd', 'r7');
GO
SELECT id, w FROM dbo.t WHERE a IN (2, 1, 2, NULL, 300, -1) ORDER BY a, id;
SELECT id, w FROM dbo.t WHERE a IN (2, 1, 255) ORDER BY a DESC, id;
SELECT id, w FROM dbo.t WHERE a = 0 OR a = 255 OR a BETWEEN 2 AND 3 OR a > 250 ORDER BY a DESC, id DESC;
SELECT id, w FROM dbo.t WHERE a = 2 AND id IN (7, 2, 7, 9) ORDER BY id;
SELECT id, w FROM dbo.t WHERE a BETWEEN 3 AND 2 OR a BETWEEN NULL AND 9;
SELECT id, w FROM dbo.t WHERE a IN (NULL);
SELECT id, w FROM dbo.t WHERE a = 2 AND w = 'r7' OR a = 1 ORDER BY id;
GO
-- The type with the lower precedence is converted (docs/t-sql/data-types/data-type-precedence-transact-sql.md): the column, where the list has decimals;
-- so 2.0 is found.
SELECT id, w FROM dbo.t WHERE a IN (2.0, 1.5) ORDER BY id;
SELECT id, w FROM dbo.t WHERE n IN ('ab', 'A_') ORDER BY id;
GO
-- Blanks at the end don't count in comparisons; case does not, under the default collation.
SELECT id, w FROM dbo.t WHERE s IN ('AB', 'b   ') ORDER BY id;
SELECT id, w FROM dbo.t WHERE c IN ('AB', '') ORDER BY id;
GO
-- LIKE: blanks at the end of the pattern do, and those at the end of a text of single bytes may be left over; in Unicode they count. "LIKE 'abc'" is no prefix.
SELECT id, w FROM dbo.t WHERE s LIKE 'ab' ORDER BY id;
SELECT id, w FROM dbo.t WHERE s LIKE 'ab %' ORDER BY id;
SELECT id, w FROM dbo.t WHERE s LIKE 'aB%' ORDER BY id;
SELECT id, w FROM dbo.t WHERE s LIKE 'a_c%' ORDER BY id;
SELECT id, w FROM dbo.t WHERE s LIKE 'a[^b]%' OR s LIKE 'b' ORDER BY id;
SELECT id, w FROM dbo.t WHERE c LIKE 'ab%' ORDER BY id;
SELECT id, w FROM dbo.t WHERE c LIKE 'ab' ORDER BY id;
SELECT id, w FROM dbo.t WHERE n LIKE N'ab' ORDER BY id;
SELECT id, w FROM dbo.t WHERE n LIKE N'a!%%' ESCAPE '!' ORDER BY id;
SELECT id, w FROM dbo.t WHERE n LIKE 'a!_' ESCAPE '!' ORDER BY id;
SELECT id, w FROM dbo.t WHERE s LIKE '' ORDER BY id;
SELECT id, w FROM dbo.t WHERE s LIKE NULL;
GO
DECLARE @p varchar(10) = 'ab', @e char(1) = '!';
SELECT id, w FROM dbo.t WHERE s LIKE @p + '%' ORDER BY id;
SELECT id, w FROM dbo.t WHERE s LIKE '%' + @p ORDER BY id;
SELECT id, w FROM dbo.t WHERE n LIKE N'a!%%' ESCAPE @e ORDER BY id;
SET @p = NULL;
SELECT id, w FROM dbo.t WHERE s LIKE @p;
GO
-- Also where rows are changed.
UPDATE dbo.t SET a = a + 1 WHERE a IN (2, 3, 2);
SELECT id, a FROM dbo.t WHERE a IN (3, 4) ORDER BY id;
DELETE dbo.t WHERE s LIKE 'ab%' OR s = 'a';
SELECT id FROM dbo.t ORDER BY id;
GO
-- A side of a comparison that has no column is evaluated once in the statement: there is always just one of the ten rows.
CREATE TABLE dbo.u(id int NOT NULL PRIMARY KEY);
INSERT INTO dbo.u VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
DECLARE @i int = 0, @rows int = 0;
WHILE @i < 50
BEGIN
    SELECT @rows += COUNT(*) FROM dbo.u WHERE [id] = ABS(CHECKSUM(NEWID()) % 10);
    SET @i += 1;
END;
SELECT @rows AS rows_found;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
