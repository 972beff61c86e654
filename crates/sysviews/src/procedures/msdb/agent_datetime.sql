-- Undocumented, but queries call it for the dates and times of relational-databases/system-tables/dbo-sysjobhistory-transact-sql.md,
-- which are integers in the formats yyyyMMdd and HHmmss.
CREATE FUNCTION dbo.agent_datetime(@date int, @time int) RETURNS datetime
AS
BEGIN
    RETURN DATETIMEFROMPARTS(@date / 10000, @date / 100 % 100, @date % 100, @time / 10000, @time / 100 % 100, @time % 100, 0);
END
