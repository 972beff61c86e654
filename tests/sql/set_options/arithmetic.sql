-- docs/t-sql/statements/set-arithabort-transact-sql.md: the example. ANSI_WARNINGS ON implies ARITHABORT ON.
CREATE TABLE t1 (a TINYINT, b TINYINT);
CREATE TABLE t2 (a TINYINT);
GO
INSERT INTO t1 VALUES (1, 0);
INSERT INTO t1 VALUES (255, 1);
GO
SET ARITHABORT ON;
GO
SELECT a / b AS ab FROM t1;
GO
INSERT INTO t2 SELECT a / b AS ab FROM t1;
GO
INSERT INTO t2 SELECT a + b AS ab FROM t1;
GO
SELECT * FROM t2;
GO
SET ARITHABORT OFF;
GO
SELECT a / b AS ab FROM t1;
GO
-- "If SET ARITHABORT and SET ANSI WARNINGS are OFF and one of these errors occurs, a warning message appears, and the result
-- of the arithmetic operation is NULL."
SET ANSI_WARNINGS OFF;
GO
SELECT a / b AS ab FROM t1;
--> NULL
--> 255
GO
INSERT INTO t2 SELECT a / b AS ab FROM t1;
GO
INSERT INTO t2 SELECT a + b AS ab FROM t1;
GO
SELECT * FROM t2;
--> NULL
--> 255
--> 1
--> NULL
GO
-- "When SET ARITHABORT is OFF and an abort error occurs during the evaluation of the Boolean condition of an IF statement, the
-- FALSE branch executes."
IF 1 / 0 = 1 PRINT 'true' ELSE PRINT 'false';
DECLARE @a int = 1 / 0;
SELECT @a AS a; --> NULL
GO
-- docs/t-sql/statements/set-arithignore-transact-sql.md: the example.
SET ARITHIGNORE ON;
GO
SELECT 1 / 0 AS DivideByZero; --> NULL
GO
SELECT CAST(256 AS TINYINT) AS Overflow; --> NULL
GO
SET ARITHIGNORE OFF;
GO
SELECT 1 / 0 AS DivideByZero; --> NULL
GO
SELECT CAST(256 AS TINYINT) AS Overflow; --> NULL
GO
SELECT CAST('x' AS int) AS other;
GO
-- "When SET ARITHABORT is ON and SET ANSI WARNINGS is OFF, these error conditions cause the batch to end. If the errors occur in
-- a transaction, the transaction is rolled back."
SET ARITHABORT ON;
GO
BEGIN TRANSACTION;
INSERT t2 VALUES (100);
SELECT 1 / 0 AS ends;
PRINT 'does not run';
GO
SELECT @@TRANCOUNT AS transactions, COUNT(*) AS n FROM t2 WHERE a = 100; --> 0 | 0
GO
SET ANSI_WARNINGS ON;
GO
SELECT 1 / 0 AS error;
PRINT 'runs';
GO
DROP TABLE t1, t2;
