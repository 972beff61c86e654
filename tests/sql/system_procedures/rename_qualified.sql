-- docs/relational-databases/system-stored-procedures/sp-rename-transact-sql.md: "If a fully qualified name, including a database name, is provided,
-- the database name must be the name of the current database."
CREATE DATABASE s2;
GO
USE s2;
CREATE TABLE dbo.q(id int NOT NULL CONSTRAINT PK_q PRIMARY KEY, c int, d int, e int CONSTRAINT few CHECK (e > 0));
CREATE INDEX i_c ON dbo.q(c);
GO
EXEC sp_rename 's2.dbo.q.c', 'cc';
EXEC sp_rename '[s2].[dbo].[q].[d]', 'dd', 'COLUMN';
EXEC sp_rename 's2.dbo.q.PK_q', 'PK_new';
EXEC sp_rename 's2.dbo.q.i_c', 'i_cc', 'INDEX';
EXEC sp_rename 's2.dbo.few', 'many';
EXEC sp_rename 's2.dbo.q', 'r', 'OBJECT';
SELECT name FROM sys.columns WHERE object_id = OBJECT_ID('dbo.r') ORDER BY column_id;
SELECT name FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.r') ORDER BY index_id;
SELECT name FROM sys.check_constraints;
GO
-- 15250: another database. 15225, 15248: no such part. 15253: a server's name.
EXEC sp_rename 'master.dbo.r.cc', 'c';
EXEC sp_rename 's2.dbo.r.none', 'c';
EXEC sp_rename 's2.dbo.r.none', 'c', 'COLUMN';
EXEC sp_rename 's2.dbo.r.cc', 'c', 'OBJECT';
EXEC sp_rename 'here.s2.dbo.r.cc', 'c';
GO
