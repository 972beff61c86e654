-- docs/t-sql/statements/create-table-transact-sql-identity-property.md, docs/t-sql/functions/identity-transact-sql.md,
-- scope-identity-transact-sql.md, ident-current-transact-sql.md: (1,1) by default; @@IDENTITY is NULL after an INSERT into a table without
-- an identity column, SCOPE_IDENTITY() is not; a rollback gives nothing back.
CREATE TABLE dbo.t(id int IDENTITY NOT NULL, name varchar(10) NOT NULL);
CREATE TABLE dbo.down(name varchar(10) NULL, id smallint IDENTITY(100, -10));
CREATE TABLE dbo.plain(a int NOT NULL);
GO
SET NOCOUNT ON;
SELECT @@IDENTITY AS [identity], SCOPE_IDENTITY() AS scope, IDENT_CURRENT(N'dbo.t') AS [current], IDENT_CURRENT(N'nosuch') AS nosuch;
INSERT INTO dbo.t VALUES ('a'), ('b');
INSERT INTO dbo.t(name) VALUES ('c');
SELECT @@IDENTITY AS [identity], SCOPE_IDENTITY() AS scope, IDENT_CURRENT(N'dbo.t') AS [current];
INSERT INTO dbo.down DEFAULT VALUES;
INSERT INTO dbo.down(name) SELECT name FROM dbo.t;
SELECT @@IDENTITY AS [identity], SCOPE_IDENTITY() AS scope, IDENT_CURRENT(N'dbo.t') AS [current];
INSERT INTO dbo.plain VALUES (7);
SELECT @@IDENTITY AS [identity], SCOPE_IDENTITY() AS scope;
SELECT id, name FROM dbo.t;
SELECT name, id FROM dbo.down;
SELECT IDENT_SEED(N'dbo.down') AS seed, IDENT_INCR(N'dbo.down') AS increment, IDENT_CURRENT(N'dbo.down') AS [current],
    IDENT_SEED(N'dbo.plain') AS no_identity;
GO
BEGIN TRAN;
INSERT INTO dbo.t(name) VALUES ('gone');
ROLLBACK;
INSERT INTO dbo.t(name) VALUES ('d');
SELECT id, name FROM dbo.t WHERE name = 'd';
GO
