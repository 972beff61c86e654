-- relational-databases/system-stored-procedures/sp-depends-transact-sql.md
CREATE PROCEDURE sys.sp_depends @objname nvarchar(776)
AS
SET NOCOUNT ON;
IF PARSENAME(@objname, 3) <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
DECLARE @id int = OBJECT_ID(@objname), @database nvarchar(128) = DB_NAME(), @found bit = 0;
IF @id IS NULL
BEGIN
    RAISERROR(15009, 16, 1, @objname, @database);
    RETURN 1;
END;
DECLARE @types TABLE (type char(2), shown nvarchar(16));
INSERT @types VALUES ('U', N'user table'), ('V', N'view'), ('P', N'stored procedure'), ('TR', N'trigger'), ('FN', N'scalar function'),
    ('IF', N'inline function'), ('TF', N'table function'), ('SN', N'synonym'), ('SO', N'sequence object'), ('C', N'check cns'), ('D', N'default');
IF EXISTS (SELECT * FROM sys.sql_dependencies WHERE object_id = @id AND class < 2)
BEGIN
    SET @found = 1;
    RAISERROR(15459, 0, 1);
    SELECT CAST(s.name + N'.' + o.name AS nvarchar(257)) AS name, t.shown AS type, CAST(CASE d.is_updated WHEN 1 THEN N'yes' ELSE N'no' END AS nvarchar(7)) AS updated,
           CAST(CASE WHEN d.is_selected = 1 OR d.is_select_all = 1 THEN N'yes' ELSE N'no' END AS nvarchar(8)) AS selected, c.name AS [column]
    FROM sys.sql_dependencies AS d JOIN sys.objects AS o ON o.object_id = d.referenced_major_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
         LEFT JOIN @types AS t ON t.type = o.type LEFT JOIN sys.columns AS c ON c.object_id = o.object_id AND c.column_id = d.referenced_minor_id
    WHERE d.object_id = @id AND d.class < 2 AND (d.referenced_minor_id > 0 OR d.is_select_all = 0)
    ORDER BY s.name, o.name, c.column_id;
END;
IF EXISTS (SELECT * FROM sys.sql_dependencies WHERE referenced_major_id = @id AND class < 2)
BEGIN
    SET @found = 1;
    RAISERROR(15460, 0, 1);
    SELECT DISTINCT CAST(s.name + N'.' + o.name AS nvarchar(257)) AS name, t.shown AS type
    FROM sys.sql_dependencies AS d JOIN sys.objects AS o ON o.object_id = d.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
         LEFT JOIN @types AS t ON t.type = o.type
    WHERE d.referenced_major_id = @id AND d.class < 2
    ORDER BY name;
END;
IF @found = 0 RAISERROR(15461, 0, 1);
RETURN 0;
