-- relational-databases/system-stored-procedures/sp-helprotect-transact-sql.md: permissions on objects and on the database, not on schemas,
-- principals or types. A permission on a whole object covers its columns, except columns with their own permission.
CREATE PROCEDURE sys.sp_helprotect @name nvarchar(776) = NULL, @username sysname = NULL, @grantorname sysname = NULL, @permissionarea varchar(10) = 'o s'
AS
SET NOCOUNT ON;
IF @permissionarea NOT LIKE '%[os]%'
BEGIN
    SET @permissionarea = UPPER(@permissionarea);
    RAISERROR(15300, 11, 1, @permissionarea, N'o,s');
    RETURN 1;
END;
IF @name IS NOT NULL AND PARSENAME(@name, 1) IS NULL
BEGIN
    RAISERROR(15253, 11, 1, @name);
    RETURN 1;
END;
IF PARSENAME(@name, 3) IS NOT NULL
BEGIN
    RAISERROR(15302, 11, 1);
    RETURN 1;
END;
DECLARE @found TABLE(area int, owner sysname, object sysname, grantee sysname, grantor sysname, protect nvarchar(10), action nvarchar(60), column_id int, column_name sysname);
INSERT @found
SELECT CASE p.class WHEN 1 THEN 1 ELSE 2 END,
       CASE p.class WHEN 1 THEN OBJECT_SCHEMA_NAME(p.major_id) ELSE N'.' END, CASE p.class WHEN 1 THEN OBJECT_NAME(p.major_id) ELSE N'.' END,
       USER_NAME(p.grantee_principal_id), USER_NAME(p.grantor_principal_id),
       CASE p.state WHEN 'D' THEN N'Deny' WHEN 'W' THEN N'Grant_WGO' ELSE N'Grant' END,
       CASE WHEN p.permission_name IN (N'SELECT', N'INSERT', N'UPDATE', N'DELETE', N'EXECUTE', N'REFERENCES') THEN LEFT(p.permission_name, 1) + LOWER(SUBSTRING(p.permission_name, 2, 60))
            WHEN p.permission_name IN (N'CREATE TABLE', N'CREATE VIEW', N'CREATE PROCEDURE', N'CREATE FUNCTION', N'CREATE DEFAULT', N'CREATE RULE', N'CREATE DATABASE')
                THEN N'Create ' + SUBSTRING(p.permission_name, 8, 1) + LOWER(SUBSTRING(p.permission_name, 9, 60))
            WHEN p.permission_name IN (N'BACKUP DATABASE', N'BACKUP LOG') THEN N'Backup ' + SUBSTRING(p.permission_name, 8, 1) + LOWER(SUBSTRING(p.permission_name, 9, 60))
            ELSE p.permission_name END,
       p.minor_id,
       CASE WHEN p.minor_id > 0 THEN COL_NAME(p.major_id, p.minor_id)
            WHEN p.class <> 1 OR p.type NOT IN ('SL', 'UP', 'RF') OR OBJECTPROPERTY(p.major_id, 'IsTable') = 0 AND OBJECTPROPERTY(p.major_id, 'IsView') = 0 THEN N'.'
            WHEN EXISTS (SELECT * FROM sys.database_permissions AS c WHERE c.class = 1 AND c.major_id = p.major_id AND c.minor_id > 0 AND c.type = p.type
                         AND c.grantee_principal_id = p.grantee_principal_id) THEN N'(New)'
            ELSE N'(All+New)' END
FROM sys.database_permissions AS p
WHERE p.class = 0 AND @permissionarea LIKE '%s%' OR p.class = 1 AND @permissionarea LIKE '%o%' AND OBJECT_NAME(p.major_id) IS NOT NULL;
-- If single columns differ, the other columns are listed separately.
INSERT @found
SELECT 1, OBJECT_SCHEMA_NAME(p.major_id), OBJECT_NAME(p.major_id), USER_NAME(p.grantee_principal_id), USER_NAME(p.grantor_principal_id),
       CASE p.state WHEN 'D' THEN N'Deny' WHEN 'W' THEN N'Grant_WGO' ELSE N'Grant' END,
       LEFT(p.permission_name, 1) + LOWER(SUBSTRING(p.permission_name, 2, 60)), c.column_id, c.name
FROM sys.database_permissions AS p JOIN sys.columns AS c ON c.object_id = p.major_id
WHERE p.class = 1 AND p.minor_id = 0 AND @permissionarea LIKE '%o%'
  AND EXISTS (SELECT * FROM sys.database_permissions AS x WHERE x.class = 1 AND x.major_id = p.major_id AND x.minor_id > 0 AND x.type = p.type
              AND x.grantee_principal_id = p.grantee_principal_id)
  AND NOT EXISTS (SELECT * FROM sys.database_permissions AS x WHERE x.class = 1 AND x.major_id = p.major_id AND x.minor_id = c.column_id AND x.type = p.type
                  AND x.grantee_principal_id = p.grantee_principal_id);
DELETE @found
WHERE @username IS NOT NULL AND grantee <> @username OR @grantorname IS NOT NULL AND grantor <> @grantorname
   OR @name IS NOT NULL AND NOT (area = 1 AND object = PARSENAME(@name, 1) AND owner = ISNULL(PARSENAME(@name, 2), owner) OR area = 2 AND action = @name);
IF NOT EXISTS (SELECT * FROM @found)
BEGIN
    RAISERROR(15330, 11, 1);
    RETURN 1;
END;
SELECT owner AS Owner, object AS Object, grantee AS Grantee, grantor AS Grantor, protect AS ProtectType, action AS Action, column_name AS [Column]
FROM @found ORDER BY area, owner, object, grantee, grantor, protect, action, column_id;
RETURN 0;
