-- t-sql/functions/parsename-transact-sql.md (the example; NULL for what is left out, for a wrong piece and for a name that is none)
SELECT PARSENAME('AdventureWorksPDW2012.dbo.DimCustomer', 1) AS [Object Name], PARSENAME('AdventureWorksPDW2012.dbo.DimCustomer', 2) AS [Schema Name],
       PARSENAME('AdventureWorksPDW2012.dbo.DimCustomer', 3) AS [Database Name], PARSENAME('AdventureWorksPDW2012.dbo.DimCustomer', 4) AS [Server Name];
SELECT PARSENAME('s.d..[a.]] b]', 1) AS object, PARSENAME('s.d..[a.]] b]', 2) AS no_schema, PARSENAME('s.d..[a.]] b]', 4) AS server,
       PARSENAME('a.b', 0) AS zero, PARSENAME('a.b', 5) AS five, PARSENAME('a.b.c.d.e', 1) AS five_parts, PARSENAME(NULL, 1) AS of_null;
GO
