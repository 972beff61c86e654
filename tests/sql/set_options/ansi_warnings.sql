-- docs/t-sql/statements/set-ansi-warnings-transact-sql.md: the example.
CREATE TABLE T1 (a int, b int NULL, c varchar(20));
GO
SET NOCOUNT ON;
INSERT INTO T1 VALUES (1, NULL, ''), (1, 0, ''), (2, 1, ''), (2, 2, '');
SET NOCOUNT OFF;
GO
SET ANSI_WARNINGS ON;
GO
SELECT a, SUM(b) AS s FROM T1 GROUP BY a ORDER BY a;
GO
INSERT INTO T1 VALUES (3, 3, 'Text string longer than 20 characters');
GO
SELECT a / b AS ab FROM T1 WHERE a = 2 OR b = 0;
GO
SET ANSI_WARNINGS OFF;
GO
SELECT a, SUM(b) AS s FROM T1 GROUP BY a ORDER BY a;
GO
INSERT INTO T1 VALUES (4, 4, 'Text string longer than 20 characters');
GO
SELECT a, b, c FROM T1 WHERE a = 4; --> 4 | 4 | Text string longer t
GO
UPDATE T1 SET c = c + ' and more' WHERE a = 4;
SELECT c FROM T1 WHERE a = 4; --> Text string longer t
GO
SET ANSI_WARNINGS ON;
DROP TABLE T1;
