-- relational-databases/system-stored-procedures/sp-help-transact-sql.md. SQL Server also sends what the page omits: a list of user-defined
-- types without a name, the collations of parameters, the views bound to a table, and a blank line before each part.
CREATE PROCEDURE sys.sp_help @objname nvarchar(776) = NULL
AS
SET NOCOUNT ON;
IF @objname IS NULL
BEGIN
    SELECT o.name AS Name, USER_NAME(ISNULL(o.principal_id, s.principal_id)) AS Owner, CAST(SUBSTRING(v.name, 5, 31) AS nvarchar(31)) AS Object_type
    FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id JOIN sys.spt_values AS v ON v.type = N'O9T' AND LEFT(v.name, 2) = o.type
    ORDER BY Owner, Object_type DESC, o.name;
    PRINT N' ';
    SELECT t.name AS User_type, COALESCE(s.name, N'table type') AS Storage_type, t.max_length AS Length,
           CASE WHEN t.is_table_type = 1 THEN 0 ELSE TYPEPROPERTY(QUOTENAME(SCHEMA_NAME(t.schema_id)) + N'.' + QUOTENAME(t.name), 'Precision') END AS Prec,
           CAST(CASE WHEN t.system_type_id IN (48, 52, 56, 127, 106, 108, 60, 122, 41, 42, 43) THEN t.scale END AS int) AS Scale,
           CAST(CASE t.is_nullable WHEN 1 THEN 'yes' ELSE 'no' END AS varchar(35)) AS Nullable,
           CAST(ISNULL(OBJECT_NAME(t.default_object_id), N'none') AS nvarchar(128)) AS Default_name,
           CAST(ISNULL(OBJECT_NAME(t.rule_object_id), N'none') AS nvarchar(128)) AS Rule_name, t.collation_name AS Collation
    FROM sys.types AS t LEFT JOIN sys.types AS s ON s.user_type_id = t.system_type_id WHERE t.user_type_id > 256 ORDER BY t.name;
    RETURN 0;
END;
IF PARSENAME(@objname, 3) <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
DECLARE @id int = OBJECT_ID(@objname), @database nvarchar(128) = DB_NAME(), @type_id int = (SELECT TOP (1) t.user_type_id FROM sys.types AS t WHERE t.name = PARSENAME(@objname, 1) AND (PARSENAME(@objname, 2) IS NULL OR t.schema_id = SCHEMA_ID(PARSENAME(@objname, 2))) ORDER BY t.user_type_id);
IF @id IS NULL AND @type_id IS NOT NULL
BEGIN
    SELECT t.name AS Type_name, COALESCE(s.name, N'table type') AS Storage_type, t.max_length AS Length,
           CASE WHEN t.is_table_type = 1 THEN 0 ELSE TYPEPROPERTY(QUOTENAME(SCHEMA_NAME(t.schema_id)) + N'.' + QUOTENAME(t.name), 'Precision') END AS Prec,
           CAST(CASE WHEN t.system_type_id IN (48, 52, 56, 127, 106, 108, 60, 122, 41, 42, 43) THEN t.scale END AS int) AS Scale,
           CAST(CASE t.is_nullable WHEN 1 THEN 'yes' ELSE 'no' END AS varchar(35)) AS Nullable,
           CAST(ISNULL(OBJECT_NAME(t.default_object_id), N'none') AS nvarchar(128)) AS Default_name,
           CAST(ISNULL(OBJECT_NAME(t.rule_object_id), N'none') AS nvarchar(128)) AS Rule_name, t.collation_name AS Collation
    FROM sys.types AS t LEFT JOIN sys.types AS s ON s.user_type_id = t.system_type_id WHERE t.user_type_id = @type_id;
    RETURN 0;
END;
IF @id IS NULL
BEGIN
    RAISERROR(15009, 16, 1, @objname, @database);
    RETURN 1;
END;
DECLARE @type char(2) = (SELECT type FROM sys.all_objects WHERE object_id = @id);
SELECT o.name AS Name, USER_NAME(ISNULL(o.principal_id, s.principal_id)) AS Owner, CAST(SUBSTRING(v.name, 5, 31) AS nvarchar(31)) AS Type,
       o.create_date AS Created_datetime
FROM sys.all_objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id JOIN sys.spt_values AS v ON v.type = N'O9T' AND LEFT(v.name, 2) = o.type
WHERE o.object_id = @id;
PRINT N' ';
IF @type IN ('U', 'V', 'IF', 'TF') PRINT N' ';
IF @type IN ('U', 'V', 'IF', 'TF')
SELECT c.name AS Column_name, t.name AS Type, CAST(CASE c.is_computed WHEN 1 THEN 'yes' ELSE 'no' END AS varchar(35)) AS Computed,
       CAST(c.max_length AS int) AS Length,
       CAST(CASE WHEN c.precision > 0 AND c.system_type_id NOT IN (36, 104, 58, 61) THEN CAST(c.precision AS varchar(5)) ELSE '' END AS char(5)) AS Prec,
       CAST(CASE WHEN c.system_type_id IN (48, 52, 56, 127, 106, 108, 60, 122, 40, 41, 42, 43) THEN CAST(c.scale AS varchar(5))
                 WHEN c.system_type_id NOT IN (59, 62) THEN '' END AS char(5)) AS Scale,
       CAST(CASE c.is_nullable WHEN 1 THEN 'yes' ELSE 'no' END AS varchar(35)) AS Nullable,
       CAST(CASE WHEN c.system_type_id NOT IN (165, 167, 173, 175) THEN '(n/a)' WHEN c.is_ansi_padded = 1 THEN 'no' ELSE 'yes' END
            AS varchar(35)) AS TrimTrailingBlanks,
       CAST(CASE WHEN c.system_type_id NOT IN (165, 167, 173, 175) THEN '(n/a)' WHEN c.is_nullable = 1 THEN 'yes' ELSE 'no' END
            AS varchar(35)) AS FixedLenNullInSource,
       c.collation_name AS Collation
FROM sys.all_columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id WHERE c.object_id = @id ORDER BY c.column_id;
IF @type IN ('U', 'V', 'TF')
BEGIN
    PRINT N' ';
    IF EXISTS (SELECT * FROM sys.identity_columns WHERE object_id = @id)
        SELECT c.name AS [Identity], CAST(c.seed_value AS numeric(38, 0)) AS Seed, CAST(c.increment_value AS numeric(38, 0)) AS Increment,
               CAST(c.is_not_for_replication AS int) AS [Not For Replication]
        FROM sys.identity_columns AS c WHERE c.object_id = @id;
    ELSE
        SELECT CAST(N'No identity column defined.' AS nvarchar(128)) AS [Identity], CAST(NULL AS numeric(38, 0)) AS Seed,
               CAST(NULL AS numeric(38, 0)) AS Increment, CAST(NULL AS int) AS [Not For Replication];
    PRINT N' ';
    SELECT COALESCE((SELECT c.name FROM sys.columns AS c WHERE c.object_id = @id AND c.is_rowguidcol = 1),
                    CAST(N'No rowguidcol column defined.' AS sysname)) AS [RowGuidCol];
END;
DECLARE @parameters bit = CASE WHEN @type IN ('P', 'X', 'FN', 'IF', 'TF') AND EXISTS (SELECT * FROM sys.all_parameters WHERE object_id = @id) THEN 1 ELSE 0 END;
IF @parameters = 1 PRINT N' ';
IF @parameters = 1
    SELECT p.name AS Parameter_name, t.name AS Type, p.max_length AS Length,
           CAST(CASE WHEN p.system_type_id IN (36, 104, 165, 167, 173, 175, 231, 239, 241) AND p.max_length = -1 THEN 0
                     WHEN p.system_type_id IN (231, 239) THEN p.max_length / 2 WHEN p.precision > 0 THEN p.precision ELSE p.max_length END AS int) AS Prec,
           CAST(CASE WHEN p.system_type_id IN (48, 52, 56, 127, 106, 108, 60, 122, 41, 42, 43) THEN p.scale END AS int) AS Scale,
           p.parameter_id AS Param_order, CAST(CASE WHEN p.system_type_id IN (35, 99, 167, 175, 231, 239) THEN SERVERPROPERTY('Collation') END AS sysname) AS Collation
    FROM sys.all_parameters AS p JOIN sys.types AS t ON t.user_type_id = p.user_type_id WHERE p.object_id = @id ORDER BY p.parameter_id;
IF @type = 'U'
BEGIN
    PRINT N' ';
    SELECT CAST(d.name AS nvarchar(128)) AS Data_located_on_filegroup
    FROM sys.indexes AS i JOIN sys.data_spaces AS d ON d.data_space_id = i.data_space_id WHERE i.object_id = @id AND i.index_id < 2;
    PRINT N' ';
    EXEC sys.sp_helpindex @objname;
    PRINT N' ';
    EXEC sys.sp_helpconstraint @objname, 'nomsg';
    -- Views WITH SCHEMABINDING alone depend on a table so that the table can't be dropped.
    IF EXISTS (SELECT * FROM sys.sql_expression_dependencies AS e JOIN sys.views AS v ON v.object_id = e.referencing_id WHERE e.referenced_id = @id AND e.is_schema_bound_reference = 1)
        SELECT DISTINCT v.name AS [Table is referenced by views]
        FROM sys.sql_expression_dependencies AS e JOIN sys.views AS v ON v.object_id = e.referencing_id WHERE e.referenced_id = @id AND e.is_schema_bound_reference = 1;
    ELSE
        RAISERROR(15647, 10, 1, @objname);
END;
ELSE IF @type = 'V'
BEGIN
    -- A view has no constraints; the messages are sent all the same.
    PRINT N' ';
    RAISERROR(15469, 10, 1, @objname);
    PRINT N' ';
    RAISERROR(15470, 10, 1, @objname);
    EXEC sys.sp_helpindex @objname;
END;
RETURN 0;
