-- docs/relational-databases/logs/control-transaction-durability.md, crash recovery and catastrophic events: delayed commits that were
-- not written are lost; what was fully durable is kept, and of the others the later go first.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
ALTER DATABASE D SET DELAYED_DURABILITY = ALLOWED;
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
WHILE @i <= 20
BEGIN
    BEGIN TRAN;
    INSERT INTO dbo.t(id) VALUES (@i);
    IF @i <= 8 COMMIT;
    ELSE COMMIT WITH (DELAYED_DURABILITY = ON);
    SET @i += 1;
END;
SELECT COUNT(*) AS rows FROM dbo.t;
GO
-- @crash
USE D;
GO
DECLARE @rows int = (SELECT COUNT(*) FROM dbo.t);
IF @rows >= 8 PRINT 'full commits are there';
IF (SELECT MAX(id) FROM dbo.t) = @rows AND (SELECT SUM(id) FROM dbo.t) = @rows * (@rows + 1) / 2 PRINT 'a prefix of the commits';
