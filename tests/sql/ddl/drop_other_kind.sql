-- docs/relational-databases/errors-events/database-engine-events-and-errors-3000-to-3999.md: 3705 for an object of another kind, 3701 for none.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t (a int);
CREATE SEQUENCE dbo.s AS int;
CREATE SYNONYM dbo.y FOR dbo.t;
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.t;
GO
CREATE PROCEDURE dbo.p AS RETURN 1;
GO
DROP VIEW dbo.t;
GO
DROP PROCEDURE dbo.t;
GO
DROP FUNCTION t;
GO
DROP TABLE dbo.v;
GO
DROP TABLE IF EXISTS dbo.p;
GO
DROP VIEW IF EXISTS dbo.t;
GO
DROP SEQUENCE dbo.t;
GO
DROP SEQUENCE dbo.v;
GO
DROP TABLE dbo.s;
GO
DROP SYNONYM dbo.s;
GO
DROP TABLE dbo.y;
GO
DROP VIEW dbo.nosuch;
GO
DROP TABLE IF EXISTS dbo.nosuch;
SELECT name FROM sys.objects WHERE name IN ('t', 's', 'v', 'p', 'y') ORDER BY name;
GO
