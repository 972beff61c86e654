-- docs/t-sql/functions/logical-functions-: choose, greatest, least -transact-sql.md; results of their examples.
SELECT CHOOSE(3, 'Manager', 'Director', 'Developer', 'Tester') AS Result;
SELECT CHOOSE(0, 'a', 'b') AS zero, CHOOSE(3, 'a', 'b') AS three, CHOOSE(NULL, 'a', 'b') AS none, CHOOSE(2.9, 1, 2.5) AS two;
SELECT GREATEST('6.62', 3.1415, N'7') AS GreatestVal, LEAST('6.62', 3.1415, N'7') AS LeastVal;
SELECT GREATEST('Glacier', N'Joshua Tree', 'Mount Rainier') AS GreatestString, LEAST('Glacier', N'Joshua Tree', 'Mount Rainier') AS LeastString;
SELECT GREATEST(1, NULL, 3) AS g, LEAST(NULL, 2, 3) AS l, GREATEST(CAST(NULL AS int)) AS n;
GO
SELECT GREATEST('a', 1);
GO
SELECT CHOOSE(1);
