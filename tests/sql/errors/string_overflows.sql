-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 244, 248, 242.
GO
DECLARE @t tinyint;
SET @t = '300';
GO
DECLARE @s smallint;
SET @s = '40000';
GO
DECLARE @i int;
SET @i = '3000000000';
GO
DECLARE @d datetime;
SET @d = '2026-02-30';
GO
DECLARE @d datetime;
SET @d = '1700-01-01';
