-- relational-databases/system-stored-procedures/sp-help-log-shipping-primary-secondary-transact-sql.md
CREATE PROCEDURE sys.sp_help_log_shipping_primary_secondary @primary_database sysname
AS
SET NOCOUNT ON;
SELECT s.secondary_server, s.secondary_database
FROM msdb.dbo.log_shipping_primary_secondaries AS s JOIN msdb.dbo.log_shipping_primary_databases AS p ON p.primary_id = s.primary_id
WHERE p.primary_database = @primary_database;
RETURN 0;
