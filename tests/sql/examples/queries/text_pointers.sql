-- Examples of docs/t-sql/queries/readtext-transact-sql.md, updatetext-transact-sql.md and writetext-transact-sql.md over a small
-- pubs, and what their Arguments and Remarks say.
CREATE DATABASE pubs;
GO
USE pubs;
SET NOCOUNT ON;
CREATE TABLE dbo.publishers (pub_id char(4) PRIMARY KEY, pub_name varchar(40));
CREATE TABLE dbo.pub_info (pub_id char(4) PRIMARY KEY, pr_info text, logo image, notes ntext);
INSERT dbo.publishers VALUES ('0736', 'New Moon Books'), ('0877', 'Binnet & Hardley');
INSERT dbo.pub_info VALUES ('0736', 'This is sample text data for New Moon Books, publisher 0736 in the pubs database. New Moon Books is located in Boston.', 0x0102030405, N'Ж notes'), ('0877', NULL, NULL, NULL);
GO
DECLARE @ptrval varbinary(16);
SELECT @ptrval = TEXTPTR(pr_info)
   FROM pub_info pr INNER JOIN publishers p
      ON pr.pub_id = p.pub_id
      AND p.pub_name = 'New Moon Books'
READTEXT pub_info.pr_info @ptrval 1 25;
GO
ALTER DATABASE pubs SET RECOVERY SIMPLE;
GO
DECLARE @ptrval BINARY(16);
SELECT @ptrval = TEXTPTR(pr_info)
   FROM pub_info pr, publishers p
      WHERE p.pub_id = pr.pub_id
      AND p.pub_name = 'New Moon Books'
UPDATETEXT pub_info.pr_info @ptrval 88 1 'b';
GO
SELECT pr_info FROM pub_info WHERE pub_id = '0736';
ALTER DATABASE pubs SET RECOVERY FULL;
GO
DECLARE @ptrval BINARY(16);
SELECT @ptrval = TEXTPTR(pr_info)
FROM pub_info pr, publishers p
WHERE p.pub_id = pr.pub_id
   AND p.pub_name = 'New Moon Books'
WRITETEXT pub_info.pr_info @ptrval 'New Moon Books (NMB) has just released another top ten publication. With the latest publication this makes NMB the hottest new publisher of the year!';
GO
SELECT pr_info FROM pub_info WHERE pub_id = '0736';
GO
-- Arguments: offsets count bytes of text and image, and characters of ntext; NULL appends, and deletes to the end.
DECLARE @t binary(16), @i binary(16), @n binary(16);
SELECT @t = TEXTPTR(pr_info), @i = TEXTPTR(logo), @n = TEXTPTR(notes) FROM pub_info WHERE pub_id = '0736';
READTEXT pub_info.logo @i 1 2;
READTEXT pub_info.notes @n 2 5 HOLDLOCK;
READTEXT dbo.pub_info.pr_info @t 0 0;
UPDATETEXT pub_info.logo @i NULL 0 WITH LOG 0xFF;
UPDATETEXT pub_info.logo @i 0 2;
UPDATETEXT pub_info.notes @n 1 NULL N'!';
UPDATETEXT pub_info.pr_info @t 3 NULL;
GO
INSERT pub_info VALUES ('1389', 'other', NULL, NULL);
DECLARE @t binary(16), @o binary(16);
SELECT @t = TEXTPTR(pr_info) FROM pub_info WHERE pub_id = '0736';
SELECT @o = TEXTPTR(pr_info) FROM pub_info WHERE pub_id = '1389';
UPDATETEXT pub_info.pr_info @t NULL 0 pub_info.pr_info @o;
GO
SELECT pr_info, logo, notes FROM pub_info WHERE pub_id = '0736';
SET TEXTSIZE 2;
DECLARE @t binary(16);
SELECT @t = TEXTPTR(pr_info) FROM pub_info WHERE pub_id = '0736';
READTEXT pub_info.pr_info @t 0 3;
SET TEXTSIZE -1;
GO
DECLARE @t binary(16);
SELECT @t = TEXTPTR(pr_info) FROM pub_info WHERE pub_id = '0736';
READTEXT pub_info.pr_info @t 3 100;
GO
DECLARE @t binary(16);
SELECT @t = TEXTPTR(pr_info) FROM pub_info WHERE pub_id = '0736';
UPDATETEXT pub_info.pr_info @t 100 0 'x';
GO
READTEXT pub_info.pr_info 0x00 0 1;
GO
DECLARE @t binary(16);
READTEXT pub_info.pr_info @t 0 1;
GO
