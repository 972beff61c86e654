-- The examples of pages below docs/relational-databases/xml about EXPLICIT mode. A line after --> is a row that the page shows.
-- docs/relational-databases/xml/example-specifying-the-xmltext-directive.md: the attributes and the contents of the overflow
-- become those of the element; an attribute of the row overrides one of the overflow.
CREATE TABLE Person(PersonID varchar(5), PersonName varchar(20), Overflow nvarchar(200));
GO
INSERT INTO Person VALUES
    ('P1','Joe',N'<SomeTag attr1="data">content</SomeTag>')
   ,('P2','Joe',N'<SomeTag attr2="data"/>')
   ,('P3','Joe',N'<SomeTag attr3="data" PersonID="P"><name>PersonName</name></SomeTag>');
SELECT 1 as Tag, NULL as parent,
       PersonID as [Parent!1!PersonID],
       PersonName as [Parent!1!PersonName],
       Overflow as [Parent!1!!XMLTEXT]
FROM Person
FOR XML EXPLICIT;
--> <Parent PersonID="P1" PersonName="Joe" attr1="data">content</Parent><Parent PersonID="P2" PersonName="Joe" attr2="data"></Parent><Parent PersonID="P3" PersonName="Joe" attr3="data"><name>PersonName</name></Parent>
SELECT 1 as Tag, NULL as parent,
       PersonID as [Parent!1!PersonID],
       PersonName as [Parent!1!PersonName],
       Overflow as [Parent!1!overflow!XMLTEXT]
FROM Person
FOR XML EXPLICIT
--> <Parent PersonID="P1" PersonName="Joe"><overflow attr1="data">content</overflow></Parent><Parent PersonID="P2" PersonName="Joe"><overflow attr2="data"/></Parent><Parent PersonID="P3" PersonName="Joe"><overflow attr3="data" PersonID="P"><name>PersonName</name></overflow></Parent>
SELECT 1      AS Tag, NULL as parent,
       PersonID   AS [Parent!1!PersonID],
       PersonName AS [Parent!1!PersonName!element],
       Overflow   AS [Parent!1!!XMLTEXT]
FROM Person
FOR XML EXPLICIT;
--> <Parent PersonID="P1" attr1="data">content<PersonName>Joe</PersonName></Parent><Parent PersonID="P2" attr2="data"><PersonName>Joe</PersonName></Parent><Parent PersonID="P3" attr3="data"><name>PersonName</name><PersonName>Joe</PersonName></Parent>
GO
-- docs/relational-databases/xml/use-explicit-mode-with-for-xml.md: the rules for overflow columns.
SELECT 1 AS Tag, NULL AS Parent, N'<a/>' AS [e!1!!xmltext], N'<b/>' AS [e!1!x!xmltext] FOR XML EXPLICIT;
GO
SELECT 1 AS Tag, NULL AS Parent, GETDATE() AS [e!1!!xmltext] FOR XML EXPLICIT;
GO
SELECT 1 AS Tag, NULL AS Parent, N'<a' AS [e!1!!xmltext] FOR XML EXPLICIT;
GO
-- docs/relational-databases/xml/use-explicit-mode-with-for-xml.md: the first column is Tag, the second Parent.
SELECT 1 AS Number, NULL AS Parent, 1 AS [e!1!a] FOR XML EXPLICIT;
GO
SELECT 1 AS Tag, NULL AS Above, 1 AS [e!1!a] FOR XML EXPLICIT;
GO
-- docs/relational-databases/xml/example-specifying-the-id-and-idrefs-directives.md: rows of one element add to its list.
CREATE TABLE Customer (CustomerID varchar(5));
INSERT Customer VALUES ('C1'), ('C2');
CREATE TABLE SalesOrderHeader (SalesOrderID int, CustomerID varchar(5), OrderDate date);
INSERT SalesOrderHeader VALUES (11, 'C1', '2020-01-01'), (22, 'C1', '2020-01-02'), (33, 'C2', '2020-01-03');
GO
SELECT  1 as Tag,
        0 as Parent,
        C.CustomerID       [Customer!1!CustomerID],
        NULL               [Customer!1!SalesOrderIDList!IDREFS],
        NULL               [SalesOrder!2!SalesOrderID!ID],
        NULL               [SalesOrder!2!OrderDate]
FROM   Customer C
UNION ALL
SELECT  1 as Tag,
        0 as Parent,
        C.CustomerID,
        'O-'+CAST(SalesOrderID as varchar(10)),
        NULL,
        NULL
FROM   Customer AS C
INNER JOIN SalesOrderHeader AS SOH
    ON  C.CustomerID = SOH.CustomerID
UNION ALL
SELECT 2 as Tag,
       1 as Parent,
        C.CustomerID,
        NULL,
        'O-'+CAST(SalesOrderID as varchar(10)),
        OrderDate
FROM   Customer AS C
INNER JOIN SalesOrderHeader AS SOH
    ON  C.CustomerID = SOH.CustomerID
ORDER BY [Customer!1!CustomerID] ,
         [SalesOrder!2!SalesOrderID!ID],
         [Customer!1!SalesOrderIDList!IDREFS]
FOR XML EXPLICIT;
--> <Customer CustomerID="C1" SalesOrderIDList="O-11 O-22"><SalesOrder SalesOrderID="O-11" OrderDate="2020-01-01"/><SalesOrder SalesOrderID="O-22" OrderDate="2020-01-02"/></Customer><Customer CustomerID="C2" SalesOrderIDList="O-33"><SalesOrder SalesOrderID="O-33" OrderDate="2020-01-03"/></Customer>
GO
-- docs/relational-databases/xml/example-specifying-the-id-and-idref-directives.md.
SELECT  1 as Tag,
        0 as Parent,
        43659          as [OrderHeader!1!SalesOrderID!id],
        NULL           as [OrderDetail!3!SalesOrderID!idref],
        NULL           as [OrderDetail!3!LineTotal]
UNION ALL
SELECT 3, 1, 43659, 43659, 10.37
FOR XML EXPLICIT;
GO
-- docs/relational-databases/xml/use-explicit-mode-with-for-xml.md: lists of tokens.
SELECT 1 AS Tag, 0 AS Parent, 'k' AS [e!1!k], NULL AS [e!1!list!NMTOKENS] UNION ALL SELECT 1, 0, 'k', 'a' UNION ALL SELECT 1, 0, 'k', 'b' FOR XML EXPLICIT;
GO
SELECT 1 AS Tag, 0 AS Parent, 'k' AS [e!1!k!element], 'a' AS [e!1!list!idrefs], 'n' AS [e!1!n!nmtoken] FOR XML EXPLICIT;
GO
