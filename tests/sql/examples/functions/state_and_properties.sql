-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/collation-functions-collationproperty-transact-sql.md
SELECT name, COLLATIONPROPERTY(name, 'CodePage') AS page, COLLATIONPROPERTY(name, 'LCID') AS lcid, COLLATIONPROPERTY(name, 'ComparisonStyle') AS style, COLLATIONPROPERTY(name, 'Version') AS version
FROM (VALUES ('SQL_Latin1_General_CP1_CI_AS'), ('Latin1_General_CS_AS_KS_WS'), ('Latin1_General_BIN2'), ('Latin1_General_100_CI_AI'), ('Latin1_General_100_CI_AS_SC_UTF8'), ('Cyrillic_General_CI_AS'), ('none')) AS c(name);
SELECT SQL_VARIANT_PROPERTY(COLLATIONPROPERTY('Latin1_General_CI_AS', 'LCID'), 'BaseType') AS lcid, SQL_VARIANT_PROPERTY(COLLATIONPROPERTY('Latin1_General_CI_AS', 'Version'), 'BaseType') AS version, COLLATIONPROPERTY('Latin1_General_CI_AS', 'none') AS unknown, COLLATIONPROPERTY(NULL, 'LCID') AS n;
GO
-- docs/t-sql/functions/connectionproperty-transact-sql.md
SELECT
ConnectionProperty('protocol_type') AS 'Protocol type', CONNECTIONPROPERTY('none') AS other, SQL_VARIANT_PROPERTY(CONNECTIONPROPERTY('net_transport'), 'BaseType') AS type, SQL_VARIANT_PROPERTY(CONNECTIONPROPERTY('net_transport'), 'MaxLength') AS bytes;
GO
-- docs/t-sql/functions/context-info-transact-sql.md
SELECT CONTEXT_INFO() AS unset;
SET CONTEXT_INFO 0x1256698456;
GO
SELECT DATALENGTH(CONTEXT_INFO()) AS bytes, CAST(CONTEXT_INFO() AS binary(5)) AS value;
--> 128 | 0x1256698456
GO
-- docs/t-sql/functions/connections-transact-sql.md, cpu-busy-transact-sql.md, idle-transact-sql.md, io-busy-transact-sql.md,
-- timeticks-transact-sql.md, total-read-transact-sql.md, total-write-transact-sql.md, total-errors-transact-sql.md,
-- pack-sent-transact-sql.md, packet-errors-transact-sql.md, max-connections-transact-sql.md: counters since the start, of type int.
SELECT GETDATE() AS 'Today''s Date and Time', @@CONNECTIONS AS 'Login Attempts' INTO counters;
SELECT CAST(@@CPU_BUSY AS float) * @@TIMETICKS AS cpu, @@IDLE * CAST(@@TIMETICKS AS float) AS idle, @@IO_BUSY * @@TIMETICKS AS io INTO busy;
SELECT COUNT(*) AS counted FROM counters, busy WHERE [Login Attempts] >= 0 AND cpu >= 0 AND idle >= 0 AND io >= 0;
SELECT SQL_VARIANT_PROPERTY(@@CPU_BUSY, 'BaseType') AS cpu, SQL_VARIANT_PROPERTY(@@IDLE, 'BaseType') AS idle, SQL_VARIANT_PROPERTY(@@IO_BUSY, 'BaseType') AS io, SQL_VARIANT_PROPERTY(@@TIMETICKS, 'BaseType') AS ticks, SQL_VARIANT_PROPERTY(@@TOTAL_READ, 'BaseType') AS reads, SQL_VARIANT_PROPERTY(@@TOTAL_WRITE, 'BaseType') AS writes, SQL_VARIANT_PROPERTY(@@CONNECTIONS, 'BaseType') AS logins;
SELECT @@MAX_CONNECTIONS AS 'Max Connections';
--> 32767
SELECT @@PACKET_ERRORS AS 'Packet Errors', @@TOTAL_ERRORS AS 'Errors', SQL_VARIANT_PROPERTY(@@PACK_SENT, 'BaseType') AS sent, SQL_VARIANT_PROPERTY(@@PACK_RECEIVED, 'BaseType') AS received;
--> 0 | 0 | int | int
DROP TABLE counters, busy;
GO
-- docs/t-sql/functions/current-request-id-transact-sql.md, current-transaction-id-transact-sql.md, current-timezone-transact-sql.md,
-- current-timezone-id-transact-sql.md
SELECT CURRENT_REQUEST_ID() AS request, SQL_VARIANT_PROPERTY(CURRENT_REQUEST_ID(), 'BaseType') AS request_type, SQL_VARIANT_PROPERTY(CURRENT_TRANSACTION_ID(), 'BaseType') AS type, CASE WHEN CURRENT_TRANSACTION_ID() = (SELECT transaction_id FROM sys.dm_tran_current_transaction) THEN 'the same' END AS view_has;
BEGIN TRANSACTION;
DECLARE @before bigint = CURRENT_TRANSACTION_ID();
SELECT CASE WHEN CURRENT_TRANSACTION_ID() = @before THEN 'one transaction' END AS same;
COMMIT;
SELECT SQL_VARIANT_PROPERTY(CURRENT_TIMEZONE(), 'BaseType') AS zone, SQL_VARIANT_PROPERTY(CURRENT_TIMEZONE_ID(), 'BaseType') AS id, CASE WHEN CURRENT_TIMEZONE() LIKE '(UTC%) %' THEN 'with the offset' END AS form, (SELECT COUNT(*) FROM sys.time_zone_info WHERE name = CURRENT_TIMEZONE_ID()) AS known;
GO
-- docs/t-sql/functions/cursor-rows-transact-sql.md: over a heap and over a table with a key.
CREATE TABLE dbo.Person (id int PRIMARY KEY, LastName nvarchar(20));
INSERT dbo.Person VALUES (1, N'Sanchez'), (2, N'Duffy');
GO
SELECT @@CURSOR_ROWS;
--> 0
DECLARE Name_Cursor CURSOR FOR
SELECT LastName ,@@CURSOR_ROWS FROM dbo.Person;
OPEN Name_Cursor;
FETCH NEXT FROM Name_Cursor;
SELECT @@CURSOR_ROWS;
--> -1
CLOSE Name_Cursor;
DEALLOCATE Name_Cursor;
GO
DECLARE s CURSOR STATIC FOR SELECT id FROM dbo.Person;
DECLARE k CURSOR KEYSET FOR SELECT id FROM dbo.Person;
DECLARE d CURSOR DYNAMIC FOR SELECT id FROM dbo.Person;
OPEN s; SELECT @@CURSOR_ROWS AS static_rows;
OPEN k; SELECT @@CURSOR_ROWS AS keyset_rows;
CLOSE k;
DEALLOCATE s; DEALLOCATE k; DEALLOCATE d;
GO
-- docs/t-sql/functions/fetch-status-transact-sql.md
DECLARE Employee_Cursor CURSOR FOR
SELECT id, LastName
FROM dbo.Person;
OPEN Employee_Cursor;
FETCH NEXT FROM Employee_Cursor;
WHILE @@FETCH_STATUS = 0
   BEGIN
      FETCH NEXT FROM Employee_Cursor;
   END;
SELECT @@FETCH_STATUS AS behind;
CLOSE Employee_Cursor;
DEALLOCATE Employee_Cursor;
GO
DECLARE k CURSOR KEYSET FOR SELECT id FROM dbo.Person ORDER BY id;
OPEN k;
DELETE dbo.Person WHERE id = 1;
FETCH NEXT FROM k;
SELECT @@FETCH_STATUS AS missing;
DEALLOCATE k;
DROP TABLE dbo.Person;
GO
-- docs/t-sql/functions/databasepropertyex-transact-sql.md
CREATE DATABASE properties;
GO
SELECT DATABASEPROPERTYEX('properties', 'IsAutoShrink');
--> 0
SELECT DATABASEPROPERTYEX('properties', 'Collation') AS collation, DATABASEPROPERTYEX('properties', 'Status') AS status, DATABASEPROPERTYEX('properties', 'Recovery') AS recovery, DATABASEPROPERTYEX('properties', 'UserAccess') AS access, DATABASEPROPERTYEX('properties', 'Updateability') AS updateability, DATABASEPROPERTYEX('properties', 'ComparisonStyle') AS style, DATABASEPROPERTYEX('properties', 'LCID') AS lcid, DATABASEPROPERTYEX('properties', 'SQLSortOrder') AS sort_order, DATABASEPROPERTYEX('properties', 'IsXTPSupported') AS xtp;
SELECT SQL_VARIANT_PROPERTY(DATABASEPROPERTYEX('properties', 'Collation'), 'BaseType') AS collation, SQL_VARIANT_PROPERTY(DATABASEPROPERTYEX('properties', 'SQLSortOrder'), 'BaseType') AS sort_order, SQL_VARIANT_PROPERTY(DATABASEPROPERTYEX('properties', 'Version'), 'BaseType') AS version;
GO
ALTER DATABASE properties SET READ_ONLY, RESTRICTED_USER, RECURSIVE_TRIGGERS ON, AUTO_CREATE_STATISTICS OFF, ANSI_NULLS ON, CURSOR_CLOSE_ON_COMMIT OFF;
GO
SELECT DATABASEPROPERTYEX('properties', 'Updateability') AS updateability, DATABASEPROPERTYEX('properties', 'UserAccess') AS access, DATABASEPROPERTYEX('properties', 'IsRecursiveTriggersEnabled') AS triggers, DATABASEPROPERTYEX('properties', 'IsAutoCreateStatistics') AS statistics_made, DATABASEPROPERTYEX('properties', 'IsAnsiNullsEnabled') AS nulls;
ALTER DATABASE properties SET OFFLINE;
SELECT DATABASEPROPERTYEX('properties', 'Status') AS status, DATABASEPROPERTYEX('properties', 'Collation') AS collation, DATABASEPROPERTYEX('none', 'Status') AS no_database, DATABASEPROPERTYEX('master', 'none') AS no_property, DATABASEPROPERTYEX(NULL, 'Status') AS n;
ALTER DATABASE properties SET ONLINE;
DROP DATABASE properties;
GO
-- docs/t-sql/functions/db-id-transact-sql.md, db-name-transact-sql.md
SELECT DB_ID() AS [Database ID], DB_ID(N'tempdb') AS tempdb, DB_ID('none') AS none, DB_ID(NULL) AS n;
SELECT DB_NAME() AS [Current Database];
--> master
SELECT DB_NAME(2) AS two, DB_NAME(9999) AS none, DB_NAME(NULL) AS n;
GO
DECLARE @db_id INT;
DECLARE @object_id INT;
SET @db_id = DB_ID(N'AdventureWorks2012');
SET @object_id = OBJECT_ID(N'AdventureWorks2012.Person.Address');
IF @db_id IS NULL
  BEGIN;
    PRINT N'Invalid database';
  END;
ELSE IF @object_id IS NULL
  BEGIN;
    PRINT N'Invalid object';
  END;
ELSE
  BEGIN;
    SELECT * FROM sys.dm_db_index_operational_stats(@db_id, @object_id, NULL, NULL);
  END;
GO
-- docs/t-sql/functions/object-id-transact-sql.md: C, for a table that exists.
CREATE TABLE dbo.AWBuildVersion (a int);
SELECT OBJECT_NAME(object_id) AS name FROM sys.dm_db_index_operational_stats(DB_ID(N'master'), OBJECT_ID(N'master.dbo.AWBuildVersion'), NULL, NULL);
IF OBJECT_ID (N'dbo.AWBuildVersion', N'U') IS NOT NULL
DROP TABLE dbo.AWBuildVersion;
SELECT OBJECT_ID(N'dbo.AWBuildVersion', N'U') AS dropped, OBJECT_ID(N'dbo.none') AS none, OBJECT_ID(NULL) AS n;
CREATE TABLE #mytemptable (a int);
SELECT CASE WHEN OBJECT_ID('tempdb..#mytemptable') IS NOT NULL THEN 'with the database' END AS a, OBJECT_ID('#mytemptable') AS b, CASE WHEN OBJECT_ID('sys.objects', 'V') IS NOT NULL THEN 'a system view' END AS c, OBJECT_ID('sys.objects', 'U') AS d;
DROP TABLE #mytemptable;
GO
-- docs/t-sql/functions/dbts-transact-sql.md, min-active-rowversion-transact-sql.md: the differences that the page shows.
CREATE DATABASE stamps;
GO
USE stamps;
GO
CREATE TABLE RowVersionTestTable (rv ROWVERSION)
GO
SELECT CAST(MIN_ACTIVE_ROWVERSION() AS bigint) - CAST(@@DBTS AS bigint) AS above, SQL_VARIANT_PROPERTY(@@DBTS, 'BaseType') AS dbts, SQL_VARIANT_PROPERTY(MIN_ACTIVE_ROWVERSION(), 'BaseType') AS active;
DECLARE @next binary(8) = MIN_ACTIVE_ROWVERSION();
INSERT INTO RowVersionTestTable VALUES (DEFAULT)
SELECT CASE WHEN rv = @next AND rv = @@DBTS THEN 'the next one' END AS inserted FROM RowVersionTestTable
GO
PRINT ''
PRINT 'DBTS'
PRINT @@DBTS
PRINT 'MIN_ACTIVE_ROWVERSION'
PRINT MIN_ACTIVE_ROWVERSION()
SELECT CAST(MIN_ACTIVE_ROWVERSION() AS bigint) - CAST(@@DBTS AS bigint) AS above;
GO
BEGIN TRAN
INSERT INTO RowVersionTestTable VALUES (DEFAULT)
SELECT COUNT(*) AS n FROM RowVersionTestTable
SELECT CAST(MIN_ACTIVE_ROWVERSION() AS bigint) - CAST(@@DBTS AS bigint) AS within;
--> 0
COMMIT
SELECT CAST(MIN_ACTIVE_ROWVERSION() AS bigint) - CAST(@@DBTS AS bigint) AS after;
--> 1
GO
-- docs/t-sql/functions/file-id-transact-sql.md, file-name-transact-sql.md, getansinull-transact-sql.md
SELECT FILE_ID('stamps')AS 'File ID', FILE_ID('stamps_log') AS log_id, FILE_ID('none') AS none, FILE_ID(NULL) AS n, SQL_VARIANT_PROPERTY(FILE_ID('stamps'), 'BaseType') AS type;
SELECT FILE_NAME(1) AS 'File Name 1', FILE_NAME(2) AS 'File Name 2', FILE_NAME(99) AS none, FILE_NAME(NULL) AS n;
--> stamps | stamps_log | NULL | NULL
SELECT GETANSINULL('stamps')
--> 1
SET ANSI_NULL_DFLT_OFF ON;
SELECT GETANSINULL('stamps') AS set_off, GETANSINULL() AS current_database, GETANSINULL('none') AS none;
SET ANSI_NULL_DFLT_OFF OFF;
SET ANSI_NULL_DFLT_ON ON;
USE master;
DROP DATABASE stamps;
GO
-- docs/t-sql/functions/host-id-transact-sql.md, host-name-transact-sql.md, servername-transact-sql.md, servicename-transact-sql.md,
-- spid-transact-sql.md, version-transact-sql-configuration-functions.md, remserver-transact-sql.md
CREATE TABLE Orders
   (OrderID     INT        PRIMARY KEY,
    TerminalID  CHAR(10)   NULL DEFAULT HOST_ID(),
    Workstation NCHAR(30)  NULL DEFAULT HOST_NAME(),
    OrderDate   DATETIME   NOT NULL DEFAULT GETDATE());
INSERT Orders (OrderID) VALUES (1);
SELECT COUNT(*) AS n FROM Orders WHERE TerminalID IS NOT DISTINCT FROM HOST_ID();
DROP TABLE Orders;
SELECT CASE WHEN @@SERVERNAME = SERVERPROPERTY('ServerName') THEN 'the same' END AS [Server Name], @@SERVICENAME AS 'Service Name', SQL_VARIANT_PROPERTY(@@SPID, 'BaseType') AS spid, CASE WHEN @@SPID = (SELECT session_id FROM sys.dm_exec_sessions WHERE session_id = @@SPID) THEN 'listed' END AS listed;
SELECT CASE WHEN @@VERSION LIKE '%' + CAST(SERVERPROPERTY('ProductVersion') AS varchar(20)) + '%' THEN 'has the product version' END AS [SQL Server Version], @@REMSERVER AS remote;
SELECT @@SPID AS 'ID', SYSTEM_USER AS 'Login Name', USER AS 'User Name' INTO named;
SELECT [Login Name], [User Name] FROM named;
DROP TABLE named;
GO
-- docs/t-sql/functions/objectproperty-transact-sql.md: A to C.
CREATE TABLE dbo.UnitMeasure (Code nchar(3));
GO
CREATE FUNCTION dbo.ufnGetProductDealerPrice (@ProductID int) RETURNS money AS BEGIN RETURN $1 END;
GO
IF OBJECTPROPERTY (OBJECT_ID(N'dbo.UnitMeasure'),'ISTABLE') = 1
   PRINT 'UnitMeasure is a table.'
ELSE IF OBJECTPROPERTY (OBJECT_ID(N'dbo.UnitMeasure'),'ISTABLE') = 0
   PRINT 'UnitMeasure is not a table.'
ELSE IF OBJECTPROPERTY (OBJECT_ID(N'dbo.UnitMeasure'),'ISTABLE') IS NULL
   PRINT 'ERROR: UnitMeasure is not a valid object.';
GO
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.ufnGetProductDealerPrice'), 'IsDeterministic');
--> 0
GO
SELECT name
FROM sys.objects
WHERE OBJECTPROPERTY(object_id, N'SchemaId') = SCHEMA_ID(N'dbo') AND name LIKE N'u%'
ORDER BY name;
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.UnitMeasure'), 'IsDeterministic') AS of_table, OBJECTPROPERTY(OBJECT_ID('dbo.UnitMeasure'), 'TableTemporalType') AS temporal, OBJECTPROPERTY(OBJECT_ID('dbo.UnitMeasure'), 'none') AS none, OBJECTPROPERTY(0, 'IsTable') AS no_object;
SELECT ROUTINE_NAME, IS_DETERMINISTIC FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_NAME LIKE N'ufn%';
DROP FUNCTION dbo.ufnGetProductDealerPrice;
DROP TABLE dbo.UnitMeasure;
GO
-- docs/t-sql/functions/serverproperty-transact-sql.md
SELECT SERVERPROPERTY('LicenseType') AS license, SERVERPROPERTY('NumLicenses') AS number, SERVERPROPERTY('Collation') AS collation, SERVERPROPERTY('SqlCharSetName') AS charset, SERVERPROPERTY('SqlSortOrderName') AS sort_order, SERVERPROPERTY('IsSingleUser') AS single, SERVERPROPERTY('IsIntegratedSecurityOnly') AS integrated, SERVERPROPERTY('none') AS none, SERVERPROPERTY('IsClustered') AS clustered_server, SERVERPROPERTY('ProductLevel') AS level, SERVERPROPERTY('ProductMajorVersion') AS major, SERVERPROPERTY('EngineEdition') AS edition;
SELECT SERVERPROPERTY('ResourceVersion') AS resource, SERVERPROPERTY('SuspendedDatabaseCount') AS suspended, SERVERPROPERTY('ProductMinorVersion') AS minor, SQL_VARIANT_PROPERTY(SERVERPROPERTY('EditionID'), 'BaseType') AS edition, SQL_VARIANT_PROPERTY(SERVERPROPERTY('SqlCharSet'), 'BaseType') AS charset, SQL_VARIANT_PROPERTY(SERVERPROPERTY('SqlSortOrder'), 'BaseType') AS sort_order, SQL_VARIANT_PROPERTY(SERVERPROPERTY('ProcessID'), 'BaseType') AS process;
GO
-- docs/t-sql/functions/identity-transact-sql.md: over a table of one location.
CREATE TABLE dbo.Location (LocationID smallint IDENTITY PRIMARY KEY, Name nvarchar(20));
CREATE TABLE dbo.Log (id int IDENTITY(100, 1), text nvarchar(20));
INSERT dbo.Location VALUES (N'Tool Crib');
GO
SELECT MAX(LocationID) FROM dbo.Location;
INSERT INTO dbo.Location (Name) VALUES ('Damaged Goods');
SELECT @@IDENTITY AS 'Identity', SQL_VARIANT_PROPERTY(@@IDENTITY, 'BaseType') AS type, SQL_VARIANT_PROPERTY(@@IDENTITY, 'Precision') AS p;
SELECT MAX(LocationID) FROM dbo.Location;
GO
-- A trigger's identity value, a table without one, a failed INSERT, a rollback.
CREATE TRIGGER logged ON dbo.Location AFTER INSERT AS INSERT dbo.Log VALUES (N'x');
GO
INSERT dbo.Location VALUES (N'Paint');
SELECT @@IDENTITY AS of_trigger, SCOPE_IDENTITY() AS of_scope, IDENT_CURRENT('dbo.Location') AS of_table;
BEGIN TRANSACTION;
INSERT dbo.Location VALUES (N'Weld');
ROLLBACK;
SELECT @@IDENTITY AS rolled_back, SCOPE_IDENTITY() AS of_scope;
CREATE TABLE dbo.plain (a int);
INSERT dbo.plain VALUES (1);
SELECT @@IDENTITY AS without, SCOPE_IDENTITY() AS of_scope;
DROP TABLE dbo.plain, dbo.Log, dbo.Location;
GO
-- docs/t-sql/functions/indexproperty-transact-sql.md: over a table with a key of two levels.
CREATE TABLE dbo.Employee (BusinessEntityID int CONSTRAINT PK_Employee_BusinessEntityID PRIMARY KEY, LoginID char(2000), n int);
INSERT dbo.Employee SELECT value, 'x', value FROM GENERATE_SERIES(1, 20);
CREATE UNIQUE INDEX AK ON dbo.Employee (n) WITH (FILLFACTOR = 80, PAD_INDEX = ON, ALLOW_PAGE_LOCKS = OFF);
CREATE STATISTICS s ON dbo.Employee (LoginID);
GO
SELECT
    INDEXPROPERTY(OBJECT_ID('dbo.Employee'),
        'PK_Employee_BusinessEntityID','IsClustered')AS [Is Clustered],
    INDEXPROPERTY(OBJECT_ID('dbo.Employee'),
        'PK_Employee_BusinessEntityID','IndexFillFactor') AS [Fill Factor];
--> 1 | 0
SELECT p.name, INDEXPROPERTY(OBJECT_ID('dbo.Employee'), 'AK', p.name) AS ak, INDEXPROPERTY(OBJECT_ID('dbo.Employee'), 's', p.name) AS s, INDEXPROPERTY(OBJECT_ID('dbo.Employee'), 'none', p.name) AS none
FROM (VALUES ('IndexFillFactor'), ('IndexID'), ('IsAutoStatistics'), ('IsClustered'), ('IsDisabled'), ('IsFulltextKey'), ('IsHypothetical'), ('IsPadIndex'), ('IsPageLockDisallowed'), ('IsRowLockDisallowed'), ('IsStatistics'), ('IsUnique'), ('IsColumnstore'), ('IsOptimizedForSequentialKey'), ('none')) AS p(name);
-- docs/t-sql/functions/stats-date-transact-sql.md: A, C.
SELECT name AS stats_name,
    CASE WHEN STATS_DATE(object_id, stats_id) <= GETDATE() THEN 'made' END AS statistics_update_date
FROM sys.stats
WHERE object_id = OBJECT_ID('dbo.Employee') ORDER BY stats_id;
SELECT name AS index_name,
    CASE WHEN STATS_DATE(object_id, index_id) <= GETDATE() THEN 'made' END AS statistics_update_date
FROM sys.indexes
WHERE object_id = OBJECT_ID('dbo.Employee') ORDER BY index_id;
SELECT STATS_DATE(OBJECT_ID('dbo.Employee'), 99) AS none, STATS_DATE(NULL, 1) AS n, SQL_VARIANT_PROPERTY(STATS_DATE(OBJECT_ID('dbo.Employee'), 2), 'BaseType') AS type;
DROP TABLE dbo.Employee;
GO
-- docs/t-sql/functions/len-transact-sql.md
DECLARE @v1 varchar(40),
    @v2 nvarchar(40);
SELECT
@v1 = 'Test of 22 characters ',
@v2 = 'Test of 22 characters ';
SELECT LEN(@v1) AS [varchar LEN] , DATALENGTH(@v1) AS [varchar DATALENGTH];
SELECT LEN(@v2) AS [nvarchar LEN], DATALENGTH(@v2) AS [nvarchar DATALENGTH];
SELECT LEN(FirstName) AS FNameLength, FirstName, LastName FROM (VALUES (N'Lynn', N'Tsoflias')) AS e(FirstName, LastName);
--> 4 | Lynn | Tsoflias
SELECT SQL_VARIANT_PROPERTY(LEN('a'), 'BaseType') AS short, SQL_VARIANT_PROPERTY(LEN(CAST('a' AS varchar(max))), 'BaseType') AS long, SQL_VARIANT_PROPERTY(LEN(CAST(0x01 AS varbinary(max))), 'BaseType') AS long_binary, LEN(0x010200) AS bytes, LEN(NULL) AS n, LEN(12345) AS number;
GO
-- docs/t-sql/functions/lock-timeout-transact-sql.md
SELECT @@LOCK_TIMEOUT AS [Lock Timeout];
--> -1
SET LOCK_TIMEOUT 1800;
SELECT @@LOCK_TIMEOUT AS [Lock Timeout];
--> 1800
SET LOCK_TIMEOUT -1;
GO
-- docs/t-sql/functions/loginproperty-transact-sql.md
CREATE LOGIN John3 WITH PASSWORD = 'Str0ng!Password', CHECK_POLICY = OFF, DEFAULT_DATABASE = tempdb;
GO
SELECT LOGINPROPERTY('John3', 'IsMustChange');
SELECT LOGINPROPERTY('John3', 'IsLocked');
SELECT p.name, LOGINPROPERTY('John3', p.name) AS value, SQL_VARIANT_PROPERTY(LOGINPROPERTY('John3', p.name), 'BaseType') AS type, LOGINPROPERTY('none', p.name) AS none
FROM (VALUES ('BadPasswordCount'), ('BadPasswordTime'), ('DaysUntilExpiration'), ('DefaultDatabase'), ('DefaultLanguage'), ('HistoryLength'), ('IsExpired'), ('IsLocked'), ('ismustchange'), ('LockoutTime'), ('none')) AS p(name);
SELECT SQL_VARIANT_PROPERTY(LOGINPROPERTY('John3', 'PasswordHash'), 'BaseType') AS hash, PWDCOMPARE('Str0ng!Password', CAST(LOGINPROPERTY('John3', 'PasswordHash') AS varbinary(256))) AS compared;
DROP LOGIN John3;
GO
-- docs/t-sql/functions/newsequentialid-transact-sql.md: only in DEFAULT of uniqueidentifier columns, not combined.
CREATE TABLE myTable (ColumnA uniqueidentifier DEFAULT NEWSEQUENTIALID());
INSERT myTable DEFAULT VALUES;
INSERT myTable DEFAULT VALUES;
SELECT COUNT(DISTINCT ColumnA) AS n FROM myTable;
DROP TABLE myTable;
GO
CREATE FUNCTION dbo.myfunction(@g uniqueidentifier) RETURNS uniqueidentifier AS BEGIN RETURN @g END;
GO
CREATE TABLE myTable (ColumnA uniqueidentifier DEFAULT dbo.myfunction(NEWSEQUENTIALID()));
GO
CREATE TABLE myTable (ColumnA varchar(36) DEFAULT NEWSEQUENTIALID());
GO
SELECT NEWSEQUENTIALID();
GO
DROP FUNCTION dbo.myfunction;
GO
-- docs/t-sql/functions/object-definition-transact-sql.md
CREATE TABLE dbo.Address (id int CONSTRAINT positive CHECK (id > 0), n int CONSTRAINT five DEFAULT (5));
GO
CREATE TRIGGER dbo.uAddress ON dbo.Address AFTER UPDATE NOT FOR REPLICATION AS
RETURN;
GO
SELECT OBJECT_DEFINITION (OBJECT_ID(N'dbo.uAddress')) AS [Trigger Definition];
SELECT OBJECT_DEFINITION(OBJECT_ID('positive')) AS checked, OBJECT_DEFINITION(OBJECT_ID('five')) AS defaulted, OBJECT_DEFINITION(OBJECT_ID('dbo.Address')) AS of_table, OBJECT_DEFINITION(NULL) AS n, OBJECT_DEFINITION(0) AS none, CASE WHEN OBJECT_DEFINITION (OBJECT_ID(N'sys.sp_columns')) IS NOT NULL THEN 'a text' END AS [Object Definition];
DROP TABLE dbo.Address;
GO
-- docs/t-sql/functions/percentile-cont-transact-sql.md: two departments of the result.
SELECT DISTINCT Name AS DepartmentName
      ,CAST(PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ph.Rate)
                            OVER (PARTITION BY Name) AS decimal(9, 4)) AS MedianCont
      ,PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY ph.Rate)
                            OVER (PARTITION BY Name) AS MedianDisc
FROM (VALUES (N'Document Control', $10.25), (N'Document Control', $16.8269), (N'Document Control', $16.8269), (N'Document Control', NULL), (N'Engineering', $32.6923), (N'Engineering', $36.0577)) AS ph(Name, Rate);
--> Document Control | 16.8269 | 16.8269
--> Engineering | 34.3750 | 32.6923
GO
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY d) OVER () FROM (VALUES ('a')) AS t(d);
GO
SELECT PERCENTILE_CONT(1.5) WITHIN GROUP (ORDER BY d) OVER () FROM (VALUES (1)) AS t(d);
GO
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY d, d) OVER () FROM (VALUES (1)) AS t(d);
GO
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY d) OVER (ORDER BY d) FROM (VALUES (1)) AS t(d);
GO
SELECT PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY d DESC) OVER () AS falling, PERCENTILE_CONT(0) WITHIN GROUP (ORDER BY d) OVER () AS least, PERCENTILE_CONT(1) WITHIN GROUP (ORDER BY d) OVER () AS greatest FROM (VALUES (1), (2), (3)) AS t(d);
GO
-- docs/t-sql/functions/permissions-transact-sql.md
IF PERMISSIONS()&2=2
   CREATE TABLE test_table (col1 INT)
ELSE
   PRINT 'ERROR: The current user cannot create a table.';
IF PERMISSIONS(OBJECT_ID('master.dbo.test_table','U'))&8=8
   PRINT 'The current user can insert data into Person.Address.'
ELSE
   PRINT 'ERROR: The current user cannot insert data into Person.Address.';
IF PERMISSIONS(OBJECT_ID('master.dbo.test_table','U'))&0x80000=0x80000
   PRINT 'INSERT on Person.Address is grantable.'
ELSE
   PRINT 'You may not GRANT INSERT permissions on Person.Address.';
SELECT PERMISSIONS(OBJECT_ID('test_table'), 'col1') & 7 AS of_column, PERMISSIONS(OBJECT_ID('test_table'), 'none') AS no_column, PERMISSIONS(0) AS no_object, PERMISSIONS(NULL) AS n;
DROP TABLE test_table;
GO
-- docs/t-sql/functions/pwdencrypt-transact-sql.md
SELECT PWDCOMPARE('secret', PWDENCRYPT('secret')) AS same, PWDCOMPARE('other', PWDENCRYPT('secret')) AS other, SQL_VARIANT_PROPERTY(PWDENCRYPT('secret'), 'BaseType') AS type, PWDENCRYPT(NULL) AS n;
GO
-- docs/t-sql/functions/schema-id-transact-sql.md
SELECT SCHEMA_ID();
--> 1
SELECT SCHEMA_ID('dbo') AS dbo, SCHEMA_ID('sys') AS sys, SCHEMA_ID('INFORMATION_SCHEMA') AS information, SCHEMA_ID('none') AS none, SCHEMA_ID(NULL) AS n;
GO
-- docs/t-sql/functions/sum-transact-sql.md: A, of four products that have the sums of the result; B and its second query.
SELECT Color, SUM(ListPrice), SUM(StandardCost)
FROM (VALUES (N'Black', N'Mountain-100', $27000.84, $5000.9616), (N'Black', N'Mountain-200', $404, $214), (N'Silver', N'Mountain-100', $26462.84, $14665.6792), (N'White', N'Mountain Bike Socks', $19, $6.7926), (NULL, N'Mountain', $1, $1), (N'White', N'Mountain Pump', $0, $1)) AS p(Color, Name, ListPrice, StandardCost)
WHERE Color IS NOT NULL
    AND ListPrice != 0.00
    AND Name LIKE 'Mountain%'
GROUP BY Color
ORDER BY Color;
--> Black | 27404.8400 | 5214.9616
--> Silver | 26462.8400 | 14665.6792
--> White | 19.0000 | 6.7926
GO
CREATE TABLE dbo.SalesPerson (BusinessEntityID int, TerritoryID int, ModifiedDate datetime, SalesYTD money);
INSERT dbo.SalesPerson VALUES (274, NULL, '2005', 559697.5639), (287, NULL, '2006', 519905.9320), (285, NULL, '2007', 172524.4512), (283, 1, '2005', 1573012.9383), (280, 1, '2005', 1352577.1325), (284, 1, '2006', 1576562.1966), (275, 2, '2005', 3763178.1787), (277, 3, '2005', 3189418.3662), (276, 4, '2005', 4251368.5497), (281, 4, '2005', 2458535.6169);
GO
SELECT BusinessEntityID, TerritoryID
   ,DATEPART(yy,ModifiedDate) AS SalesYear
   ,CONVERT(VARCHAR(20),SalesYTD,1) AS  SalesYTD
   ,CONVERT(VARCHAR(20),AVG(SalesYTD) OVER (PARTITION BY TerritoryID
                                            ORDER BY DATEPART(yy,ModifiedDate)
                                           ),1) AS MovingAvg
   ,CONVERT(VARCHAR(20),SUM(SalesYTD) OVER (PARTITION BY TerritoryID
                                            ORDER BY DATEPART(yy,ModifiedDate)
                                            ),1) AS CumulativeTotal
FROM dbo.SalesPerson
WHERE TerritoryID IS NULL OR TerritoryID < 5
ORDER BY TerritoryID,SalesYear;
--> 274 | NULL | 2005 | 559,697.56 | 559,697.56 | 559,697.56
--> 287 | NULL | 2006 | 519,905.93 | 539,801.75 | 1,079,603.50
--> 285 | NULL | 2007 | 172,524.45 | 417,375.98 | 1,252,127.95
--> 283 | 1 | 2005 | 1,573,012.94 | 1,462,795.04 | 2,925,590.07
--> 280 | 1 | 2005 | 1,352,577.13 | 1,462,795.04 | 2,925,590.07
--> 284 | 1 | 2006 | 1,576,562.20 | 1,500,717.42 | 4,502,152.27
--> 275 | 2 | 2005 | 3,763,178.18 | 3,763,178.18 | 3,763,178.18
--> 277 | 3 | 2005 | 3,189,418.37 | 3,189,418.37 | 3,189,418.37
--> 276 | 4 | 2005 | 4,251,368.55 | 3,354,952.08 | 6,709,904.17
--> 281 | 4 | 2005 | 2,458,535.62 | 3,354,952.08 | 6,709,904.17
SELECT BusinessEntityID, TerritoryID
   ,DATEPART(yy,ModifiedDate) AS SalesYear
   ,CONVERT(VARCHAR(20),SalesYTD,1) AS  SalesYTD
   ,CONVERT(VARCHAR(20),AVG(SalesYTD) OVER (ORDER BY DATEPART(yy,ModifiedDate)
                                            ),1) AS MovingAvg
   ,CONVERT(VARCHAR(20),SUM(SalesYTD) OVER (ORDER BY DATEPART(yy,ModifiedDate)
                                            ),1) AS CumulativeTotal
FROM dbo.SalesPerson
WHERE TerritoryID IS NULL OR TerritoryID < 5
ORDER BY SalesYear, TerritoryID, BusinessEntityID;
--> 274 | NULL | 2005 | 559,697.56 | 2,449,684.05 | 17,147,788.35
--> 284 | 1 | 2006 | 1,576,562.20 | 2,138,250.72 | 19,244,256.47
--> 285 | NULL | 2007 | 172,524.45 | 1,941,678.09 | 19,416,780.93
DROP TABLE dbo.SalesPerson;
GO
-- Return types; no bit and no strings.
SELECT SQL_VARIANT_PROPERTY(SUM(CAST(1 AS tinyint)), 'BaseType') AS t, SQL_VARIANT_PROPERTY(SUM(CAST(1 AS smallint)), 'BaseType') AS s, SQL_VARIANT_PROPERTY(SUM(CAST(1 AS bigint)), 'BaseType') AS b, SUM(CAST(1 AS decimal(5, 2))) AS d, SUM(CAST(1 AS smallmoney)) AS m, SQL_VARIANT_PROPERTY(SUM(CAST(1 AS real)), 'BaseType') AS f, SUM(DISTINCT v) AS dist FROM (VALUES (1), (1)) AS x(v);
GO
SELECT SUM(CAST(1 AS bit));
GO
SELECT SUM('1');
GO
-- docs/t-sql/functions/suser-sname-transact-sql.md: without Windows principals.
CREATE LOGIN WanidaBenShoof WITH PASSWORD = 'Str0ng!Password';
GO
SELECT SUSER_SNAME();
--> sa
EXECUTE AS LOGIN = 'WanidaBenShoof';
SELECT SUSER_SNAME(), ORIGINAL_LOGIN();
--> WanidaBenShoof | sa
REVERT;
SELECT SUSER_SNAME(0x01);
--> sa
SELECT SUSER_SNAME(0x010500000000000515000000a065cf7e784b9b5fe77c87705a2e0000) AS windows, SUSER_SNAME(NULL) AS n, SUSER_SNAME(SUSER_SID('WanidaBenShoof')) AS again;
DROP LOGIN WanidaBenShoof;
CREATE TABLE sname_example (
    login_sname SYSNAME DEFAULT SUSER_SNAME(),
    employee_id UNIQUEIDENTIFIER DEFAULT NEWID(),
    login_date DATETIME DEFAULT GETDATE()
    );
INSERT sname_example DEFAULT
VALUES;
SELECT login_sname FROM sname_example;
DROP TABLE sname_example;
GO
-- docs/t-sql/functions/trigger-nestlevel-transact-sql.md
CREATE TABLE dbo.levels (n int);
GO
CREATE TRIGGER xyz ON dbo.levels AFTER INSERT AS
IF ( (SELECT TRIGGER_NESTLEVEL( OBJECT_ID('xyz') , 'AFTER' , 'DML' ) ) > 2 )
   RAISERROR('Trigger xyz nested more than 2 levels.',16,-1)
IF ( (SELECT trigger_nestlevel() ) > 5 )
   RAISERROR
      ('This statement nested over 5 levels of triggers.',16,-1)
SELECT TRIGGER_NESTLEVEL() AS levels, TRIGGER_NESTLEVEL(OBJECT_ID('xyz')) AS own, TRIGGER_NESTLEVEL(0, 'AFTER', 'DML') AS dml, TRIGGER_NESTLEVEL(0, 'IOT', 'DML') AS instead, TRIGGER_NESTLEVEL(0, 'AFTER', 'DDL') AS ddl, TRIGGER_NESTLEVEL(NULL) AS n;
GO
INSERT dbo.levels VALUES (1);
SELECT TRIGGER_NESTLEVEL() AS outside, TRIGGER_NESTLEVEL(NULL, 'AFTER', 'DML') AS n;
DROP TABLE dbo.levels;
GO
IF ( ( SELECT TRIGGER_NESTLEVEL ( ( SELECT object_id FROM sys.triggers
WHERE name = 'abc' ), 'AFTER' , 'DDL' ) ) > 5 )
   RAISERROR ('Trigger abc nested more than 5 levels.',16,-1)
GO
-- docs/t-sql/functions/type-id-transact-sql.md
USE tempdb;
GO
CREATE TYPE NewType FROM int;
GO
CREATE SCHEMA NewSchema;
GO
CREATE TYPE NewSchema.NewType FROM int;
GO
SELECT CASE WHEN TYPE_ID('NewType') = (SELECT user_type_id FROM sys.types WHERE name = 'NewType' AND schema_id = 1) THEN 'dbo' END AS [1 Part Data Type ID],
       CASE WHEN TYPE_ID('NewSchema.NewType') = (SELECT user_type_id FROM sys.types WHERE name = 'NewType' AND schema_id <> 1) THEN 'NewSchema' END AS [2 Part Data Type ID];
DROP TYPE NewSchema.NewType;
DROP TYPE NewType;
DROP SCHEMA NewSchema;
SELECT TYPE_NAME(TYPE_ID('datetime')) AS [TYPE_NAME]
    ,TYPE_ID('datetime') AS [TYPE_ID], TYPE_ID('none') AS none, TYPE_ID('sys.int') AS qualified, TYPE_ID(NULL) AS n;
USE master;
GO
-- docs/t-sql/functions/varp-transact-sql.md: C.
SELECT y AS Year, q AS Quarter, s AS SalesQuota, CAST(VARP(s) OVER (ORDER BY y, q) AS decimal(20, 2)) AS Variance FROM (VALUES (2002, 1, CAST(91000 AS money)), (2002, 2, 140000), (2002, 3, 70000), (2002, 4, 154000)) AS f(y, q, s) ORDER BY q;
--> 2002 | 1 | 91000.0000 | .00
--> 2002 | 2 | 140000.0000 | 600250000.00
--> 2002 | 3 | 70000.0000 | 860222222.22
--> 2002 | 4 | 154000.0000 | 1185187500.00
SELECT VARP(DISTINCT v) AS Distinct_Values, VARP(v) AS All_Values FROM (VALUES (1), (1), (3)) AS t(v);
GO
-- docs/t-sql/functions/text-and-image-functions-textptr-transact-sql.md: A, C and D, over a table like that of the page.
CREATE TABLE pub_info (pub_id char(4) PRIMARY KEY, pr_info text, logo image);
INSERT pub_info VALUES ('0736', 'This is sample text data for New Moon Books', 0x0102), ('0877', NULL, NULL);
GO
DECLARE @ptrval VARBINARY(16);
SELECT @ptrval = TEXTPTR(logo)
FROM pub_info pr
WHERE pr.pub_id = '0736';
SELECT DATALENGTH(@ptrval) AS bytes;
SELECT pub_id, DATALENGTH(TEXTPTR(pr_info)) AS bytes
FROM pub_info
ORDER BY pub_id;
GO
DECLARE @val VARBINARY(16);
SELECT @val = TEXTPTR(pr_info)
FROM pub_info
WHERE pub_id = '0736';
READTEXT pub_info.pr_info @val 4 10;
-->  is sample
SET TEXTSIZE 12;
SELECT pub_id, pr_info
FROM pub_info
ORDER BY pub_id;
SET TEXTSIZE -1;
DROP TABLE pub_info;
GO
