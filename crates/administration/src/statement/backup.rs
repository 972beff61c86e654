//! BACKUP DATABASE and BACKUP LOG. The interpreter adds 3013 to each error.
//!
//! The only target is `NUL`, SQL Server's idiom for a backup that isn't kept
//! (`t-sql/statements/backup-transact-sql`). The backup reads all pages and truncates the log as
//! any other backup does. Other targets fail with an error that names them.

use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_command::statement::{Command, CommandError, Compilation, Env, EventSource, NameSource};
use sluice_plan::unsupported;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Backup, BackupDevice, Literal, OptionValue};
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_txn::{DamageLocation, LogBackup, StorageError};
use sluice_types::SqlError;

/// A compiled BACKUP.
struct CompiledBackup {
    statement: Backup,
    database: NameSource,
    /// The files of `DISK = @variable`, in the order of the devices.
    files: Vec<NameSource>,
}

/// Compiles BACKUP. Fails with 137 for an undeclared variable.
pub(crate) fn compile(backup: &Backup, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let database = NameSource::new(&backup.database, to)?;
    let variable = |device: &BackupDevice| match device {
        BackupDevice::File { file: OptionValue::Variable(name), .. } => Some(NameSource::new(name, to)),
        BackupDevice::File { .. } | BackupDevice::Named(_) => None,
    };
    let files = backup.devices.iter().filter_map(variable).collect::<Result<Vec<_>, _>>()?;
    to.add(Box::new(CompiledBackup { statement: backup.clone(), database, files }));
    Ok(())
}

impl Command for CompiledBackup {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match &self.database {
            NameSource::Text(name) => rights.back_up(name, self.statement.of_log),
            // The permission is checked at run time, when the name is known.
            NameSource::Register(_) => Ok(()),
        }
    }

    fn class(&self) -> StatementClass {
        if self.statement.of_log { StatementClass::BackupLog } else { StatementClass::BackupDatabase }
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let name = self.database.text(env).unwrap_or_default();
        if matches!(self.database, NameSource::Register(_)) {
            env.permitted(|rights| rights.back_up(&name, self.statement.of_log))?;
        }
        let files: Vec<_> = self.files.iter().map(|file| file.text(env).unwrap_or_default()).collect();
        Ok(back_up(env, &self.statement, (&name, &files))?)
    }
}

/// Runs BACKUP DATABASE or BACKUP LOG. Fails with 3021 inside a transaction and with 3147 for
/// tempdb.
fn back_up(env: &mut Env<'_, '_>, statement: &Backup, (written, files): (&str, &[String])) -> Result<(), SqlError> {
    let what = if statement.of_log { "BACKUP LOG" } else { "BACKUP DATABASE" };
    let Options { copy_only, percentage } = options_of(statement, what)?;
    check_target(statement, what, files)?;
    env.frame.globals.row_count = 0;
    if !env.is_autocommit() {
        return Err(SqlError::backup_in_transaction());
    }
    let database = env.context.host.database(written).ok_or_else(|| env.context.host.not_open(written))?;
    if database.storage.is_temporary() {
        return Err(SqlError::backup_not_allowed());
    }
    if database.is_snapshot() {
        return Err(SqlError::backup_of_snapshot());
    }
    if database.is_emergency() {
        return Err(SqlError::backup_in_emergency());
    }
    let began_ns = env.context.host.clock().monotonic_ns();
    // The pages of the data file and of the log. A log backup has data pages only after loads that
    // were minimally logged.
    let (of_data, of_log) = match statement.of_log {
        true => pages_of_log(&database, copy_only)?,
        false => (Some(pages_of_data(&database, copy_only)?), None),
    };
    let took_ns = env.context.host.clock().monotonic_ns().saturating_sub(began_ns);
    // 3211: the progress, which is sent at the end of the backup.
    let steps = percentage.into_iter().flat_map(|step| (step..100).step_by(step).chain([100]));
    steps.for_each(|percent| env.inform(SqlError::percent_processed(percent)));
    // 4035: pages processed for a file. The file name is the one that SQL Server gives a file if
    // CREATE DATABASE names none.
    for (pages, suffix) in [(of_data, ""), (of_log, "_log")] {
        if let Some(pages) = pages {
            env.inform(SqlError::backup_pages(pages, &database.name, format_args!("{}{suffix}", database.name)));
        }
    }
    let pages = of_data.unwrap_or(0) + of_log.unwrap_or(0);
    // 3014: pages, seconds and megabytes per second of the whole backup.
    let [(seconds, ms), (mb, kb)] = pace(pages, took_ns);
    env.inform(SqlError::backup_processed(what, pages, seconds, ms, mb, kb));
    Ok(())
}

/// Fails unless the statement backs up a whole database to NUL alone. `files` are the values of the
/// variables that name files.
fn check_target(statement: &Backup, what: &str, files: &[String]) -> Result<(), SqlError> {
    let mut files = files.iter();
    let in_file = |file: &str| (!is_nul(file)).then(|| format!("DISK = '{file}'"));
    if let Some(part) = statement.parts.first() {
        return Err(unsupported(&format!("{what} ... {}", part.name.text.to_uppercase())));
    }
    if !statement.mirrors.is_empty() {
        return Err(unsupported(&format!("{what} MIRROR TO")));
    }
    let refused = statement.devices.iter().find_map(|device| match device {
        BackupDevice::Named(_) => Some("a backup device".to_owned()),
        BackupDevice::File { medium, .. } if !medium.is("DISK") => Some(medium.text.to_uppercase()),
        BackupDevice::File { file: OptionValue::Literal { value, .. }, .. } => match value {
            Literal::String(file) | Literal::NationalString(file) => in_file(file),
            _ => Some("DISK".to_owned()),
        },
        BackupDevice::File { file: OptionValue::Variable(_), .. } => in_file(files.next().map_or("", String::as_str)),
        BackupDevice::File { file: OptionValue::Word(_), .. } => Some("DISK".to_owned()),
    });
    refused.map_or(Ok(()), |refused| Err(unsupported(&format!("{what} TO {refused}"))))
}

/// Whether a file is the null device of Windows, with or without the colon of a device.
fn is_nul(file: &str) -> bool {
    ["NUL", "NUL:"].iter().any(|device| file.eq_ignore_ascii_case(device))
}

/// Reads all data pages and returns their number. A full backup starts a log backup chain, except
/// in master.
fn pages_of_data(database: &Arc<Database>, copy_only: bool) -> Result<u64, SqlError> {
    let storage = &database.storage;
    let begins_chain = !copy_only && database.id != MASTER;
    let read = storage.back_up_data(begins_chain, || sluice_access::read_data(storage));
    read.map_err(|error| backup_error(&error, database))
}

/// Returns 3043 for a damaged page. Nothing is backed up, no log chain begins, and none is moved.
fn backup_error(error: &StorageError, database: &Database) -> SqlError {
    match error {
        StorageError::Damaged { path, place: DamageLocation::Page(page), .. } => {
            SqlError::backup_page_damaged(&database.name, page.file.0, page.page, path.display())
        }
        _ => sql_error(error, &database.name),
    }
}

/// Reads the log since the last log backup. Returns the data pages that it needs, if any, and the
/// pages of the log.
fn pages_of_log(database: &Arc<Database>, copy_only: bool) -> Result<(Option<u64>, Option<u64>), SqlError> {
    if database.id == MASTER {
        // 4212: the log of master can't be backed up.
        return Err(SqlError::backup_log_of_master());
    }
    let storage = &database.storage;
    let read_unlogged = |from, to| sluice_access::read_unlogged(storage, from, to);
    match storage.back_up_log(copy_only, read_unlogged).map_err(|error| backup_error(&error, database))? {
        LogBackup::Done { bytes, pages } => Ok(((pages > 0).then_some(pages), Some(bytes.div_ceil(PAGE_BYTES)))),
        // 4208: the recovery model is SIMPLE.
        LogBackup::Simple => Err(SqlError::backup_log_under_simple_recovery("BACKUP LOG")),
        // 4214: the database has no full backup yet.
        LogBackup::NoFullBackup => Err(SqlError::backup_log_without_backup()),
    }
}

/// The options of a backup to NUL.
struct Options {
    /// COPY_ONLY.
    copy_only: bool,
    /// STATS: the percentage after which each message of progress is sent.
    percentage: Option<usize>,
}

/// Returns the options. Those for the backup set, the media and the transfer change nothing,
/// because NUL keeps nothing. The checksums of pages are always checked, and the first damaged page
/// ends the backup. Fails with 40517 for other options.
fn options_of(statement: &Backup, what: &str) -> Result<Options, SqlError> {
    let mut options = Options { copy_only: false, percentage: None };
    for option in &statement.options {
        let name = option.name.text.to_uppercase();
        let is_plain = option.value.is_none() && option.list.is_empty();
        let has_value = option.value.is_some() && option.list.is_empty();
        options.copy_only |= is_plain && name == "COPY_ONLY";
        if name == "STATS"
            && let Some(percentage) = percentage_of(option.value.as_ref())
        {
            options.percentage = Some(percentage);
        } else if !(is_plain && PLAIN_OPTIONS.contains(&&*name) || has_value && VALUED_OPTIONS.contains(&&*name)) {
            return Err(unsupported(&format!("{what} WITH {name}")));
        }
    }
    Ok(options)
}

/// Returns the percentage of STATS, by default 10. `None` for something else than a number from 1
/// to 100.
fn percentage_of(value: Option<&OptionValue>) -> Option<usize> {
    match value {
        None => Some(10),
        Some(OptionValue::Literal { value: Literal::Integer(percentage), unit: None }) => {
            usize::try_from(*percentage).ok().filter(|percentage| (1..=100).contains(percentage))
        }
        Some(_) => None,
    }
}

/// Returns seconds and megabytes per second as message 3014 shows them.
fn pace(pages: u64, took_ns: u64) -> [(u64, String); 2] {
    let seconds = took_ns as f64 / 1e9;
    let megabytes = (pages * PAGE_BYTES) as f64 / f64::from(1 << 20);
    let speed = if took_ns == 0 { 0.0 } else { megabytes / seconds };
    [seconds, speed].map(|number| {
        let thousandths = (number * 1000.0).round() as u64;
        (thousandths / 1000, format!("{:03}", thousandths % 1000))
    })
}

const MASTER: DatabaseId = DatabaseId(1);
/// The options without a value that a backup to NUL may have.
const PLAIN_OPTIONS: [&str; 15] = [
    "COPY_ONLY",
    "INIT",
    "NOINIT",
    "FORMAT",
    "NOFORMAT",
    "SKIP",
    "NOSKIP",
    "REWIND",
    "NOREWIND",
    "UNLOAD",
    "NOUNLOAD",
    "COMPRESSION",
    "NO_COMPRESSION",
    "CHECKSUM",
    "STOP_ON_ERROR",
];
/// The options with a value that a backup to NUL may have.
const VALUED_OPTIONS: [&str; 9] = [
    "NAME",
    "DESCRIPTION",
    "EXPIREDATE",
    "RETAINDAYS",
    "MEDIANAME",
    "MEDIADESCRIPTION",
    "BLOCKSIZE",
    "BUFFERCOUNT",
    "MAXTRANSFERSIZE",
];
/// Size of the page in which SQL Server counts data and log backups.
const PAGE_BYTES: u64 = 8192;
