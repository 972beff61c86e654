//! DBCC SHRINKFILE and SHRINKDATABASE as commands: arguments, options and permissions.

use crate::statement::dbcc::arguments::{option_word, plain_name};
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

/// A file or database by its name or number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Named {
    Name(String),
    Number(i64),
}

/// A compiled SHRINKFILE.
pub(super) struct FileShrink {
    pub(super) file: Named,
    /// The target size in megabytes.
    pub(super) megabytes: Option<i64>,
    pub(super) mode: ShrinkMode,
    /// Whether informational messages are sent.
    pub(super) infos: bool,
}

/// A compiled SHRINKDATABASE.
pub(super) struct DatabaseShrink {
    /// The database; `None` is the current one.
    pub(super) database: Option<Named>,
    /// The percentage of a file that is free afterwards.
    pub(super) percent: Option<i64>,
    pub(super) mode: ShrinkMode,
    /// Whether informational messages are sent.
    pub(super) infos: bool,
}

/// Compiles `SHRINKFILE (file, size, NOTRUNCATE | TRUNCATEONLY | EMPTYFILE)`. Fails with 40517 for
/// other forms and options, and with 2560 for a negative size.
pub(super) fn compile_file(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let (file, rest) = first_of(dbcc, "SHRINKFILE")?;
    let (megabytes, mode) =
        amount_and_mode(rest, "SHRINKFILE", &[MODES, &[("EMPTYFILE", ShrinkMode::Empty)]].concat())?;
    if megabytes.is_some() && mode == ShrinkMode::Empty {
        return Err(unsupported("DBCC SHRINKFILE of a size with EMPTYFILE"));
    }
    let infos = infos_of(dbcc, "SHRINKFILE")?;
    to.add(Box::new(FileShrink { file, megabytes, mode, infos }));
    Ok(())
}

/// Compiles `SHRINKDATABASE (database, percent, NOTRUNCATE | TRUNCATEONLY)`. Database 0 is the
/// current one. Fails with 40517 for other forms and options, and with 2560 for a percentage beyond
/// 0 to 99.
pub(super) fn compile_database(dbcc: &Dbcc, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let (database, rest) = first_of(dbcc, "SHRINKDATABASE")?;
    let database = Some(database).filter(|database| *database != Named::Number(0));
    let (percent, mode) = amount_and_mode(rest, "SHRINKDATABASE", MODES)?;
    if percent.is_some_and(|percent| percent > 99) {
        return Err(SqlError::invalid_dbcc_parameter(2));
    }
    let infos = infos_of(dbcc, "SHRINKDATABASE")?;
    to.add(Box::new(DatabaseShrink { database, percent, mode, infos }));
    Ok(())
}

/// Returns the first argument and the others.
fn first_of<'a>(dbcc: &'a Dbcc, command: &str) -> Result<(Named, &'a [Expr]), SqlError> {
    let refused = || unsupported(&format!("DBCC {command} with these arguments"));
    let (first, rest) = dbcc.arguments.split_first().ok_or_else(refused)?;
    let named = match whole_number(first) {
        Some(number) => Named::Number(number),
        None => Named::Name(plain_name(first).ok_or_else(refused)?),
    };
    Ok((named, rest))
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

impl Command for FileShrink {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.dbcc_of_database("SHRINKFILE", None)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(shrink_one(env, self)?)
    }

    fn has_end(&self) -> bool {
        false
    }

    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Unknown
    }
}

impl Command for DatabaseShrink {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match &self.database {
            None => rights.dbcc_of_database("SHRINKDATABASE", None),
            Some(Named::Name(name)) => rights.dbcc_of_database("SHRINKDATABASE", Some(name)),
            // The statement reports a number that no database has.
            Some(Named::Number(number)) => match rights.database_numbered(*number) {
                Some(name) => rights.dbcc_of_database("SHRINKDATABASE", Some(&name)),
                None => Ok(()),
            },
        }
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(shrink_database(env, self)?)
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
