-- relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (191, 217), 6000-to-6999 (6335), 8000-to-8999 (8631): what nests is
-- bounded, and the session goes on. Procedures, functions, triggers and views nest 32 deep; XML has 128 levels.
DECLARE @s nvarchar(max) = CAST(N'SELECT ' AS nvarchar(max)) + REPLICATE(CAST(N'(' AS nvarchar(max)), 5000) + N'1' + REPLICATE(CAST(N')' AS nvarchar(max)), 5000);
EXEC (@s);
GO
DECLARE @i int = 1, @s nvarchar(200);
EXEC (N'CREATE VIEW dbo.v0 AS SELECT 1 AS a');
WHILE @i < 33
BEGIN
    SET @s = CONCAT(N'CREATE VIEW dbo.v', @i, N' AS SELECT a FROM dbo.v', @i - 1);
    EXEC (@s);
    SET @i += 1;
END;
GO
SELECT a FROM dbo.v31;
GO
SELECT a FROM dbo.v32;
GO
DECLARE @x nvarchar(max) = REPLICATE(CAST(N'<a>' AS nvarchar(max)), 128) + REPLICATE(CAST(N'</a>' AS nvarchar(max)), 128);
SELECT CAST(@x AS xml).value('count(//a)', 'int') AS levels;
SET @x = REPLICATE(CAST(N'<a>' AS nvarchar(max)), 13000) + REPLICATE(CAST(N'</a>' AS nvarchar(max)), 13000);
SELECT CAST(@x AS xml) AS x;
GO
DECLARE @i int = 1, @s nvarchar(max) = N'WITH c0 AS (SELECT 1 AS a)';
WHILE @i < 5000
BEGIN
    SET @s += N', c' + CAST(@i AS nvarchar(10)) + N' AS (SELECT a FROM c' + CAST(@i - 1 AS nvarchar(10)) + N')';
    SET @i += 1;
END;
SET @s += N' SELECT a FROM c4999';
EXEC (@s);
GO
SELECT 1 AS alive;
GO
