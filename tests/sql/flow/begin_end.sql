-- docs/t-sql/language-elements/begin-end-transact-sql.md: blocks may be nested; they are no scope of names.
BEGIN
    DECLARE @a int = 1;
    BEGIN
        DECLARE @b int = 2;
    END;
    PRINT @a + @b;
END
PRINT @a;
