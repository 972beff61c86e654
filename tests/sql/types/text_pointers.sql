-- docs/t-sql/functions/text-and-image-functions-textptr-transact-sql.md, text-and-image-functions-textvalid-transact-sql.md, docs/t-sql/queries/readtext-transact-sql.md,
-- writetext-transact-sql.md, updatetext-transact-sql.md: the examples, on a table of the same shape. A NULL has no pointer. Triggers don't fire.
SET NOCOUNT ON;
CREATE TABLE dbo.pub_info (pub_id char(4) PRIMARY KEY, logo image NULL, pr_info text NULL);
INSERT dbo.pub_info VALUES ('0736', 0x474946, 'This is sample text data for New Moon Books, publisher 0736 in the bups database.'), ('0877', NULL, 'Binnet & Hardley'), ('1389', 0x01, NULL);
SELECT pub_id, DATALENGTH(TEXTPTR(pr_info)) AS bytes, 'Valid (if 1) Text data' = TEXTVALID('dbo.pub_info.logo', TEXTPTR(logo)) FROM dbo.pub_info ORDER BY pub_id;
DECLARE @val varbinary(16);
SELECT @val = TEXTPTR(pr_info) FROM dbo.pub_info WHERE pub_id = '0736';
READTEXT dbo.pub_info.pr_info @val 4 10;
READTEXT pub_info.pr_info @val 0 0 HOLDLOCK;
SELECT TEXTVALID('pub_info.pr_info', @val) AS valid, TEXTVALID('pub_info.logo', @val) AS other, TEXTVALID('pub_info.pr_info', NULL) AS none;
GO
DECLARE @ptrval binary(16);
SELECT @ptrval = TEXTPTR(pr_info) FROM dbo.pub_info WHERE pub_id = '0736';
UPDATETEXT pub_info.pr_info @ptrval 67 3 'pub';
SELECT pr_info FROM dbo.pub_info WHERE pub_id = '0736';
UPDATETEXT pub_info.pr_info @ptrval NULL 0 ' The end.';
UPDATETEXT pub_info.pr_info @ptrval 0 8;
UPDATETEXT pub_info.pr_info @ptrval 6 NULL WITH LOG ' only';
SELECT pr_info FROM dbo.pub_info WHERE pub_id = '0736';
DECLARE @other binary(16);
SELECT @other = TEXTPTR(pr_info) FROM dbo.pub_info WHERE pub_id = '0877';
UPDATETEXT pub_info.pr_info @ptrval 0 0 pub_info.pr_info @other;
WRITETEXT pub_info.pr_info @other 'New Moon Books (NMB) has just released another top ten publication.';
SELECT pub_id, pr_info FROM dbo.pub_info ORDER BY pub_id;
WRITETEXT BULK pub_info.pr_info @other WITH LOG NULL;
SELECT pub_id, pr_info FROM dbo.pub_info WHERE pr_info IS NULL ORDER BY pub_id;
GO
-- A heap, ntext in characters, image in bytes, a value that isn't kept in a row.
CREATE TABLE dbo.h (id int, n ntext, i image, t text);
INSERT dbo.h VALUES (1, N'Ωmega', 0x010203, REPLICATE(CAST('ab' AS varchar(max)), 100000)), (2, N'twice', 0x04, 'x');
GO
CREATE TRIGGER dbo.tr ON dbo.h AFTER UPDATE AS PRINT 'fired';
GO
DECLARE @n binary(16), @i binary(16), @t binary(16);
SELECT @n = TEXTPTR(n), @i = TEXTPTR(i), @t = TEXTPTR(t) FROM dbo.h WHERE id = 1;
READTEXT h.n @n 1 2;
READTEXT h.i @i 1 1;
READTEXT h.t @t 199997 3;
UPDATETEXT h.t @t 100000 99990 '-';
UPDATETEXT h.n @n 1 4 N'!';
UPDATETEXT h.i @i 0 1 0xFFFF;
SELECT n, i, DATALENGTH(t) AS t, SUBSTRING(t, 100000, 3) AS part FROM dbo.h;
READTEXT h.t @t 8 200000;
GO
DECLARE @n binary(16);
READTEXT h.n @n 0 1;
GO
READTEXT h.n 0x0102 0 1;
GO
READTEXT h.n 0x01020304050607080102030405060708 0 1;
GO
WRITETEXT h.n 0x01020304050607080102030405060708 'x';
GO
DECLARE @n binary(16) = (SELECT TEXTPTR(n) FROM dbo.h WHERE id = 2);
UPDATETEXT h.n @n 9 0 'x';
GO
DECLARE @n binary(16) = (SELECT TEXTPTR(n) FROM dbo.h WHERE id = 2);
UPDATETEXT h.n @n 0 9;
GO
SELECT TEXTPTR(id) FROM dbo.h;
GO
SELECT TEXTPTR(ISNULL(n, '')) FROM dbo.h;
GO
READTEXT h.none @n 0 1;
GO
-- "scr_text_ptr value must not be the same as dest_text_ptr value" (docs/t-sql/queries/updatetext-transact-sql.md).
DECLARE @n binary(16) = (SELECT TEXTPTR(n) FROM dbo.h WHERE id = 2);
UPDATETEXT h.n @n 0 0 h.n @n;
GO
