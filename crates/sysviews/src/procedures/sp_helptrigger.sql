-- relational-databases/system-stored-procedures/sp-helptrigger-transact-sql.md
CREATE PROCEDURE sys.sp_helptrigger @tabname nvarchar(776), @triggertype char(6) = NULL
AS
SET NOCOUNT ON;
IF PARSENAME(@tabname, 3) <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
DECLARE @id int = OBJECT_ID(@tabname), @database nvarchar(128) = DB_NAME();
IF @id IS NULL OR OBJECTPROPERTY(@id, 'IsTable') = 0 AND OBJECTPROPERTY(@id, 'IsView') = 0
BEGIN
    RAISERROR(15009, 16, 1, @tabname, @database);
    RETURN 1;
END;
IF UPPER(@triggertype) NOT IN ('DELETE', 'INSERT', 'UPDATE')
BEGIN
    RAISERROR(15305, 16, 1);
    RETURN 1;
END;
SELECT t.name AS trigger_name, CAST(USER_NAME(s.principal_id) AS sysname) AS trigger_owner, MAX(CASE e.type WHEN 2 THEN 1 ELSE 0 END) AS isupdate,
       MAX(CASE e.type WHEN 3 THEN 1 ELSE 0 END) AS isdelete, MAX(CASE e.type WHEN 1 THEN 1 ELSE 0 END) AS isinsert,
       CASE t.is_instead_of_trigger WHEN 1 THEN 0 ELSE 1 END AS isafter, CASE t.is_instead_of_trigger WHEN 1 THEN 1 ELSE 0 END AS isinsteadof,
       s.name AS trigger_schema
FROM sys.triggers AS t JOIN sys.trigger_events AS e ON e.object_id = t.object_id JOIN sys.schemas AS s ON s.name = OBJECT_SCHEMA_NAME(t.object_id)
WHERE t.parent_id = @id
GROUP BY t.name, t.is_instead_of_trigger, s.name, s.principal_id
HAVING @triggertype IS NULL OR MAX(CASE WHEN e.type_desc = UPPER(@triggertype) THEN 1 ELSE 0 END) = 1
ORDER BY t.name;
RETURN 0;
