//! The workload: one session creates a database, two tables and a sequence. Each transaction
//! inserts rows into the first table, changes those of the second and takes sequence values.

use crate::machine::{Machine, batch};
use crate::mirror;
use crate::oracle::{Fate, Oracle};
use crate::random::Random;
use sluice_engine::{Collector, Session, Value};

/// The parameters of a run, drawn from its seed.
#[derive(Clone, Debug)]
pub(crate) struct Workload {
    /// Transactions per life of the machine.
    pub(crate) transactions: u64,
    /// One of this many transactions is delayed (0: none).
    pub(crate) delayed_one_in: u64,
    /// One of this many transactions is rolled back (0: none).
    pub(crate) rolled_back_one_in: u64,
    /// A checkpoint precedes one of this many transactions (0: none).
    pub(crate) checkpoint_one_in: u64,
    /// The greatest number of rows per transaction.
    pub(crate) rows_max: u64,
    /// The least and greatest number of sequence values per transaction.
    pub(crate) values: (u64, u64),
}

impl Workload {
    /// Returns the workload of the articles' loop: full commits of one row each, with a sequence
    /// value.
    pub(crate) fn plain(transactions: u64) -> Workload {
        let (delayed_one_in, rolled_back_one_in, checkpoint_one_in) = (0, 0, 0);
        Workload { transactions, delayed_one_in, rolled_back_one_in, checkpoint_one_in, rows_max: 1, values: (1, 1) }
    }
}

/// Creates missing objects. Returns false once the power is cut.
pub(crate) fn prepare(machine: &Machine, session: &mut Session, oracle: &mut Oracle) -> Result<bool, String> {
    let sequence = format!("CREATE SEQUENCE dbo.S1 AS BIGINT MINVALUE 1 {};", oracle.sequence.option());
    for text in [
        "IF DB_ID(N'S') IS NULL CREATE DATABASE S;",
        "USE S; ALTER DATABASE S SET DELAYED_DURABILITY = ALLOWED;",
        "IF OBJECT_ID(N'dbo.T1') IS NULL CREATE TABLE dbo.T1(col1 INT NOT NULL, id INT IDENTITY NOT NULL);",
        &format!("IF OBJECT_ID(N'dbo.S1', 'SO') IS NULL {sequence}"),
    ] {
        let sent = batch(session, text)?;
        if !succeeded(machine, text, &sent)? {
            return Ok(false);
        }
    }
    let text = mirror::creation();
    if !succeeded(machine, &text, &batch(session, &text)?)? {
        return Ok(false);
    }
    oracle.table_created();
    Ok(true)
}

/// Sends transactions until all are sent or the power is cut.
pub(crate) fn run(
    machine: &Machine,
    session: &mut Session,
    workload: &Workload,
    random: &mut Random,
    next_row: &mut i32,
    oracle: &mut Oracle,
) -> Result<(), String> {
    let drawn = |random: &mut Random, one_in: u64| one_in > 0 && random.chance(one_in);
    for _ in 0..workload.transactions {
        machine.tick();
        if random.chance(12) {
            machine.rest();
        }
        if drawn(random, workload.checkpoint_one_in)
            && !succeeded(machine, "CHECKPOINT", &batch(session, "CHECKPOINT")?)?
        {
            return Ok(());
        }
        let rows: Vec<i32> = (0..1 + random.below(workload.rows_max) as i32).map(|row| *next_row + row).collect();
        *next_row += rows.len() as i32;
        let rolled_back = drawn(random, workload.rolled_back_one_in);
        let delayed = drawn(random, workload.delayed_one_in);
        let end = match (rolled_back, delayed) {
            (true, _) => "ROLLBACK TRAN;",
            (false, true) => "COMMIT TRAN WITH (DELAYED_DURABILITY = ON);",
            (false, false) => "COMMIT TRAN;",
        };
        let inserts: String = rows.iter().map(|row| format!("INSERT INTO dbo.T1(col1) VALUES({row});")).collect();
        let (least, most) = workload.values;
        let values = "SELECT NEXT VALUE FOR dbo.S1;".repeat((least + random.below(most - least + 1)) as usize);
        let changes = mirror::changes(rows.len(), random);
        let text = format!("BEGIN TRAN; {inserts} {changes} {values} {end}");
        let sent = batch(session, &text)?;
        for value in sent.results.iter().flat_map(|result| &result.rows) {
            // Values sent before the power cut were received, whatever the outcome of the
            // transaction.
            match value[0] {
                Value::BigInt(value) => oracle.sequence.received(value)?,
                ref other => return Err(format!("a sequence of bigint gave {other:?}")),
            }
        }
        let acknowledged = succeeded(machine, &text, &sent)?;
        let fate = match (rolled_back, acknowledged, delayed) {
            (true, ..) => Fate::RolledBack,
            (false, false, _) => Fate::InDoubt,
            // The machine stopped at one of the batch's calls, so the client received no answer.
            (false, true, _) if machine.is_off() => Fate::InDoubt,
            (false, true, true) => Fate::Delayed,
            (false, true, false) => Fate::Full,
        };
        oracle.ended(rows, fate);
        if !acknowledged {
            return Ok(());
        }
    }
    Ok(())
}

/// Reads the table in page order; `None` if it doesn't exist. Verifies that identity values ascend.
pub(crate) fn read(session: &mut Session) -> Result<Option<Vec<i32>>, String> {
    let used = batch(session, "USE S;")?;
    if let Some((number, text)) = used.first_error() {
        // 911: the database doesn't exist.
        if number == 911 {
            return Ok(None);
        }
        return Err(format!("the database can't be used after the restart: {number} {text}"));
    }
    let sent = batch(session, "IF OBJECT_ID(N'dbo.T1') IS NOT NULL SELECT col1, id FROM dbo.T1;")?;
    if let Some((number, text)) = sent.first_error() {
        return Err(format!("the table can't be read after the restart: {number} {text}"));
    }
    let Some(result) = sent.results.first() else { return Ok(None) };
    let mut rows = Vec::with_capacity(result.rows.len());
    let mut last = 0;
    for row in &result.rows {
        let [Value::Int(value), Value::Int(id)] = row[..] else {
            return Err(format!("two int columns gave {row:?}"));
        };
        // Rows are in insertion order.
        if id <= last {
            return Err(format!("row {value} has the identity value {id}, a row before it has {last}"));
        }
        last = id;
        rows.push(value);
    }
    Ok(Some(rows))
}

/// Returns whether a batch succeeded. With the power on it must.
fn succeeded(machine: &Machine, text: &str, sent: &Collector) -> Result<bool, String> {
    match sent.first_error() {
        None => Ok(true),
        Some(_) if machine.is_off() => Ok(false),
        Some((number, message)) => Err(format!("`{text}` failed without a fault: {number} {message}")),
    }
}
