-- docs/t-sql/queries/output-clause-transact-sql.md: an OUTPUT clause returns rows "even if the statement encounters errors and is
-- rolled back"; a row that fails itself is none that the statement has changed. 2627, 2601, 547: docs/relational-databases/errors-events.
CREATE DATABASE O;
GO
USE O;
CREATE TABLE dbo.p (id int NOT NULL CONSTRAINT PK_p PRIMARY KEY, u int NULL CONSTRAINT UQ_p UNIQUE, v int NULL CONSTRAINT CK_p CHECK (v < 100));
CREATE TABLE dbo.c (id int NOT NULL, pid int NULL CONSTRAINT FK_c REFERENCES dbo.p);
CREATE TABLE dbo.h (a int NULL);
CREATE TABLE dbo.s (id int NOT NULL CONSTRAINT PK_s PRIMARY KEY, up int NULL CONSTRAINT FK_s REFERENCES dbo.s);
CREATE TABLE dbo.k (id int NOT NULL CONSTRAINT PK_k PRIMARY KEY WITH (IGNORE_DUP_KEY = ON));
INSERT dbo.p VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3);
INSERT dbo.c VALUES (1, 3);
GO
-- INSERT: the row that fails is not sent.
INSERT dbo.p OUTPUT inserted.id VALUES (1, 10, 1);
GO
INSERT dbo.p OUTPUT inserted.id VALUES (10, 1, 1);
GO
INSERT dbo.p OUTPUT inserted.id VALUES (10, 10, 100);
GO
INSERT dbo.p OUTPUT inserted.id VALUES (NULL, 10, 1);
GO
INSERT dbo.c OUTPUT inserted.id VALUES (9, 99);
GO
-- Rows before it are.
INSERT dbo.p OUTPUT inserted.id VALUES (10, 10, 1), (11, 1, 1), (12, 12, 1);
GO
INSERT dbo.c OUTPUT inserted.id VALUES (7, 1), (8, 99), (9, 1);
GO
SELECT (SELECT COUNT(*) FROM dbo.p) AS parents, (SELECT COUNT(*) FROM dbo.c) AS children;
GO
-- A source that is the table itself is read to its end first.
INSERT dbo.p (id, u) OUTPUT inserted.id SELECT id + 10, CASE id WHEN 2 THEN 1 END FROM dbo.p WHERE id < 3;
GO
-- UPDATE: keys that are unique are judged on what the statement leaves.
UPDATE dbo.p SET v = CASE id WHEN 2 THEN 100 ELSE 5 END OUTPUT inserted.id;
GO
UPDATE dbo.p SET u = 7 OUTPUT inserted.id;
GO
UPDATE dbo.p SET u = 4 - u OUTPUT inserted.id, inserted.u;
GO
UPDATE dbo.c SET pid = 99 OUTPUT inserted.id;
GO
-- DELETE: rows without a reference are sent, the one with it is not.
DELETE dbo.p OUTPUT deleted.id;
GO
SELECT COUNT(*) AS parents FROM dbo.p;
GO
-- MERGE.
MERGE dbo.p AS t USING (VALUES (20, 20), (21, 1)) AS s (id, u) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, u) VALUES (s.id, s.u) OUTPUT $action, inserted.id;
GO
MERGE dbo.p AS t USING (VALUES (3)) AS s (id) ON t.id = s.id WHEN MATCHED THEN DELETE OUTPUT $action, deleted.id;
GO
MERGE dbo.c AS t USING (VALUES (1)) AS s (id) ON t.id = s.id WHEN MATCHED THEN UPDATE SET pid = 99 OUTPUT $action, inserted.id;
GO
-- A key within one table, and rows that cascade, are judged at the end.
INSERT dbo.s OUTPUT inserted.id VALUES (1, 2), (2, 1);
GO
INSERT dbo.s OUTPUT inserted.id VALUES (3, 4), (4, 9);
GO
DELETE dbo.s OUTPUT deleted.id WHERE id = 1;
GO
DELETE dbo.s OUTPUT deleted.id;
GO
-- A row that IGNORE_DUP_KEY leaves out is not sent.
INSERT dbo.k OUTPUT inserted.id VALUES (1), (1), (2);
GO
-- Into a table nothing goes unless all of it does.
INSERT dbo.p (id) OUTPUT inserted.id INTO dbo.h VALUES (30), (1);
GO
SELECT COUNT(*) AS kept FROM dbo.h;
GO
-- It can be caught: the rows before it were sent.
BEGIN TRY
    INSERT dbo.p (id) OUTPUT inserted.id VALUES (30), (1);
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER());
END CATCH;
GO
-- Rows elsewhere that follow by a cascade may break another key.
CREATE TABLE dbo.d (id int NOT NULL CONSTRAINT PK_d PRIMARY KEY);
CREATE TABLE dbo.e (id int NOT NULL CONSTRAINT PK_e PRIMARY KEY CONSTRAINT FK_e REFERENCES dbo.d ON DELETE CASCADE);
CREATE TABLE dbo.f (id int NOT NULL CONSTRAINT FK_f REFERENCES dbo.e);
INSERT dbo.d VALUES (1), (2);
INSERT dbo.e VALUES (1), (2);
INSERT dbo.f VALUES (2);
GO
DELETE dbo.d OUTPUT deleted.id;
GO
DELETE dbo.d OUTPUT deleted.id WHERE id = 1;
