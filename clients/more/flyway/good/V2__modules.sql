CREATE FUNCTION fly_sum (@parent int) RETURNS decimal(10, 2) AS
BEGIN
    RETURN (SELECT SUM(amount) FROM fly_parent WHERE id = @parent);
END
GO
CREATE FUNCTION fly_children (@parent int) RETURNS TABLE AS RETURN SELECT id FROM fly_child WHERE parent = @parent;
GO
CREATE PROCEDURE fly_raise @by decimal(10, 2) AS UPDATE fly_parent SET amount += @by;
GO
CREATE TRIGGER fly_noted ON fly_child AFTER INSERT AS
    UPDATE c SET note = N'noted' FROM fly_child AS c JOIN inserted AS i ON i.id = c.id WHERE i.note IS NULL;
GO
CREATE SYNONYM fly_other FOR fly_parent;
GO
EXEC fly_raise 1;
