-- docs/t-sql/statements/set-ansi-null-dflt-on-transact-sql.md, set-ansi-null-dflt-off-transact-sql.md: "Only one option can be
-- ON at a time". Under neither, the database option ANSI NULL DEFAULT applies, which is OFF.
SET ANSI_NULL_DFLT_ON ON;
GO
CREATE TABLE t1 (a TINYINT);
GO
INSERT INTO t1 (a) VALUES (NULL);
GO
SET ANSI_NULL_DFLT_OFF ON;
GO
CREATE TABLE t2 (a TINYINT, b TINYINT NULL);
GO
INSERT INTO t2 (a) VALUES (NULL);
GO
SELECT GETANSINULL() AS [default], @@OPTIONS & (1024 | 2048) AS bits; --> 0 | 2048
SET ANSI_NULL_DFLT_OFF OFF; CREATE TABLE t3 (a int); SET ANSI_NULL_DFLT_ON ON; CREATE TABLE t4 (a int);
SELECT OBJECT_NAME(object_id) AS t, name, is_nullable FROM sys.columns WHERE object_id IN (OBJECT_ID('t1'), OBJECT_ID('t2'), OBJECT_ID('t3'), OBJECT_ID('t4')) ORDER BY t, name;
--> t1 | a | 1
--> t2 | a | 0
--> t2 | b | 1
--> t3 | a | 0
--> t4 | a | 1
SELECT GETANSINULL() AS [default]; --> 1
GO
DROP TABLE t1, t2, t3, t4;
