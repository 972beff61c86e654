-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/current-user-transact-sql.md
CREATE DATABASE AdventureWorks2012;
GO
USE AdventureWorks2012;
CREATE USER Wanida WITHOUT LOGIN;
CREATE USER Arnalfo WITHOUT LOGIN;
CREATE USER Sylvester WITHOUT LOGIN;
CREATE USER Alejandro WITHOUT LOGIN;
CREATE USER Mario WITHOUT LOGIN;
CREATE USER Zelig WITHOUT LOGIN;
GRANT IMPERSONATE ON USER::Arnalfo TO Wanida;
GO
CREATE TABLE orders22 (order_id int IDENTITY(1000, 1) NOT NULL, cust_id int NOT NULL, order_date smalldatetime NOT NULL DEFAULT GETDATE(), order_amt money NOT NULL, order_person char(30) NOT NULL DEFAULT CURRENT_USER);
GRANT INSERT, SELECT ON orders22 TO Wanida;
EXECUTE AS USER = 'Wanida';
INSERT orders22 (cust_id, order_amt) VALUES (5105, 577.95);
SELECT order_id, cust_id, order_amt, RTRIM(order_person) AS order_person FROM orders22;
--> 1000 | 5105 | 577.9500 | Wanida
SELECT CURRENT_USER;
--> Wanida
EXECUTE AS USER = 'Arnalfo';
SELECT CURRENT_USER;
--> Arnalfo
REVERT;
SELECT CURRENT_USER;
--> Wanida
REVERT;
GO
-- docs/t-sql/functions/session-user-transact-sql.md
CREATE TABLE deliveries3 (order_id INT IDENTITY(5000, 1) NOT NULL, cust_id INT NOT NULL, order_date SMALLDATETIME NOT NULL DEFAULT GETDATE(), delivery_date SMALLDATETIME NOT NULL DEFAULT DATEADD(dd, 10, GETDATE()), received_shipment NCHAR(30) NOT NULL DEFAULT SESSION_USER);
GRANT INSERT ON deliveries3 TO public;
GO
EXECUTE AS USER = 'Wanida'
INSERT deliveries3 (cust_id) VALUES (7510);
INSERT deliveries3 (cust_id) VALUES (7231);
REVERT;
EXECUTE AS USER = 'Sylvester'
INSERT deliveries3 (cust_id) VALUES (7028);
REVERT;
EXECUTE AS USER = 'Alejandro'
INSERT deliveries3 (cust_id) VALUES (7392);
INSERT deliveries3 (cust_id) VALUES (7452);
REVERT;
GO
SELECT order_id AS 'Order #', cust_id AS 'Customer #', RTRIM(received_shipment) AS 'Received By' FROM deliveries3 ORDER BY order_id;
--> 5000 | 7510 | Wanida
--> 5001 | 7231 | Wanida
--> 5002 | 7028 | Sylvester
--> 5003 | 7392 | Alejandro
--> 5004 | 7452 | Alejandro
GO
EXECUTE AS USER = 'Sylvester';
DECLARE @session_usr NCHAR(30);
SET @session_usr = SESSION_USER;
SELECT RTRIM('This session''s current user is: '+ @session_usr);
--> This session's current user is: Sylvester
REVERT;
GO
-- docs/t-sql/functions/user-transact-sql.md
DECLARE @usr CHAR(30)
SET @usr = user
SELECT RTRIM('The current user''s database username is: '+ @usr)
--> The current user's database username is: dbo
CREATE TABLE inventory22 (part_id INT IDENTITY(100, 1) NOT NULL, description VARCHAR(30) NOT NULL, entry_person VARCHAR(30) NOT NULL DEFAULT USER)
GO
INSERT inventory22 (description) VALUES ('Red pencil')
INSERT inventory22 (description) VALUES ('Blue pencil')
INSERT inventory22 (description) VALUES ('Green pencil')
INSERT inventory22 (description) VALUES ('Black pencil')
INSERT inventory22 (description) VALUES ('Yellow pencil')
GO
SELECT * FROM inventory22 ORDER BY part_id;
--> 100 | Red pencil | dbo
--> 101 | Blue pencil | dbo
--> 102 | Green pencil | dbo
--> 103 | Black pencil | dbo
--> 104 | Yellow pencil | dbo
GO
SELECT USER;
--> dbo
EXECUTE AS USER = 'Mario';
SELECT USER;
--> Mario
REVERT;
SELECT USER;
--> dbo
GO
-- docs/t-sql/functions/user-name-transact-sql.md
SELECT USER_NAME(13) AS a, USER_NAME() AS b, USER_NAME(NULL) AS c;
--> NULL | dbo | NULL
SELECT name FROM sysusers WHERE name = USER_NAME(1);
--> dbo
EXECUTE AS USER = 'Zelig';
SELECT USER_NAME();
--> Zelig
REVERT;
SELECT USER_NAME();
--> dbo
GO
-- docs/t-sql/functions/original-login-transact-sql.md
CREATE LOGIN login1 WITH PASSWORD = 'J345#$)thb';
CREATE USER user1 FOR LOGIN login1;
GO
DECLARE @original_login sysname;
DECLARE @current_context sysname;
EXECUTE AS LOGIN = 'login1';
SET @original_login = ORIGINAL_LOGIN();
SET @current_context = SUSER_SNAME();
SELECT 'The current executing context is: '+ @current_context;
--> The current executing context is: login1
SELECT 'The original login in this session was: '+ @original_login
--> The original login in this session was: sa
GO
REVERT;
GO
-- docs/t-sql/functions/suser-id-transact-sql.md, suser-name-transact-sql.md and suser-sid-transact-sql.md
SELECT SUSER_ID('sa') AS a, SUSER_NAME(1) AS b, SUSER_SID('sa') AS c, SUSER_SID() AS d, SUSER_ID('none') AS e, SUSER_ID(NULL) AS f, SUSER_SID('none') AS g;
--> 1 | sa | 0x01 | 0x01 | NULL | NULL | NULL
SELECT IIF(SUSER_ID('login1') = (SELECT principal_id FROM sys.server_principals WHERE name = 'login1'), 'same', 'another') AS a, IIF(SUSER_SID('login1') = (SELECT sid FROM sys.server_principals WHERE name = 'login1'), 'same', 'another') AS b;
--> same | same
CREATE TABLE sid_example (login_sid varbinary(85) DEFAULT SUSER_SID(), login_name varchar(30) DEFAULT SYSTEM_USER, login_dept varchar(10) DEFAULT 'SALES', login_date datetime DEFAULT GETDATE());
GO
INSERT sid_example DEFAULT VALUES;
SELECT login_sid, login_name, login_dept FROM sid_example;
--> 0x01 | sa | SALES
GO
-- docs/t-sql/functions/system-user-transact-sql.md
EXECUTE AS LOGIN = 'login1';
DECLARE @sys_usr CHAR(30);
SET @sys_usr = SYSTEM_USER;
SELECT RTRIM('The current system user is: '+ @sys_usr);
--> The current system user is: login1
REVERT;
CREATE TABLE Sales_Tracking (Territory_id INT IDENTITY(2000, 1) NOT NULL, Rep_id INT NOT NULL, Last_sale DATETIME NOT NULL DEFAULT GETDATE(), SRep_tracking_user VARCHAR(30) NOT NULL DEFAULT SYSTEM_USER);
INSERT Sales_Tracking (Rep_id, Last_sale) VALUES (151, '19980304 10:36');
INSERT Sales_Tracking (Rep_id, Last_sale) VALUES (293, '19980515');
INSERT Sales_Tracking (Rep_id, Last_sale) VALUES (27882, '19980620');
SELECT Territory_id, Rep_id, CONVERT(varchar, Last_sale) AS Last_sale, SRep_tracking_user FROM Sales_Tracking ORDER BY Rep_id;
--> 2000 | 151 | Mar  4 1998 10:36AM | sa
--> 2001 | 293 | May 15 1998 12:00AM | sa
--> 2002 | 27882 | Jun 20 1998 12:00AM | sa
GO
-- docs/t-sql/functions/has-dbaccess-transact-sql.md
SELECT HAS_DBACCESS('AdventureWorks2012') AS a, HAS_DBACCESS('none') AS b;
--> 1 | NULL
GO
-- docs/t-sql/functions/has-perms-by-name-transact-sql.md
CREATE TABLE dbo.T (a int, b int);
GRANT SELECT ON dbo.T (a) TO Mario;
GRANT CREATE PROCEDURE TO Mario;
GRANT ALTER ON SCHEMA::dbo TO Mario;
SELECT HAS_PERMS_BY_NAME(null, null, 'VIEW SERVER STATE') AS a, HAS_PERMS_BY_NAME('login1', 'LOGIN', 'IMPERSONATE') AS b, HAS_PERMS_BY_NAME(db_name(), 'DATABASE', 'ANY') AS c, HAS_PERMS_BY_NAME('none', 'NONE', 'ANY') AS d;
--> 1 | 1 | 1 | NULL
EXECUTE AS user = 'Mario'
SELECT HAS_PERMS_BY_NAME(db_name(), 'DATABASE', 'ANY') AS a, HAS_PERMS_BY_NAME(db_name(), 'DATABASE', 'CREATE PROCEDURE') & HAS_PERMS_BY_NAME('dbo', 'SCHEMA', 'ALTER') AS _can_create_procs, HAS_PERMS_BY_NAME(db_name(), 'DATABASE', 'CREATE TABLE') & HAS_PERMS_BY_NAME('dbo', 'SCHEMA', 'ALTER') AS _can_create_tables;
--> 1 | 1 | 0
SELECT HAS_PERMS_BY_NAME(QUOTENAME(SCHEMA_NAME(schema_id)) + '.' + QUOTENAME(name), 'OBJECT', 'SELECT') AS have_select, name FROM sys.tables WHERE name = 'T';
--> 0 | T
SELECT HAS_PERMS_BY_NAME('dbo.T', 'OBJECT', 'INSERT') AS a, HAS_PERMS_BY_NAME('AdventureWorks2012.dbo.T', 'OBJECT', 'INSERT') AS b;
--> 0 | 0
SELECT name AS column_name, HAS_PERMS_BY_NAME('dbo.T', 'OBJECT', 'SELECT', name, 'COLUMN') AS can_select FROM sys.columns AS c WHERE c.object_id=object_id('dbo.T');
--> a | 1
--> b | 0
REVERT;
GO
DROP LOGIN login1;
DROP USER user1;
USE master;
DROP DATABASE AdventureWorks2012;
GO
