-- This project's own (docs/decisions/2026-11-29-receipts.md): what became of the commit with a receipt of COMMIT_RECEIPT().
CREATE FUNCTION sys.fn_commit_state(@receipt varbinary(8000)) RETURNS nvarchar(60)
AS
BEGIN
    RETURN COMMIT_STATE(@receipt);
END
