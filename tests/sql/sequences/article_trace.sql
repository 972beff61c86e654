-- The article on log buffer flushes, "Sequence object caching" (requirement S2): with CACHE 50 the fiftieth value is 50, the next writes
-- the recovery value 100 and gives 51; after a power failure there the next value is 101, and 52 to 100 are lost.
CREATE DATABASE D;
GO
USE D;
CREATE SEQUENCE dbo.Seq1 AS BIGINT MINVALUE 1 CACHE 50;
GO
SET NOCOUNT ON;
SELECT NEXT VALUE FOR dbo.Seq1;
DECLARE @i int = 1, @v bigint;
WHILE @i < 50
BEGIN
    SET @v = NEXT VALUE FOR dbo.Seq1;
    SET @i += 1;
END;
SELECT @v AS the_fiftieth;
SELECT NEXT VALUE FOR dbo.Seq1 AS [the 51st];
GO
-- @crash
USE D;
SELECT NEXT VALUE FOR dbo.Seq1 AS after_the_power_failure;
GO
-- @crash
USE D;
SELECT NEXT VALUE FOR dbo.Seq1 AS after_another;
GO
