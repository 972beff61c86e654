-- docs/t-sql/statements/create-sequence-transact-sql.md, examples A to F, and docs/t-sql/functions/next-value-for-transact-sql.md.
CREATE SEQUENCE dbo.CountBy1 START WITH 1 INCREMENT BY 1;
CREATE SEQUENCE dbo.CountByNeg1 START WITH 0 INCREMENT BY -1;
CREATE SEQUENCE dbo.CountBy5 START WITH 5 INCREMENT BY 5;
CREATE SEQUENCE TestSequence;
CREATE SEQUENCE SmallSeq AS smallint;
CREATE SEQUENCE dbo.DecSeq
    AS decimal(3, 0)
    START WITH 125
    INCREMENT BY 25
    MINVALUE 100
    MAXVALUE 200
    CYCLE
    CACHE 3;
GO
SET NOCOUNT ON;
SELECT NEXT VALUE FOR dbo.CountBy1 AS up, NEXT VALUE FOR dbo.CountByNeg1 AS down, NEXT VALUE FOR CountBy5 AS fives,
    NEXT VALUE FOR TestSequence AS least, NEXT VALUE FOR SmallSeq AS small;
SELECT NEXT VALUE FOR dbo.CountBy1 AS up, NEXT VALUE FOR dbo.CountByNeg1 AS down, NEXT VALUE FOR CountBy5 AS fives,
    NEXT VALUE FOR TestSequence AS least, NEXT VALUE FOR SmallSeq AS small;
GO
SET NOCOUNT ON;
SELECT NEXT VALUE FOR dbo.DecSeq;
GO 6
SELECT name, type, type_desc, start_value, increment, minimum_value, maximum_value, is_cycling, is_cached, cache_size,
    system_type_id, [precision], current_value, is_exhausted, last_used_value
FROM sys.sequences;
GO
ALTER SEQUENCE dbo.CountBy1 RESTART WITH 100 INCREMENT BY 50 MINVALUE 50 MAXVALUE 200 NO CYCLE NO CACHE;
SELECT NEXT VALUE FOR dbo.CountBy1;
SELECT NEXT VALUE FOR dbo.CountBy1;
SELECT NEXT VALUE FOR dbo.CountBy1;
SELECT NEXT VALUE FOR dbo.CountBy1;
GO
SELECT is_exhausted, current_value, is_cached FROM sys.sequences WHERE name = N'CountBy1';
ALTER SEQUENCE dbo.CountBy1 MAXVALUE 250;
SELECT NEXT VALUE FOR dbo.CountBy1;
ALTER SEQUENCE dbo.CountBy1 RESTART;
SELECT NEXT VALUE FOR dbo.CountBy1;
ALTER SEQUENCE dbo.CountBy1 INCREMENT BY -25;
SELECT NEXT VALUE FOR dbo.CountBy1;
SELECT OBJECT_ID(N'dbo.CountBy1', 'U') AS no_table, ISNULL(SIGN(OBJECT_ID(N'dbo.CountBy1', 'SO')), 0) AS a_sequence;
GO
DROP SEQUENCE dbo.CountBy1, TestSequence;
DROP SEQUENCE IF EXISTS dbo.CountBy1;
SELECT name FROM sys.sequences;
GO
