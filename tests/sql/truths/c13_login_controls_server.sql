-- t-sql/statements/alter-login-transact-sql.md, *Permissions*: of a member of sysadmin or a grantee of CONTROL SERVER the password, the name and the state are
-- changed with CONTROL SERVER only; other logins with ALTER ANY LOGIN, which securityadmin has.
CREATE LOGIN security WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN plain WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN granted WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN member WITH PASSWORD = 'Str0ng pass';
CREATE SERVER ROLE controllers;
ALTER SERVER ROLE securityadmin ADD MEMBER security;
ALTER SERVER ROLE controllers ADD MEMBER member;
GRANT CONTROL SERVER TO granted;
GRANT CONTROL SERVER TO controllers;
GO
EXECUTE AS LOGIN = 'security';
ALTER LOGIN plain WITH PASSWORD = 'An0ther pass';
ALTER LOGIN granted WITH PASSWORD = 'An0ther pass';
ALTER LOGIN member WITH PASSWORD = 'An0ther pass';
ALTER LOGIN sa WITH PASSWORD = 'An0ther pass';
ALTER LOGIN granted WITH NAME = renamed;
ALTER LOGIN granted DISABLE;
DROP LOGIN granted;
ALTER LOGIN plain DISABLE;
DROP LOGIN plain;
REVERT;
GO
SELECT name FROM sys.sql_logins ORDER BY name;
GO
