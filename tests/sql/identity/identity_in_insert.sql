-- docs/t-sql/functions/identity-transact-sql.md: @@IDENTITY changes "after an INSERT, SELECT INTO, or bulk copy statement is completed", so that the
-- statement's own expressions see the value of the statement before; so does SCOPE_IDENTITY() (scope-identity-transact-sql.md). "If the statement did
-- not affect any tables with identity columns, @@IDENTITY returns NULL"; it "does not revert" if the statement fails.
CREATE TABLE dbo.parent(id int IDENTITY(7, 1) PRIMARY KEY, a int NULL);
CREATE TABLE dbo.child(id int IDENTITY(100, 1) PRIMARY KEY, parent_id int NULL, b int NULL);
CREATE TABLE dbo.plain(parent_id int NULL);
GO
SET NOCOUNT ON;
INSERT dbo.parent(a) VALUES (1);
INSERT dbo.child(parent_id) VALUES (@@IDENTITY);
SELECT @@IDENTITY AS last;
INSERT dbo.parent(a) VALUES (@@IDENTITY);
INSERT dbo.child(parent_id, b) SELECT @@IDENTITY, SCOPE_IDENTITY() FROM (VALUES (1), (2), (3)) AS v(n);
SELECT id, parent_id, b FROM dbo.child ORDER BY id;
SELECT id, a FROM dbo.parent ORDER BY id;
GO
INSERT dbo.plain(parent_id) VALUES (@@IDENTITY);
SELECT @@IDENTITY AS without, SCOPE_IDENTITY() AS scope;
INSERT dbo.parent(a) VALUES (2);
INSERT dbo.plain(parent_id) SELECT @@IDENTITY UNION ALL SELECT @@IDENTITY;
INSERT dbo.parent(a) VALUES (3);
EXEC ('INSERT dbo.child(parent_id) VALUES (@@IDENTITY)');
INSERT dbo.parent(a) VALUES (4);
EXEC sp_executesql N'INSERT dbo.child(parent_id, b) VALUES (@@IDENTITY, SCOPE_IDENTITY())';
SELECT parent_id FROM dbo.plain;
SELECT parent_id, b FROM dbo.child WHERE id > 103 ORDER BY id;
GO
-- MERGE, and OUTPUT INTO a table with an identity column.
INSERT dbo.parent(a) VALUES (5);
MERGE dbo.child AS c USING (VALUES (-1), (-2)) AS s(id) ON c.id = s.id WHEN NOT MATCHED THEN INSERT (parent_id) VALUES (@@IDENTITY);
SELECT TOP (2) id, parent_id FROM dbo.child ORDER BY id DESC;
SELECT @@IDENTITY AS merged, SCOPE_IDENTITY() AS scope;
UPDATE dbo.plain SET parent_id = 0 OUTPUT inserted.parent_id INTO dbo.child(parent_id);
SELECT @@IDENTITY AS put_out, SCOPE_IDENTITY() AS scope;
UPDATE dbo.plain SET parent_id = 1;
DELETE dbo.plain;
SELECT @@IDENTITY AS kept;
GO
-- SELECT INTO without an identity column.
SELECT parent_id INTO #copy FROM dbo.child;
SELECT @@IDENTITY AS without, SCOPE_IDENTITY() AS scope;
SELECT IDENTITY(int, 50, 1) AS k, parent_id INTO #numbered FROM dbo.child WHERE id < 103;
SELECT @@IDENTITY AS numbered;
GO
-- A statement that fails keeps the value that it has drawn.
CREATE TABLE dbo.checked(id int IDENTITY(500, 1), a int CHECK (a > 0));
GO
SET NOCOUNT ON;
INSERT dbo.checked(a) VALUES (1);
BEGIN TRY INSERT dbo.checked(a) SELECT n FROM (VALUES (1), (0)) AS v(n); END TRY BEGIN CATCH SELECT ERROR_NUMBER() AS error; END CATCH;
SELECT IIF(@@IDENTITY > 500, 'drawn', 'before') AS last;
GO
-- A trigger that inserts into a table without identity column: "@@IDENTITY returns the identity value of the first insert".
CREATE TRIGGER dbo.noted ON dbo.parent AFTER INSERT AS INSERT dbo.plain(parent_id) SELECT id FROM inserted;
GO
SET NOCOUNT ON;
INSERT dbo.parent(a) VALUES (6);
SELECT @@IDENTITY AS first_insert, SCOPE_IDENTITY() AS scope, (SELECT MAX(id) FROM dbo.parent) AS id, (SELECT MAX(parent_id) FROM dbo.plain) AS noted;
GO
