-- docs/t-sql/functions/permissions-transact-sql.md: the bits; "The upper 16 bits reflect the permissions that the user
-- can GRANT to other users"
IF PERMISSIONS()&2=2
   CREATE TABLE test_table (col1 INT, col2 INT)
ELSE
   PRINT 'ERROR: The current user cannot create a table.';
GO
IF PERMISSIONS(OBJECT_ID('test_table','U'))&8=8
   PRINT 'The current user can insert data into test_table.'
ELSE
   PRINT 'ERROR: The current user cannot insert data into test_table.';
IF PERMISSIONS(OBJECT_ID('test_table','U'))&0x80000=0x80000
   PRINT 'INSERT on test_table is grantable.'
ELSE
   PRINT 'You may not GRANT INSERT permissions on test_table.';
GO
CREATE PROCEDURE p AS RETURN;
GO
CREATE USER u WITHOUT LOGIN;
CREATE USER v WITHOUT LOGIN;
GRANT SELECT, INSERT ON test_table TO u;
GRANT UPDATE ON test_table (col1) TO u WITH GRANT OPTION;
GRANT CREATE TABLE TO u;
GRANT EXECUTE ON p TO u WITH GRANT OPTION;
GO
EXECUTE AS USER = 'u';
SELECT PERMISSIONS() AS statements; --> 2
-- SELECT ALL 1, INSERT 8, SELECT ANY 0x1000, UPDATE ANY 0x2000, grantable UPDATE ANY 0x20000000
SELECT CAST(PERMISSIONS(OBJECT_ID('test_table')) AS varbinary(4)) AS [table]; --> 0x20003009
SELECT CAST(PERMISSIONS(OBJECT_ID('test_table'), 'col1') AS varbinary(4)) AS col1, CAST(PERMISSIONS(OBJECT_ID('test_table'), 'COL2') AS varbinary(4)) AS col2; --> 0x00020003 | 0x00000001
SELECT CAST(PERMISSIONS(OBJECT_ID('p')) AS varbinary(4)) AS [procedure]; --> 0x00200020
SELECT PERMISSIONS(NULL) AS a, PERMISSIONS(1) AS b, PERMISSIONS(OBJECT_ID('test_table'), 'nothing') AS c; --> NULL | NULL | NULL
REVERT;
GO
EXECUTE AS USER = 'v';
SELECT PERMISSIONS(OBJECT_ID('test_table')) AS hidden; --> NULL
REVERT;
