-- relational-databases/system-stored-procedures/sp-linkedservers-transact-sql.md
CREATE PROCEDURE sys.sp_linkedservers
AS
SET NOCOUNT ON;
SELECT name AS SRV_NAME, CAST(provider AS nvarchar(128)) AS SRV_PROVIDERNAME, CAST(product AS nvarchar(128)) AS SRV_PRODUCT,
       data_source AS SRV_DATASOURCE, provider_string AS SRV_PROVIDERSTRING, location AS SRV_LOCATION, catalog AS SRV_CAT
FROM sys.servers ORDER BY name;
RETURN 0;
