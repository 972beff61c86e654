//! The memory of a transaction over far more rows than fit in memory: the real binary's peak,
//! compared with its limit.

use crate::figure::Figure;
use crate::program::Program;
use std::path::Path;

/// Runs one UPDATE of `rows` rows in one transaction, in a process that starts with none of them in
/// memory.
pub fn measure(binary: &Path, folder: &Path, rows: u32) -> Result<Vec<Figure>, String> {
    let program = Program { binary: binary.to_owned(), data: folder.join("memory") };
    for batch in [&limited(), MAKE, TABLE, &filled(rows)] {
        program.run(&["-b", "-Q", batch])?;
    }
    let update = "BEGIN TRAN; UPDATE Big.dbo.T SET v = v + 1; DECLARE @rows INT = @@ROWCOUNT; COMMIT; SELECT @rows;";
    let (found, peak_mb) = program.peak_memory_of(update)?;
    if found != i64::from(rows) {
        return Err(format!("{found} rows were updated instead of {rows}"));
    }
    let values = program.column("SELECT SUM(v) FROM Big.dbo.T")?;
    if values != [i64::from(rows)] {
        return Err(format!("the new values are {values:?}"));
    }
    let name =
        format!("a transaction that updates {rows} rows: peak memory of the process, limit and {OVERHEAD_MB} MB");
    Ok(vec![Figure::at_most(&name, peak_mb, f64::from(LIMIT_MB) + OVERHEAD_MB, "MB")])
}

/// Sets the limit by sp_configure; the folder stores it.
fn limited() -> String {
    format!(
        "EXEC sp_configure 'show advanced options', 1; RECONFIGURE;
         EXEC sp_configure 'max server memory (MB)', {LIMIT_MB}; RECONFIGURE;"
    )
}

fn filled(rows: u32) -> String {
    format!(
        "SET NOCOUNT ON; USE Big; DECLARE @i INT = 1, @to INT;
         WHILE @i <= {rows}
         BEGIN
             SET @to = @i + 99999;
             BEGIN TRAN;
             WHILE @i <= @to AND @i <= {rows}
             BEGIN
                 INSERT dbo.T VALUES(@i, 0, 'row');
                 SET @i += 1;
             END;
             COMMIT;
         END;"
    )
}

const MAKE: &str = "CREATE DATABASE Big; ALTER DATABASE Big SET DELAYED_DURABILITY = FORCED;";
const TABLE: &str = "USE Big; CREATE TABLE dbo.T(n INT NOT NULL, v INT NOT NULL, p CHAR(40) NOT NULL);";

/// The memory of a process that the broker doesn't count: program pages, stacks, plans, allocator
/// slack (`docs/status.md`).
const OVERHEAD_MB: f64 = 32.0;
/// The memory limit of the instance.
const LIMIT_MB: u32 = 320;
