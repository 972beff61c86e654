CREATE OR ALTER VIEW fly_view AS
    SELECT p.name, dbo.fly_sum(p.id) AS amount, (SELECT COUNT(*) FROM fly_children(p.id)) AS children FROM fly_parent AS p;
