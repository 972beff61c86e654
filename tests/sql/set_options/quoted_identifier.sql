-- docs/t-sql/statements/set-quoted-identifier-transact-sql.md: the examples.
SET QUOTED_IDENTIFIER OFF
GO
CREATE TABLE "select" ("identity" INT IDENTITY NOT NULL, "order" INT NOT NULL);
GO
SET QUOTED_IDENTIFIER ON;
GO
CREATE TABLE "select" ("identity" INT IDENTITY NOT NULL, "order" INT NOT NULL);
GO
SELECT "identity","order" FROM "select" ORDER BY "order";
GO
DROP TABLE "SELECT";
GO
SET QUOTED_IDENTIFIER OFF;
GO
CREATE TABLE dbo.Test (ID INT, String VARCHAR(30)) ;
GO
INSERT INTO dbo.Test VALUES (1, "'Text in single quotes'");
INSERT INTO dbo.Test VALUES (2, '''Text in single quotes''');
INSERT INTO dbo.Test VALUES (3, 'Text with 2 '''' single quotes');
INSERT INTO dbo.Test VALUES (4, '"Text in double quotes"');
INSERT INTO dbo.Test VALUES (5, """Text in double quotes""");
INSERT INTO dbo.Test VALUES (6, "Text with 2 """" double quotes");
GO
SET QUOTED_IDENTIFIER ON;
GO
INSERT INTO dbo."Test" VALUES (7, 'Text with a single '' quote');
GO
SELECT ID, String FROM dbo.Test ORDER BY ID;
--> 1 | 'Text in single quotes'
--> 2 | 'Text in single quotes'
--> 3 | Text with 2 '' single quotes
--> 4 | "Text in double quotes"
--> 5 | "Text in double quotes"
--> 6 | Text with 2 "" double quotes
--> 7 | Text with a single ' quote
GO
-- "As the batch is parsed any occurrence of SET QUOTED_IDENTIFIER will change the parsing behavior from that point on"
SELECT "ID" FROM dbo.Test WHERE "ID" = 1; SET QUOTED_IDENTIFIER OFF; SELECT "ID" AS text; SET ANSI_NULLS, QUOTED_IDENTIFIER ON; SELECT "ID" FROM dbo.Test WHERE "ID" = 1;
--> 1
--> ID
--> 1
GO
-- "For a nested batch ... the session's QUOTED_IDENTIFIER setting will not be updated"
EXEC ('SET QUOTED_IDENTIFIER OFF; SELECT "text" AS nested'); --> text
SELECT "ID" FROM dbo.Test WHERE ID = 1; --> 1
GO
SET QUOTED_IDENTIFIER OFF;
GO
EXEC ("SELECT 'text' AS nested"); --> text
SELECT [ID] FROM [dbo].[Test] WHERE ID = 1; --> 1
SELECT "a" + 'b' AS joined, @@OPTIONS & 256 AS bit; --> ab | 0
SET QUOTED_IDENTIFIER ON;
GO
DROP TABLE dbo.Test;
