//! Reads all content of the databases.

use super::history::{Content, DATABASES};
use super::reads::ids;
use super::session::{Client, Sent};
use sluice_base::schedule;
use sluice_engine::{Collector, CommitFate, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Returns the content of the databases, which DBCC CHECKDB must find sound. A database without
/// tables has none. `None` after a fault.
pub(super) fn look(client: &mut Client) -> Result<Option<[Content; DATABASES.len()]>, String> {
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
        let Some(found) = content_of(client, name, &databases)? else { return Ok(None) };
        *content = found;
    }
    Ok(Some(contents))
}

/// Returns the content of a database that exists, which DBCC CHECKDB must find sound. Its files are
/// those of `files` and its own. `None` after a fault.
pub(super) fn content_of(client: &mut Client, name: &str, files: &BTreeSet<usize>) -> Result<Option<Content>, String> {
    let mut content = Content::default();
    let Sent::Through(_) = client.send(&format!("DBCC CHECKDB({name}) WITH NO_INFOMSGS;"), files)? else {
        return Ok(None);
    };
    let marks = format!("SELECT id FROM {name}.dbo.marks;");
    let Sent::Through(sent) = client.send(&marks, files)? else { return Ok(None) };
    content.marks = ids(&sent)?;
    let accounts = format!("SELECT id, balance FROM {name}.dbo.accounts;");
    let Sent::Through(sent) = client.send(&accounts, files)? else { return Ok(None) };
    content.balances = Some(balances(&sent)?);
    for session in 0..client.sessions {
        let Some(rows) = client.rows_of(name, files, session)? else { return Ok(None) };
        if !rows.is_empty() {
            content.rows.insert(session, rows);
        }
    }
    Ok(Some(content))
}

/// Verifies the snapshots and clones at the start of a life, or after all work: their content, and
/// that none is missing or back. At the start, the content found is durable from then on. Returns
/// false after a fault.
pub(super) fn look_at_derived(client: &mut Client, is_start: bool, power_was_cut: bool) -> Result<bool, String> {
    let all = client.history.lock().derived.clone();
    let Sent::Through(sent) = client.send("SELECT name FROM sys.databases WHERE database_id > 4;", &BTreeSet::new())?
    else {
        return Ok(false);
    };
    let rows = sent.results.iter().flat_map(|result| &result.rows);
    let mut names: BTreeSet<String> = rows
        .filter_map(|row| match &row[0] {
            Value::Str(name) => Some(name.to_string()),
            _ => None,
        })
        .collect();
    names.retain(|name| !DATABASES.contains(&name.as_str()));
    for (id, mut derived) in all {
        let (files, exists) = (BTreeSet::from([derived.source]), names.remove(&derived.name));
        let has_clean = names.remove(&derived.clean_name());
        if client.machine.is_off() {
            return Ok(false);
        }
        if !exists && !derived.versions.is_empty() && !derived.may_be_gone {
            return Err(format!("{} is missing", derived.name));
        }
        if derived.clean.is_some() && !has_clean && !derived.is_doomed {
            return Err(format!("{} is missing", derived.clean_name()));
        }
        if exists && !derived.versions.is_empty() {
            let Some(found) = content_of(client, &derived.name, &files)? else { return Ok(false) };
            derived.check_found(&found, power_was_cut)?;
            let fate_of = |receipt| client.instance.fate_of(&derived.name, receipt);
            derived.check_receipts(fate_of)?;
        }
        if let Some(clean) = derived.clean.as_ref().filter(|_| has_clean) {
            let Some(found) = content_of(client, &derived.clean_name(), &files)? else {
                return Ok(false);
            };
            if found != *clean {
                return Err(format!("{} has changed from {clean:?} to {found:?}", derived.clean_name()));
            }
        }
        if !is_start {
            continue;
        }
        let mut known = client.history.lock();
        match exists || has_clean {
            true => drop(known.derived.insert(id, derived)),
            false => drop(known.derived.remove(&id)),
        }
    }
    match names.first() {
        Some(name) if !client.machine.is_off() => Err(format!("{name} is there, though it was dropped")),
        _ => Ok(!client.machine.is_off()),
    }
}

/// Verifies the receipts of all acknowledged commits: they say which of them the databases have.
pub(super) fn check_receipts(client: &Client) -> Result<(), String> {
    let known = client.history.lock();
    for (of, mark, receipt) in &known.receipts {
        let fate = client.instance.fate_of(DATABASES[*of], *receipt);
        let has = known.base[*of].marks.contains(mark);
        let is_true = match fate {
            Some(CommitFate::Survived) => has,
            Some(CommitFate::Lost) => !has,
            _ => false,
        };
        if !is_true && !client.machine.has_failed() {
            return Err(format!("the receipt of mark {mark} of {} says {fate:?}; present: {has}", DATABASES[*of]));
        }
    }
    Ok(())
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
