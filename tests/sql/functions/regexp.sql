-- docs/t-sql/functions/regexp-replace-, regexp-like-, regexp-substr-, regexp-instr-, regexp-count-, regexp-matches- and regexp-split-to-table-transact-sql.md: the examples with results; matching by RE2's rules.
SELECT REGEXP_REPLACE('123-456-7890', '(\d{3})-(\d{3})-(\d{4})', '(\1) \2-\3') AS a; --> (123) 456-7890
SELECT REGEXP_REPLACE('123-456-7890', '(\d{3})-(\d{3})-(\d{4})', '(\1) (\4)-xxxx') AS a; --> (123) ()-xxxx
SELECT * FROM REGEXP_MATCHES('Learning #AzureSQL #AzureSQLDB', '#([A-Za-z0-9_]+)');
SELECT * FROM REGEXP_MATCHES('ABC', '^(A)(..)$');
SELECT * FROM REGEXP_SPLIT_TO_TABLE('the quick brown fox jumps over the lazy dog', '\s+');
GO
CREATE TABLE Employees (ID int IDENTITY(101, 1), [Name] varchar(150), Email varchar(320) CONSTRAINT CK_Email CHECK (REGEXP_LIKE(Email, '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$')), Phone_Number nvarchar(20) CONSTRAINT CK_Phone CHECK (REGEXP_LIKE(Phone_Number, '^(\d{3})-(\d{3})-(\d{4})$')));
INSERT Employees VALUES ('Andy', 'andy@example.com', '123-456-7890'), ('Amy', 'amy@example.org', NULL);
INSERT Employees VALUES ('Bo', 'nobody', '123-456-7890');
SELECT ID, REGEXP_REPLACE(Phone_Number, '\d{4}$', '****') AS masked FROM Employees WHERE REGEXP_LIKE([Name], '^A.*Y$', 'i'); --> both
SELECT [Name] FROM Employees WHERE NOT REGEXP_LIKE([Name], '^A.*Y$') OR REGEXP_LIKE(Email, 'ORG');
SELECT [Name], REGEXP_SUBSTR(Email, '@(.+)$', 1, 1, 'i', 1) AS domain, REGEXP_COUNT([Name], '[aeiou]', 1, 'i') AS vowels FROM Employees;
SELECT CASE WHEN REGEXP_LIKE('a', NULL) THEN 1 WHEN NOT REGEXP_LIKE('a', NULL) THEN 2 ELSE 3 END AS unknown;
SELECT definition FROM sys.check_constraints ORDER BY name;
GO
-- Starts, occurrences, groups, the position after a match.
SELECT REGEXP_INSTR('abc123def456', '[0-9]+') AS a, REGEXP_INSTR('abc123def456', '[0-9]+', 1, 2) AS b, REGEXP_INSTR('abc123def456', '[0-9]+', 1, 1, 1) AS c, REGEXP_INSTR('abc123', '([a-z])(\d)', 1, 1, 0, 'c', 2) AS d, REGEXP_INSTR('abc', 'x') AS e, REGEXP_INSTR('abc', 'a', 9) AS f;
SELECT REGEXP_SUBSTR('Red,Green,Blue', '[^,]+', 1, 3) AS a, REGEXP_SUBSTR('abc', 'x') AS b, REGEXP_SUBSTR('abc', 'b', 3) AS c, REGEXP_SUBSTR('ab', '(x)?b', 1, 1, 'c', 1) AS d, REGEXP_SUBSTR(N'abc', NULL) AS e;
SELECT REGEXP_COUNT('abc', '') AS a, REGEXP_COUNT('abc', 'x*') AS b, REGEXP_COUNT('abc', '', 2) AS c, REGEXP_COUNT('', '') AS d, REGEXP_COUNT('ABC', 'a') AS e, REGEXP_COUNT('ABC', 'a', 1, 'ci') AS f, REGEXP_COUNT('ABC', 'a', 1, 'ic') AS g;
SELECT REGEXP_REPLACE('abc', 'x*', '-') AS a, REGEXP_REPLACE('abc', '', '-') AS b, REGEXP_REPLACE('abcabc', 'b') AS c, REGEXP_REPLACE('abcabc', 'b', '[\0&$1\\]', 1, 2) AS d, REGEXP_REPLACE('aaa', 'a', 'b', 2) AS e, REGEXP_REPLACE(CAST('abc' AS char(5)), ' ', '_') AS f;
SELECT REGEXP_COUNT('a' + CHAR(10) + 'a', '^a$') AS a, REGEXP_COUNT('a' + CHAR(10) + 'a', '^a$', 1, 'm') AS b, REGEXP_COUNT('a' + CHAR(10), 'a.') AS c, REGEXP_COUNT('a' + CHAR(10), 'a.', 1, 's') AS d;
SELECT REGEXP_COUNT(N'ÉÈ5', '\w') AS a, REGEXP_COUNT(N'É', N'é', 1, 'i') AS b, REGEXP_COUNT(N'Éa1', '\p{L}') AS c, REGEXP_SUBSTR('a.b*', '\Q.b*\E') AS d, REGEXP_COUNT('a[b', '[a[]') AS e;
GO
SELECT * FROM REGEXP_MATCHES('abc', '');
SELECT * FROM REGEXP_MATCHES('', 'x*');
SELECT * FROM REGEXP_MATCHES('a"b', '(x)?(.")');
SELECT * FROM REGEXP_MATCHES(NULL, 'a');
SELECT * FROM REGEXP_SPLIT_TO_TABLE('abc', 'x*');
SELECT * FROM REGEXP_SPLIT_TO_TABLE(',a,,b,', ',');
SELECT * FROM REGEXP_SPLIT_TO_TABLE('', 'x');
SELECT e.ID, m.match_value FROM Employees AS e CROSS APPLY REGEXP_MATCHES(e.Email, '\w+', 'i') AS m ORDER BY e.ID, m.match_id;
GO
-- Errors.
SELECT REGEXP_COUNT('a', 'a(?=b)');
GO
SELECT REGEXP_COUNT('a', '(a)\1');
GO
SELECT REGEXP_COUNT('a', 'a{2,1}');
GO
SELECT REGEXP_COUNT('a', '(');
GO
SELECT REGEXP_COUNT('a', ')');
GO
SELECT REGEXP_COUNT('a', 'a\');
GO
SELECT REGEXP_COUNT('a', '[');
GO
SELECT REGEXP_COUNT('a', 'a', 1, 'x');
GO
SELECT REGEXP_COUNT('a', 'a', 0);
GO
SELECT REGEXP_REPLACE('a', 'a', 'b', 1, -1);
GO
SELECT REGEXP_COUNT(1, 'a');
GO
SELECT REGEXP_COUNT('a', CAST('a' AS varchar(max)));
GO
SELECT REGEXP_COUNT('a', 'a', 1, N'i');
GO
SELECT REGEXP_COUNT('a');
GO
SELECT * FROM REGEXP_MATCHES('a');
GO
SELECT 1 WHERE REGEXP_LIKE('a');
