-- relational-databases/system-compatibility-views/sys-sysobjects-transact-sql.md and its siblings: the system tables of SQL Server 2000, in every
-- database, as sys.sysobjects, dbo.sysobjects and sysobjects.
CREATE DATABASE old
GO
USE old
GO
CREATE TABLE dbo.parents (id int NOT NULL CONSTRAINT pk_parents PRIMARY KEY, name nvarchar(30) NULL, price decimal(9, 2) CONSTRAINT df_price DEFAULT 1)
CREATE TABLE dbo.children (id int IDENTITY, parent int CONSTRAINT fk_parent REFERENCES dbo.parents (id), CONSTRAINT ck_parent CHECK (parent > 0))
INSERT dbo.parents (id) VALUES (1), (2)
GO
CREATE PROCEDURE dbo.find @id int, @name nvarchar(30) OUTPUT AS SELECT @name = name FROM dbo.parents WHERE id = @id
GO
SELECT name, xtype, type, uid, OBJECT_NAME(parent_obj) AS parent, category FROM sysobjects WHERE id > 0 AND xtype <> 'S' ORDER BY name
SELECT COUNT(*) AS n FROM dbo.sysobjects WHERE name = 'parents' AND xtype = 'U'
SELECT COUNT(*) AS n FROM sys.sysobjects WHERE name = 'sysobjects' AND id = OBJECT_ID('sysobjects')
SELECT name, xtype, xusertype, length, xprec, xscale, colid, prec, scale, iscomputed, isoutparam, isnullable FROM syscolumns WHERE id = OBJECT_ID('dbo.parents') ORDER BY colid
SELECT name, colid, isoutparam FROM dbo.syscolumns WHERE id = OBJECT_ID('dbo.find') ORDER BY colid
SELECT name, indid, status, keycnt, rows FROM sysindexes WHERE id IN (OBJECT_ID('dbo.parents'), OBJECT_ID('dbo.children')) ORDER BY name
SELECT OBJECT_NAME(id) AS object, indid, colid, keyno FROM sysindexkeys WHERE id > 0
SELECT name, xtype, length, variable, allownulls FROM systypes WHERE name IN ('int', 'nvarchar', 'sysname') ORDER BY name
SELECT OBJECT_NAME(id) AS object, colid, encrypted, text FROM syscomments WHERE id > 0 ORDER BY object
SELECT OBJECT_NAME(constid) AS name, OBJECT_NAME(fkeyid) AS child, OBJECT_NAME(rkeyid) AS parent, fkey, rkey, keyno FROM sysforeignkeys
SELECT OBJECT_NAME(constid) AS name, keycnt, fkey1, rkey1, fkey2 FROM sysreferences
SELECT OBJECT_NAME(constid) AS name, OBJECT_NAME(id) AS object, colid, status FROM sysconstraints ORDER BY name
SELECT name, fileid, groupid FROM sysfiles ORDER BY fileid
SELECT groupid, groupname FROM sysfilegroups
SELECT COUNT(*) AS files FROM sysaltfiles WHERE dbid = DB_ID()
SELECT name, dbid FROM sysdatabases WHERE name = 'old' AND dbid = DB_ID()
SELECT name, sysadmin, securityadmin, loginname FROM syslogins WHERE name = 'sa'
SELECT USER_NAME(memberuid) AS member, USER_NAME(groupuid) AS role FROM sysmembers
SELECT error, severity, description FROM sysmessages WHERE error = 208
SELECT config, comment FROM sysconfigures WHERE config = 518
SELECT config FROM syscurconfigs WHERE config = 518
SELECT spid - @@SPID AS own, dbid - DB_ID() AS current_database, blocked, RTRIM(status) AS status, RTRIM(cmd) AS cmd FROM master..sysprocesses WHERE spid = @@SPID
SELECT compatibility_level, is_trustworthy_on, is_broker_enabled, containment_desc, physical_database_name FROM sys.databases WHERE name = 'old'
GO
-- The columns in their documented order.
DECLARE @name sysname, @list nvarchar(max) = N''
SELECT @list = @list + OBJECT_NAME(object_id) + N'.' + name + N' ' + TYPE_NAME(system_type_id) + N'; ' FROM sys.system_columns
WHERE object_id IN (OBJECT_ID('sysobjects'), OBJECT_ID('sysindexkeys'), OBJECT_ID('sysforeignkeys'), OBJECT_ID('sysfiles')) ORDER BY OBJECT_NAME(object_id), column_id
PRINT @list
GO
USE master
DROP DATABASE old
GO
-- docs/relational-databases/system-compatibility-views/system-compatibility-views-transact-sql.md: such a view is also found
-- in dbo, and its columns may be qualified with that schema.
SELECT dbo.sysobjects.name FROM dbo.sysobjects WHERE dbo.sysobjects.id = OBJECT_ID(N'dbo.nothing');
SELECT sys.sysobjects.name FROM dbo.sysobjects WHERE master.dbo.sysobjects.id = OBJECT_ID(N'dbo.nothing');
GO
SELECT other.sysobjects.name FROM dbo.sysobjects;
GO
-- sys-sysdatabases-transact-sql.md, sys-sysusers-transact-sql.md: all columns.
SELECT mode, status & 8 AS truncates, status2, reserved, cmptlevel FROM sysdatabases WHERE name = N'master';
SELECT status, roles, altuid, password FROM sysusers WHERE name = N'dbo';
