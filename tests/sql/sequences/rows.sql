-- docs/t-sql/functions/next-value-for-transact-sql.md: one value for each row, the same wherever the row asks for it; OVER (ORDER BY)
-- says in which order the rows get theirs. In VALUES each row has its own.
CREATE SEQUENCE dbo.s AS int START WITH 1;
CREATE SEQUENCE dbo.u AS tinyint START WITH 250;
CREATE TABLE dbo.t(id int NOT NULL, twice bigint NULL, name varchar(10) NOT NULL);
GO
INSERT INTO dbo.t VALUES (NEXT VALUE FOR dbo.s, NEXT VALUE FOR dbo.s * 2, 'c'), (NEXT VALUE FOR dbo.s, NEXT VALUE FOR dbo.s * 2, 'a');
INSERT INTO dbo.t(name, id) VALUES ('b', NEXT VALUE FOR dbo.s);
INSERT INTO dbo.t(id, name) SELECT NEXT VALUE FOR dbo.s + 100, name FROM dbo.t WHERE twice IS NOT NULL;
SELECT * FROM dbo.t;
SELECT NEXT VALUE FOR dbo.s AS s, NEXT VALUE FOR dbo.s + 0 AS same, NEXT VALUE FOR dbo.u AS u, id FROM dbo.t;
SELECT NEXT VALUE FOR dbo.s OVER (ORDER BY name, id) AS number, name, id FROM dbo.t;
ALTER SEQUENCE dbo.s RESTART WITH 6;
SELECT NEXT VALUE FOR dbo.s OVER (ORDER BY id DESC) AS number, id FROM dbo.t WHERE id > 100 ORDER BY id DESC;
ALTER SEQUENCE dbo.s RESTART WITH 16;
GO
DECLARE @a int = NEXT VALUE FOR dbo.s, @b int, @c tinyint;
SET @b = NEXT VALUE FOR dbo.s;
SELECT @c = NEXT VALUE FOR dbo.u;
SELECT @a AS a, @b AS b, @c AS c;
GO
-- A row that cannot be stored has used its value up.
SELECT NEXT VALUE FOR dbo.u;
INSERT INTO dbo.t(id, name) VALUES (NEXT VALUE FOR dbo.s, NULL);
SELECT NEXT VALUE FOR dbo.s AS after_the_failure;
GO
