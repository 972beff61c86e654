-- docs/relational-databases/errors-events/database-engine-events-and-errors-5000-to-5999.md: 5011, and 5069 behind every error of
-- ALTER DATABASE.
GO
ALTER DATABASE missing SET DELAYED_DURABILITY = FORCED;
PRINT 'goes on';
