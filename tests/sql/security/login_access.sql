-- docs/relational-databases/system-compatibility-views/sys-syslogins-transact-sql.md: denylogin, hasaccess. That they follow CONNECT SQL is known
-- behaviour: sp_help_revlogin scripts DENY CONNECT SQL from denylogin.
CREATE LOGIN one WITH PASSWORD = 'Pa55word!';
CREATE LOGIN two WITH PASSWORD = 'Pa55word!';
CREATE LOGIN three WITH PASSWORD = 'Pa55word!';
GO
DENY CONNECT SQL TO two;
REVOKE CONNECT SQL FROM three;
GO
SELECT name, denylogin, hasaccess FROM sys.syslogins WHERE name IN ('sa', 'one', 'two', 'three') ORDER BY name;
GO
GRANT CONNECT SQL TO two;
SELECT name, denylogin, hasaccess FROM master..syslogins WHERE name = 'two';
GO
