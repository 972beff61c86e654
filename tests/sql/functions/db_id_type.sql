-- docs/t-sql/functions/db-id-transact-sql.md, return types: int.
SET NOCOUNT ON;
SELECT DB_ID('master') AS id;
