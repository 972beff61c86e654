-- docs/t-sql/functions/objectproperty-transact-sql.md: the properties of triggers, of tables with triggers, and of constraints.
CREATE TABLE dbo.t (a int CONSTRAINT pk PRIMARY KEY, b int CONSTRAINT df DEFAULT 1 CONSTRAINT ck CHECK NOT FOR REPLICATION (b > 0), c int, note text, CONSTRAINT uq UNIQUE (b), CONSTRAINT ckt CHECK (b < c));
CREATE TABLE dbo.child (a int CONSTRAINT fk REFERENCES dbo.t (a) ON DELETE CASCADE, b int CONSTRAINT fk2 REFERENCES dbo.t (b) ON UPDATE CASCADE);
CREATE TABLE dbo.plain (a int);
GO
CREATE TRIGGER t1 ON dbo.t AFTER INSERT, UPDATE AS RETURN;
GO
CREATE TRIGGER t2 ON dbo.t AFTER INSERT NOT FOR REPLICATION AS RETURN;
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.t;
GO
CREATE TRIGGER tv ON dbo.v INSTEAD OF DELETE AS RETURN;
GO
EXEC sp_settriggerorder 't2', 'First', 'INSERT';
EXEC sp_settriggerorder 't1', 'Last', 'INSERT';
DISABLE TRIGGER t2 ON dbo.t;
ALTER TABLE dbo.t NOCHECK CONSTRAINT ckt;
GO
SELECT o.name, OBJECTPROPERTY(o.object_id, 'HasAfterTrigger') AS [after], OBJECTPROPERTY(o.object_id, 'HasInsteadOfTrigger') AS instead, OBJECTPROPERTY(o.object_id, 'HasInsertTrigger') AS ins, OBJECTPROPERTY(o.object_id, 'HasUpdateTrigger') AS upd,
    OBJECTPROPERTY(o.object_id, 'HasDeleteTrigger') AS del, OBJECTPROPERTY(o.object_id, 'TableHasInsertTrigger') AS table_ins, OBJECTPROPERTY(o.object_id, 'TableInsertTriggerCount') AS count_ins, OBJECT_NAME(OBJECTPROPERTY(o.object_id, 'TableInsertTrigger')) AS first_ins,
    OBJECTPROPERTY(o.object_id, 'TableDeleteTrigger') AS first_del, OBJECTPROPERTY(o.object_id, 'TableDeleteTriggerCount') AS count_del, OBJECTPROPERTY(o.object_id, 'TableHasTextImage') AS long, OBJECTPROPERTY(o.object_id, 'IsIndexable') AS indexable,
    OBJECTPROPERTY(o.object_id, 'TableFulltextCatalogId') AS catalog, OBJECTPROPERTY(o.object_id, 'TableFulltextItemCount') AS items
FROM sys.objects AS o WHERE o.name IN ('t', 'v', 'plain', 't1') ORDER BY o.name;
GO
SELECT name, OBJECTPROPERTY(object_id, 'ExecIsAfterTrigger') AS [after], OBJECTPROPERTY(object_id, 'ExecIsInsteadOfTrigger') AS instead, OBJECTPROPERTY(object_id, 'ExecIsInsertTrigger') AS ins, OBJECTPROPERTY(object_id, 'ExecIsUpdateTrigger') AS upd,
    OBJECTPROPERTY(object_id, 'ExecIsDeleteTrigger') AS del, OBJECTPROPERTY(object_id, 'ExecIsFirstInsertTrigger') AS first_ins, OBJECTPROPERTY(object_id, 'ExecIsLastInsertTrigger') AS last_ins, OBJECTPROPERTY(object_id, 'ExecIsFirstUpdateTrigger') AS first_upd,
    OBJECTPROPERTY(object_id, 'ExecIsTriggerDisabled') AS disabled, OBJECTPROPERTY(object_id, 'ExecIsTriggerNotForRepl') AS not_repl, OBJECTPROPERTY(object_id, 'HasAfterTrigger') AS nothing
FROM sys.objects WHERE type = 'TR' ORDER BY name;
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.t'), 'ExecIsAfterTrigger') AS of_table, OBJECTPROPERTYEX(OBJECT_ID('dbo.t1'), 'ExecIsAfterTrigger') AS extended;
GO
SELECT o.name, OBJECTPROPERTY(o.object_id, 'CnstIsClustKey') AS is_clustered, OBJECTPROPERTY(o.object_id, 'CnstIsNonclustKey') AS is_nonclustered, OBJECTPROPERTY(o.object_id, 'CnstIsColumn') AS of_column, OBJECTPROPERTY(o.object_id, 'CnstIsDeleteCascade') AS deletes,
    OBJECTPROPERTY(o.object_id, 'CnstIsUpdateCascade') AS updates, OBJECTPROPERTY(o.object_id, 'CnstIsDisabled') AS disabled, OBJECTPROPERTY(o.object_id, 'CnstIsNotTrusted') AS untrusted, OBJECTPROPERTY(o.object_id, 'CnstIsNotRepl') AS not_repl
FROM sys.objects AS o WHERE o.name IN ('pk', 'df', 'ck', 'uq', 'ckt', 'fk', 'fk2', 't') ORDER BY o.name;
GO
DROP VIEW dbo.v;
DROP TABLE dbo.child, dbo.t, dbo.plain;
GO
