-- The metadata queries that object-relational mappers, migration tools and administration tools send, in forms of our own, over the documented
-- views: docs/relational-databases/system-catalog-views/object-catalog-views-transact-sql.md, system-information-schema-views/columns-transact-sql.md,
-- docs/t-sql/functions/objectproperty-transact-sql.md, columnproperty-transact-sql.md, object-definition-transact-sql.md.
SET NOCOUNT ON;
GO
CREATE DATABASE Shop;
GO
USE Shop;
GO
CREATE SCHEMA sales;
GO
CREATE TYPE dbo.Money2 FROM decimal(19,4) NOT NULL;
CREATE TYPE dbo.IdList AS TABLE (id int NOT NULL PRIMARY KEY, label nvarchar(20) NULL DEFAULT N'x', INDEX ix_label (label), CHECK (id > 0), rv AS id * 2);
CREATE SEQUENCE sales.OrderNumbers AS int START WITH 100 INCREMENT BY 5 MINVALUE 1 MAXVALUE 100000 CYCLE CACHE 10;
CREATE TABLE sales.Customer (CustomerId int IDENTITY(10, 2) CONSTRAINT PK_Customer PRIMARY KEY, Code varchar(10) COLLATE Latin1_General_BIN NOT NULL CONSTRAINT UQ_Code UNIQUE, Name nvarchar(100) NULL CONSTRAINT DF_Name DEFAULT N'none', Balance dbo.Money2, Created datetime2(3) NOT NULL DEFAULT SYSUTCDATETIME(), Rv rowversion, FullName AS Code + N' ' + Name PERSISTED, Doc xml NULL, Guid uniqueidentifier ROWGUIDCOL NULL DEFAULT NEWID(), CONSTRAINT CK_Balance CHECK (Balance >= 0));
CREATE TABLE sales.[Order] (OrderId int NOT NULL DEFAULT NEXT VALUE FOR sales.OrderNumbers, CustomerId int NOT NULL, Line smallint NOT NULL, Total float(24) SPARSE NULL, Notes text, CONSTRAINT PK_Order PRIMARY KEY NONCLUSTERED (OrderId, Line DESC), CONSTRAINT FK_Order_Customer FOREIGN KEY (CustomerId) REFERENCES sales.Customer (CustomerId) ON DELETE CASCADE ON UPDATE NO ACTION);
CREATE CLUSTERED INDEX CX_Order ON sales.[Order] (CustomerId);
CREATE INDEX IX_Total ON sales.[Order] (Total) INCLUDE (Line) WHERE Total IS NOT NULL WITH (FILLFACTOR = 80);
GO
CREATE VIEW sales.Totals WITH SCHEMABINDING AS SELECT CustomerId, COUNT_BIG(*) AS n FROM sales.[Order] GROUP BY CustomerId;
GO
CREATE PROCEDURE sales.GetOrders @id int = 5, @ids dbo.IdList READONLY, @out nvarchar(10) OUTPUT AS SELECT 1 AS a;
GO
CREATE FUNCTION sales.F(@a int, @b varchar(10) = 'x') RETURNS decimal(9,2) AS BEGIN RETURN 1 END
GO
CREATE FUNCTION sales.T(@a int) RETURNS TABLE AS RETURN SELECT CustomerId FROM sales.Customer;
GO
CREATE TRIGGER sales.Trg ON sales.Customer AFTER INSERT, UPDATE AS RETURN;
GO
CREATE SYNONYM dbo.Cust FOR sales.Customer;
EXEC sp_addextendedproperty N'MS_Description', N'customers', N'SCHEMA', N'sales', N'TABLE', N'Customer';
EXEC sp_addextendedproperty N'MS_Description', N'the code', N'SCHEMA', N'sales', N'TABLE', N'Customer', N'COLUMN', N'Code';
GO
PRINT '== EF: server';
SELECT SERVERPROPERTY('EngineEdition'), SERVERPROPERTY('ProductVersion'), SERVERPROPERTY('ProductMajorVersion'), SERVERPROPERTY('Edition'), DB_NAME(), SCHEMA_NAME(), SERVERPROPERTY('Collation');
SELECT compatibility_level, collation_name, containment, is_read_committed_snapshot_on FROM sys.databases WHERE name = DB_NAME();
SELECT CAST(DATABASEPROPERTYEX(DB_NAME(), 'Collation') AS nvarchar(128)), OBJECT_ID(N'[__EFMigrationsHistory]');
GO
PRINT '== EF: alias types';
SELECT SCHEMA_NAME(t.schema_id) AS type_schema, t.name AS type_name, b.name AS underlying, CAST(t.max_length AS int) AS max_length, CAST(t.precision AS int), CAST(t.scale AS int)
FROM sys.types AS t JOIN sys.types AS b ON t.system_type_id = b.user_type_id WHERE t.is_user_defined = 1 OR t.user_type_id <> t.system_type_id ORDER BY 2;
GO
PRINT '== EF: sequences';
SELECT OBJECT_SCHEMA_NAME(object_id) AS schema_name, name, TYPE_NAME(user_type_id) AS type, CAST(precision AS int) AS precision, CAST(scale AS int) AS scale, is_cycling, is_cached, CAST(increment AS int) AS increment, CAST(CASE WHEN start_value > 9223372036854775807 THEN 9223372036854775807 ELSE start_value END AS bigint) AS start_value, CAST(minimum_value AS bigint), CAST(maximum_value AS bigint), CAST(cache_size AS int), is_exhausted, last_used_value FROM sys.sequences;
GO
PRINT '== EF: tables and views';
SELECT SCHEMA_NAME(t.schema_id) AS [schema], t.name, CAST(e.value AS nvarchar(MAX)) AS comment, 'table' AS type, t.is_memory_optimized, t.temporal_type, (SELECT c.name FROM sys.columns AS c JOIN sys.periods AS p ON p.start_column_id = c.column_id AND p.object_id = c.object_id WHERE c.object_id = t.object_id) AS period_start, (SELECT OBJECT_NAME(t.history_table_id)) AS history
FROM sys.tables AS t LEFT JOIN sys.extended_properties AS e ON e.major_id = t.object_id AND e.minor_id = 0 AND e.class = 1 AND e.name = 'MS_Description'
WHERE t.is_ms_shipped = 0 AND NOT EXISTS (SELECT * FROM sys.extended_properties AS ep WHERE ep.major_id = t.object_id AND ep.minor_id = 0 AND ep.class = 1 AND ep.name = N'microsoft_database_tools_support') AND t.name <> '__EFMigrationsHistory' AND t.temporal_type <> 1
UNION
SELECT SCHEMA_NAME(v.schema_id), v.name, CAST(e.value AS nvarchar(MAX)), 'view', CAST(0 AS bit), CAST(0 AS tinyint), NULL, NULL FROM sys.views AS v LEFT JOIN sys.extended_properties AS e ON e.major_id = v.object_id AND e.minor_id = 0 AND e.class = 1 AND e.name = 'MS_Description' WHERE v.is_ms_shipped = 0;
GO
PRINT '== EF: columns';
SELECT SCHEMA_NAME(o.schema_id) AS table_schema, o.name AS table_name, c.name AS column_name, c.column_id AS ordinal, SCHEMA_NAME(tp.schema_id) AS type_schema, tp.name AS type_name, CAST(c.max_length AS int) AS max_length, CAST(c.precision AS int) AS precision, CAST(c.scale AS int) AS scale, c.is_nullable, c.is_identity, dc.definition AS default_sql, cc.definition AS computed_sql, cc.is_persisted, CAST(e.value AS nvarchar(MAX)) AS comment, c.collation_name, c.is_sparse, c.is_hidden, ic.seed_value, ic.increment_value, dc.is_system_named, c.generated_always_type
FROM (SELECT v.name, v.object_id, v.schema_id FROM sys.views v WHERE 1=1 UNION ALL SELECT t.name, t.object_id, t.schema_id FROM sys.tables t WHERE t.is_ms_shipped = 0) AS o
JOIN sys.columns AS c ON o.object_id = c.object_id LEFT JOIN sys.types AS tp ON c.user_type_id = tp.user_type_id LEFT JOIN sys.extended_properties AS e ON e.major_id = o.object_id AND e.minor_id = c.column_id AND e.class = 1 AND e.name = 'MS_Description' LEFT JOIN sys.computed_columns AS cc ON c.object_id = cc.object_id AND c.column_id = cc.column_id LEFT JOIN sys.default_constraints AS dc ON c.object_id = dc.parent_object_id AND c.column_id = dc.parent_column_id LEFT JOIN sys.identity_columns AS ic ON c.object_id = ic.object_id AND c.column_id = ic.column_id ORDER BY table_schema, table_name, c.column_id;
GO
PRINT '== EF: indexes';
SELECT SCHEMA_NAME(t.schema_id) AS table_schema, t.name AS table_name, i.name AS index_name, i.type_desc, i.is_primary_key, i.is_unique_constraint, i.is_unique, i.has_filter, i.filter_definition, i.fill_factor, COL_NAME(ic.object_id, ic.column_id) AS column_name, ic.is_descending_key, ic.is_included_column
FROM sys.indexes AS i JOIN (SELECT v.name, v.object_id, v.schema_id FROM sys.views v UNION ALL SELECT t.name, t.object_id, t.schema_id FROM sys.tables t) AS t ON i.object_id = t.object_id JOIN sys.index_columns AS ic ON i.object_id = ic.object_id AND i.index_id = ic.index_id JOIN sys.columns AS c ON ic.object_id = c.object_id AND ic.column_id = c.column_id WHERE i.is_hypothetical = 0 ORDER BY table_schema, table_name, index_name, ic.key_ordinal;
GO
PRINT '== EF: foreign keys';
SELECT SCHEMA_NAME(t.schema_id), t.name, f.name, SCHEMA_NAME(tab2.schema_id) AS principal_schema, tab2.name AS principal, f.delete_referential_action_desc, col1.name, col2.name FROM sys.foreign_keys AS f JOIN sys.foreign_key_columns AS fc ON fc.constraint_object_id = f.object_id JOIN sys.tables AS t ON t.object_id = fc.parent_object_id JOIN sys.columns AS col1 ON col1.column_id = fc.parent_column_id AND col1.object_id = t.object_id JOIN sys.tables AS tab2 ON tab2.object_id = fc.referenced_object_id JOIN sys.columns AS col2 ON col2.column_id = fc.referenced_column_id AND col2.object_id = tab2.object_id ORDER BY 1, 2, 3, fc.constraint_column_id;
SELECT SCHEMA_NAME(t.schema_id), t.name, tr.name FROM sys.triggers AS tr JOIN sys.tables AS t ON tr.parent_id = t.object_id;
GO
PRINT '== EF: migrations';
IF OBJECT_ID(N'[__EFMigrationsHistory]') IS NULL
BEGIN
    CREATE TABLE [__EFMigrationsHistory] ([MigrationId] nvarchar(150) NOT NULL, [ProductVersion] nvarchar(32) NOT NULL, CONSTRAINT [PK___EFMigrationsHistory] PRIMARY KEY ([MigrationId]));
END;
DECLARE @result int; EXEC @result = sp_getapplock @Resource = '__EFMigrationsLock', @LockOwner = 'Session', @LockMode = 'Exclusive'; SELECT @result;
DECLARE @result2 int; EXEC @result2 = sp_releaseapplock @Resource = '__EFMigrationsLock', @LockOwner = 'Session'; SELECT @result2;
DECLARE @var0 sysname; SELECT @var0 = [d].[name] FROM [sys].[default_constraints] [d] INNER JOIN [sys].[columns] [c] ON [d].[parent_column_id] = [c].[column_id] AND [d].[parent_object_id] = [c].[object_id] WHERE ([d].[parent_object_id] = OBJECT_ID(N'[sales].[Customer]') AND [c].[name] = N'Name'); IF @var0 IS NOT NULL SELECT @var0;
IF EXISTS (SELECT * FROM [sys].[identity_columns] WHERE [name] IN (N'CustomerId') AND [object_id] = OBJECT_ID(N'[sales].[Customer]')) SELECT 1 AS has_identity;
IF SERVERPROPERTY('EngineEdition') <> 5 BEGIN ALTER DATABASE [Shop] SET READ_COMMITTED_SNAPSHOT ON; END;
GO
PRINT '== SSMS: connection';
SELECT dtb.name, dtb.database_id, dtb.state, CASE WHEN dtb.source_database_id IS NOT NULL THEN 1 ELSE 0 END, ISNULL(DB_NAME(dtb.source_database_id), N''), dtb.is_read_only, dtb.collation_name, dtb.user_access, dtb.is_auto_close_on, dtb.is_in_standby, dtb.is_cleanly_shutdown, dmi.mirroring_state, dmi.mirroring_role, drs.database_guid, dtb.replica_id, dtb.create_date, ISNULL(has_dbaccess(dtb.name), 0), dtb.recovery_model_desc, dtb.log_reuse_wait_desc, dtb.delayed_durability_desc, dtb.containment_desc, dtb.page_verify_option_desc, SUSER_SNAME(dtb.owner_sid), dtb.is_trustworthy_on, dtb.is_broker_enabled, dtb.is_query_store_on, dtb.is_ledger_on, dtb.catalog_collation_type_desc, dtb.physical_database_name, dtb.is_accelerated_database_recovery_on, dtb.two_digit_year_cutoff, dtb.default_fulltext_language_lcid
FROM master.sys.databases AS dtb LEFT JOIN sys.database_mirroring AS dmi ON dmi.database_id = dtb.database_id LEFT JOIN sys.database_recovery_status AS drs ON drs.database_id = dtb.database_id WHERE dtb.database_id > 4;
GO
PRINT '== SSMS: object explorer tables';
SELECT tbl.name AS [Name], tbl.object_id AS [ID], SCHEMA_NAME(tbl.schema_id) AS [Schema], CAST(CASE WHEN tbl.is_ms_shipped = 1 THEN 1 WHEN (SELECT major_id FROM sys.extended_properties WHERE major_id = tbl.object_id AND minor_id = 0 AND class = 1 AND name = N'microsoft_database_tools_support') IS NOT NULL THEN 1 ELSE 0 END AS bit) AS [IsSystemObject], tbl.create_date, tbl.is_filetable, tbl.is_memory_optimized, tbl.temporal_type, tbl.is_edge, tbl.is_node, tbl.is_external, tbl.ledger_type, stbl.name AS owner, CAST(ISNULL((SELECT SUM(spart.rows) FROM sys.partitions spart WHERE spart.object_id = tbl.object_id AND spart.index_id < 2), 0) AS bigint) AS [RowCount], idx.index_id, CAST(OBJECTPROPERTY(tbl.object_id, N'HasAfterTrigger') AS bit), CAST(OBJECTPROPERTY(tbl.object_id, N'TableHasIdentity') AS bit), CAST(OBJECTPROPERTY(tbl.object_id, N'IsIndexed') AS bit), CAST(OBJECTPROPERTYEX(tbl.object_id, N'BaseType') AS char(2)), ISNULL(dstext.name, N''), ISNULL(ds.name, N''), tbl.lock_escalation_desc, ct.is_track_columns_updated_on
FROM sys.tables AS tbl LEFT JOIN sys.database_principals AS stbl ON stbl.principal_id = ISNULL(tbl.principal_id, OBJECTPROPERTY(tbl.object_id, 'OwnerId')) JOIN sys.indexes AS idx ON idx.object_id = tbl.object_id AND idx.index_id < 2 LEFT JOIN sys.data_spaces AS ds ON ds.data_space_id = idx.data_space_id LEFT JOIN sys.data_spaces AS dstext ON tbl.lob_data_space_id = dstext.data_space_id LEFT JOIN sys.change_tracking_tables AS ct ON ct.object_id = tbl.object_id ORDER BY 3, 1;
GO
PRINT '== SSMS: columns';
SELECT clmns.name, clmns.column_id, CAST(ISNULL(cik.index_column_id, 0) AS bit) AS in_pk, CAST(ISNULL((SELECT TOP 1 1 FROM sys.foreign_key_columns AS colfk WHERE colfk.parent_column_id = clmns.column_id AND colfk.parent_object_id = clmns.object_id), 0) AS bit) AS is_fk, usrt.name, ISNULL(baset.name, N'') AS system_type, CAST(CASE WHEN baset.name IN (N'nchar', N'nvarchar') AND clmns.max_length <> -1 THEN clmns.max_length / 2 ELSE clmns.max_length END AS int), CAST(clmns.precision AS int), CAST(clmns.scale AS int), clmns.is_nullable, clmns.is_computed, clmns.is_identity, CAST(ISNULL(COLUMNPROPERTY(clmns.object_id, clmns.name, N'IsDeterministic'), 0) AS bit), ISNULL(xscclmns.name, N''), ISNULL(s2clmns.name, N''), clmns.is_sparse, clmns.is_column_set, s1clmns.name, clmns.is_hidden, clmns.is_masked, (CASE WHEN clmns.default_object_id = 0 THEN N'' WHEN d.parent_object_id > 0 THEN N'' ELSE d.name END) AS [Default], r.name, clmns.generated_always_type, clmns.encryption_type, cc.definition
FROM sys.tables AS tbl JOIN sys.all_columns AS clmns ON clmns.object_id = tbl.object_id LEFT JOIN sys.indexes AS ik ON ik.object_id = clmns.object_id AND 1 = ik.is_primary_key LEFT JOIN sys.index_columns AS cik ON cik.index_id = ik.index_id AND cik.column_id = clmns.column_id AND cik.object_id = clmns.object_id AND 0 = cik.is_included_column LEFT JOIN sys.types AS usrt ON usrt.user_type_id = clmns.user_type_id LEFT JOIN sys.types AS baset ON (baset.user_type_id = clmns.system_type_id AND baset.user_type_id = baset.system_type_id) OR ((baset.system_type_id = clmns.system_type_id) AND (baset.user_type_id = clmns.user_type_id) AND (baset.is_user_defined = 0) AND (baset.is_assembly_type = 1)) LEFT JOIN sys.xml_schema_collections AS xscclmns ON xscclmns.xml_collection_id = clmns.xml_collection_id LEFT JOIN sys.schemas AS s2clmns ON s2clmns.schema_id = xscclmns.schema_id LEFT JOIN sys.schemas AS s1clmns ON s1clmns.schema_id = usrt.schema_id LEFT JOIN sys.objects AS d ON d.object_id = clmns.default_object_id LEFT JOIN sys.objects AS r ON r.object_id = clmns.rule_object_id LEFT JOIN sys.computed_columns AS cc ON cc.object_id = clmns.object_id AND cc.column_id = clmns.column_id
WHERE tbl.name = N'Customer' AND SCHEMA_NAME(tbl.schema_id) = N'sales' ORDER BY clmns.column_id;
GO
PRINT '== SSMS: table types';
SELECT tt.name, tt.type_table_object_id - o.object_id AS same, o.type, o.type_desc, SCHEMA_NAME(o.schema_id) AS object_schema, o.is_ms_shipped, tt.is_memory_optimized FROM sys.table_types AS tt JOIN sys.all_objects AS o ON o.object_id = tt.type_table_object_id;
SELECT c.name, TYPE_NAME(c.system_type_id), c.is_nullable, c.is_computed, d.definition FROM sys.table_types AS tt JOIN sys.columns AS c ON c.object_id = tt.type_table_object_id LEFT JOIN sys.default_constraints AS d ON d.object_id = c.default_object_id ORDER BY c.column_id;
SELECT c.name FROM sys.table_types AS tt JOIN sys.all_columns AS c ON c.object_id = tt.type_table_object_id ORDER BY c.column_id;
SELECT CASE WHEN i.is_primary_key = 1 THEN 'pk' ELSE i.name END, i.type_desc, i.is_primary_key FROM sys.table_types AS tt JOIN sys.indexes AS i ON i.object_id = tt.type_table_object_id ORDER BY i.index_id;
SELECT COUNT(*) AS index_columns FROM sys.table_types AS tt JOIN sys.index_columns AS i ON i.object_id = tt.type_table_object_id;
SELECT COUNT(*) AS key_constraints FROM sys.table_types AS tt JOIN sys.key_constraints AS i ON i.parent_object_id = tt.type_table_object_id;
SELECT definition FROM sys.table_types AS tt JOIN sys.check_constraints AS i ON i.parent_object_id = tt.type_table_object_id;
SELECT definition FROM sys.table_types AS tt JOIN sys.computed_columns AS i ON i.object_id = tt.type_table_object_id;
EXEC sp_describe_first_result_set N'DECLARE @t dbo.IdList; SELECT * FROM @t';
GO
PRINT '== SSMS: parameters';
SELECT SCHEMA_NAME(o.schema_id), o.name, p.name, p.parameter_id, TYPE_NAME(p.user_type_id), p.max_length, p.precision, p.scale, p.is_output, p.has_default_value, p.default_value, p.is_readonly, t.is_table_type FROM sys.all_parameters AS p JOIN sys.objects AS o ON o.object_id = p.object_id JOIN sys.types AS t ON t.user_type_id = p.user_type_id ORDER BY o.name, p.parameter_id;
SELECT SPECIFIC_SCHEMA, SPECIFIC_NAME, ORDINAL_POSITION, PARAMETER_MODE, IS_RESULT, PARAMETER_NAME, DATA_TYPE, USER_DEFINED_TYPE_NAME FROM INFORMATION_SCHEMA.PARAMETERS ORDER BY SPECIFIC_NAME, ORDINAL_POSITION;
EXEC sp_procedure_params_100_managed N'GetOrders', 1, N'sales';
EXEC sp_sproc_columns N'GetOrders', N'sales';
EXEC sp_sproc_columns_100 N'GetOrders', N'sales', @fUsePattern = 0;
GO
PRINT '== SSMS: scripts';
SELECT sm.definition FROM sys.sql_modules AS sm JOIN sys.objects AS o ON o.object_id = sm.object_id WHERE o.name = N'Totals';
SELECT smsp.execute_as_principal_id, ISNULL(smsp.definition, ssmsp.definition), CAST(CASE WHEN ISNULL(smsp.definition, ssmsp.definition) IS NULL THEN 1 ELSE 0 END AS bit), asp.assembly_method FROM sys.all_objects AS sp LEFT JOIN sys.sql_modules AS smsp ON smsp.object_id = sp.object_id LEFT JOIN sys.system_sql_modules AS ssmsp ON ssmsp.object_id = sp.object_id LEFT JOIN sys.assembly_modules AS asp ON asp.object_id = sp.object_id WHERE sp.name = N'GetOrders';
SELECT tr.name, tr.is_disabled, OBJECTPROPERTY(tr.object_id, 'ExecIsInsertTrigger'), tr.is_instead_of_trigger, te.type_desc, te.is_first, te.is_last FROM sys.triggers AS tr JOIN sys.trigger_events AS te ON te.object_id = tr.object_id ORDER BY te.type;
SELECT i.name, s.no_recompute, i.ignore_dup_key, i.fill_factor, i.is_padded, i.allow_row_locks, i.allow_page_locks, i.is_disabled, s.is_incremental, p.data_compression_desc, p.xml_compression_desc, i.optimize_for_sequential_key, INDEXPROPERTY(i.object_id, i.name, N'IsFulltextKey') FROM sys.indexes AS i JOIN sys.stats AS s ON s.stats_id = i.index_id AND s.object_id = i.object_id JOIN sys.partitions AS p ON p.object_id = i.object_id AND p.index_id = i.index_id WHERE i.object_id = OBJECT_ID(N'sales.[Order]') ORDER BY i.index_id;
SELECT u.name, u.principal_id, u.type, u.default_schema_name, u.authentication_type_desc, SUSER_SNAME(u.sid), dp.permission_name, dp.state_desc FROM sys.database_principals AS u LEFT JOIN sys.database_permissions AS dp ON dp.grantee_principal_id = u.principal_id AND dp.type = 'CO' WHERE u.type IN ('U', 'S', 'G', 'C', 'K', 'E', 'X') ORDER BY u.name;
SELECT log.name, log.sid, log.type, log.is_disabled, log.default_database_name, log.default_language_name, sl.is_policy_checked, sl.is_expiration_checked, LOGINPROPERTY(log.name, N'IsLocked'), LOGINPROPERTY(log.name, N'PasswordLastSetTime') FROM sys.server_principals AS log LEFT JOIN sys.sql_logins AS sl ON sl.principal_id = log.principal_id WHERE log.name = N'sa';
SELECT g.name, g.is_default, g.is_read_only, s.name, s.type, s.size, s.max_size, s.growth, s.is_percent_growth, s.physical_name, FILEPROPERTY(s.name, 'SpaceUsed') FROM sys.filegroups AS g JOIN sys.database_files AS s ON s.data_space_id = g.data_space_id;
GO
PRINT '== Flyway, Liquibase, DbUp, grate';
SELECT COUNT(*) FROM INFORMATION_SCHEMA.SCHEMATA WHERE SCHEMA_NAME = N'sales';
SELECT CAST(CASE WHEN EXISTS(SELECT 1 FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'dbo' AND TABLE_NAME = 'SchemaVersions') THEN 1 ELSE 0 END AS bit);
SELECT DEFAULT_SCHEMA_NAME FROM sys.database_principals WHERE name = USER_NAME();
SELECT o.name, OBJECT_NAME(o.parent_object_id) FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id WHERE s.name = N'sales' AND o.type IN ('F', 'C', 'D', 'PK', 'UQ') ORDER BY o.type, o.name COLLATE Latin1_General_BIN;
SELECT fk.name, OBJECT_NAME(fk.parent_object_id) FROM sys.foreign_keys fk JOIN sys.schemas s ON s.schema_id = fk.schema_id WHERE s.name = N'sales';
SELECT * FROM (SELECT o.name AS assembly_name FROM sys.assemblies AS o WHERE o.is_user_defined = 1) AS a;
SELECT SERVERPROPERTY('edition'), CASE WHEN SERVERPROPERTY('EngineEdition') IN (5, 8) THEN 'azure' ELSE 'box' END, CONVERT(varchar(128), SERVERPROPERTY('ProductVersion'));
SELECT name FROM sys.databases WHERE HAS_DBACCESS(name) = 1 AND state = 0 ORDER BY name;
SELECT c.name AS cn, DATALENGTH(cc.definition) FROM sys.check_constraints cc JOIN sys.columns c ON c.object_id = cc.parent_object_id AND c.column_id = cc.parent_column_id;
SELECT IC.TABLE_SCHEMA, IC.TABLE_NAME, IC.COLUMN_NAME, COLUMNPROPERTY(OBJECT_ID(QUOTENAME(IC.TABLE_SCHEMA) + '.' + QUOTENAME(IC.TABLE_NAME)), IC.COLUMN_NAME, 'IsIdentity') FROM INFORMATION_SCHEMA.COLUMNS IC WHERE IC.TABLE_NAME = 'Customer' ORDER BY IC.ORDINAL_POSITION;
GO
PRINT '== Prisma, TypeORM, Sequelize, Knex';
SELECT OBJECT_SCHEMA_NAME(t.object_id) AS namespace, c.name AS column_name, c.is_nullable, c.is_identity, OBJECT_DEFINITION(c.default_object_id) AS column_default, OBJECT_NAME(c.default_object_id) AS default_name, t.name AS table_name, TYPE_NAME(c.system_type_id) AS data_type, COLUMNPROPERTY(c.object_id, c.name, 'charmaxlen') AS character_maximum_length, COLUMNPROPERTY(c.object_id, c.name, 'Precision') AS p, OdbcScale(c.system_type_id, c.scale) AS numeric_scale, CONVERT(tinyint, CASE WHEN c.system_type_id IN (48, 52, 56, 59, 60, 62, 106, 108, 122, 127) THEN c.precision END) AS numeric_precision FROM sys.columns c JOIN sys.tables t ON c.object_id = t.object_id WHERE t.is_ms_shipped = 0 ORDER BY namespace, t.name, COLUMNPROPERTY(c.object_id, c.name, 'ordinal');
SELECT TABLE_SCHEMA, TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_CATALOG = 'Shop';
SELECT "C"."COLUMN_NAME", "C"."DATA_TYPE", "C"."COLUMN_DEFAULT", "C"."IS_NULLABLE", "C"."CHARACTER_MAXIMUM_LENGTH", "PK"."CONSTRAINT_TYPE", COLUMNPROPERTY(OBJECT_ID('sales.Customer'), "C"."COLUMN_NAME", 'IsIdentity') AS "identity" FROM "INFORMATION_SCHEMA"."COLUMNS" AS "C" LEFT JOIN (SELECT "TC"."TABLE_SCHEMA", "TC"."TABLE_NAME", "KU"."COLUMN_NAME", "TC"."CONSTRAINT_TYPE" FROM "INFORMATION_SCHEMA"."TABLE_CONSTRAINTS" AS "TC" JOIN "INFORMATION_SCHEMA"."KEY_COLUMN_USAGE" AS "KU" ON "TC"."CONSTRAINT_NAME" = "KU"."CONSTRAINT_NAME" AND "TC"."CONSTRAINT_TYPE" = 'PRIMARY KEY') AS "PK" ON "PK"."TABLE_NAME" = "C"."TABLE_NAME" AND "PK"."COLUMN_NAME" = "C"."COLUMN_NAME" WHERE "C"."TABLE_NAME" = 'Customer';
SELECT RC.CONSTRAINT_NAME, RC.UPDATE_RULE, RC.DELETE_RULE, KCU1.COLUMN_NAME, KCU2.TABLE_NAME, KCU2.COLUMN_NAME FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS RC JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE KCU1 ON KCU1.CONSTRAINT_NAME = RC.CONSTRAINT_NAME JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE KCU2 ON KCU2.CONSTRAINT_NAME = RC.UNIQUE_CONSTRAINT_NAME AND KCU2.ORDINAL_POSITION = KCU1.ORDINAL_POSITION;
SELECT db_name() AS "db_name"; SELECT SCHEMA_NAME() AS "schema_name";
SELECT I.[index_id], I.[name] AS [index_name], I.is_unique, C.name, IC.index_column_id FROM sys.indexes I JOIN sys.index_columns IC ON IC.index_id = I.index_id AND IC.object_id = I.object_id JOIN sys.columns C ON IC.column_id = C.column_id AND IC.object_id = C.object_id WHERE I.object_id = object_id('sales.Order') ORDER BY 1, 5;
EXEC sys.sp_helpindex @objname = N'[sales].[Order]';
EXEC sp_columns @table_name = N'Customer', @table_owner = N'sales';
EXEC sp_pkeys N'Order', N'sales'; EXEC sp_fkeys @fktable_name = N'Order', @fktable_owner = N'sales'; EXEC sp_statistics N'Order', N'sales';
EXEC sp_special_columns N'Customer', N'sales'; EXEC sp_tables @table_owner = N'sales', @table_type = "'TABLE','VIEW'"; EXEC sp_stored_procedures @sp_owner = N'sales';
EXEC sp_help N'sales.Customer'; EXEC sp_helpconstraint N'sales.Customer', 'nomsg'; EXEC sp_helptext N'sales.GetOrders'; EXEC sp_depends N'sales.Totals'; EXEC sp_rename N'sales.Customer.Guid', N'Uid', N'COLUMN';
EXEC sp_MSforeachtable N'PRINT ''?''';
GO
PRINT '== Django, Alembic, Hibernate, Rails';
SELECT TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = (SELECT default_schema_name FROM sys.database_principals WHERE principal_id = DATABASE_PRINCIPAL_ID());
SELECT a.name AS cn, b.name FROM (SELECT col.name, k.type, ic.object_id FROM sys.key_constraints k JOIN sys.index_columns ic ON k.parent_object_id = ic.object_id AND k.unique_index_id = ic.index_id JOIN sys.columns col ON col.object_id = ic.object_id AND col.column_id = ic.column_id) a JOIN sys.tables b ON a.object_id = b.object_id;
SELECT CAST(SERVERPROPERTY('ProductVersion') AS varchar), CONVERT(int, ISNULL(SERVERPROPERTY('ProductMajorVersion'), 0));
SELECT CAST(e.value AS nvarchar(max)) FROM fn_listextendedproperty(NULL, N'SCHEMA', N'sales', N'TABLE', N'Customer', N'COLUMN', NULL) AS e;
SELECT objname, name, value FROM sys.fn_listextendedproperty('MS_Description', 'schema', 'sales', 'table', default, NULL, default);
SELECT next value for sales.OrderNumbers;
SELECT current_value, start_value, increment FROM sys.sequences WHERE schema_id = SCHEMA_ID('sales');
SELECT CASE transaction_isolation_level WHEN 0 THEN NULL WHEN 1 THEN 'READ UNCOMMITTED' WHEN 2 THEN 'READ COMMITTED' END FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SELECT cs.name FROM sys.fn_helpcollations() AS cs WHERE cs.name LIKE 'SQL_Latin1_General_CP1_CI_AS';
SELECT type_desc, COUNT(*) FROM sys.database_files GROUP BY type_desc;
SELECT p.name, p.[type], OBJECT_SCHEMA_NAME(p.object_id), m.uses_ansi_nulls, m.is_schema_bound FROM sys.procedures p JOIN sys.sql_modules m ON m.object_id = p.object_id;
SELECT referencing_id, OBJECT_NAME(referencing_id), referenced_schema_name, referenced_entity_name FROM sys.sql_expression_dependencies WHERE referenced_entity_name = N'Order';
SELECT * FROM sys.dm_sql_referencing_entities(N'sales.Order', N'OBJECT');
SELECT b.name, a.total_pages, a.used_pages FROM sys.tables b JOIN sys.partitions p ON p.object_id = b.object_id JOIN sys.allocation_units a ON a.container_id = p.partition_id WHERE b.schema_id = SCHEMA_ID(N'sales') ORDER BY 1, 2;
SELECT feature_name FROM sys.dm_db_persisted_sku_features;
SELECT DATABASEPROPERTYEX(DB_NAME(), 'Updateability'), DATABASEPROPERTYEX(DB_NAME(), 'Status'), DATABASEPROPERTYEX(DB_NAME(), 'ServiceObjective'), DATABASEPROPERTYEX(DB_NAME(), 'Edition');
SELECT name, value, value_for_secondary, is_value_default FROM sys.database_scoped_configurations WHERE name IN ('MAXDOP', 'LEGACY_CARDINALITY_ESTIMATION');
SELECT actual_state_desc, readonly_reason FROM sys.database_query_store_options;
SELECT name, description FROM sys.dm_xe_objects WHERE object_type = 'event' AND name = 'rpc_completed';
SELECT TOP 1 d.name, s.is_user_process FROM sys.dm_exec_sessions s JOIN sys.databases d ON d.database_id = s.database_id WHERE s.session_id = @@SPID;
SELECT CAST(create_date AS date) FROM sys.databases WHERE name = 'nope';
SELECT j.name, s.name FROM msdb.dbo.sysjobs_view AS j LEFT JOIN msdb.dbo.syscategories AS s ON s.category_id = j.category_id;
SELECT ag.name, rs.role_desc FROM sys.availability_groups ag JOIN sys.dm_hadr_availability_replica_states rs ON rs.group_id = ag.group_id;
SELECT TOP 5 database_name, type, backup_finish_date FROM msdb.dbo.backupset ORDER BY backup_finish_date DESC;
SELECT is_distributor FROM sys.servers WHERE server_id = 0;
SELECT SYSTEM_USER, IS_SRVROLEMEMBER('sysadmin'), IS_MEMBER('db_owner'), HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE'), HAS_PERMS_BY_NAME(N'sales.Customer', 'OBJECT', 'SELECT', N'Code', 'COLUMN');
SELECT p.class_desc, p.permission_name, p.state_desc, OBJECT_NAME(p.major_id), pr.name FROM sys.database_permissions p JOIN sys.database_principals pr ON pr.principal_id = p.grantee_principal_id WHERE p.class = 1 AND p.major_id > 0;
GO
USE master;
GO
DROP DATABASE Shop;
GO
