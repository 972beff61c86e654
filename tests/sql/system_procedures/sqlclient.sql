-- docs/relational-databases/system-compatibility-views/sys-sysdatabases-transact-sql.md, sys-sysusers-transact-sql.md, and what .NET's SqlClient calls:
-- sp_columns_managed gives the columns of its collection Columns, sp_procedure_params_100_managed what DeriveParameters reads (SqlDbType's numbers).
SELECT name, dbid, category FROM master..sysdatabases WHERE dbid <= 4 ORDER BY dbid;
CREATE DATABASE N;
ALTER DATABASE N SET RECOVERY SIMPLE;
SELECT status, CASE WHEN filename LIKE '%N%' AND crdate <= GETDATE() THEN 1 END AS there FROM sysdatabases WHERE name = 'N';
GO
USE N;
CREATE ROLE r;
CREATE USER alone WITHOUT LOGIN;
SELECT name, CASE uid WHEN USER_ID(name) THEN 1 END AS same, CASE WHEN gid = uid THEN 1 ELSE 0 END AS is_group, hasdbaccess, islogin, isntname, issqluser, issqlrole, isapprole
FROM sysusers WHERE name IN ('dbo', 'guest', 'r', 'alone', 'db_owner') ORDER BY name;
SELECT uid FROM sys.sysusers WHERE name = 'dbo';
GO
CREATE TYPE dbo.lines AS TABLE (a int);
CREATE TABLE dbo.t (a int NOT NULL, b nvarchar(20) DEFAULT N'x', c decimal(9, 2));
GO
CREATE PROCEDURE dbo.p @a int, @b nvarchar(20), @c varbinary(max), @d decimal(9, 2) OUTPUT, @e datetime2(3), @f dbo.lines READONLY AS SET @d = 1;
GO
CREATE TABLE #found (PROCEDURE_CATALOG sysname, PROCEDURE_SCHEMA sysname, PROCEDURE_NAME sysname, PARAMETER_NAME sysname, ORDINAL_POSITION smallint, PARAMETER_TYPE smallint,
    IS_NULLABLE bit, MANAGED_DATA_TYPE smallint, CHARACTER_MAXIMUM_LENGTH int, CHARACTER_OCTET_LENGTH int, NUMERIC_PRECISION smallint, NUMERIC_SCALE smallint, TYPE_NAME sysname,
    TYPE_CATALOG_NAME sysname NULL, TYPE_SCHEMA_NAME sysname NULL, XML_CATALOGNAME sysname NULL, XML_SCHEMANAME sysname NULL, XML_SCHEMACOLLECTIONNAME sysname NULL, SS_DATETIME_PRECISION int);
INSERT INTO #found EXEC sp_procedure_params_100_managed @procedure_name = N'p', @procedure_schema = N'dbo';
SELECT PARAMETER_NAME, ORDINAL_POSITION AS place, PARAMETER_TYPE AS direction, MANAGED_DATA_TYPE AS type, CHARACTER_MAXIMUM_LENGTH AS length, NUMERIC_PRECISION AS precision,
    NUMERIC_SCALE AS scale, TYPE_NAME, TYPE_SCHEMA_NAME, SS_DATETIME_PRECISION AS fraction FROM #found ORDER BY place;
DELETE FROM #found;
INSERT INTO #found EXEC N.sys.sp_procedure_params_100_managed N'p', 1, NULL, N'@b';
INSERT INTO #found EXEC sp_procedure_params_100_managed N'missing';
SELECT PROCEDURE_CATALOG, PROCEDURE_SCHEMA, PROCEDURE_NAME, PARAMETER_NAME, CHARACTER_OCTET_LENGTH AS octets FROM #found;
EXEC sys.sp_columns_managed NULL, N'dbo', N't', N'b', 0;
EXEC sys.sp_columns_managed N'N', N'dbo', N't', NULL, 2;
GO
-- docs/connect/ado-net/sql-server-schema-collections.md: Indexes and IndexColumns, in whole, and with each of their restrictions.
CREATE TABLE dbo.keyed (a int NOT NULL, b varchar(9) NOT NULL, c date NULL, CONSTRAINT PK_keyed PRIMARY KEY (b, a));
CREATE INDEX by_c ON dbo.keyed (c) INCLUDE (a);
CREATE TABLE dbo.loose (z bigint NULL CONSTRAINT UQ_loose UNIQUE);
GO
EXEC sys.sp_indexes_managed NULL, NULL, NULL, NULL;
EXEC sys.sp_indexes_managed N'N', N'dbo', N'keyed', N'by_c';
EXEC sys.sp_indexes_managed N'master';
EXEC sys.sp_indexcolumns_managed NULL, NULL, NULL, NULL, NULL;
EXEC sys.sp_indexcolumns_managed N'N', N'dbo', N'keyed', N'PK_keyed', N'a';
