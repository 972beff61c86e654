-- relational-databases/system-stored-procedures/sp-add-category-transact-sql.md
CREATE PROCEDURE dbo.sp_add_category @class varchar(8) = 'JOB', @type varchar(12) = 'LOCAL', @name sysname
AS
SET NOCOUNT ON;
EXEC dbo.sp_create_agent_tables;
DECLARE @class_id int = CASE UPPER(@class) WHEN 'JOB' THEN 1 WHEN 'ALERT' THEN 2 WHEN 'OPERATOR' THEN 3 END;
DECLARE @type_id tinyint = CASE UPPER(@type) WHEN 'LOCAL' THEN 1 WHEN 'MULTI-SERVER' THEN 2 WHEN 'NONE' THEN 3 END;
SET @name = LTRIM(RTRIM(@name));
IF @class_id IS NULL
BEGIN
    RAISERROR(14266, 16, 1, N'@class', N'JOB, ALERT, OPERATOR');
    RETURN 1;
END;
IF @type_id IS NULL
BEGIN
    RAISERROR(14266, 16, 1, N'@type', N'LOCAL, MULTI-SERVER, NONE');
    RETURN 1;
END;
IF @class_id = 1 AND @type_id = 3
BEGIN
    RAISERROR(14266, 16, 1, N'@type', N'LOCAL, MULTI-SERVER');
    RETURN 1;
END;
IF @class_id <> 1 SET @type_id = 3;
IF EXISTS (SELECT * FROM dbo.syscategories WHERE category_class = @class_id AND name = @name)
BEGIN
    RAISERROR(14261, 16, 1, N'@name', @name);
    RETURN 1;
END;
INSERT dbo.syscategories (category_id, category_class, category_type, name)
SELECT CASE WHEN MAX(category_id) < 100 THEN 100 ELSE MAX(category_id) + 1 END, @class_id, @type_id, @name FROM dbo.syscategories WITH (TABLOCKX);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
