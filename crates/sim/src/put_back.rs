//! Files put in the place of the current ones: older copies, files of another database or of
//! another copy of the instance, and truncated files. One seed is one trial. The start must refuse
//! the database with a message that names a file and the remedy, and must change nothing: with the
//! right file back in its place, every acknowledged commit is there.

use crate::machine::{Machine, Sizes, batch};
use crate::oracle::Violation;
use crate::random::Random;
use sluice_engine::{Instance, Session};
use sluice_vfs::fault::FaultPlan;
use sluice_vfs::mem::CrashMode;
use sluice_vfs::{Access, Create, Durability, FileError, OpenOptions, Vfs};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The file that a trial puts in the place of the current one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The file as it was at an earlier stop.
    Older,
    /// The file of another database of the instance.
    OfOther,
    /// The current file, cut off somewhere.
    Truncated,
    /// The file of a copy of the instance that lived on by itself.
    OfCopy,
}

/// Runs a trial. Returns its kind and the file it replaced.
pub fn trial(seed: u64) -> Result<(Kind, &'static str), Violation> {
    run(seed).map_err(|what| Violation { seed, what })
}

/// A stopped machine and the rows of each of its databases.
struct Stopped {
    machine: Machine,
    rows: u64,
}

fn run(seed: u64) -> Result<(Kind, &'static str), String> {
    let mut random = Random::new(seed);
    let kind = random.pick(&[Kind::Older, Kind::Older, Kind::OfOther, Kind::Truncated, Kind::OfCopy]);
    let name = random.pick(if kind == Kind::OfOther { &FILES[..4] } else { &FILES[..] });
    let machine = Machine::new(seed, SIZES, FaultPlan::none());
    create(&machine)?;
    let first = live(Stopped { machine, rows: 0 }, &mut random, true)?;
    let copy = first.machine.copy(seed, CrashMode::ProcessKill, FaultPlan::none());
    let copied = contents(&first.machine, name)?;
    // A data file that only lacks what redo brings is as good as the current one. A log without a
    // checkpoint of its own looks like the log of a copy. So these lives have a checkpoint.
    let is_data = name.ends_with(".mdf");
    let now = live(first, &mut random, is_data || kind == Kind::OfCopy)?;
    let right = contents(&now.machine, name)?;
    let wrong = match kind {
        Kind::Older => copied,
        Kind::OfOther => contents(&now.machine, other(name))?,
        Kind::Truncated => right[..random.below(right.len() as u64 / 2) as usize].to_vec(),
        Kind::OfCopy => {
            let copy = live(Stopped { machine: copy, rows: 0 }, &mut random, true)?;
            contents(&copy.machine, name)?
        }
    };
    let text = |what: String| format!("{kind:?} {name}: {what}");
    replace(&now.machine, name, &wrong).map_err(|error| text(error.to_string()))?;
    let message = refusal(&now.machine, name).map_err(text)?;
    let base = name.split(['.', '_']).next().unwrap_or(name);
    let has_remedy = ["restore", "Restore", "put"].iter().any(|word| message.contains(word));
    if !has_remedy || !message.contains(base) {
        return Err(text(format!("the message has no remedy or no file: {message}")));
    }
    let machine = now.machine.restart(CrashMode::ProcessKill, FaultPlan::none());
    replace(&machine, name, &right).map_err(|error| text(error.to_string()))?;
    check(&machine, now.rows).map_err(text)?;
    Ok((kind, name))
}

fn create(machine: &Machine) -> Result<(), String> {
    let (instance, mut session) = start(machine)?;
    for database in ["A", "B"] {
        go(&mut session, &format!("CREATE DATABASE {database};"))?;
        go(&mut session, &format!("USE {database};"))?;
        go(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL);")?;
    }
    drop(session);
    instance.close().map_err(|error| error.to_string())
}

/// Starts the instance, commits some rows in both databases, and stops it by a clean close, a kill
/// or a power cut. With `checkpoint`, every database has taken one.
fn live(stopped: Stopped, random: &mut Random, checkpoint: bool) -> Result<Stopped, String> {
    let Stopped { machine, mut rows } = stopped;
    let (instance, mut session) = start(&machine)?;
    for _ in 0..=random.below(12) {
        machine.tick();
        rows += 1;
        for database in ["A", "B"] {
            go(&mut session, &format!("USE {database};"))?;
            go(&mut session, &format!("INSERT dbo.T VALUES({rows});"))?;
        }
        if random.chance(6) {
            go(&mut session, "CHECKPOINT;")?;
        }
    }
    go(&mut session, &format!("USE master; CREATE DATABASE C{};", random.next()))?;
    machine.rest();
    if checkpoint {
        for database in ["A", "B", "master"] {
            go(&mut session, &format!("USE {database};"))?;
            go(&mut session, "CHECKPOINT;")?;
        }
    }
    let mode = random.pick(&[None, Some(CrashMode::ProcessKill), Some(CrashMode::LOSE_UNSYNCED)]);
    if mode.is_none() {
        drop(session);
        instance.close().map_err(|error| error.to_string())?;
    }
    Ok(Stopped { machine: machine.restart(mode.unwrap_or(CrashMode::ProcessKill), FaultPlan::none()), rows })
}

/// Returns the message that refuses the database of the file `name`.
fn refusal(machine: &Machine, name: &str) -> Result<String, String> {
    let database = if name.starts_with("mast") { "master" } else { &name[..1] };
    match machine.open() {
        Err(error) if database == "master" => Ok(error.to_string()),
        Err(error) => Err(format!("the instance doesn't open: {error}")),
        Ok(_) if database == "master" => Err("the instance opens".to_owned()),
        Ok(instance) => {
            let mut session = instance.connect().map_err(|error| error.to_string())?;
            let sent = batch(&mut session, &format!("USE {database};"))?;
            let (number, message) = sent.first_error().ok_or_else(|| "the database opens".to_owned())?;
            if number == 926 { Ok(message) } else { Err(format!("error {number}: {message}")) }
        }
    }
}

fn check(machine: &Machine, rows: u64) -> Result<(), String> {
    let (_instance, mut session) = start(machine)?;
    for database in ["A", "B"] {
        go(&mut session, &format!("USE {database};"))?;
        let sent = batch(&mut session, "SELECT COUNT(*) FROM dbo.T;")?;
        let found = sent.scalar().and_then(|value| value.as_i64());
        if found != Some(rows as i64) {
            return Err(format!("{database} has {found:?} rows of {rows} with the right file back"));
        }
    }
    Ok(())
}

fn start(machine: &Machine) -> Result<(Arc<Instance>, Session), String> {
    let instance = machine.open().map_err(|error| error.to_string())?;
    let session = instance.connect().map_err(|error| error.to_string())?;
    Ok((instance, session))
}

fn go(session: &mut Session, text: &str) -> Result<(), String> {
    match batch(session, text)?.first_error() {
        None => Ok(()),
        Some((number, message)) => Err(format!("`{text}`: {number}, {message}")),
    }
}

/// Returns the same file of the other database.
fn other(name: &str) -> &'static str {
    let place = FILES.iter().position(|file| *file == name).unwrap_or(0);
    FILES[(place + 2) % 4]
}

fn contents(machine: &Machine, name: &str) -> Result<Vec<u8>, String> {
    let read = || -> Result<Vec<u8>, FileError> {
        let file = machine.disk().open(&path(name), OPEN)?;
        let mut bytes = vec![0; file.len()? as usize];
        file.read_at(&mut bytes, 0)?;
        Ok(bytes)
    };
    read().map_err(|error| error.to_string())
}

fn replace(machine: &Machine, name: &str, bytes: &[u8]) -> Result<(), FileError> {
    let (disk, path) = (machine.disk(), path(name));
    disk.remove(&path)?;
    let file = disk.open(&path, OpenOptions { create: Create::New, ..OPEN })?;
    file.write_at(bytes, 0)?;
    file.sync()?;
    disk.sync_dir(Path::new(FOLDER))
}

fn path(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

/// The files of A and B, each at the place of the other's plus two, then those of master.
const FILES: [&str; 6] = ["A.mdf", "A_log.ldf", "B.mdf", "B_log.ldf", "master.mdf", "mastlog.ldf"];
const SIZES: Sizes = Sizes { pool_pages: 256, log_bytes: 1 << 20, log_growth_bytes: 1 << 20 };
const FOLDER: &str = "/data";
const OPEN: OpenOptions =
    OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Deferred };
