-- The clean-up of a database by deletes: keys not looked after meanwhile, and trusted again behind it; identity columns set back
-- (docs/t-sql/database-console-commands/dbcc-checkident-transact-sql.md: deleted rows, the next value is the new one and the increment).
-- Ours: a small schema for the clean-up scripts: foreign keys, identities, an empty table.
USE master
GO
IF DB_ID('TMetric') IS NOT NULL DROP DATABASE TMetric
GO
CREATE DATABASE TMetric
GO
USE TMetric
GO
CREATE TABLE dbo.Project (ProjectId INT IDENTITY PRIMARY KEY, Name NVARCHAR(100) NOT NULL)
CREATE TABLE dbo.RecentWorkTask (TaskId INT IDENTITY(1,1) PRIMARY KEY, ProjectId INT NOT NULL REFERENCES dbo.Project(ProjectId) ON DELETE CASCADE, Note NVARCHAR(200) NULL)
CREATE TABLE dbo.TimeEntry (Id BIGINT IDENTITY(1,1) PRIMARY KEY, TaskId INT NULL, StartedAt DATETIME2 NOT NULL DEFAULT SYSUTCDATETIME(), CONSTRAINT FK_TimeEntry_Task FOREIGN KEY (TaskId) REFERENCES dbo.RecentWorkTask(TaskId) ON DELETE SET NULL)
CREATE TABLE dbo.Unused (Id INT IDENTITY PRIMARY KEY, X INT)
CREATE TABLE dbo.NoIdentity (K CHAR(3) NOT NULL PRIMARY KEY, V MONEY)
GO
INSERT INTO dbo.Project (Name) VALUES (N'Alpha'), (N'Бета'), (N'第三')
INSERT INTO dbo.RecentWorkTask (ProjectId, Note) SELECT ProjectId, N'note for ' + Name FROM dbo.Project
INSERT INTO dbo.TimeEntry (TaskId) SELECT TaskId FROM dbo.RecentWorkTask
INSERT INTO dbo.NoIdentity VALUES ('abc', 12.5)
GO
-- Source: test-suite-writelog.ru, verbatim; the TimeEntry line stands for its ellipsis.
USE TMetric
GO
EXEC sys.sp_msforeachtable 'ALTER TABLE ? NOCHECK CONSTRAINT ALL' 

DELETE FROM [dbo].[Project] 
DBCC CHECKIDENT('[dbo].[Project]', RESEED, 0) 
DBCC CHECKIDENT('[dbo].[Project]', RESEED) 

DELETE FROM [dbo].[RecentWorkTask] 

DELETE FROM [dbo].[TimeEntry]

EXEC sys.sp_msforeachtable 'ALTER TABLE ? WITH CHECK CHECK CONSTRAINT ALL' 
GO
USE TMetric
INSERT INTO dbo.Project (Name) VALUES (N'next')
INSERT INTO dbo.RecentWorkTask (ProjectId) SELECT ProjectId FROM dbo.Project
INSERT INTO dbo.TimeEntry (TaskId) VALUES (NULL)
INSERT INTO dbo.Unused (X) VALUES (1)
SELECT ProjectId FROM dbo.Project
SELECT TaskId, ProjectId FROM dbo.RecentWorkTask
SELECT Id, TaskId FROM dbo.TimeEntry
SELECT Id FROM dbo.Unused
SELECT name, is_disabled, is_not_trusted FROM sys.foreign_keys WHERE is_system_named = 0
SELECT COUNT(*) AS n FROM dbo.NoIdentity
GO
