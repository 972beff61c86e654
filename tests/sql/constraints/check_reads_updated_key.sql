-- docs/relational-databases/tables/unique-constraints-and-check-constraints.md: a CHECK holds for the row that is written. Here its function reads the
-- table, and the update changes the keys in two steps.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL PRIMARY KEY, v int NOT NULL);
GO
CREATE FUNCTION dbo.at(@id int) RETURNS int AS BEGIN RETURN (SELECT v FROM dbo.t WHERE id = @id); END
GO
ALTER TABLE dbo.t ADD CONSTRAINT own CHECK (dbo.at(id) = v);
ALTER TABLE dbo.t ADD CONSTRAINT small CHECK (dbo.at(id) < 100 AND id > 0);
INSERT dbo.t VALUES (1, 10), (2, 20), (3, 30);
UPDATE dbo.t SET id = id + 1, v = v + 1;
SELECT id, v FROM dbo.t ORDER BY id;
UPDATE dbo.t SET id = id + 1, v = v * 4;
SELECT id, v FROM dbo.t ORDER BY id;
MERGE dbo.t AS t USING (VALUES (2), (3)) AS s(id) ON s.id = t.id WHEN MATCHED THEN UPDATE SET id = 5 - t.id, v = t.v + 2;
SELECT id, v FROM dbo.t ORDER BY id;
GO
-- A row that is missing after the cascade changes its key gives NULL, which passes; a wrong one doesn't.
CREATE TABLE dbo.p(id int NOT NULL PRIMARY KEY);
CREATE TABLE dbo.c(p int NOT NULL PRIMARY KEY REFERENCES dbo.p ON UPDATE CASCADE, v int NOT NULL);
GO
CREATE FUNCTION dbo.at_c(@p int) RETURNS int AS BEGIN RETURN ISNULL((SELECT v FROM dbo.c WHERE p = @p), -1); END
GO
ALTER TABLE dbo.c ADD CONSTRAINT own_c CHECK (dbo.at_c(p) = v);
INSERT dbo.p VALUES (1), (2);
INSERT dbo.c VALUES (1, 10), (2, 20);
UPDATE dbo.p SET id = id + 1;
SELECT p, v FROM dbo.c ORDER BY p;
GO
