-- docs/relational-databases/system-catalog-views: sys-certificates-transact-sql.md, sys-symmetric-keys-transact-sql.md, sys-fulltext-indexes-transact-sql.md and the pages of other features
-- that the engine lacks (their views have the documented columns and no rows); sys-data-spaces-transact-sql.md, sys-filegroups-transact-sql.md, sys-servers-transact-sql.md,
-- sys-column-type-usages-transact-sql.md; system-compatibility-views/sys-sysprotects-transact-sql.md, sys-syspermissions-transact-sql.md, sys-sysdepends-transact-sql.md.
CREATE DATABASE A;
GO
USE A;
GO
SELECT * FROM sys.certificates;
SELECT * FROM sys.extended_procedures;
SELECT k.name, e.crypt_type FROM sys.symmetric_keys AS k LEFT JOIN sys.key_encryptions AS e ON e.key_id = k.symmetric_key_id;
SELECT t.name FROM sys.tables AS t WHERE t.object_id IN (SELECT object_id FROM sys.fulltext_indexes);
SELECT name, type_desc FROM sys.all_objects WHERE object_id = OBJECT_ID('sys.server_audits');
SELECT c.name, TYPE_NAME(c.user_type_id) AS type, c.max_length, c.is_nullable FROM sys.all_columns AS c WHERE c.object_id = OBJECT_ID('sys.partition_range_values') ORDER BY c.column_id;
SELECT * FROM sys.data_spaces;
SELECT name, data_space_id, log_filegroup_id, is_read_only FROM sys.filegroups;
SELECT server_id, product, provider, is_linked FROM sys.servers WHERE name = @@SERVERNAME AND data_source = @@SERVERNAME;
GO
CREATE TYPE dbo.Flag FROM bit;
CREATE TABLE dbo.t (a int, b dbo.Flag);
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.t;
GO
CREATE USER u WITHOUT LOGIN;
GRANT SELECT ON dbo.t TO u;
GRANT UPDATE ON dbo.t (b) TO u WITH GRANT OPTION;
DENY INSERT ON dbo.t TO u;
GRANT CREATE TABLE TO u;
SELECT OBJECT_NAME(object_id) AS name, column_id FROM sys.column_type_usages;
SELECT OBJECT_NAME(id) AS object, USER_NAME(uid) AS grantee, action, protecttype, columns, USER_NAME(grantor) AS grantor
FROM sysprotects WHERE uid = USER_ID('u') ORDER BY action;
SELECT OBJECT_NAME(id) AS object, USER_NAME(grantee) AS grantee, USER_NAME(grantor) AS grantor, seladd FROM dbo.syspermissions WHERE grantee = USER_ID('u') ORDER BY id;
SELECT OBJECT_NAME(id) AS name, OBJECT_NAME(depid) AS depends_on, depnumber, selall, resultobj, readobj FROM sysdepends;
