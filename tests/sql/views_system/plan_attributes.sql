-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-plan-attributes-transact-sql.md: set_options ("Evaluating Set Options"),
-- language_id, date_format and date_first, also in docs/relational-databases/system-compatibility-views/sys-syscacheobjects-transact-sql.md. The
-- numbers of date formats are inferred: 1 for mdy is known.
SELECT a.attribute, a.value, SQL_VARIANT_PROPERTY(a.value, 'BaseType') AS type, a.is_cache_key
FROM sys.dm_exec_requests AS r CROSS APPLY sys.dm_exec_plan_attributes(r.plan_handle) AS a
WHERE r.session_id = @@SPID AND a.attribute IN ('set_options', 'language_id', 'date_format', 'date_first') ORDER BY a.attribute;
GO
SET ARITHABORT OFF;
SET CONCAT_NULL_YIELDS_NULL OFF;
SET LANGUAGE German;
GO
SELECT a.attribute, a.value FROM sys.dm_exec_requests AS r CROSS APPLY sys.dm_exec_plan_attributes(r.plan_handle) AS a
WHERE r.session_id = @@SPID AND a.attribute IN ('set_options', 'language_id', 'date_format', 'date_first') ORDER BY a.attribute;
SELECT COUNT(c.setopts) AS options, COUNT(c.langid) AS languages, COUNT(c.dateformat) AS formats FROM sys.syscacheobjects AS c WHERE c.sql LIKE '%c.setopts%';
GO
SET LANGUAGE us_english;
GO
