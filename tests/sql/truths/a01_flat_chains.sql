-- t-sql/language-elements/set-operators-union-transact-sql.md, set-operators-except-and-intersect-transact-sql.md: operands are evaluated from left to
-- right and their number has no limit of its own. t-sql/language-elements/and-transact-sql.md, add-transact-sql.md, case-transact-sql.md, if-else-transact-sql.md:
-- neither have conditions, sums, branches and ELSE IFs. Each chain has 10,000 elements.
DECLARE @s nvarchar(max) = N'SELECT COUNT(*) AS n, SUM(a) AS s FROM (SELECT 1 AS a'
    + REPLICATE(CAST(N' UNION ALL SELECT 2' AS nvarchar(max)), 9999) + N') AS t';
EXEC (@s);
GO
DECLARE @s nvarchar(max) = N'SELECT 1 AS a' + REPLICATE(CAST(N' UNION SELECT 2 UNION SELECT 1' AS nvarchar(max)), 5000) + N' ORDER BY a';
EXEC (@s);
GO
DECLARE @s nvarchar(max) = N'SELECT 1 AS a' + REPLICATE(CAST(N' EXCEPT SELECT 2' AS nvarchar(max)), 9999);
EXEC (@s);
GO
DECLARE @s nvarchar(max) = N'SELECT 1 AS a' + REPLICATE(CAST(N' INTERSECT SELECT 1' AS nvarchar(max)), 9999);
EXEC (@s);
GO
-- What EXCEPT takes away a later UNION brings back, and UNION ALL keeps its duplicates.
SELECT 1 AS a UNION SELECT 2 EXCEPT SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 ORDER BY a;
SELECT 1 AS a EXCEPT SELECT 1 UNION SELECT 1;
SELECT 1 AS a EXCEPT SELECT 1 UNION SELECT 1 EXCEPT SELECT 1;
SELECT 1 AS a UNION ALL SELECT 1 UNION ALL SELECT 2 EXCEPT SELECT 2;
SELECT 1 AS a INTERSECT SELECT 1 INTERSECT SELECT 1.0 INTERSECT SELECT 2;
SELECT NULL AS a INTERSECT SELECT NULL INTERSECT SELECT NULL;
GO
DECLARE @s nvarchar(max) = N'SELECT 1' + REPLICATE(CAST(N' + 1' AS nvarchar(max)), 9999) + N' AS a';
EXEC (@s);
SET @s = N'SELECT LEN(N''x''' + REPLICATE(CAST(N' + N''y''' AS nvarchar(max)), 3999) + N') AS a';
EXEC (@s);
SET @s = N'SELECT 1 AS a WHERE 1 = 1' + REPLICATE(CAST(N' AND 2 = 2' AS nvarchar(max)), 9999);
EXEC (@s);
SET @s = N'SELECT 1 AS a WHERE 1 = 2' + REPLICATE(CAST(N' OR 2 = 3' AS nvarchar(max)), 9999) + N' OR 1 = 1';
EXEC (@s);
SET @s = N'SELECT CASE 2' + REPLICATE(CAST(N' WHEN 1 THEN 3' AS nvarchar(max)), 9999) + N' WHEN 2 THEN 4 END AS a';
EXEC (@s);
SET @s = REPLICATE(CAST(N'IF 1 = 2 PRINT 1 ELSE ' AS nvarchar(max)), 9999) + N'SELECT 5 AS a';
EXEC (@s);
GO
