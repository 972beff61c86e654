-- relational-databases/system-stored-procedures/sp-helpindex-transact-sql.md
CREATE PROCEDURE sys.sp_helpindex @objname nvarchar(776)
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
IF NOT EXISTS (SELECT * FROM sys.indexes WHERE object_id = @id AND index_id > 0)
BEGIN
    RAISERROR(15472, 10, 1, @objname);
    RETURN 0;
END;
SELECT i.name AS index_name,
       CAST(LOWER(i.type_desc) + CASE i.ignore_dup_key WHEN 1 THEN ', ignore duplicate keys' ELSE '' END + CASE i.is_unique WHEN 1 THEN ', unique' ELSE '' END
            + CASE WHEN i.is_primary_key = 1 THEN ', primary key' WHEN i.is_unique_constraint = 1 THEN ', unique key' ELSE '' END
            + CASE t.no_recompute WHEN 1 THEN ', stats no recompute' ELSE '' END + ' located on ' + d.name AS varchar(210)) AS index_description,
       CAST((SELECT STRING_AGG(c.name + CASE x.is_descending_key WHEN 1 THEN N'(-)' ELSE N'' END, N', ') WITHIN GROUP (ORDER BY x.key_ordinal)
             FROM sys.index_columns AS x JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
             WHERE x.object_id = i.object_id AND x.index_id = i.index_id AND x.key_ordinal > 0) AS nvarchar(2078)) AS index_keys
FROM sys.indexes AS i JOIN sys.data_spaces AS d ON d.data_space_id = i.data_space_id
     LEFT JOIN sys.stats AS t ON t.object_id = i.object_id AND t.stats_id = i.index_id
WHERE i.object_id = @id AND i.index_id > 0 ORDER BY i.name;
RETURN 0;
