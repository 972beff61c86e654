-- t-sql/queries/update-transact-sql.md, .WRITE: a part of a value of a max type is replaced, from an offset that begins with 0; NULL as the offset
-- appends, NULL as the value ends it at the offset, NULL as the length goes to its end. The example "Using UPDATE with .WRITE" comes first.
-- Messages: relational-databases/errors-events/database-engine-events-and-errors-5000-to-5999.md (5302), -7000-to-7999.md (7116, 7135).
CREATE TABLE Document(DocumentID int, DocumentSummary nvarchar(max));
INSERT Document VALUES (3, N'It is important that you maintain your bicycle and keep it in good repair. Detailed repair and service guidelines are provided.');
DECLARE @MyTableVar table (SummaryBefore nvarchar(max), SummaryAfter nvarchar(max));
UPDATE Document
SET DocumentSummary .WRITE (N'features',28,10)
OUTPUT deleted.DocumentSummary, inserted.DocumentSummary INTO @MyTableVar
WHERE DocumentID = 3;
SELECT SummaryBefore, SummaryAfter FROM @MyTableVar;
GO
CREATE TABLE t(i int PRIMARY KEY, v varchar(max), n nvarchar(max), b varbinary(max), s varchar(10));
INSERT t VALUES (1, 'abcdef', N'abcdef', 0x010203, 'short');
UPDATE t SET v.WRITE('XY', 1, 2), n.WRITE(N'Ж', NULL, 0), b.WRITE(0xFF, 0, 1);
SELECT v, n, b FROM t;
UPDATE t SET v.WRITE(NULL, 3, 1), n.WRITE(N'end', 2, NULL), b.WRITE(0xAABB, 3, 0);
SELECT v, n, b FROM t;
UPDATE t SET v.WRITE('long', 2, 100), n.WRITE('!', 5, 100), b.WRITE(NULL, NULL, NULL);
SELECT v, n, b FROM t;
UPDATE t SET v.WRITE('', 0, 2), n.WRITE(N'<', 0, 0) WHERE i = 1;
SELECT v, n FROM t;
-- A value that is far longer than a page.
SET NOCOUNT ON;
DECLARE @offset int = 0;
UPDATE t SET v = '';
WHILE @offset < 26
BEGIN
    UPDATE t SET v.WRITE(REPLICATE(CHAR(97 + @offset), 1000), @offset * 1000, 1000) WHERE i = 1;
    SET @offset = @offset + 1;
END;
SET NOCOUNT OFF;
SELECT LEN(v) AS length, SUBSTRING(v, 999, 4) AS ab, RIGHT(v, 2) AS z FROM t;
DECLARE @o bigint = 3, @l bigint = 25990;
UPDATE t SET v.WRITE('-', @o, @l);
SELECT v FROM t;
GO
UPDATE t SET v.WRITE('x', 12, 1);
GO
UPDATE t SET v.WRITE('x', -1, 1);
GO
UPDATE t SET v.WRITE('x', 1, -1);
GO
UPDATE t SET v = NULL;
UPDATE t SET v.WRITE('x', 0, 0);
GO
UPDATE t SET s.WRITE('x', 0, 0);
GO
UPDATE t SET v.WRITE('x', 0);
GO
UPDATE t SET v.NOTHING('x', 0, 0);
GO
UPDATE t SET nothing.WRITE('x', 0, 0);
GO
-- "column_name ... cannot be qualified with a table name or table alias."
UPDATE t SET t.v.WRITE('x', 0, 0);
GO
SELECT v, n FROM t;
GO
