-- docs/t-sql/language-elements/rollback-transaction-transact-sql.md; docs/t-sql/statements/create-table-transact-sql.md and
-- drop-table-transact-sql.md may stand in a transaction: they are undone with it. New columns are named in a batch of their own: "when
-- you reference an existing table, you can't list nonexistent columns for that table" (Deferred Name Resolution and Compilation) holds
-- for the table that stands when the batch is compiled.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.old(a int);
INSERT INTO dbo.old(a) VALUES (1);
GO
BEGIN TRAN;
CREATE TABLE dbo.new(a int);
INSERT INTO dbo.new(a) VALUES (1), (2);
DROP TABLE dbo.old;
ROLLBACK;
SELECT a FROM dbo.old;
GO
SELECT a FROM dbo.new;
GO
BEGIN TRAN;
DROP TABLE dbo.old;
CREATE TABLE dbo.old(b varchar(5));
GO
INSERT INTO dbo.old(b) VALUES ('b');
COMMIT;
GO
SELECT * FROM dbo.old;
