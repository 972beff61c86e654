-- docs/relational-databases/logs/control-transaction-durability.md: however many pages a transaction changed, committed it is there after a
-- crash, open it is not.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL, filler char(400));
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
BEGIN TRAN;
WHILE @i <= 400
BEGIN
    INSERT INTO dbo.t(id, filler) VALUES (@i, 'x');
    SET @i += 1;
END;
COMMIT;
BEGIN TRAN;
INSERT INTO dbo.t(id, filler) SELECT id + 1000, filler FROM dbo.t;
GO
-- @crash
USE D;
GO
SELECT COUNT(*) AS rows, SUM(id) AS sum_id, MIN(id) AS first, MAX(id) AS last FROM dbo.t;
