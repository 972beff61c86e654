-- docs/t-sql/functions/databasepropertyex-transact-sql.md: examples and the values of Recovery, UserAccess, Status, Updateability; NULL for a database or property
-- that is not known.
CREATE DATABASE P;
GO
SELECT DATABASEPROPERTYEX('P', 'IsAutoShrink') AS IsAutoShrink, DATABASEPROPERTYEX('P', 'IsAutoClose') AS IsAutoClose;
SELECT DATABASEPROPERTYEX('P', 'Collation') AS Collation, DATABASEPROPERTYEX('P', 'Status') AS [Status], DATABASEPROPERTYEX('P', 'Updateability') AS Updateability,
       DATABASEPROPERTYEX('P', 'UserAccess') AS UserAccess, DATABASEPROPERTYEX('P', 'Recovery') AS [Recovery];
ALTER DATABASE P SET RECOVERY SIMPLE;
ALTER DATABASE P SET RESTRICTED_USER;
SELECT DATABASEPROPERTYEX(N'p', 'recovery') AS [Recovery], DATABASEPROPERTYEX(N'p', 'USERACCESS') AS UserAccess;
ALTER DATABASE P SET RECOVERY BULK_LOGGED;
ALTER DATABASE P SET MULTI_USER;
SELECT DATABASEPROPERTYEX('P', 'Recovery') AS [Recovery], DATABASEPROPERTYEX('P', 'UserAccess') AS UserAccess;
SELECT DATABASEPROPERTYEX('P', 'nothing') AS no_property, DATABASEPROPERTYEX('nowhere', 'Status') AS no_database, DATABASEPROPERTYEX(NULL, 'Status') AS of_null;
SELECT CASE WHEN DATABASEPROPERTYEX('tempdb', 'IsXTPSupported') = 0 THEN 'as a number' END AS compared;
SELECT name, DATABASEPROPERTYEX(name, 'Status') AS [Status] FROM sys.databases WHERE name = N'P';
GO
SELECT DATABASEPROPERTYEX('P');
GO
-- DATABASEPROPERTY, documented until SQL Server 2014: integers alone, with the older names of some settings.
SELECT DATABASEPROPERTY(N'master', 'IsTruncLog') AS trunc_log, DATABASEPROPERTY(N'model', 'IsTruncLog') AS trunc_log_of_model, DATABASEPROPERTY(N'master', 'IsSingleUser') AS single_user,
    DATABASEPROPERTY(N'master', 'IsFulltextEnabled') AS fulltext, DATABASEPROPERTY(N'master', 'IsOffline') AS offline, DATABASEPROPERTY(N'nothing', 'IsOffline') AS of_nothing, DATABASEPROPERTY(N'master', 'nothing') AS nothing;
