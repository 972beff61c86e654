-- docs/t-sql/statements/set-dateformat-transact-sql.md: "SET DATEFORMAT overrides the implicit date format setting of SET LANGUAGE", before it or
-- behind it; so does SET DATEFIRST for the first day. docs/t-sql/functions/datefirst-transact-sql.md: without them both are the language's.
SET NOCOUNT ON;
SET LANGUAGE British;
SELECT @@DATEFIRST AS first, CAST('01/02/2020' AS datetime) AS d;
SET LANGUAGE us_english;
SELECT @@DATEFIRST AS first, CAST('01/02/2020' AS datetime) AS d;
SET DATEFIRST 3;
SET DATEFORMAT ydm;
SET LANGUAGE British;
SELECT @@DATEFIRST AS first, CAST('2020/02/01' AS datetime) AS d;
GO
