//! Reads all content of the databases.

use super::history::{Content, DATABASES};
use super::reads::ids;
use super::session::{Client, Sent};
use sluice_base::schedule;
use sluice_engine::{Collector, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Returns the content of the databases, which DBCC CHECKDB must find sound. `None` after a fault.
pub(super) fn look(client: &mut Client, sessions: usize) -> Result<Option<[Content; DATABASES.len()]>, String> {
    let mut contents: [Content; DATABASES.len()] = Default::default();
    for (of, content) in contents.iter_mut().enumerate() {
        let name = DATABASES[of];
        let databases = BTreeSet::from([of]);
        let is_away = client.history.lock().upheavals[of].is_under_way;
        if is_away && !client.bring_back(of)? {
            return Ok(None);
        }
        // A database that can't be opened shows no object, and USE reports why.
        let exists = format!(
            "IF DB_ID(N'{name}') IS NOT NULL EXEC(N'USE {name};'); \
             SELECT CASE WHEN OBJECT_ID(N'{name}.dbo.accounts') IS NULL THEN 0 ELSE 1 END;"
        );
        let Sent::Through(sent) = client.send(&exists, &databases)? else { return Ok(None) };
        if sent.scalar() != Some(&Value::Int(1)) {
            continue;
        }
        let Sent::Through(_) = client.send(&format!("DBCC CHECKDB({name}) WITH NO_INFOMSGS;"), &databases)? else {
            return Ok(None);
        };
        let marks = format!("SELECT id FROM {name}.dbo.marks;");
        let Sent::Through(sent) = client.send(&marks, &databases)? else { return Ok(None) };
        content.marks = ids(&sent)?;
        let accounts = format!("SELECT id, balance FROM {name}.dbo.accounts;");
        let Sent::Through(sent) = client.send(&accounts, &databases)? else { return Ok(None) };
        content.balances = Some(balances(&sent)?);
        for session in 0..sessions {
            let Some(rows) = client.rows_of(of, session)? else { return Ok(None) };
            if !rows.is_empty() {
                content.rows.insert(session, rows);
            }
        }
    }
    Ok(Some(contents))
}

/// Waits until a database is usable and sound. A database that has failed counts only when it was
/// opened again: CHECKDB is refused before. Returns false if the power is cut. Fails if the
/// database does not come back although its files work, or is damaged.
pub(super) fn is_back(client: &mut Client, of: usize) -> Result<bool, String> {
    let name = DATABASES[of];
    for _ in 0..LOOKS {
        let is_away = client.history.lock().upheavals[of].is_under_way;
        if !is_away || client.bring_back(of)? {
            client.last_error = None;
            let read = format!("SELECT COUNT(*) FROM {name}.dbo.accounts; DBCC CHECKDB({name}) WITH NO_INFOMSGS;");
            if matches!(client.send(&read, &BTreeSet::from([of]))?, Sent::Through(_)) {
                return Ok(!client.machine.is_off());
            }
        }
        if client.machine.is_off() {
            return Ok(false);
        }
        if let Some((number, text)) = client.last_error.as_ref().filter(|(number, _)| DAMAGE.contains(number)) {
            return Err(format!("{name} is damaged: {number} {text}"));
        }
        schedule::sleep(BETWEEN_LOOKS);
    }
    Err(format!("{name} does not come back although its files work: {:?}", client.last_error))
}

fn balances(sent: &Collector) -> Result<BTreeMap<i32, i64>, String> {
    let rows = sent.results.iter().flat_map(|result| &result.rows);
    rows.map(|row| match row[..] {
        [Value::Int(id), Value::BigInt(balance)] => Ok((id, balance)),
        _ => Err(format!("an account is {row:?}")),
    })
    .collect()
}

/// The errors by which CHECKDB reports damage.
const DAMAGE: [i32; 3] = [8939, 8951, 8952];
/// The looks for a database that comes back, and the time between them.
const LOOKS: u32 = 200;
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);
