-- docs/t-sql/statements/set-xact-abort-transact-sql.md, example, with NOT NULL for its foreign key: OFF undoes the failed statement
-- alone; ON ends the batch and rolls the whole transaction back.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE t2(a INT NOT NULL);
GO
SET XACT_ABORT OFF;
GO
BEGIN TRANSACTION;
INSERT INTO t2 VALUES (1);
INSERT INTO t2 VALUES (NULL);
INSERT INTO t2 VALUES (3);
COMMIT TRANSACTION;
GO
SET XACT_ABORT ON;
GO
BEGIN TRANSACTION;
INSERT INTO t2 VALUES (4);
INSERT INTO t2 VALUES (NULL);
INSERT INTO t2 VALUES (6);
COMMIT TRANSACTION;
GO
PRINT @@TRANCOUNT;
SELECT * FROM t2;
