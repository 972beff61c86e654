-- relational-databases/system-stored-procedures/sp-helpsort-transact-sql.md
CREATE PROCEDURE sys.sp_helpsort
AS
SET NOCOUNT ON;
SELECT description AS [Server default collation] FROM sys.fn_helpcollations() WHERE name = CAST(SERVERPROPERTY('Collation') AS sysname);
RETURN 0;
