-- relational-databases/system-stored-procedures/sp-databases-transact-sql.md
CREATE PROCEDURE sys.sp_databases
AS
SET NOCOUNT ON;
SELECT d.name AS DATABASE_NAME, CAST((SELECT SUM(CAST(f.size AS bigint)) * 8 FROM sys.master_files AS f WHERE f.database_id = d.database_id) AS int)
           AS DATABASE_SIZE,
       CAST(NULL AS varchar(254)) AS REMARKS
FROM sys.databases AS d ORDER BY d.name;
