-- docs/t-sql/statements/set-cursor-close-on-commit-transact-sql.md, docs/t-sql/language-elements/rollback-transaction-transact-sql.md: what COMMIT and
-- ROLLBACK close; docs/database-engine/configure-windows/configure-the-user-options-server-configuration-option.md: the bit of @@OPTIONS;
-- docs/t-sql/statements/set-ansi-defaults-transact-sql.md.
CREATE DATABASE C;
GO
USE C;
SELECT @@OPTIONS & 4 AS bit;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t VALUES (1), (2), (3);
GO
-- By default a cursor outlives COMMIT.
BEGIN TRANSACTION;
DECLARE c CURSOR GLOBAL FOR SELECT a FROM dbo.t ORDER BY a;
OPEN c;
FETCH NEXT FROM c;
COMMIT;
FETCH NEXT FROM c;
GO
SET CURSOR_CLOSE_ON_COMMIT ON;
SELECT @@OPTIONS & 4 AS bit;
-- A statement that is a transaction of its own is no COMMIT; an inner COMMIT ends nothing.
UPDATE dbo.t SET a = a;
BEGIN TRANSACTION;
BEGIN TRANSACTION;
COMMIT;
FETCH NEXT FROM c;
COMMIT;
-- 16917: it is closed, and there still.
FETCH NEXT FROM c;
OPEN c;
FETCH NEXT FROM c;
GO
-- ROLLBACK closes all of them.
DECLARE s CURSOR GLOBAL STATIC FOR SELECT a FROM dbo.t ORDER BY a;
OPEN s;
BEGIN TRANSACTION;
ROLLBACK;
FETCH NEXT FROM c;
FETCH NEXT FROM s;
GO
-- OFF, it closes none of them, as they are populated (Remarks of SET CURSOR_CLOSE_ON_COMMIT; the page of ROLLBACK still says that those that are
-- not static are closed, as in SQL Server 7.0).
SET CURSOR_CLOSE_ON_COMMIT OFF;
OPEN c;
OPEN s;
BEGIN TRANSACTION;
ROLLBACK;
FETCH NEXT FROM c;
FETCH NEXT FROM s;
GO
SET ANSI_DEFAULTS ON;
SELECT @@OPTIONS & 6 AS bits;
GO
SET ANSI_DEFAULTS OFF;
SET CURSOR_CLOSE_ON_COMMIT OFF;
GO
-- A loop over items, of which each is undone.
DECLARE items CURSOR LOCAL FAST_FORWARD FOR SELECT a FROM dbo.t ORDER BY a;
DECLARE @a int;
OPEN items;
FETCH NEXT FROM items INTO @a;
WHILE @@FETCH_STATUS = 0
BEGIN
    BEGIN TRANSACTION;
    UPDATE dbo.t SET a = -@a WHERE a = @a;
    ROLLBACK;
    PRINT CONCAT('undone: ', @a);
    FETCH NEXT FROM items INTO @a;
END;
GO
-- A cursor over rows and over a table that the rollback takes away.
CREATE TABLE dbo.k(a int PRIMARY KEY);
INSERT INTO dbo.k VALUES (1);
BEGIN TRANSACTION;
INSERT INTO dbo.k VALUES (2);
CREATE TABLE dbo.gone(a int PRIMARY KEY);
INSERT INTO dbo.gone VALUES (1), (2);
DECLARE kept CURSOR LOCAL KEYSET FOR SELECT a FROM dbo.k;
DECLARE g CURSOR LOCAL KEYSET FOR SELECT a FROM dbo.gone;
OPEN kept;
OPEN g;
FETCH NEXT FROM kept;
FETCH NEXT FROM g;
ROLLBACK;
FETCH NEXT FROM kept;
SELECT @@FETCH_STATUS AS missing;
FETCH NEXT FROM g;
GO
