-- Ours: what the loop has left.
SET NOCOUNT ON;
SELECT COUNT(*) AS rows, MIN(col1) AS least, MAX(col1) AS most FROM PerformanceV3.dbo.T1;
GO
