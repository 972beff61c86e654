-- docs/t-sql/data-types/nchar-and-nvarchar-transact-sql.md: sysname is nvarchar(128) under another name.
SET NOCOUNT ON;
DECLARE @name sysname = N'Sluice';
SELECT @name AS name;
GO
-- docs/t-sql/data-types/nchar-and-nvarchar-transact-sql.md: sysname is NOT NULL unless the column says NULL.
CREATE TABLE names (a sysname, b sysname NULL, c sys.sysname, d nvarchar(128));
SELECT name, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID(N'names') ORDER BY column_id;
INSERT INTO names (a, c) VALUES (N'a', NULL);
GO
DECLARE @names table (a sysname);
INSERT INTO @names VALUES (NULL);
GO
DROP TABLE names;
