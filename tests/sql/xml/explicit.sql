-- docs/relational-databases/xml/use-explicit-mode-with-for-xml.md and the pages of its examples.
CREATE TABLE dbo.employee (id int NOT NULL PRIMARY KEY, first varchar(20) NOT NULL, last varchar(20) NULL);
INSERT dbo.employee VALUES (4, 'Rob', 'Walters'), (5, 'Gail <G>', NULL);
GO
SELECT 1 AS Tag, NULL AS Parent, E.id AS [Employee!1!EmpID], NULL AS [Name!2!FName], NULL AS [Name!2!LName]
FROM dbo.employee AS E
UNION ALL
SELECT 2 AS Tag, 1 AS Parent, E.id, first, last FROM dbo.employee AS E
ORDER BY [Employee!1!EmpID], [Name!2!FName]
FOR XML EXPLICIT;
GO
SELECT 1 AS Tag, 0 AS Parent, id AS [e!1!id], first AS [e!1!first!element], last AS [e!1!last!elementxsinil], first AS [e!1!!cdata], '<b/>' AS [e!1!raw!xml], id AS [e!1!order!hide]
FROM dbo.employee ORDER BY [e!1!order!hide] FOR XML EXPLICIT, ROOT('all');
GO
SELECT 1 AS Tag, NULL AS Parent, 'a & b' AS [e!1] FOR XML EXPLICIT, TYPE;
GO
SELECT 1 AS Tag, NULL AS Parent FOR XML EXPLICIT;
GO
SELECT 1 AS Tag, NULL AS Parent, 1 AS plain FOR XML EXPLICIT;
GO
SELECT 'x' AS Tag, NULL AS Parent, 1 AS [e!1!a] FOR XML EXPLICIT;
GO
SELECT 2 AS Tag, NULL AS Parent, 1 AS [e!1!a] FOR XML EXPLICIT;
GO
SELECT 2 AS Tag, 1 AS Parent, 1 AS [e!1!a], 2 AS [f!2!a] FOR XML EXPLICIT;
GO
SELECT 1 AS Tag, NULL AS Parent, 1 AS [e!1!a!other] FOR XML EXPLICIT;
GO
SELECT 1 AS Tag, NULL AS Parent, 1 AS [e!1!a], 2 AS [f!1!b] FOR XML EXPLICIT;
GO
SELECT 1 AS Tag, NULL AS Parent, 1 AS [e!1!a] FOR XML EXPLICIT, ELEMENTS;
GO
