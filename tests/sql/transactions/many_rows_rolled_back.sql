-- docs/t-sql/language-elements/rollback-transaction-transact-sql.md: erased from the transaction's beginning, however much it was.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(id int NOT NULL, filler char(200));
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
INSERT INTO dbo.t(id, filler) VALUES (0, 'kept');
BEGIN TRAN;
WHILE @i <= 500
BEGIN
    INSERT INTO dbo.t(id, filler) VALUES (@i, 'gone');
    IF @i = 250 SAVE TRAN half;
    SET @i += 1;
END;
ROLLBACK TRAN half;
SELECT COUNT(*) AS rows, MAX(id) AS last FROM dbo.t;
ROLLBACK;
SELECT COUNT(*) AS rows, MAX(id) AS last FROM dbo.t;
