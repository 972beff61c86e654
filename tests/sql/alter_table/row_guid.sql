-- docs/t-sql/statements/create-table-transact-sql.md (ROWGUIDCOL, NOT FOR REPLICATION), alter-table-transact-sql.md (ADD and DROP ROWGUIDCOL,
-- ADD and DROP NOT FOR REPLICATION, SET), docs/t-sql/queries/select-clause-transact-sql.md ($ROWGUID),
-- docs/relational-databases/errors-events: 2761, 4925, 4926, 4989, 4991, 8196.
CREATE DATABASE d;
GO
USE d;
GO
CREATE TABLE Globally_Unique_Data
(
    GUID UNIQUEIDENTIFIER CONSTRAINT Guid_Default DEFAULT NEWSEQUENTIALID() ROWGUIDCOL,
    Employee_Name VARCHAR (60) CONSTRAINT Guid_PK PRIMARY KEY (GUID)
);
INSERT INTO Globally_Unique_Data (GUID, Employee_Name) VALUES ('00000000-0000-0000-0000-000000000001', 'ann');
SELECT $ROWGUID, Employee_Name FROM Globally_Unique_Data;
SELECT g.ROWGUIDCOL FROM Globally_Unique_Data AS g WHERE $rowguid = '00000000-0000-0000-0000-000000000001';
SELECT name, is_rowguidcol FROM sys.columns WHERE object_id = OBJECT_ID('Globally_Unique_Data') ORDER BY column_id;
SELECT COLUMNPROPERTY(OBJECT_ID('Globally_Unique_Data'), 'GUID', 'IsRowGuidCol') AS c, OBJECTPROPERTY(OBJECT_ID('Globally_Unique_Data'), 'TableHasRowGuidCol') AS t; --> 1 | 1
GO
CREATE TABLE t (a int ROWGUIDCOL);
GO
CREATE TABLE t (a uniqueidentifier ROWGUIDCOL, b uniqueidentifier ROWGUIDCOL);
GO
CREATE TABLE t (a uniqueidentifier, b uniqueidentifier, n int IDENTITY(1, 1) NOT FOR REPLICATION, m int CHECK NOT FOR REPLICATION (m > 0),
    p int CONSTRAINT fk REFERENCES t2 (a) NOT FOR REPLICATION);
GO
CREATE TABLE t2 (a int PRIMARY KEY);
CREATE TABLE t (a uniqueidentifier, b uniqueidentifier, n int IDENTITY(1, 1) NOT FOR REPLICATION, m int CONSTRAINT ck CHECK NOT FOR REPLICATION (m > 0),
    p int CONSTRAINT fk REFERENCES t2 (a) NOT FOR REPLICATION);
GO
CREATE TRIGGER tr ON t AFTER INSERT NOT FOR REPLICATION AS PRINT 'fired';
GO
INSERT t (m) VALUES (1);
SELECT n, m FROM t;
SELECT name, is_not_for_replication FROM sys.identity_columns WHERE object_id = OBJECT_ID('t');
SELECT name, is_not_for_replication FROM sys.check_constraints WHERE name = 'ck';
SELECT name, is_not_for_replication FROM sys.foreign_keys WHERE name = 'fk';
SELECT name, is_not_for_replication FROM sys.triggers WHERE name = 'tr';
SELECT COLUMNPROPERTY(OBJECT_ID('t'), 'n', 'IsIDNotForRepl') AS p; --> 1
GO
-- The constraints hold for sessions that are no replication agents.
INSERT t (m) VALUES (0);
GO
INSERT t (p) VALUES (7);
GO
SELECT $rowguid FROM t;
GO
ALTER TABLE t ALTER COLUMN a DROP ROWGUIDCOL;
GO
ALTER TABLE t ALTER COLUMN m ADD ROWGUIDCOL;
GO
ALTER TABLE t ALTER COLUMN a ADD ROWGUIDCOL;
GO
SELECT a, $rowguid FROM t;
GO
ALTER TABLE t ALTER COLUMN b ADD ROWGUIDCOL;
GO
ALTER TABLE t ADD c uniqueidentifier ROWGUIDCOL;
GO
ALTER TABLE t ALTER COLUMN b DROP ROWGUIDCOL;
GO
-- A column keeps the property when its nullability changes, and can't have another type.
ALTER TABLE t ALTER COLUMN a uniqueidentifier NULL;
SELECT name FROM sys.columns WHERE is_rowguidcol = 1 AND object_id = OBJECT_ID('t');
GO
ALTER TABLE t ALTER COLUMN a varchar(40);
GO
ALTER TABLE t ALTER COLUMN a DROP ROWGUIDCOL;
ALTER TABLE t ADD c uniqueidentifier ROWGUIDCOL NOT NULL DEFAULT '00000000-0000-0000-0000-000000000002';
GO
SELECT $rowguid FROM t;
GO
ALTER TABLE t ALTER COLUMN m ADD NOT FOR REPLICATION;
GO
ALTER TABLE t ALTER COLUMN n DROP NOT FOR REPLICATION;
SELECT is_not_for_replication FROM sys.identity_columns WHERE object_id = OBJECT_ID('t'); --> 0
ALTER TABLE t ALTER COLUMN n ADD NOT FOR REPLICATION;
GO
SELECT $rowguid FROM t AS x CROSS JOIN Globally_Unique_Data AS y;
GO
SELECT y.$rowguid, x.ROWGUIDCOL FROM t AS x CROSS JOIN Globally_Unique_Data AS y;
GO
DECLARE @t TABLE (g uniqueidentifier ROWGUIDCOL, n int IDENTITY NOT FOR REPLICATION);
INSERT @t (g) VALUES ('00000000-0000-0000-0000-000000000003');
SELECT $rowguid, $identity FROM @t;
GO
EXEC sp_help 'Globally_Unique_Data';
GO
-- @crash
USE d;
SELECT OBJECT_NAME(object_id) AS t, name, is_rowguidcol FROM sys.columns WHERE is_rowguidcol = 1 ORDER BY t;
SELECT is_not_for_replication FROM sys.identity_columns WHERE object_id = OBJECT_ID('t');
SELECT $rowguid FROM t;
GO
