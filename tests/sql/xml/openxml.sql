-- docs/t-sql/functions/openxml-transact-sql.md, docs/relational-databases/xml/openxml-sql-server.md and docs/relational-databases/xml/examples-using-openxml.md;
-- docs/relational-databases/system-stored-procedures/sp-xml-preparedocument-transact-sql.md, sp-xml-removedocument-transact-sql.md.
DECLARE @idoc int, @doc varchar(1000) = '
<ROOT>
<Customer CustomerID="VINET" ContactName="Paul Henriot">
   <Order CustomerID="VINET" EmployeeID="5" OrderDate="1996-07-04T00:00:00">
      <OrderDetail OrderID="10248" ProductID="11" Quantity="12"/>
      <OrderDetail OrderID="10248" ProductID="42" Quantity="10"/>
   </Order>
</Customer>
<Customer CustomerID="LILAS" ContactName="Carlos Gonzlez">
   <Order CustomerID="LILAS" EmployeeID="3" OrderDate="1996-08-16T00:00:00">
      <OrderDetail OrderID="10283" ProductID="72" Quantity="3"/>
   </Order>
</Customer>
</ROOT>';
EXEC sp_xml_preparedocument @idoc OUTPUT, @doc;
SELECT @idoc AS handle;
SELECT * FROM OPENXML(@idoc, '/ROOT/Customer', 1) WITH (CustomerID varchar(10), ContactName varchar(20));
SELECT * FROM OPENXML(@idoc, '/ROOT/Customer', 2) WITH (CustomerID varchar(10), ContactName varchar(20));
SELECT * FROM OPENXML(@idoc, '/ROOT/Customer/Order/OrderDetail', 2)
WITH (OrderID int '../@OrderID', CustomerID varchar(10) '../@CustomerID', OrderDate datetime '../@OrderDate', ProdID int '@ProductID', Qty int '@Quantity');
SELECT o.EmployeeID, COUNT(*) AS n FROM OPENXML(@idoc, '/ROOT/Customer/Order') WITH (EmployeeID int) AS o GROUP BY o.EmployeeID ORDER BY 1;
SELECT * FROM OPENXML(@idoc, '/ROOT/Customer[@CustomerID="LILAS"]', 1) WITH (name varchar(20) '@mp:localname', whole xml 'Order/OrderDetail', [text] varchar(10) 'Order/text()');
EXEC sp_xml_removedocument @idoc;
SELECT * FROM OPENXML(@idoc, '/ROOT') WITH (a int);
GO
DECLARE @idoc int;
EXEC sp_xml_preparedocument @idoc OUTPUT, N'<Customers><Customer><CustomerID>1</CustomerID><Name kind="x">A</Name></Customer><Customer CustomerID="2"/></Customers>';
SELECT * FROM OPENXML(@idoc, '/Customers/Customer', 3) WITH (CustomerID int, Name varchar(5), kind varchar(5) 'Name/@kind');
CREATE TABLE #t (CustomerID int, Name varchar(5));
INSERT #t SELECT * FROM OPENXML(@idoc, '/Customers/Customer', 2) WITH #t;
SELECT * FROM #t;
GO
DECLARE @idoc int;
EXEC sp_xml_preparedocument @idoc OUTPUT, '<r xmlns:a="u1"><a:x n="1"/></r>', '<r xmlns:z="u1"/>';
SELECT * FROM OPENXML(@idoc, '/r/z:x') WITH (n int);
GO
DECLARE @idoc int;
EXEC sp_xml_preparedocument @idoc OUTPUT, '<r';
GO
EXEC sp_xml_removedocument 999;
GO
DECLARE @idoc int;
EXEC sp_xml_preparedocument @idoc OUTPUT;
SELECT * FROM OPENXML(@idoc, '/r');
GO
-- docs/relational-databases/system-stored-procedures/sp-xml-preparedocument-transact-sql.md: the document may be of type xml.
DECLARE @h int, @x xml = '<r><i n="1">a</i></r>';
EXEC sp_xml_preparedocument @h OUTPUT, @x;
SELECT n, v FROM OPENXML(@h, '/r/i', 2) WITH (n int '@n', v varchar(5) '.');
EXEC sp_xml_removedocument @h;
