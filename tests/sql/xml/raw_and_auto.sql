-- docs/relational-databases/xml/use-raw-mode-with-for-xml.md and use-auto-mode-with-for-xml.md: the examples, over small tables.
CREATE TABLE Cust (CustomerID int, CustomerType nvarchar(1));
INSERT Cust VALUES (1, N'S'), (2, N'I');
CREATE TABLE SalesOrderHeader (SalesOrderID int, CustomerID int, Status tinyint);
INSERT SalesOrderHeader VALUES (43860, 1, 5), (44501, 1, 5), (46976, 2, 5);
GO
SELECT CustomerID, CustomerType FROM Cust FOR XML RAW; --> <row CustomerID="1" CustomerType="S"/><row CustomerID="2" CustomerType="I"/>
GO
SELECT CustomerID, CustomerType FROM Cust FOR XML RAW ('ProductModel'), ROOT('MyRoot'); --> <MyRoot><ProductModel CustomerID="1" CustomerType="S"/><ProductModel CustomerID="2" CustomerType="I"/></MyRoot>
GO
SELECT CustomerID, NULL AS Color FROM Cust FOR XML RAW; --> <row CustomerID="1"/><row CustomerID="2"/>
GO
SELECT CustomerID, CAST(NULL AS int) AS Color FROM Cust WHERE CustomerID = 1 FOR XML RAW, ELEMENTS XSINIL; --> <row xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><CustomerID>1</CustomerID><Color xsi:nil="true"/></row>
GO
SELECT CustomerID + 1 FROM Cust FOR XML RAW;
--> Msg 6809, Level 16, State 1, Line 1
--> Unnamed tables cannot be used as XML identifiers as well as unnamed columns cannot be used for attribute names. Name unnamed columns/tables using AS in the SELECT statement.
GO
SELECT CustomerID, CustomerID FROM Cust FOR XML RAW;
--> Msg 6810, Level 16, State 1, Line 1
--> Column name 'CustomerID' is repeated. The same attribute cannot be generated more than once on the same XML tag.
GO
-- What an XML name can't have is written as its number.
SELECT CustomerID AS [Customer ID] FROM Cust WHERE CustomerID = 1 FOR XML RAW; --> <row Customer_x0020_ID="1"/>
GO
SELECT Cust.CustomerID, OrderHeader.CustomerID, OrderHeader.SalesOrderID, OrderHeader.Status, Cust.CustomerType FROM Cust, SalesOrderHeader AS OrderHeader WHERE Cust.CustomerID = OrderHeader.CustomerID ORDER BY Cust.CustomerID FOR XML AUTO; --> <Cust CustomerID="1" CustomerType="S"><OrderHeader CustomerID="1" SalesOrderID="43860" Status="5"/><OrderHeader CustomerID="1" SalesOrderID="44501" Status="5"/></Cust><Cust CustomerID="2" CustomerType="I"><OrderHeader CustomerID="2" SalesOrderID="46976" Status="5"/></Cust>
GO
-- The order of the select list gives the nesting.
SELECT OrderHeader.SalesOrderID, Cust.CustomerType FROM Cust JOIN SalesOrderHeader AS OrderHeader ON Cust.CustomerID = OrderHeader.CustomerID WHERE Cust.CustomerID = 2 FOR XML AUTO; --> <OrderHeader SalesOrderID="46976"><Cust CustomerType="I"/></OrderHeader>
GO
SELECT Cust.CustomerID, OrderHeader.SalesOrderID FROM Cust JOIN SalesOrderHeader AS OrderHeader ON Cust.CustomerID = OrderHeader.CustomerID WHERE Cust.CustomerID = 2 FOR XML AUTO, ELEMENTS; --> <Cust><CustomerID>2</CustomerID><OrderHeader><SalesOrderID>46976</SalesOrderID></OrderHeader></Cust>
GO
SELECT 1 AS a FOR XML AUTO;
--> Msg 6800, Level 16, State 1, Line 1
--> FOR XML AUTO requires at least one table for generating XML tags. Use FOR XML RAW or add a FROM clause with a table name.
GO
SELECT * FROM Cust FOR XML AUTO, ROOT('r'); --> <r><Cust CustomerID="1" CustomerType="S"/><Cust CustomerID="2" CustomerType="I"/></r>
