-- docs/t-sql/statements/merge-transact-sql.md and docs/t-sql/queries/update-transact-sql.md; as in self_reading.sql, new values are those of the rows
-- before the statement (docs/relational-databases/showplan-logical-and-physical-operators-reference.md, Eager Spool).
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.e(id int NOT NULL PRIMARY KEY, dept int NOT NULL, pay int NOT NULL);
GO
CREATE PROCEDURE dbo.again AS DELETE dbo.e; INSERT dbo.e VALUES (1, 1, 10), (2, 1, 20), (3, 1, 60), (4, 2, 5);
GO
CREATE FUNCTION dbo.total() RETURNS int AS BEGIN RETURN (SELECT SUM(pay) FROM dbo.e); END
GO
SET NOCOUNT ON;
EXEC dbo.again;
MERGE dbo.e AS t USING (VALUES (1), (2), (3), (9), (10)) AS s(id) ON s.id = t.id
WHEN MATCHED AND t.pay < 50 THEN UPDATE SET pay = (SELECT SUM(x.pay) FROM dbo.e AS x WHERE x.dept = t.dept)
WHEN MATCHED THEN DELETE
WHEN NOT MATCHED BY TARGET THEN INSERT (id, dept, pay) VALUES (s.id, 3, (SELECT COUNT(*) FROM dbo.e AS x WHERE x.id < s.id))
WHEN NOT MATCHED BY SOURCE THEN UPDATE SET dept = (SELECT MAX(x.pay) FROM dbo.e AS x WHERE x.id <= t.id), pay = dbo.total();
SELECT id, dept, pay FROM dbo.e ORDER BY id;
GO
-- A value is computed only for the rows of its clause: here is no division by zero.
EXEC dbo.again;
MERGE dbo.e AS t USING (VALUES (1), (4)) AS s(id) ON s.id = t.id
WHEN MATCHED AND t.pay = 5 THEN DELETE
WHEN MATCHED THEN UPDATE SET pay = (SELECT SUM(x.pay) FROM dbo.e AS x WHERE x.dept = t.dept) / (t.pay - 5)
WHEN NOT MATCHED BY SOURCE THEN UPDATE SET pay = (SELECT COUNT(*) FROM dbo.e AS x WHERE x.dept = t.dept);
SELECT id, pay FROM dbo.e ORDER BY id;
GO
-- Beside assigned variables: the variable has the value of each row in turn.
EXEC dbo.again;
DECLARE @n int = 0, @text varchar(50) = '';
UPDATE dbo.e SET @n = @n + 1, pay = (SELECT SUM(x.pay) FROM dbo.e AS x WHERE x.dept = e.dept) + @n * 1000;
SELECT @n AS n; SELECT id, pay FROM dbo.e ORDER BY id;
EXEC dbo.again;
UPDATE dbo.e SET @text = @text + CAST(id AS varchar(5)) + ',', @n = pay = (SELECT AVG(x.pay) FROM dbo.e AS x WHERE x.dept = e.dept), dept = dept + 5
OUTPUT deleted.pay, inserted.pay WHERE dept = 1;
SELECT @n AS n, @text AS t; SELECT id, dept, pay FROM dbo.e ORDER BY id;
GO
-- The function of a default doesn't see the statement's earlier rows.
CREATE TABLE dbo.f(id int NOT NULL PRIMARY KEY, pay int NOT NULL);
GO
CREATE FUNCTION dbo.rows_of_f() RETURNS int AS BEGIN RETURN (SELECT COUNT(*) FROM dbo.f); END
GO
ALTER TABLE dbo.f ADD DEFAULT (dbo.rows_of_f()) FOR pay;
INSERT dbo.f(id) VALUES (1);
INSERT dbo.f(id) VALUES (2), (3);
INSERT dbo.f(id) SELECT id + 10 FROM dbo.e;
MERGE dbo.f AS t USING (VALUES (1), (30), (31)) AS s(id) ON s.id = t.id
WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id);
SELECT id, pay FROM dbo.f ORDER BY id;
GO
