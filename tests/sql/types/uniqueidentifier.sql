-- docs/t-sql/data-types/uniqueidentifier-transact-sql.md: the formats, and the examples of conversion.
DECLARE @ID NVARCHAR(max) = N'0E984725-C51C-4BF4-9960-E1C80E27ABA0wrong';
SELECT @ID, CONVERT(uniqueidentifier, @ID) AS TruncatedValue;
DECLARE @myid uniqueidentifier = 0xFF19966F868B11D0B42D00C04FC964FF;
SELECT CONVERT(char(255), @myid) AS 'char';
IF @myid = '6F9619FF-8B86-D011-B42D-00C04FC964FF' AND @myid = '{6f9619ff-8b86-d011-b42d-00c04fc964ff}' PRINT 'one value';
CREATE TABLE t (id uniqueidentifier);
INSERT t VALUES ('01000000-0000-0000-0000-000000000000'), ('00000000-0000-0000-0000-000000000001'), (NULL);
SELECT id FROM t ORDER BY id;
SELECT COUNT(*) AS n, DATALENGTH(MAX(id)) AS d FROM t WHERE id > '02000000-0000-0000-0000-000000000000';
SELECT CAST(@myid AS varbinary(16)) AS b;
GO
SELECT CAST('6F9619FF' AS uniqueidentifier);
GO
SELECT CAST(CAST('6F9619FF-8B86-D011-B42D-00C04FC964FF' AS uniqueidentifier) AS varchar(35));
GO
SELECT CAST(1 AS uniqueidentifier);
