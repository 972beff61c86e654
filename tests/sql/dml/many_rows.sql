-- docs/t-sql/statements/insert-transact-sql.md, docs/t-sql/functions/count-transact-sql.md: rows beyond one page, read back as they
-- were written.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(id int NOT NULL, filler varchar(500));
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
WHILE @i <= 300
BEGIN
    INSERT INTO dbo.t(id, filler) VALUES (@i, REPLICATE('x', @i));
    SET @i += 1;
END;
SELECT COUNT(*) AS rows, SUM(id) AS sum_id, SUM(LEN(filler)) AS sum_length, MIN(id) AS first, MAX(id) AS last FROM dbo.t;
INSERT INTO dbo.t(id, filler) SELECT id + 300, filler FROM dbo.t;
INSERT INTO dbo.t(id, filler) SELECT id + 600, filler FROM dbo.t;
SELECT COUNT(*) AS rows, SUM(id) AS sum_id, SUM(LEN(filler)) AS sum_length FROM dbo.t;
SELECT TOP (3) id, LEN(filler) AS length FROM dbo.t ORDER BY id DESC;
