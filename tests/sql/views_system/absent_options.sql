-- docs/relational-databases/system-catalog-views: sys-endpoints-transact-sql.md, sys-tcp-endpoints-transact-sql.md, sys-database-mirroring-transact-sql.md,
-- sys-resource-governor-configuration-transact-sql.md, sys-database-query-store-options-transact-sql.md, sys-database-filestream-options-transact-sql.md,
-- sys-securable-classes-transact-sql.md, sys-masked-columns-transact-sql.md, sys-xml-schema-elements-transact-sql.md, sys-hash-indexes-transact-sql.md,
-- sys-sql-modules-transact-sql.md, sys-numbered-procedure-parameters-transact-sql.md; sys-dm-exec-sessions-transact-sql.md, system-dynamic-management-views/sys-dm-hadr-database-replica-states-transact-sql.md and its siblings.
SELECT name, protocol_desc, type_desc, state_desc, is_admin_endpoint FROM sys.endpoints ORDER BY endpoint_id;
SELECT name, port, is_dynamic_port, ip_address FROM sys.tcp_endpoints;
SELECT database_id, mirroring_state FROM sys.database_mirroring WHERE database_id = 1;
SELECT * FROM sys.resource_governor_configuration;
SELECT desired_state_desc, actual_state_desc, flush_interval_seconds, query_capture_mode_desc, max_plans_per_query FROM sys.database_query_store_options;
SELECT non_transacted_access_desc, directory_name FROM sys.database_filestream_options WHERE database_id = 1;
SELECT * FROM sys.securable_classes ORDER BY class;
-- Inherited columns come first.
SELECT COUNT(*) AS columns, MAX(CASE name WHEN 'masking_function' THEN column_id END) AS own
FROM sys.all_columns WHERE object_id = OBJECT_ID('sys.masked_columns');
SELECT MIN(CASE name WHEN 'xml_component_id' THEN column_id END) AS first, MAX(CASE name WHEN 'default_value' THEN column_id END) AS last
FROM sys.all_columns WHERE object_id = OBJECT_ID('sys.xml_schema_elements');
SELECT name FROM sys.all_columns WHERE object_id = OBJECT_ID('sys.hash_indexes') AND column_id IN (1, 24);
SELECT COUNT(*) AS replicas FROM sys.dm_hadr_database_replica_states;
SELECT name FROM sys.system_objects GROUP BY schema_id, name HAVING COUNT(*) > 1;
GO
CREATE DATABASE A;
GO
USE A;
GO
CREATE USER u WITHOUT LOGIN;
GO
CREATE PROCEDURE dbo.of_owner WITH EXECUTE AS OWNER, RECOMPILE AS RETURN 0;
GO
CREATE PROCEDURE dbo.of_user WITH EXECUTE AS 'u' AS RETURN 0;
GO
CREATE PROCEDURE dbo.of_caller AS RETURN 0;
GO
CREATE FUNCTION dbo.of_null(@a int) RETURNS int WITH RETURNS NULL ON NULL INPUT AS BEGIN RETURN @a END;
GO
CREATE PROCEDURE dbo.grouped;1 AS RETURN 0;
GO
CREATE PROCEDURE dbo.grouped;2 @a int, @b nvarchar(10) OUTPUT AS RETURN 0;
GO
SELECT OBJECT_NAME(object_id) AS name, CASE execute_as_principal_id WHEN USER_ID('u') THEN 'u' ELSE CAST(execute_as_principal_id AS varchar(9)) END AS execute_as,
       is_recompiled, null_on_null_input
FROM sys.sql_modules ORDER BY name;
SELECT OBJECT_NAME(object_id) AS name, procedure_number, name AS parameter, parameter_id, TYPE_NAME(user_type_id) AS type, max_length, is_output
FROM sys.numbered_procedure_parameters ORDER BY parameter_id;
-- Parameters of the system's procedures, and values that scripts look up in spt_values.
SELECT p.name, TYPE_NAME(p.user_type_id) AS type, p.max_length FROM sys.system_parameters AS p WHERE p.object_id = OBJECT_ID('sys.sp_rename') ORDER BY p.parameter_id;
SELECT low FROM master.dbo.spt_values WHERE number = 1 AND type = 'E';
SELECT name FROM master..spt_values WHERE type = 'L' AND number IN (4, 9) ORDER BY number;
SELECT COUNT(*) AS numbers FROM master..spt_values WHERE type = 'P';
SET CONTEXT_INFO 0x41;
SELECT SUBSTRING(s.context_info, 1, 2) AS context_info, SUSER_SNAME(s.security_id) AS login, IIF(e.name LIKE N'TSQL %', 1, 0) AS endpoint, s.authenticating_database_id, s.nt_domain
FROM sys.dm_exec_sessions AS s JOIN sys.endpoints AS e ON e.endpoint_id = s.endpoint_id WHERE s.session_id = @@SPID;
-- sys-dm-exec-plan-attributes-transact-sql.md
SELECT a.attribute, a.is_cache_key, CASE a.attribute WHEN 'dbid' THEN DB_NAME(CAST(a.value AS int)) END AS [database]
FROM sys.dm_exec_requests AS r CROSS APPLY sys.dm_exec_plan_attributes(r.plan_handle) AS a WHERE r.session_id = @@SPID ORDER BY a.attribute;
SELECT COUNT(*) AS policies FROM msdb.dbo.syspolicy_policies;
