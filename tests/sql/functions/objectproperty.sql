-- docs/t-sql/functions/objectproperty-transact-sql.md: examples A and B, and the properties of each kind of object; object-name-transact-sql.md for constraints.
CREATE DATABASE O;
GO
USE O;
CREATE TABLE dbo.UnitMeasure(id int IDENTITY CONSTRAINT PK_Unit PRIMARY KEY, code char(3) CONSTRAINT UQ_Code UNIQUE, size int CONSTRAINT DF_Size DEFAULT 1 CONSTRAINT CK_Size CHECK (size > 0));
CREATE TABLE dbo.plain(a int);
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.plain;
GO
CREATE PROCEDURE dbo.p AS SELECT 1;
GO
CREATE FUNCTION dbo.ufnGetProductDealerPrice() RETURNS int AS BEGIN RETURN 1; END
GO
CREATE FUNCTION dbo.rows_of() RETURNS TABLE AS RETURN SELECT a FROM dbo.plain;
GO
-- A.
IF OBJECTPROPERTY (OBJECT_ID(N'dbo.UnitMeasure'),'ISTABLE') = 1
   PRINT 'UnitMeasure is a table.'
ELSE IF OBJECTPROPERTY (OBJECT_ID(N'dbo.UnitMeasure'),'ISTABLE') = 0
   PRINT 'UnitMeasure is not a table.'
ELSE IF OBJECTPROPERTY (OBJECT_ID(N'dbo.UnitMeasure'),'ISTABLE') IS NULL
   PRINT 'ERROR: UnitMeasure is not a valid object.';
GO
SELECT n.name, OBJECTPROPERTY(OBJECT_ID(n.name), 'IsTable') AS is_table, OBJECTPROPERTY(OBJECT_ID(n.name), 'IsView') AS is_view,
    OBJECTPROPERTY(OBJECT_ID(n.name), 'IsProcedure') AS is_procedure, OBJECTPROPERTY(OBJECT_ID(n.name), 'IsScalarFunction') AS is_scalar,
    OBJECTPROPERTY(OBJECT_ID(n.name), 'IsInlineFunction') AS is_inline, OBJECTPROPERTY(OBJECT_ID(n.name), 'IsTableFunction') AS is_table_function,
    OBJECTPROPERTY(OBJECT_ID(n.name), 'IsConstraint') AS is_constraint
FROM (VALUES ('dbo.UnitMeasure'), ('dbo.v'), ('dbo.p'), ('dbo.ufnGetProductDealerPrice'), ('dbo.rows_of'), ('dbo.CK_Size'), ('dbo.nothing')) AS n(name);
SELECT n.name, OBJECTPROPERTY(OBJECT_ID(n.name), 'IsPrimaryKey') AS is_primary, OBJECTPROPERTY(OBJECT_ID(n.name), 'IsUniqueCnst') AS is_unique,
    OBJECTPROPERTY(OBJECT_ID(n.name), 'IsDefaultCnst') AS is_default, OBJECTPROPERTY(OBJECT_ID(n.name), 'IsCheckCnst') AS is_check, OBJECT_NAME(OBJECT_ID(n.name)) AS again
FROM (VALUES ('dbo.PK_Unit'), ('dbo.UQ_Code'), ('dbo.DF_Size'), ('dbo.CK_Size')) AS n(name);
SELECT n.name, OBJECTPROPERTY(OBJECT_ID(n.name), 'TableHasIdentity') AS has_identity, OBJECTPROPERTY(OBJECT_ID(n.name), 'TableHasPrimaryKey') AS has_key,
    OBJECTPROPERTY(OBJECT_ID(n.name), 'TableHasIndex') AS has_index, OBJECTPROPERTY(OBJECT_ID(n.name), 'TableHasClustIndex') AS is_clustered,
    OBJECTPROPERTY(OBJECT_ID(n.name), 'TableHasNonclustIndex') AS has_others, OBJECTPROPERTY(OBJECT_ID(n.name), 'TableHasCheckCnst') AS has_check,
    OBJECTPROPERTY(OBJECT_ID(n.name), 'TableHasDefaultCnst') AS has_default
FROM (VALUES ('dbo.UnitMeasure'), ('dbo.plain'), ('dbo.v')) AS n(name);
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.plain'), 'OwnerId') AS owner, OBJECTPROPERTY(OBJECT_ID('dbo.plain'), 'SchemaId') AS of_schema,
    OBJECTPROPERTY(OBJECT_ID('dbo.plain'), 'IsMSShipped') AS shipped, OBJECTPROPERTY(OBJECT_ID('dbo.plain'), 'Nothing') AS nothing,
    OBJECTPROPERTY(NULL, 'IsTable') AS no_id, OBJECTPROPERTY(OBJECT_ID('dbo.plain'), NULL) AS no_property;
GO
-- No procedure runs at a start of the server. A view that isn't schema-bound isn't deterministic.
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.p'), 'ExecIsStartup');
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.v'), 'IsDeterministic');
GO
