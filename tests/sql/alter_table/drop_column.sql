-- docs/t-sql/statements/alter-table-transact-sql.md, DROP COLUMN and DROP CONSTRAINT.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.doc_exb (column_a int, column_b varchar(20) NULL, column_c datetime, column_d int);
INSERT dbo.doc_exb VALUES (1, 'b', '20240101', 4), (2, NULL, NULL, 5);
ALTER TABLE dbo.doc_exb DROP COLUMN column_b;
GO
SELECT * FROM dbo.doc_exb;
ALTER TABLE dbo.doc_exb DROP COLUMN column_c, column_d;
SELECT * FROM dbo.doc_exb;
GO
-- 4923: the last one; 4924: none such; IF EXISTS.
ALTER TABLE dbo.doc_exb DROP COLUMN column_a;
GO
ALTER TABLE dbo.doc_exb DROP COLUMN column_x;
GO
ALTER TABLE dbo.doc_exb DROP COLUMN IF EXISTS column_x;
ALTER TABLE dbo.doc_exb DROP CONSTRAINT IF EXISTS nosuch;
GO
-- 5074, 4922: what depends on it: "A column can't be dropped when it's: ... Used in a CHECK, FOREIGN KEY, UNIQUE, or PRIMARY KEY constraint. Associated with a default."
CREATE TABLE dbo.d (a int CONSTRAINT DF_a DEFAULT 1 CONSTRAINT CK_a CHECK (a > 0), b int, c AS b * 2, e int, CONSTRAINT CK_be CHECK (b < e));
INSERT dbo.d (b, e) VALUES (1, 2);
GO
ALTER TABLE dbo.d DROP COLUMN a;
GO
ALTER TABLE dbo.d DROP COLUMN b;
GO
ALTER TABLE dbo.d DROP COLUMN e;
GO
BEGIN TRY
    ALTER TABLE dbo.d DROP COLUMN e;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_MESSAGE() AS message;
END CATCH;
GO
ALTER TABLE dbo.d DROP CONSTRAINT DF_a, CK_a, COLUMN a;
GO
ALTER TABLE dbo.d DROP CONSTRAINT CK_be;
ALTER TABLE dbo.d DROP COLUMN c;
ALTER TABLE dbo.d DROP COLUMN b;
SELECT * FROM dbo.d;
GO
-- 3728, 3727.
ALTER TABLE dbo.d DROP CONSTRAINT nosuch;
GO
ALTER TABLE dbo.d DROP nosuch;
GO
-- A column's id is never given again: docs/relational-databases/system-catalog-views/sys-columns-transact-sql.md, "Column IDs might not be sequential."
CREATE TABLE dbo.gaps (a int, b int, c AS a + 1);
ALTER TABLE dbo.gaps DROP COLUMN b;
ALTER TABLE dbo.gaps ADD d int DEFAULT 4, e AS a + 2;
INSERT dbo.gaps (a) VALUES (1);
SELECT * FROM dbo.gaps;
SELECT name, column_id FROM sys.computed_columns WHERE name IN ('c', 'e') ORDER BY column_id;
SELECT parent_column_id FROM sys.default_constraints;
GO
-- After a restart, too.
-- @restart
USE G;
GO
SELECT * FROM dbo.gaps;
SELECT * FROM dbo.d;
INSERT dbo.gaps (a) VALUES (2);
ALTER TABLE dbo.gaps ADD f AS a + 3;
SELECT name, column_id FROM sys.computed_columns WHERE name IN ('c', 'e', 'f') ORDER BY column_id;
SELECT * FROM dbo.gaps;
GO
-- A dropped identity column; long values go with their column.
CREATE TABLE dbo.i (id int IDENTITY, a int, t varchar(max));
INSERT dbo.i VALUES (1, REPLICATE(CONVERT(varchar(max), 'x'), 50000)), (2, NULL);
ALTER TABLE dbo.i DROP COLUMN id;
ALTER TABLE dbo.i DROP COLUMN t;
INSERT dbo.i VALUES (3);
SELECT * FROM dbo.i;
ALTER TABLE dbo.i ADD id int IDENTITY(7, 1);
SELECT * FROM dbo.i;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
