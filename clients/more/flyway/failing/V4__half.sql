CREATE TABLE fly_half (id int NOT NULL);
INSERT INTO fly_half VALUES (1);
INSERT INTO fly_parent (name) VALUES (N'ü');
