//! SET of session options.

use super::Env;
use sluice_plan::unsupported;
use sluice_syntax::ast::{IsolationLevel, Name, SetOption};
use sluice_types::SqlError;

/// An option that is switched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionSwitch {
    /// NOCOUNT.
    NoCount(bool),
    /// XACT_ABORT.
    XactAbort(bool),
}

/// What `option` switches; options that ask for what always holds switch nothing, the others are refused by name.
pub fn option_of(option: &SetOption) -> Result<Vec<OptionSwitch>, SqlError> {
    match option {
        SetOption::Switch { options, on } => {
            let switches = options.iter().map(|name| one(&name.text, *on)).collect::<Result<Vec<_>, _>>()?;
            Ok(switches.into_iter().flatten().collect())
        }
        SetOption::Statistics { options, on } => {
            let known = |option: &Name| ["IO", "PROFILE", "TIME", "XML"].iter().any(|known| option.is(known));
            match options.iter().find(|option| !known(option) || *on) {
                Some(option) => Err(unsupported(&format!("SET STATISTICS {}", option.text.to_uppercase()))),
                None => Ok(Vec::new()),
            }
        }
        SetOption::IdentityInsert { .. } => Err(unsupported("SET IDENTITY_INSERT")),
        SetOption::Value { option, .. } => Err(unsupported(&format!("SET {}", option.text.to_uppercase()))),
        SetOption::IsolationLevel(IsolationLevel::ReadCommitted) => Ok(Vec::new()),
        SetOption::IsolationLevel(level) => {
            Err(unsupported(&format!("SET TRANSACTION ISOLATION LEVEL {}", level.words())))
        }
    }
}

/// Switches an option.
pub fn switch(env: &mut Env<'_, '_>, option: OptionSwitch) {
    env.frame.globals.row_count = 0;
    match option {
        OptionSwitch::NoCount(on) => env.state.options.nocount = on,
        OptionSwitch::XactAbort(on) => env.state.options.xact_abort = on,
    }
}

fn one(name: &str, on: bool) -> Result<Option<OptionSwitch>, SqlError> {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if is("NOCOUNT") {
        return Ok(Some(OptionSwitch::NoCount(on)));
    }
    if is("XACT_ABORT") {
        return Ok(Some(OptionSwitch::XactAbort(on)));
    }
    if (on && ALWAYS_ON.iter().any(|known| is(known))) || (!on && ALWAYS_OFF.iter().any(|known| is(known))) {
        return Ok(None);
    }
    Err(unsupported(&format!("SET {} {}", name.to_uppercase(), if on { "ON" } else { "OFF" })))
}

/// Options that are ON and cannot be switched off yet.
const ALWAYS_ON: &[&str] = &[
    "ANSI_NULLS",
    "ANSI_NULL_DFLT_ON",
    "ANSI_PADDING",
    "ANSI_WARNINGS",
    "ARITHABORT",
    "CONCAT_NULL_YIELDS_NULL",
    "QUOTED_IDENTIFIER",
];
/// Options that are OFF and cannot be switched on yet.
const ALWAYS_OFF: &[&str] = &[
    "ANSI_NULL_DFLT_OFF",
    "ARITHIGNORE",
    "CURSOR_CLOSE_ON_COMMIT",
    "FMTONLY",
    "IMPLICIT_TRANSACTIONS",
    "NOEXEC",
    "NUMERIC_ROUNDABORT",
    "PARSEONLY",
    "REMOTE_PROC_TRANSACTIONS",
    "SHOWPLAN_ALL",
    "SHOWPLAN_TEXT",
    "SHOWPLAN_XML",
];
