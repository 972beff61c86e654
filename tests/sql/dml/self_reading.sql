-- docs/t-sql/queries/update-transact-sql.md and docs/t-sql/statements/delete-transact-sql.md: subqueries define which rows change, and their new
-- values; docs/relational-databases/showplan-logical-and-physical-operators-reference.md, Eager Spool: the rows are as before the statement.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.e(id int NOT NULL PRIMARY KEY, dept int NOT NULL, pay int NOT NULL);
GO
CREATE PROCEDURE dbo.again AS DELETE dbo.e; INSERT dbo.e VALUES (1, 1, 10), (2, 1, 20), (3, 1, 60), (4, 2, 5);
GO
SET NOCOUNT ON;
EXEC dbo.again;
UPDATE dbo.e SET pay = (SELECT AVG(x.pay) FROM dbo.e AS x WHERE x.dept = e.dept);
SELECT id, pay FROM dbo.e ORDER BY id;
EXEC dbo.again;
UPDATE a SET pay = (SELECT AVG(x.pay) FROM dbo.e AS x WHERE x.dept = a.dept) + a.id FROM dbo.e AS a;
SELECT id, pay FROM dbo.e ORDER BY id;
EXEC dbo.again;
UPDATE a SET pay = (SELECT AVG(x.pay) FROM dbo.e AS x WHERE x.dept = a.dept), dept = 7 OUTPUT deleted.pay, inserted.pay, inserted.dept
FROM dbo.e AS a JOIN dbo.e AS b ON b.id = a.id;
GO
-- TOP, a condition on the same table, and two values.
EXEC dbo.again;
UPDATE TOP (2) dbo.e SET pay = (SELECT SUM(x.pay) FROM dbo.e AS x WHERE x.id >= e.id), dept = (SELECT COUNT(*) FROM dbo.e AS x WHERE x.pay > e.pay)
WHERE pay < (SELECT MAX(x.pay) FROM dbo.e AS x WHERE x.dept = e.dept);
SELECT id, dept, pay FROM dbo.e ORDER BY id;
EXEC dbo.again;
UPDATE dbo.e SET pay = pay + 100 WHERE (SELECT COUNT(*) FROM dbo.e AS x WHERE x.dept = e.dept AND x.pay > 100) = 0;
SELECT id, pay FROM dbo.e ORDER BY id;
GO
EXEC dbo.again;
DELETE dbo.e WHERE EXISTS (SELECT 1 FROM dbo.e AS x WHERE x.dept = e.dept AND x.id <> e.id);
SELECT id FROM dbo.e ORDER BY id;
EXEC dbo.again;
DELETE dbo.e WHERE pay < (SELECT MAX(x.pay) FROM dbo.e AS x WHERE x.dept = e.dept AND x.pay < 60);
SELECT id FROM dbo.e ORDER BY id;
GO
-- The same through a function, a view and a common table expression.
CREATE FUNCTION dbo.total(@dept int) RETURNS int AS BEGIN RETURN (SELECT SUM(pay) FROM dbo.e WHERE dept = @dept); END
GO
CREATE VIEW dbo.v AS SELECT id, dept, pay FROM dbo.e WHERE pay > 0;
GO
EXEC dbo.again;
UPDATE dbo.e SET pay = dbo.total(dept);
SELECT id, pay FROM dbo.e ORDER BY id;
EXEC dbo.again;
UPDATE dbo.v SET pay = (SELECT SUM(x.pay) FROM dbo.v AS x WHERE x.dept = v.dept);
SELECT id, pay FROM dbo.e ORDER BY id;
EXEC dbo.again;
WITH c AS (SELECT id, dept, pay FROM dbo.e) UPDATE c SET pay = (SELECT MIN(x.pay) FROM c AS x WHERE x.dept = c.dept);
SELECT id, pay FROM dbo.e ORDER BY id;
EXEC dbo.again;
DELETE dbo.e WHERE dbo.total(dept) > 80;
SELECT id FROM dbo.e ORDER BY id;
EXEC dbo.again;
INSERT dbo.e SELECT value, 1, dbo.total(1) FROM GENERATE_SERIES(11, 13);
SELECT id, pay FROM dbo.e WHERE id > 10 ORDER BY id;
GO
USE master;
DROP DATABASE D;
GO
