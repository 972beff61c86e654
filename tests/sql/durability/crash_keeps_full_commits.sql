-- docs/relational-databases/logs/control-transaction-durability.md, full durability guarantees: what was committed is there after a
-- crash; what was not committed is not (docs/t-sql/language-elements/begin-transaction-transact-sql.md).
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL, v varchar(10));
GO
INSERT INTO dbo.t(id, v) VALUES (1, 'one'), (2, 'two');
BEGIN TRAN;
INSERT INTO dbo.t(id, v) VALUES (3, 'three');
COMMIT;
BEGIN TRAN;
INSERT INTO dbo.t(id, v) VALUES (4, 'undone');
ROLLBACK;
BEGIN TRAN;
INSERT INTO dbo.t(id, v) VALUES (5, 'open');
GO
-- @crash
USE D;
PRINT @@TRANCOUNT;
SELECT id, v FROM dbo.t ORDER BY id;
INSERT INTO dbo.t(id, v) VALUES (6, 'after');
GO
-- @crash
USE D;
SELECT id, v FROM dbo.t ORDER BY id;
