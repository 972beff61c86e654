-- docs/t-sql/functions/object-id-transact-sql.md: NULL for a name that is no object, or none of that kind.
CREATE DATABASE G;
GO
USE G;
GO
IF OBJECT_ID('dbo.t', 'U') IS NULL PRINT 'not there';
CREATE TABLE dbo.t(a int);
IF OBJECT_ID('dbo.t') IS NOT NULL PRINT 'there';
IF OBJECT_ID(N'dbo.t', N'U') = OBJECT_ID('t') PRINT 'the same';
IF OBJECT_ID(N'G.dbo.t') = OBJECT_ID('[dbo].[t]') PRINT 'the same';
IF OBJECT_ID('dbo.t', 'V') IS NULL PRINT 'no view';
DROP TABLE dbo.t;
IF OBJECT_ID('dbo.t') IS NULL PRINT 'gone';
