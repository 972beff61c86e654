-- docs/database-engine/configure-windows/configure-the-nested-triggers-server-configuration-option.md: with 0, an AFTER trigger doesn't
-- fire another AFTER trigger; INSTEAD OF triggers can be nested regardless. The setting takes effect at RECONFIGURE.
CREATE TABLE dbo.one (a int);
CREATE TABLE dbo.two (a int);
CREATE TABLE dbo.three (a int);
CREATE TABLE dbo.log (text varchar(20));
GO
CREATE TRIGGER dbo.after_one ON dbo.one AFTER INSERT AS
INSERT dbo.log VALUES ('after one');
INSERT dbo.two SELECT a FROM inserted;
INSERT dbo.three SELECT a FROM inserted;
GO
CREATE TRIGGER dbo.after_two ON dbo.two AFTER INSERT AS INSERT dbo.log VALUES ('after two');
GO
CREATE TRIGGER dbo.instead_three ON dbo.three INSTEAD OF INSERT AS
INSERT dbo.log VALUES ('instead of three');
INSERT dbo.two SELECT a FROM inserted;
GO
INSERT dbo.one VALUES (1);
SELECT text FROM dbo.log;
DELETE dbo.log;
EXEC sp_configure 'nested triggers', 0;
INSERT dbo.one VALUES (2);
SELECT COUNT(*) AS before_reconfigure FROM dbo.log;
DELETE dbo.log;
RECONFIGURE;
GO
INSERT dbo.one VALUES (3);
SELECT text FROM dbo.log;
DELETE dbo.log;
-- An AFTER trigger fires after an INSTEAD OF trigger that no AFTER trigger has fired.
INSERT dbo.three VALUES (4);
SELECT text FROM dbo.log;
SELECT COUNT(*) AS two FROM dbo.two;
EXEC sp_configure 'nested triggers', 1;
RECONFIGURE;
GO
DROP TABLE dbo.one, dbo.two, dbo.three, dbo.log;
GO
