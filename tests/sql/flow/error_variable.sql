-- docs/t-sql/functions/error-transact-sql.md: the number of the last statement's error; 0 once the next one has succeeded.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int NOT NULL);
GO
INSERT INTO dbo.t(a) VALUES (NULL);
PRINT @@ERROR;
PRINT @@ERROR;
DECLARE @i int = 0, @e int;
SET @i = 1 / @i;
SET @e = @@ERROR;
PRINT @e;
INSERT INTO dbo.t(a) VALUES (1);
IF @@ERROR = 0 PRINT 'no error';
