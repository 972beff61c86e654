//! DBCC SHRINKFILE and SHRINKDATABASE as commands: arguments, options and permissions.

use crate::statement::dbcc::arguments::{option_word, plain_name};
use crate::statement::dbcc::database_argument::DatabaseArgument;
use crate::statement::dbcc::shrink::{shrink_database, shrink_one};
use sluice_command::statement::{
    Command, CommandError, Compilation, Constants, Description, Env, EventSource, whole_number,
};
use sluice_plan::unsupported;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Dbcc, Expr};
use sluice_types::SqlError;

/// The work of a shrink.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShrinkMode {
    /// Moves pages to the front, then gives the end back.
    Whole,
    /// NOTRUNCATE: moves pages to the front.
    Move,
    /// TRUNCATEONLY: gives the end back.
    Truncate,
    /// EMPTYFILE: moves all pages to other files of the filegroup.
    Empty,
}

/// A file as written.
pub(super) enum FileArgument {
    Name(String),
    Number(i64),
}

/// A compiled shrink.
enum Shrink {
    File(FileShrink),
    Database(DatabaseShrink),
}

/// A compiled SHRINKFILE.
pub(super) struct FileShrink {
    pub(super) file: FileArgument,
    /// The target size in megabytes.
    pub(super) megabytes: Option<i64>,
    pub(super) mode: ShrinkMode,
    /// Whether informational messages are sent.
    pub(super) infos: bool,
}

/// A compiled SHRINKDATABASE.
pub(super) struct DatabaseShrink {
    pub(super) database: DatabaseArgument,
    /// The percentage of a file that is free afterwards.
    pub(super) percent: Option<i64>,
    pub(super) mode: ShrinkMode,
    /// Whether informational messages are sent.
    pub(super) infos: bool,
}

/// Compiles `SHRINKFILE (file, size, NOTRUNCATE | TRUNCATEONLY | EMPTYFILE)`. Fails with 40517 for
/// other forms and options, and with 2560 for a negative size.
pub(super) fn compile_file(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let (file, rest) = first_of(dbcc, "SHRINKFILE", FileArgument::from_expr)?;
    let (megabytes, mode) =
        amount_and_mode(rest, "SHRINKFILE", &[MODES, &[("EMPTYFILE", ShrinkMode::Empty)]].concat())?;
    if megabytes.is_some() && mode == ShrinkMode::Empty {
        return Err(unsupported("DBCC SHRINKFILE of a size with EMPTYFILE"));
    }
    let infos = infos_of(dbcc, "SHRINKFILE")?;
    to.add(Box::new(Shrink::File(FileShrink { file, megabytes, mode, infos })));
    Ok(())
}

/// Compiles `SHRINKDATABASE (database, percent, NOTRUNCATE | TRUNCATEONLY)`. Database 0 is the
/// current one. Fails with 40517 for other forms and options, and with 2560 for a percentage beyond
/// 0 to 99.
pub(super) fn compile_database(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let (database, rest) = first_of(dbcc, "SHRINKDATABASE", DatabaseArgument::from_expr)?;
    let (percent, mode) = amount_and_mode(rest, "SHRINKDATABASE", MODES)?;
    if percent.is_some_and(|percent| percent > 99) {
        return Err(SqlError::invalid_dbcc_parameter(2));
    }
    let infos = infos_of(dbcc, "SHRINKDATABASE")?;
    to.add(Box::new(Shrink::Database(DatabaseShrink { database, percent, mode, infos })));
    Ok(())
}

impl FileArgument {
    /// Returns the file that an argument names. `None` for an expression that is neither a name nor
    /// a whole number.
    fn from_expr(argument: &Expr) -> Option<FileArgument> {
        match whole_number(argument) {
            Some(number) => Some(FileArgument::Number(number)),
            None => plain_name(argument).map(FileArgument::Name),
        }
    }
}

/// Returns the first argument, as `read` understands it, and the others. Fails with 40517 if there
/// is none, or if `read` returns `None`.
fn first_of<'a, T>(dbcc: &'a Dbcc, command: &str, read: fn(&Expr) -> Option<T>) -> Result<(T, &'a [Expr]), SqlError> {
    let first = dbcc.arguments.split_first().and_then(|(first, rest)| Some((read(first)?, rest)));
    first.ok_or_else(|| unsupported(&format!("DBCC {command} with these arguments")))
}

/// Returns the number and the mode that the arguments behind the first one write, in this order.
fn amount_and_mode(
    arguments: &[Expr],
    command: &str,
    modes: &[(&str, ShrinkMode)],
) -> Result<(Option<i64>, ShrinkMode), SqlError> {
    let refused = || unsupported(&format!("DBCC {command} with these arguments"));
    let (amount, rest) = match arguments {
        [amount, rest @ ..] if whole_number(amount).is_some() => (whole_number(amount), rest),
        rest => (None, rest),
    };
    if amount.is_some_and(i64::is_negative) {
        return Err(SqlError::invalid_dbcc_parameter(2));
    }
    let mode = match rest {
        [] => ShrinkMode::Whole,
        [word] => {
            let word = plain_name(word).ok_or_else(refused)?.to_uppercase();
            modes.iter().find(|(known, _)| *known == word).map(|(_, mode)| *mode).ok_or_else(refused)?
        }
        _ => return Err(refused()),
    };
    Ok((amount, mode))
}

/// Returns whether the options let informational messages be sent.
fn infos_of(dbcc: &Dbcc, command: &str) -> Result<bool, SqlError> {
    let mut infos = true;
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "NO_INFOMSGS" => infos = false,
            other => return Err(unsupported(&format!("DBCC {command} WITH {other}"))),
        }
    }
    Ok(infos)
}

impl Command for Shrink {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match self {
            Shrink::File(_) => rights.dbcc_of_database("SHRINKFILE", None),
            Shrink::Database(shrink) => shrink.database.needs(rights, "SHRINKDATABASE"),
        }
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        match self {
            Shrink::File(shrink) => Ok(shrink_one(env, shrink)?),
            Shrink::Database(shrink) => Ok(shrink_database(env, shrink)?),
        }
    }

    fn has_end(&self) -> bool {
        false
    }

    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Unknown
    }
}

/// The words of both commands.
const MODES: &[(&str, ShrinkMode)] = &[("NOTRUNCATE", ShrinkMode::Move), ("TRUNCATEONLY", ShrinkMode::Truncate)];
