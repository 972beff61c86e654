-- docs/t-sql/data-types/nchar-and-nvarchar-transact-sql.md: sysname is nvarchar(128) under another name.
SET NOCOUNT ON;
DECLARE @name sysname = N'Sluice';
SELECT @name AS name;
