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
-- OFF, it closes those that are not static.
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
