-- docs/t-sql/statements/grant-system-object-permissions-transact-sql.md: rights on the system's own objects can't be
-- granted here, and that is said by name.
CREATE DATABASE Rights;
GO
USE Rights;
CREATE USER reader WITHOUT LOGIN;
GO
GRANT SELECT ON sys.tables TO reader;
GO
DENY EXECUTE ON sp_helptext TO reader;
GO
REVOKE SELECT ON OBJECT::sys.columns FROM reader;
GO
GRANT SELECT ON sys.no_such_view TO reader;
GO
