-- Ours: the sequence gave each value once, without a gap.
SET NOCOUNT ON;
SELECT COUNT(DISTINCT n) AS numbers, MIN(n) AS least, MAX(n) AS most FROM PerformanceV3.dbo.T1;
GO
