-- Ours: which values the identities give after the clean-up.
SET NOCOUNT ON;
INSERT INTO dbo.Project (Name) VALUES (N'next');
INSERT INTO dbo.TimeEntry (TaskId) VALUES (NULL);
SELECT (SELECT ProjectId FROM dbo.Project) AS project, (SELECT Id FROM dbo.TimeEntry) AS time_entry;
GO
