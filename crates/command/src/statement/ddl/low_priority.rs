//! WAIT_AT_LOW_PRIORITY of statements that build indexes
//! (`t-sql/statements/alter-index-transact-sql.md`, *low_priority_lock_wait*).
//!
//! The statement asks for its lock again and again without waiting in the lock's queue, so that
//! later requests of other sessions go first.

use crate::statement::Env;
use crate::statement::wait::pause;
use sluice_catalog::ObjectName;
use sluice_plan::unsupported;
use sluice_syntax::ast::{Literal, NamedOption, OptionValue};
use sluice_txn::LockMode;
use sluice_types::SqlError;

/// A wait for a table's lock at low priority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LowPriority {
    /// MAX_DURATION.
    minutes: u32,
    /// ABORT_AFTER_WAIT = SELF rather than NONE: the statement fails at the end of the wait.
    gives_up: bool,
}

/// Takes WAIT_AT_LOW_PRIORITY out of the options of an index. Without it the wait has normal
/// priority. Fails with 102 for an incomplete option or one without ONLINE = ON, and with 40517 for
/// ABORT_AFTER_WAIT = BLOCKERS.
pub(super) fn take_low_priority(options: &mut [NamedOption]) -> Result<Option<LowPriority>, SqlError> {
    let Some(online) = options.iter_mut().find(|option| option.name.is("ONLINE") && !option.list.is_empty()) else {
        return Ok(None);
    };
    let is_on = matches!(&online.value, Some(OptionValue::Word(word)) if word.is("ON"));
    let list = std::mem::take(&mut online.list);
    let [wait] = list.as_slice() else { return Err(SqlError::syntax_near(ONLINE)) };
    if !is_on || !wait.name.is(WAIT) {
        return Err(SqlError::syntax_near(&wait.name.text));
    }
    let incomplete = || SqlError::syntax_near(WAIT);
    let [duration, then] = wait.list.as_slice() else { return Err(incomplete()) };
    if !duration.name.is("MAX_DURATION") || !then.name.is("ABORT_AFTER_WAIT") {
        return Err(incomplete());
    }
    let minutes = match &duration.value {
        Some(OptionValue::Literal { value: Literal::Integer(minutes), unit })
            if unit.as_ref().is_none_or(|unit| unit.is("MINUTES")) =>
        {
            u32::try_from(*minutes).map_err(|_| incomplete())?
        }
        _ => return Err(incomplete()),
    };
    let gives_up = match &then.value {
        Some(OptionValue::Word(word)) if word.is("NONE") => false,
        Some(OptionValue::Word(word)) if word.is("SELF") => true,
        Some(OptionValue::Word(word)) if word.is("BLOCKERS") => {
            return Err(unsupported("ABORT_AFTER_WAIT = BLOCKERS"));
        }
        _ => return Err(incomplete()),
    };
    Ok(Some(LowPriority { minutes, gives_up }))
}

impl LowPriority {
    /// Waits at low priority for the Sch-M lock on the table `written`, within the definition's
    /// transaction. At the end of the wait, SELF fails with 1222; with NONE the caller waits at
    /// normal priority. Does nothing if there is no such table.
    pub(super) fn wait(self, env: &mut Env<'_, '_>, written: &ObjectName) -> Result<(), SqlError> {
        let name = env.placed(written);
        let Some(database) = env.find_database_of(&name)? else { return Ok(()) };
        let Some(table) = env.catalog(&database).stored_table(&name).cloned() else { return Ok(()) };
        let since_ns = env.context.host.clock().monotonic_ns();
        let wait_ns = u64::from(self.minutes) * NS_PER_MINUTE;
        loop {
            let table = database.table(table.id);
            if env.state.transaction.try_lock_definition(table, LockMode::SchemaModification)? {
                return Ok(());
            }
            let waited_ns = env.context.host.clock().monotonic_ns().saturating_sub(since_ns);
            if waited_ns >= wait_ns {
                return if self.gives_up { Err(SqlError::lock_timeout()) } else { Ok(()) };
            }
            pause(env, BETWEEN_REQUESTS_NS.min(wait_ns - waited_ns))?;
        }
    }
}

const ONLINE: &str = "ONLINE";
const WAIT: &str = "WAIT_AT_LOW_PRIORITY";
const NS_PER_MINUTE: u64 = 60_000_000_000;
/// Interval between two requests for the lock.
const BETWEEN_REQUESTS_NS: u64 = 10_000_000;
