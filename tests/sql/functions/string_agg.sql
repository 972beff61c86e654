-- docs/t-sql/functions/string-agg-transact-sql.md: the examples, over small tables; NULL is left out and has no separator.
CREATE TABLE Person (FirstName nvarchar(20), LastName varchar(20), ModifiedDate datetime);
INSERT Person VALUES (N'John', 'A', '2003-02-08'), (NULL, 'B', '2002-02-24'), (N'Mike', 'C', '2001-12-05');
SELECT STRING_AGG(FirstName, ',') AS csv FROM Person; --> John,Mike
SELECT STRING_AGG(ISNULL(FirstName, 'N/A'), ',') AS csv FROM Person; --> John,N/A,Mike
SELECT STRING_AGG(CONCAT(FirstName, ' ', LastName, ' (', ModifiedDate, ')'), ';') AS names FROM Person; --> John A (Feb  8 2003 12:00AM); B (Feb 24 2002 12:00AM);Mike C (Dec  5 2001 12:00AM)
GO
CREATE TABLE Article (articleId int, title varchar(60));
INSERT Article VALUES (172, 'Polls indicate close election results'), (176, 'New highway expected to reduce congestion'), (177, 'Dogs continue to be more popular than cats');
CREATE TABLE ArticleTag (articleId int, tag varchar(20));
INSERT ArticleTag VALUES (172, 'politics'), (172, 'polls'), (172, 'city council'), (177, 'polls'), (177, 'animals');
SELECT a.articleId, title, STRING_AGG(tag, ',') AS tags FROM Article AS a LEFT JOIN ArticleTag AS t ON a.articleId = t.articleId GROUP BY a.articleId, title ORDER BY a.articleId;
--> 172 | Polls indicate close election results | politics,polls,city council
--> 176 | New highway expected to reduce congestion | NULL
--> 177 | Dogs continue to be more popular than cats | polls,animals
GO
CREATE TABLE Employee (town varchar(10), email varchar(40));
INSERT Employee VALUES ('Seattle', 'syed0@adventure-works.com'), ('Seattle', 'catherine0@adventure-works.com'), ('Seattle', 'kim2@adventure-works.com'), ('LA', 'sam1@adventure-works.com'), ('LA', 'hazem0@adventure-works.com');
SELECT town, STRING_AGG(email, ';') AS emails FROM Employee GROUP BY town;
--> Seattle | syed0@adventure-works.com;catherine0@adventure-works.com;kim2@adventure-works.com
--> LA | sam1@adventure-works.com;hazem0@adventure-works.com
SELECT town, STRING_AGG(email, ';') WITHIN GROUP (ORDER BY email ASC) AS emails FROM Employee GROUP BY town;
--> Seattle | catherine0@adventure-works.com;kim2@adventure-works.com;syed0@adventure-works.com
--> LA | hazem0@adventure-works.com;sam1@adventure-works.com
SELECT STRING_AGG(email, ' ') WITHIN GROUP (ORDER BY email DESC) AS emails FROM Employee WHERE town = 'LA'; --> sam1@adventure-works.com hazem0@adventure-works.com
GO
-- Types: a string keeps its kind, at its greatest length; anything else becomes nvarchar(4000).
SELECT STRING_AGG(v, '-') AS numbers FROM (VALUES (3), (1), (2)) AS t(v); --> 3-1-2
GO
SELECT STRING_AGG(v, ', ') WITHIN GROUP (ORDER BY v) AS numbers FROM (VALUES (3), (1), (2)) AS t(v); --> 1, 2, 3
GO
DECLARE @separator varchar(5) = ' & ';
SELECT STRING_AGG(CAST(v AS varchar(max)), @separator) AS long FROM (VALUES ('a'), ('b')) AS t(v); --> a & b
GO
SELECT STRING_AGG(v, ',') AS none FROM (VALUES (1)) AS t(v) WHERE v > 1; --> NULL
GO
SELECT STRING_AGG(REPLICATE('x', 5000), ',') AS much FROM (VALUES (1), (2)) AS t(v);
--> Msg 9829, Level 16, State 1, Line 1
--> STRING_AGG aggregation result exceeded the limit of 8000 bytes. Use LOB types to avoid result truncation.
GO
SELECT LEN(STRING_AGG(CAST(REPLICATE('x', 5000) AS varchar(max)), ',')) AS length FROM (VALUES (1), (2)) AS t(v); --> 10001
GO
-- A separator of a varchar must be one.
SELECT STRING_AGG('a', N',') FROM (VALUES (1)) AS t(v);
--> Msg 8116, Level 16, State 1, Line 2
--> Argument data type nvarchar is invalid for argument 2 of string_agg function.
GO
SELECT STRING_AGG('a') FROM (VALUES (1)) AS t(v);
--> Msg 174, Level 15, State 1, Line 1
--> The string_agg function requires 2 argument(s).
GO
-- docs/t-sql/functions/checksum-agg-transact-sql.md: an int of all values, in any order; approx-count-distinct-transact-sql.md: a bigint.
SELECT CASE WHEN (SELECT CHECKSUM_AGG(v) FROM (VALUES (1), (2), (4)) AS t(v)) = (SELECT CHECKSUM_AGG(v) FROM (VALUES (4), (1), (2)) AS t(v)) THEN 'equal' END AS orders; --> equal
GO
SELECT APPROX_COUNT_DISTINCT(v) AS n FROM (VALUES (1), (2), (2), (NULL)) AS t(v);
--> 2
--> Warning: Null value is eliminated by an aggregate or other SET operation.
GO
SELECT CHECKSUM_AGG(v) FROM (VALUES ('a')) AS t(v);
--> Msg 8117, Level 16, State 1, Line 1
--> Operand data type varchar is invalid for checksum_agg operator.
