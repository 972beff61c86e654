-- docs/relational-databases/system-stored-procedures/sp-addextendedproperty-transact-sql.md: files are named by LOGICAL FILE NAME
-- below their FILEGROUP, triggers on definitions by TRIGGER. docs/relational-databases/system-catalog-views/
-- extended-properties-catalog-views-sys-extended-properties.md: classes 20 and 22.
CREATE DATABASE with_files ON PRIMARY (NAME = first, FILENAME = 'first.mdf'), FILEGROUP Second (NAME = second, FILENAME = 'second.ndf') LOG ON (NAME = log, FILENAME = 'log.ldf');
GO
USE with_files;
GO
CREATE TRIGGER on_tables ON DATABASE FOR CREATE_TABLE AS PRINT 'created';
GO
EXEC sys.sp_addextendedproperty N'MS_Description', N'the primary group', N'FILEGROUP', N'PRIMARY';
EXEC sys.sp_addextendedproperty N'MS_Description', N'another group', N'FILEGROUP', N'second';
EXEC sys.sp_addextendedproperty N'MS_Description', N'the primary file', N'FILEGROUP', N'PRIMARY', N'Logical File Name', N'first';
EXEC sys.sp_addextendedproperty N'MS_Description', N'another file', N'FILEGROUP', N'Second', N'LOGICAL FILE NAME', N'second';
EXEC sys.sp_addextendedproperty N'MS_Description', N'a trigger', N'TRIGGER', N'on_tables';
SELECT p.class, p.class_desc, COALESCE(g.name, f.name, t.name) AS owner, p.minor_id, p.name, p.value
FROM sys.extended_properties AS p
LEFT JOIN sys.filegroups AS g ON p.class = 20 AND g.data_space_id = p.major_id
LEFT JOIN sys.database_files AS f ON p.class = 22 AND f.file_id = p.major_id
LEFT JOIN sys.triggers AS t ON p.class = 1 AND t.object_id = p.major_id
ORDER BY p.class, owner;
SELECT objtype, objname, value FROM fn_listextendedproperty(NULL, 'FILEGROUP', 'Second', 'LOGICAL FILE NAME', default, NULL, NULL);
SELECT objtype, objname, value FROM fn_listextendedproperty(NULL, 'TRIGGER', default, NULL, NULL, NULL, NULL);
GO
-- 15135: a file of another filegroup, and the log, which has none. 15600: a file isn't in a schema.
EXEC sys.sp_addextendedproperty N'MS_Description', N'x', N'FILEGROUP', N'PRIMARY', N'LOGICAL FILE NAME', N'second';
GO
EXEC sys.sp_addextendedproperty N'MS_Description', N'x', N'FILEGROUP', N'PRIMARY', N'LOGICAL FILE NAME', N'log';
GO
EXEC sys.sp_addextendedproperty N'MS_Description', N'x', N'SCHEMA', N'dbo', N'LOGICAL FILE NAME', N'first';
GO
-- The properties of what is dropped are gone.
DROP TRIGGER on_tables ON DATABASE;
ALTER DATABASE with_files REMOVE FILE second;
ALTER DATABASE with_files REMOVE FILEGROUP Second;
SELECT class, value FROM sys.extended_properties ORDER BY class;
GO
USE master;
DROP DATABASE with_files;
