-- docs/t-sql/functions/checksum-transact-sql.md: an int; equal for two lists whose elements have the same types and are equal by
-- comparison (case does not count in the default collation), NULLs of one type are equal, and order counts.
SELECT CASE WHEN CHECKSUM('Hello') = CHECKSUM('hELLO') THEN 1 ELSE 0 END AS by_collation,
    CASE WHEN CHECKSUM('a', 'b') = CHECKSUM('b', 'a') THEN 1 ELSE 0 END AS any_order,
    CASE WHEN CHECKSUM(CAST(NULL AS int)) = CHECKSUM(CAST(NULL AS int)) THEN 1 ELSE 0 END AS nulls,
    CASE WHEN CHECKSUM('a') = CHECKSUM('a   ') THEN 1 ELSE 0 END AS trailing_blanks;
SELECT CHECKSUM(1) AS of_one, CHECKSUM(0) AS of_zero, CHECKSUM(-5) AS of_minus_five;
GO
-- docs/t-sql/functions/binary-checksum-transact-sql.md: changes as the bytes change: the example's table.
CREATE TABLE myTable (column1 int, column2 varchar(256));
INSERT INTO myTable VALUES (1, 'test');
DECLARE @before int, @after int;
SELECT @before = BINARY_CHECKSUM(column1, column2) FROM myTable;
UPDATE myTable SET column2 = 'TEST';
SELECT @after = BINARY_CHECKSUM(column1, column2) FROM myTable;
SELECT CASE WHEN @before <> @after THEN 'changed' END AS binary_checksum;
SELECT CASE WHEN CHECKSUM('test') = CHECKSUM('TEST') THEN 'the same' END AS checksum;
GO
SELECT CHECKSUM();
GO
-- docs/t-sql/functions/hashbytes-transact-sql.md, examples A and B (B prints its results).
DECLARE @HashThis nvarchar(4000);
SET @HashThis = CONVERT(nvarchar(4000), 'dslfdkjLK85kldhnv$n000#knf');
SELECT DATALENGTH(HASHBYTES('SHA2_256', @HashThis)) AS bytes;
CREATE TABLE dbo.Test1 (c1 nvarchar(50));
INSERT dbo.Test1 VALUES ('This is a test.');
INSERT dbo.Test1 VALUES ('This is test 2.');
SELECT HASHBYTES('SHA1', c1) AS hash FROM dbo.Test1;
GO
-- 16 bytes of MD4 and MD5, 20 of SHA and SHA1, 32 of SHA2_256, 64 of SHA2_512.
SELECT DATALENGTH(HASHBYTES('MD4', 'a')) AS md4, DATALENGTH(HASHBYTES('MD5', 'a')) AS md5, DATALENGTH(HASHBYTES('SHA', 'a')) AS sha,
    DATALENGTH(HASHBYTES('SHA1', 'a')) AS sha1, DATALENGTH(HASHBYTES('SHA2_512', 'a')) AS sha2_512;
-- The same bytes in, the same bytes out; another encoding, another hash.
SELECT CASE WHEN HASHBYTES('MD5', 'abc') = HASHBYTES('MD5', 0x616263) THEN 1 ELSE 0 END AS bytes,
    CASE WHEN HASHBYTES('MD5', 'abc') = HASHBYTES('MD5', N'abc') THEN 1 ELSE 0 END AS encodings,
    HASHBYTES('MD5', CAST(NULL AS varchar(10))) AS of_null;
GO
SELECT HASHBYTES('MD5', 5);
GO
-- 128 bits of MD2: https://www.rfc-editor.org/rfc/rfc1319, A.5.
SELECT HASHBYTES('MD2', 'a') AS md2;
GO
-- The page's users, who are all there are: docs/t-sql/functions/suser-sname-, user-name-, context-info-transact-sql.md.
SELECT SUSER_SNAME() AS login, SUSER_SNAME(0x01) AS by_sid, SUSER_NAME(1) AS by_id, SUSER_SNAME(0x02) AS nobody, ORIGINAL_LOGIN() AS original;
SELECT USER_NAME() AS me, USER_NAME(1) AS one, USER_NAME(2) AS two, USER_ID('guest') AS guest, USER_ID() AS my_id, USER_ID('nobody') AS nobody;
SELECT CONTEXT_INFO() AS before;
GO
-- docs/t-sql/functions/: current-user, session-user, system-user, user -transact-sql.md: without parentheses.
SELECT CURRENT_USER AS a, SESSION_USER AS b, USER AS c, SYSTEM_USER AS d;
GO
-- docs/t-sql/functions/checksum-transact-sql.md: the arguments; columns that can't be compared are ignored.
CREATE TABLE starred (a int, b varchar(20), c xml);
INSERT INTO starred VALUES (1, 'test', '<a/>'), (2, NULL, NULL);
SELECT a, IIF(CHECKSUM(*) = CHECKSUM(a, b), 'equal', 'other') AS of_all, IIF(BINARY_CHECKSUM(*) = BINARY_CHECKSUM(a, b), 'equal', 'other') AS binary_of_all FROM starred; --> equal | equal
SELECT CHECKSUM_AGG(BINARY_CHECKSUM(*)) - CHECKSUM_AGG(BINARY_CHECKSUM(a, b)) AS difference FROM starred; --> 0
GO
SELECT CHECKSUM(*);
GO
