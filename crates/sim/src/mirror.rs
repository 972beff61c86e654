//! A second table whose rows every transaction updates, deletes and restores. Each row has the
//! number of rows in the first table, which also determines the length of its text. So after any
//! crash the two tables and DBCC CHECKDB must agree.

use crate::machine::batch;
use crate::random::Random;
use sluice_engine::{Session, Value};

/// Returns the statement that creates the table unless it exists. The first table is still empty
/// then.
pub(crate) fn creation() -> String {
    let row =
        |id: u64| format!("INSERT INTO dbo.T2(id, n, v) VALUES ({id}, 0, REPLICATE('x', {}));", id * 501 % LENGTHS);
    let rows: String = (1..=ROWS).map(row).collect();
    format!(
        "IF OBJECT_ID(N'dbo.T2') IS NULL BEGIN BEGIN TRAN; \
         CREATE TABLE dbo.T2(id INT NOT NULL, n INT NOT NULL, v VARCHAR(8000) NOT NULL); {rows} COMMIT TRAN; END;"
    )
}

/// Returns the part of a transaction that adds `added` to every row's count. Rows grow and shrink,
/// and one of them may be deleted and restored.
pub(crate) fn changes(added: usize, random: &mut Random) -> String {
    let mut text =
        format!("UPDATE dbo.T2 SET n += {added}, v = REPLICATE('x', ((n + {added}) * 37 + id * 501) % {LENGTHS});");
    if random.chance(3) {
        let id = 1 + random.below(ROWS);
        text.push_str(&format!(
            "DELETE FROM dbo.T2 WHERE id = {id}; INSERT INTO dbo.T2(id, n, v) \
             SELECT TOP (1) {id}, n, REPLICATE('x', (n * 37 + {id} * 501) % {LENGTHS}) FROM dbo.T2;"
        ));
    }
    text
}

/// Compares the tables after a restart and checks the database.
pub(crate) fn check(session: &mut Session) -> Result<(), String> {
    let sent = batch(session, "DBCC CHECKDB WITH NO_INFOMSGS;")?;
    if let Some((number, text)) = sent.first_error() {
        return Err(format!("the check after the restart: {number} {text}"));
    }
    let sent = batch(
        session,
        &format!(
            "IF OBJECT_ID(N'dbo.T2') IS NOT NULL \
             SELECT COUNT(*) AS rows, SUM(CASE WHEN n <> first.count THEN 1 ELSE 0 END) AS old, \
             SUM(CASE WHEN LEN(v) <> (n * 37 + id * 501) % {LENGTHS} THEN 1 ELSE 0 END) AS wrong \
             FROM dbo.T2 CROSS JOIN (SELECT COUNT(*) AS count FROM dbo.T1) AS first;"
        ),
    )?;
    if let Some((number, text)) = sent.first_error() {
        return Err(format!("the second table can't be read after the restart: {number} {text}"));
    }
    let Some(row) = sent.results.first().and_then(|result| result.rows.first()) else { return Ok(()) };
    if *row == [Value::Int(ROWS as i32), Value::Int(0), Value::Int(0)] {
        Ok(())
    } else {
        Err(format!("rules 1 and 2: rows of the second table, old ones, wrong ones: {row:?}"))
    }
}

const ROWS: u64 = 4;
const LENGTHS: u64 = 2900;
