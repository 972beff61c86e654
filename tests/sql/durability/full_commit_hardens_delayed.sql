-- docs/relational-databases/logs/control-transaction-durability.md, how to force a flush: after any fully durable transaction that
-- changes the database all delayed ones before it are durable.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
CREATE TABLE dbo.other(id int NOT NULL);
GO
ALTER DATABASE D SET DELAYED_DURABILITY = ALLOWED;
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
WHILE @i <= 5
BEGIN
    BEGIN TRAN;
    INSERT INTO dbo.t(id) VALUES (@i);
    COMMIT WITH (DELAYED_DURABILITY = ON);
    SET @i += 1;
END;
INSERT INTO dbo.other(id) VALUES (1);
GO
-- @crash
USE D;
GO
SELECT id FROM dbo.t ORDER BY id;
