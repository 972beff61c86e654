-- docs/relational-databases/sequence-numbers/sequence-numbers.md: cached values are lost when the server stops abnormally; a clean shutdown
-- loses none (requirement S2).
CREATE DATABASE D;
GO
USE D;
CREATE SEQUENCE dbo.s AS int START WITH 1 CACHE 50;
CREATE SEQUENCE dbo.never_used AS int START WITH 7;
GO
SET NOCOUNT ON;
SELECT NEXT VALUE FOR dbo.s;
SELECT NEXT VALUE FOR dbo.s;
GO
-- @restart
USE D;
SELECT NEXT VALUE FOR dbo.s;
SELECT NEXT VALUE FOR dbo.never_used;
GO
-- @restart
-- @restart
USE D;
SELECT NEXT VALUE FOR dbo.s;
SELECT NEXT VALUE FOR dbo.never_used;
GO
-- @crash
USE D;
SELECT NEXT VALUE FOR dbo.s;
SELECT NEXT VALUE FOR dbo.never_used;
GO
