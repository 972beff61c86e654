-- docs/t-sql/statements/create-trigger-transact-sql.md, "Recursive triggers", "Nested triggers"; docs/t-sql/functions/trigger-nestlevel-transact-sql.md.
CREATE DATABASE T;
GO
USE T;
GO
CREATE TABLE dbo.a (n int);
CREATE TABLE dbo.b (n int);
GO
-- What it does itself does not fire it again.
CREATE TRIGGER dbo.tr_a ON dbo.a FOR INSERT AS
  SET NOCOUNT ON;
  PRINT CONCAT('a at ', TRIGGER_NESTLEVEL(), ', itself ', TRIGGER_NESTLEVEL(OBJECT_ID('dbo.tr_a')), ', in place ', TRIGGER_NESTLEVEL(0, 'IOT', 'DML'));
  IF EXISTS (SELECT 1 FROM inserted WHERE n < 3) INSERT INTO dbo.a SELECT n + 1 FROM inserted;
GO
INSERT INTO dbo.a VALUES (1);
SELECT n FROM dbo.a ORDER BY n;
GO
-- Others are fired, and may fire it in turn.
CREATE TRIGGER dbo.tr_b ON dbo.b FOR INSERT AS
  SET NOCOUNT ON;
  PRINT CONCAT('b at ', TRIGGER_NESTLEVEL());
  IF EXISTS (SELECT 1 FROM inserted WHERE n < 4) INSERT INTO dbo.a SELECT n + 1 FROM inserted;
GO
ALTER TRIGGER dbo.tr_a ON dbo.a FOR INSERT AS
  SET NOCOUNT ON;
  PRINT CONCAT('a at ', TRIGGER_NESTLEVEL());
  INSERT INTO dbo.b SELECT n + 1 FROM inserted;
GO
TRUNCATE TABLE dbo.a;
INSERT INTO dbo.a VALUES (1);
SELECT n FROM dbo.a ORDER BY n;
SELECT n FROM dbo.b ORDER BY n;
GO
-- Not deeper than 32 levels.
ALTER TRIGGER dbo.tr_b ON dbo.b FOR INSERT AS INSERT INTO dbo.a SELECT n + 1 FROM inserted;
GO
ALTER TRIGGER dbo.tr_a ON dbo.a FOR INSERT AS INSERT INTO dbo.b SELECT n + 1 FROM inserted;
GO
TRUNCATE TABLE dbo.a;
TRUNCATE TABLE dbo.b;
INSERT INTO dbo.a VALUES (1);
GO
SELECT (SELECT COUNT(*) FROM dbo.a) AS a, (SELECT COUNT(*) FROM dbo.b) AS b;
GO
USE master;
DROP DATABASE T;
GO
