-- Undocumented; programs read settings of the machine with it. There is no registry: a value doesn't exist, and the variable keeps its value.
CREATE PROCEDURE sys.xp_regread @rootkey nvarchar(128), @key nvarchar(512), @value_name nvarchar(512) = NULL, @value nvarchar(4000) = NULL OUTPUT,
    @no_output varchar(9) = NULL
AS
RETURN 0;
