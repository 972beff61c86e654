-- docs/relational-databases/system-stored-procedures/sp-rename-transact-sql.md, @objtype STATISTICS, and OBJECT of a
-- sequence.
CREATE TABLE readings (place int, degrees int, INDEX by_place (place));
CREATE STATISTICS both_columns ON readings (place, degrees);
CREATE STATISTICS warmth ON readings (degrees);
CREATE SEQUENCE numbers AS int START WITH 5;
GO
EXEC sp_rename 'dbo.readings.both_columns', 'pairs', 'STATISTICS';
EXEC sp_rename 'numbers', 'counts';
GO
SELECT name FROM sys.stats WHERE object_id = OBJECT_ID('readings') ORDER BY name;
SELECT name, OBJECT_ID('counts') - object_id AS same FROM sys.sequences;
SELECT NEXT VALUE FOR counts AS next;
GO
-- "The new name is already in use"
EXEC sp_rename 'dbo.readings.pairs', 'warmth', 'STATISTICS';
GO
EXEC sp_rename 'dbo.readings.nothing', 'something', 'STATISTICS';
GO
