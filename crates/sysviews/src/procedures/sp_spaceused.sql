-- relational-databases/system-stored-procedures/sp-spaceused-transact-sql.md. Pages are counted at each call, so @updateusage has
-- no effect. Data file pages that are neither free nor a user table's (catalog, allocation maps, sequences) count as data.
CREATE PROCEDURE sys.sp_spaceused @objname nvarchar(776) = NULL, @updateusage varchar(5) = 'false', @mode varchar(11) = 'ALL', @oneresultset bit = 0,
    @include_total_xtp_storage bit = 0
AS
SET NOCOUNT ON;
SET @updateusage = LOWER(@updateusage);
IF @updateusage NOT IN ('true', 'false')
BEGIN
    RAISERROR(15143, 16, 1, @updateusage);
    RETURN 1;
END;
IF UPPER(@mode) NOT IN ('ALL', 'LOCAL_ONLY', 'REMOTE_ONLY')
BEGIN
    RAISERROR(14822, 16, 1, @mode);
    RETURN 1;
END;
-- Only a table of Stretch Database has a remote part.
IF UPPER(@mode) = 'REMOTE_ONLY'
BEGIN
    RAISERROR(14821, 16, 1);
    RETURN 1;
END;
DECLARE @reserved bigint, @used bigint, @data bigint;
IF @objname IS NOT NULL
BEGIN
    IF PARSENAME(@objname, 3) <> DB_NAME()
    BEGIN
        RAISERROR(15250, 16, 1);
        RETURN 1;
    END;
    DECLARE @id int = OBJECT_ID(@objname), @database nvarchar(128) = DB_NAME(), @rows bigint;
    IF @id IS NULL
    BEGIN
        RAISERROR(15009, 16, 1, @objname, @database);
        RETURN 1;
    END;
    IF OBJECTPROPERTY(@id, 'IsTable') = 0 AND OBJECTPROPERTY(@id, 'IsView') = 0
    BEGIN
        RAISERROR(15234, 16, 1);
        RETURN 1;
    END;
    IF @updateusage = 'true' PRINT N' ';
    SELECT @reserved = SUM(reserved_page_count), @used = SUM(used_page_count),
           @data = SUM(CASE WHEN index_id < 2 THEN in_row_data_page_count + lob_used_page_count + row_overflow_used_page_count ELSE 0 END),
           @rows = SUM(CASE WHEN index_id < 2 THEN row_count ELSE 0 END)
    FROM sys.dm_db_partition_stats WHERE object_id = @id;
    SELECT OBJECT_NAME(@id) AS name, CAST(@rows AS char(20)) AS rows, CAST(CAST(@reserved * 8 AS varchar(15)) + ' KB' AS varchar(18)) AS reserved,
           CAST(CAST(@data * 8 AS varchar(15)) + ' KB' AS varchar(18)) AS data, CAST(CONCAT(ISNULL(@used - @data, 0) * 8, ' KB') AS varchar(18)) AS index_size,
           CAST(CONCAT(ISNULL(@reserved - @used, 0) * 8, ' KB') AS varchar(18)) AS unused;
    RETURN 0;
END;
IF @updateusage = 'true' PRINT N' ';
DECLARE @files bigint, @pages bigint, @others bigint;
SELECT @files = SUM(CAST(size AS bigint)) FROM sys.database_files;
SELECT @reserved = ISNULL(SUM(reserved_page_count), 0), @used = ISNULL(SUM(used_page_count), 0),
       @data = ISNULL(SUM(CASE WHEN index_id < 2 THEN in_row_data_page_count + lob_used_page_count + row_overflow_used_page_count ELSE 0 END), 0)
FROM sys.dm_db_partition_stats;
SELECT @pages = total_page_count, @others = allocated_extent_page_count - @reserved FROM sys.dm_db_file_space_usage;
SELECT @reserved += @others, @used += @others, @data += @others;
DECLARE @size varchar(18) = CONCAT(CAST(@files / 128.0 AS decimal(15, 2)), ' MB'),
        @unallocated varchar(18) = CONCAT(CAST((@pages - @reserved) / 128.0 AS decimal(15, 2)), ' MB');
IF @oneresultset = 1
BEGIN
    IF @include_total_xtp_storage = 1
        SELECT DB_NAME() AS database_name, @size AS database_size, @unallocated AS [unallocated space], CAST(CONCAT(@reserved * 8, ' KB') AS varchar(18)) AS reserved,
               CAST(CONCAT(@data * 8, ' KB') AS varchar(18)) AS data, CAST(CONCAT((@used - @data) * 8, ' KB') AS varchar(18)) AS index_size,
               CAST(CONCAT((@reserved - @used) * 8, ' KB') AS varchar(18)) AS unused, CAST(NULL AS varchar(18)) AS xtp_precreated,
               CAST(NULL AS varchar(18)) AS xtp_used, CAST(NULL AS varchar(18)) AS xtp_pending_truncation;
    ELSE
        SELECT DB_NAME() AS database_name, @size AS database_size, @unallocated AS [unallocated space], CAST(CONCAT(@reserved * 8, ' KB') AS varchar(18)) AS reserved,
               CAST(CONCAT(@data * 8, ' KB') AS varchar(18)) AS data, CAST(CONCAT((@used - @data) * 8, ' KB') AS varchar(18)) AS index_size,
               CAST(CONCAT((@reserved - @used) * 8, ' KB') AS varchar(18)) AS unused;
    RETURN 0;
END;
SELECT DB_NAME() AS database_name, @size AS database_size, @unallocated AS [unallocated space];
SELECT CAST(CONCAT(@reserved * 8, ' KB') AS varchar(18)) AS reserved, CAST(CONCAT(@data * 8, ' KB') AS varchar(18)) AS data,
       CAST(CONCAT((@used - @data) * 8, ' KB') AS varchar(18)) AS index_size, CAST(CONCAT((@reserved - @used) * 8, ' KB') AS varchar(18)) AS unused;
RETURN 0;
