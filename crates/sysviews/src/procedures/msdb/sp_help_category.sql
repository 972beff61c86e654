-- relational-databases/system-stored-procedures/sp-help-category-transact-sql.md
CREATE PROCEDURE dbo.sp_help_category @class varchar(8) = 'JOB', @type varchar(12) = NULL, @name sysname = NULL, @suffix bit = 0
AS
SET NOCOUNT ON;
DECLARE @class_id int = CASE UPPER(@class) WHEN 'JOB' THEN 1 WHEN 'ALERT' THEN 2 WHEN 'OPERATOR' THEN 3 END;
DECLARE @type_id tinyint = CASE UPPER(@type) WHEN 'LOCAL' THEN 1 WHEN 'MULTI-SERVER' THEN 2 WHEN 'NONE' THEN 3 END;
IF @class_id IS NULL
BEGIN
    RAISERROR(14266, 16, 1, N'@class', N'JOB, ALERT, OPERATOR');
    RETURN 1;
END;
IF @type IS NOT NULL AND @type_id IS NULL
BEGIN
    RAISERROR(14266, 16, 1, N'@type', N'LOCAL, MULTI-SERVER, NONE');
    RETURN 1;
END;
IF @suffix = 1
    SELECT category_id, CAST(CASE category_type WHEN 1 THEN N'LOCAL' WHEN 2 THEN N'MULTI-SERVER' ELSE N'NONE' END AS sysname) AS category_type, name
    FROM dbo.syscategories WHERE category_class = @class_id AND (@type_id IS NULL OR category_type = @type_id) AND (@name IS NULL OR name = @name)
    ORDER BY category_type, name;
ELSE
    SELECT category_id, category_type, name
    FROM dbo.syscategories WHERE category_class = @class_id AND (@type_id IS NULL OR category_type = @type_id) AND (@name IS NULL OR name = @name)
    ORDER BY category_type, name;
RETURN 0;
