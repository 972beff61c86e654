CREATE TABLE fly_extra.places (id int NOT NULL PRIMARY KEY, name nvarchar(50) NULL);
INSERT INTO fly_extra.places SELECT id, name FROM dbo.fly_parent;
