-- docs/t-sql/functions/serverproperty-transact-sql.md, sessionproperty-transact-sql.md, connectionproperty-transact-sql.md, datefirst-transact-sql.md,
-- langid-transact-sql.md, max-precision-transact-sql.md, textsize-transact-sql.md, is-member-transact-sql.md, is-srvrolemember-transact-sql.md, has-dbaccess-transact-sql.md,
-- rowcount-big-transact-sql.md; docs/t-sql/statements/set-datefirst-transact-sql.md, set-textsize-transact-sql.md, set-language-transact-sql.md.
SELECT CAST(SERVERPROPERTY('EngineEdition') AS int) AS edition, SQL_VARIANT_PROPERTY(SERVERPROPERTY('EngineEdition'), 'BaseType') AS type_of_number,
       SQL_VARIANT_PROPERTY(SERVERPROPERTY('Edition'), 'BaseType') AS type_of_text;
SELECT CAST(SERVERPROPERTY('collation') AS varchar(40)) AS [collation], CAST(SERVERPROPERTY('LCID') AS int) AS lcid, CAST(SERVERPROPERTY('IsClustered') AS int) AS is_clustered,
       SERVERPROPERTY('nothing') AS nothing, SERVERPROPERTY(NULL) AS of_null;
-- The parts of the version are those that it has.
SELECT CASE WHEN CONCAT(CAST(SERVERPROPERTY('ProductMajorVersion') AS varchar(9)), '.', CAST(SERVERPROPERTY('ProductMinorVersion') AS varchar(9)), '.', CAST(SERVERPROPERTY('ProductBuild') AS varchar(9)))
                 = LEFT(CAST(SERVERPROPERTY('ProductVersion') AS varchar(20)), 9) THEN 'yes' ELSE 'no' END AS parts;
SELECT CASE WHEN CAST(SERVERPROPERTY('ServerName') AS sysname) = @@SERVERNAME THEN 'yes' ELSE 'no' END AS same_name;
GO
SELECT SESSIONPROPERTY('ANSI_NULLS') AS nulls, SESSIONPROPERTY('numeric_roundabort') AS roundabort, SESSIONPROPERTY('nothing') AS nothing;
SELECT CONNECTIONPROPERTY('net_transport') AS transport, CONNECTIONPROPERTY('protocol_type') AS protocol, CONNECTIONPROPERTY('local_tcp_port') AS port,
       CONNECTIONPROPERTY('client_net_address') AS client;
SELECT @@LANGID AS id, @@LANGUAGE AS language, @@MAX_PRECISION AS precision, @@MAX_CONNECTIONS AS connections, @@REMSERVER AS remote, @@SERVICENAME AS service;
SELECT HOST_NAME() AS host, APP_NAME() AS program, HOST_ID() AS process, CURRENT_REQUEST_ID() AS request;
SELECT IS_MEMBER('db_owner') AS owner, IS_MEMBER('db_datareader') AS reader, IS_MEMBER('public') AS everybody, IS_MEMBER('nothing') AS no_role,
       IS_ROLEMEMBER('db_owner', 'dbo') AS of_dbo, IS_SRVROLEMEMBER('sysadmin') AS administrator, IS_SRVROLEMEMBER('diskadmin') AS of_disks,
       IS_SRVROLEMEMBER('diskadmin', 'Contoso\Pat') AS no_login, SUSER_ID() AS login, SUSER_ID('nobody') AS nobody;
SELECT HAS_DBACCESS('master') AS master, HAS_DBACCESS('nowhere') AS nowhere;
SELECT a FROM (VALUES (1), (2), (3)) AS v(a);
SELECT ROWCOUNT_BIG() AS rows;
GO
-- Of the page of SET DATEFIRST: 1 January 1999 was a Friday; with DATEFIRST 3 (Wednesday) that is the third day of its week.
SET DATEFIRST 3;
SELECT @@DATEFIRST AS first, DATEPART(weekday, '19990101') AS weekday, DATENAME(weekday, '19990101') AS name, DATEPART(week, '19990105') AS tuesday, DATEPART(week, '19990106') AS wednesday,
       DATETRUNC(week, CAST('19990112' AS date)) AS begun, DATEDIFF(week, '19990102', '19990103') AS from_saturday;
DECLARE @day int = 5;
SET DATEFIRST @day;
SELECT @@DATEFIRST AS '1st Day', DATEPART(dw, CAST('20240105' AS date)) AS friday;
SET LANGUAGE us_english;
SELECT @@DATEFIRST AS again, DATEPART(dw, CAST('20240107' AS date)) AS sunday;
GO
SET DATEFIRST 0;
GO
SET LANGUAGE Klingon;
GO
SET DATEFORMAT abc;
GO
SELECT @@TEXTSIZE AS size;
SET TEXTSIZE 6;
SELECT @@TEXTSIZE AS size, CAST('12345678' AS varchar(max)) AS a, CAST(N'12345678' AS nvarchar(max)) AS b, CAST(0x0102030405060708 AS varbinary(max)) AS c, '12345678' AS short;
SET TEXTSIZE 0;
SELECT @@TEXTSIZE AS of_zero;
SET TEXTSIZE -1;
SELECT @@TEXTSIZE AS no_limit, CAST('12345678' AS varchar(max)) AS a;
SET TEXTSIZE 2147483647;
GO
-- Properties of an instance without the feature are NULL or 0; the types of the others.
SELECT SERVERPROPERTY('InstanceName') AS instance, SERVERPROPERTY('NumLicenses') AS licenses, SERVERPROPERTY('IsExternalGovernanceEnabled') AS governance,
       SERVERPROPERTY('SuspendedDatabaseCount') AS suspended, SERVERPROPERTY('LicenseType') AS license;
SELECT SQL_VARIANT_PROPERTY(SERVERPROPERTY('EditionID'), 'BaseType') AS edition, SQL_VARIANT_PROPERTY(SERVERPROPERTY('SqlSortOrder'), 'BaseType') AS sort_order,
       SQL_VARIANT_PROPERTY(SERVERPROPERTY('ProcessID'), 'BaseType') AS process, CASE WHEN CAST(SERVERPROPERTY('ProcessID') AS int) > 0 THEN 'yes' END AS is_running;
SELECT DATABASEPROPERTYEX('master', 'IsDatabaseSuspendedForSnapshotBackup') AS suspended, DATABASEPROPERTYEX('master', 'IsAutoCreateStatisticsIncremental') AS incremental,
       DATABASEPROPERTYEX('master', 'Version') AS version, DATABASEPROPERTYEX('master', 'Edition') AS edition;
SELECT CASE WHEN @@MICROSOFTVERSION / 0x01000000 = CAST(SERVERPROPERTY('ProductMajorVersion') AS int) THEN 'yes' ELSE 'no' END AS major;
