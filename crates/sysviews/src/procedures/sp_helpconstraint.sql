-- relational-databases/system-stored-procedures/sp-helpconstraint-transact-sql.md, sp-help-transact-sql.md (the columns). SQL Server
-- writes the actions of keys as No Action, Cascade, Set Null and Set Default, where the pages have the catalog's words.
CREATE PROCEDURE sys.sp_helpconstraint @objname nvarchar(776), @nomsg varchar(5) = 'msg'
AS
SET NOCOUNT ON;
IF PARSENAME(@objname, 3) <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
DECLARE @id int = OBJECT_ID(@objname), @database nvarchar(128) = DB_NAME();
IF @id IS NULL
BEGIN
    RAISERROR(15009, 16, 1, @objname, @database);
    RETURN 1;
END;
IF @nomsg <> 'nomsg' SELECT @objname AS [Object Name];
IF @nomsg <> 'nomsg' PRINT N' ';
IF EXISTS (SELECT * FROM sys.objects WHERE parent_object_id = @id AND type IN ('C', 'D', 'F', 'PK', 'UQ'))
   OR EXISTS (SELECT * FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id IN (c.default_object_id, c.rule_object_id) WHERE c.object_id = @id AND o.parent_object_id = 0)
    SELECT constraint_type, CAST(CASE part WHEN 1 THEN N' ' ELSE constraint_name END AS nvarchar(128)) AS constraint_name, delete_action, update_action, status_enabled, status_for_replication, constraint_keys
    FROM (SELECT CAST(CASE WHEN k.parent_column_id > 0 THEN N'CHECK on column ' + c.name ELSE N'CHECK Table Level ' END AS nvarchar(146)) AS constraint_type,
                 k.name AS constraint_name, CAST(N'(n/a)' AS nvarchar(11)) AS delete_action, CAST(N'(n/a)' AS nvarchar(11)) AS update_action,
                 CAST(CASE k.is_disabled WHEN 1 THEN 'Disabled' ELSE 'Enabled' END AS varchar(8)) AS status_enabled,
                 CAST(CASE k.is_not_for_replication WHEN 1 THEN 'Not_For_Replication' ELSE 'Is_For_Replication' END AS varchar(19)) AS status_for_replication,
                 CAST(k.definition AS nvarchar(2078)) AS constraint_keys, 0 AS part
          FROM sys.check_constraints AS k LEFT JOIN sys.columns AS c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
          WHERE k.parent_object_id = @id
          UNION ALL
          SELECT CAST(N'DEFAULT on column ' + c.name AS nvarchar(146)), d.name, N'(n/a)', N'(n/a)', '(n/a)', '(n/a)', CAST(d.definition AS nvarchar(2078)), 0
          FROM sys.default_constraints AS d JOIN sys.columns AS c ON c.object_id = d.parent_object_id AND c.column_id = d.parent_column_id
          WHERE d.parent_object_id = @id
          UNION ALL
          SELECT CAST(CASE o.type WHEN 'R' THEN N'RULE on column ' + c.name + N' (bound with sp_bindrule)'
                                  ELSE N'DEFAULT on column ' + c.name + N' (bound with sp_bindefault)' END AS nvarchar(146)),
                 o.name, N'(n/a)', N'(n/a)', '(n/a)', '(n/a)', CAST(OBJECT_DEFINITION(o.object_id) AS nvarchar(2078)), 0
          FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id IN (c.default_object_id, c.rule_object_id)
          WHERE c.object_id = @id AND o.parent_object_id = 0
          UNION ALL
          SELECT CAST(CASE k.type WHEN 'PK' THEN N'PRIMARY KEY' ELSE N'UNIQUE' END
                      + CASE i.type WHEN 1 THEN N' (clustered)' ELSE N' (non-clustered)' END AS nvarchar(146)),
                 k.name, N'(n/a)', N'(n/a)', '(n/a)', '(n/a)',
                 CAST((SELECT STRING_AGG(c.name + CASE x.is_descending_key WHEN 1 THEN N'(-)' ELSE N'' END, N', ') WITHIN GROUP (ORDER BY x.key_ordinal)
                       FROM sys.index_columns AS x JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
                       WHERE x.object_id = i.object_id AND x.index_id = i.index_id AND x.key_ordinal > 0) AS nvarchar(2078)), 0
          FROM sys.key_constraints AS k JOIN sys.indexes AS i ON i.object_id = k.parent_object_id AND i.index_id = k.unique_index_id
          WHERE k.parent_object_id = @id
          UNION ALL
          SELECT N'FOREIGN KEY', f.name, CASE f.delete_referential_action WHEN 1 THEN N'Cascade' WHEN 2 THEN N'Set Null' WHEN 3 THEN N'Set Default' ELSE N'No Action' END,
                 CASE f.update_referential_action WHEN 1 THEN N'Cascade' WHEN 2 THEN N'Set Null' WHEN 3 THEN N'Set Default' ELSE N'No Action' END,
                 CASE f.is_disabled WHEN 1 THEN 'Disabled' ELSE 'Enabled' END,
                 CASE f.is_not_for_replication WHEN 1 THEN 'Not_For_Replication' ELSE 'Is_For_Replication' END,
                 CAST((SELECT STRING_AGG(c.name, N', ') WITHIN GROUP (ORDER BY x.constraint_column_id)
                       FROM sys.foreign_key_columns AS x
                            JOIN sys.columns AS c ON c.object_id = x.parent_object_id AND c.column_id = x.parent_column_id
                       WHERE x.constraint_object_id = f.object_id) AS nvarchar(2078)), 0
          FROM sys.foreign_keys AS f WHERE f.parent_object_id = @id
          UNION ALL
          SELECT N' ', f.name, N' ', N' ', ' ', ' ',
                 CAST(N'REFERENCES ' + DB_NAME() + N'.' + OBJECT_SCHEMA_NAME(f.referenced_object_id) + N'.' + OBJECT_NAME(f.referenced_object_id) + N' ('
                      + (SELECT STRING_AGG(c.name, N', ') WITHIN GROUP (ORDER BY x.constraint_column_id)
                         FROM sys.foreign_key_columns AS x
                              JOIN sys.columns AS c ON c.object_id = x.referenced_object_id AND c.column_id = x.referenced_column_id
                         WHERE x.constraint_object_id = f.object_id) + N')' AS nvarchar(2078)), 1
          FROM sys.foreign_keys AS f WHERE f.parent_object_id = @id) AS found
    ORDER BY found.constraint_name, part;
ELSE
    RAISERROR(15469, 10, 1, @objname);
PRINT N' ';
IF EXISTS (SELECT * FROM sys.foreign_keys WHERE referenced_object_id = @id)
    SELECT CAST(DB_NAME() + N'.' + OBJECT_SCHEMA_NAME(f.parent_object_id) + N'.' + OBJECT_NAME(f.parent_object_id) + N': ' + f.name AS nvarchar(516))
           AS [Table is referenced by foreign key]
    FROM sys.foreign_keys AS f WHERE f.referenced_object_id = @id ORDER BY 1;
ELSE
    RAISERROR(15470, 10, 1, @objname);
RETURN 0;
