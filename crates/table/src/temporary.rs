//! Temporary tables: where a name that begins with `#` points.
//!
//! They are tables of tempdb, whatever database the name mentions. `##t` is one table for all sessions. `#t` is the session's own: in
//! tempdb its name is padded with underscores and ends in the session's number, as in SQL Server, so that no two sessions'
//! names meet; before it stands how deep in calls it was made, so that a procedure may have a `#t` beside its caller's. Both are
//! dropped when the session that made them ends, `#t` when what made it does.

use crate::database::Database;
use crate::databases::Databases;
use sluice_base::ids::{ObjectId, SessionId};
use sluice_base::sync::Arc;
use sluice_catalog::ObjectName;
use sluice_types::SqlError;

/// Whether the name is one of a temporary table.
pub fn is_temporary(object: &str) -> bool {
    object.starts_with('#')
}

/// Whether a table of this name, as it is in tempdb, is one session's own.
pub fn is_private(object: &str) -> bool {
    is_temporary(object) && !object.starts_with("##")
}

/// Whose a `#t` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The session.
    pub session: SessionId,
    /// How deep in calls it is; 0 in the batch itself.
    pub level: u8,
    /// How often the session was made as new beside its transaction: what it had before is not found any more.
    pub age: u16,
}

/// Where `name` points if it is made now: to itself, or to a table of tempdb.
pub fn place(name: &ObjectName, scope: Scope) -> ObjectName {
    if !is_temporary(&name.object) {
        return name.clone();
    }
    // The padded name of another session's table is padded once more: no table is called so.
    let is_others = is_private(&name.object) && session_of(&name.object) != Some(scope.session);
    let object = if is_others { padded(&name.object, scope) } else { name.object.clone() };
    ObjectName { database: Some(TEMPDB.to_owned()), schema: None, object }
}

/// Where `name` points: a `#t` is the innermost one that is there.
pub fn find(name: &ObjectName, scope: Scope, is_there: impl Fn(&ObjectName) -> bool) -> ObjectName {
    let innermost = place(name, scope);
    if scope.level == 0 || !is_sessions_own(&name.object) || is_there(&innermost) {
        return innermost;
    }
    let outer = (0..scope.level).rev().map(|level| place(name, Scope { level, ..scope }));
    outer.into_iter().find(|place| is_there(place)).unwrap_or(innermost)
}

/// Refuses a name that would leave no room for what makes it the session's own (193).
pub fn check_length(name: &ObjectName) -> Result<(), SqlError> {
    if is_sessions_own(&name.object) && name.object.chars().count() > NAME_MAX {
        return Err(SqlError::new(193, 15, 1, vec![name.object.clone()]));
    }
    Ok(())
}

/// A batch that drops those of the tables `made` that are still there.
pub fn drops(host: &dyn Databases, made: &[ObjectId]) -> Option<String> {
    let tempdb: Arc<Database> = host.database(TEMPDB)?;
    let catalog = tempdb.catalog();
    let names = made.iter().filter_map(|id| catalog.table_by_id(*id));
    let drop =
        |table: &Arc<sluice_catalog::Table>| format!("DROP TABLE IF EXISTS [{}];", table.name.replace(']', "]]"));
    let text: String = names.map(drop).collect();
    (!text.is_empty()).then_some(text)
}

/// `#t`, and not the padded form, which is never written by a user: it is longer than a user's may be.
fn is_sessions_own(object: &str) -> bool {
    is_private(object) && object.chars().count() != NAME_MAX + DIGITS
}

/// The session whose private table has this name in tempdb; `None` for a name that isn't padded.
pub fn session_of(object: &str) -> Option<SessionId> {
    if !is_private(object) || is_sessions_own(object) {
        return None;
    }
    let digits = object.get(object.len().checked_sub(DIGITS)?..)?;
    let number = u64::from_str_radix(digits, 16).ok()?;
    Some(SessionId((number & 0xFFFF) as u16))
}

/// The name of a table as its user writes it.
pub fn written(object: &str) -> &str {
    if is_private(object) && !is_sessions_own(object) {
        object[..object.len() - DIGITS].trim_end_matches('_')
    } else {
        object
    }
}

fn padded(object: &str, scope: Scope) -> String {
    let fill = NAME_MAX.saturating_sub(object.chars().count());
    let number = u64::from(scope.age) << 24 | u64::from(scope.level) << 16 | u64::from(scope.session.0);
    format!("{object}{}{number:0DIGITS$X}", "_".repeat(fill))
}

/// The database that temporary tables are in.
pub const TEMPDB: &str = "tempdb";
/// What a user may write of a temporary table's name, in characters.
const NAME_MAX: usize = 116;
/// Of the session's number at the end of the padded name.
const DIGITS: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_temporary_tables_point_into_tempdb() {
        let scope = Scope { session: SessionId(51), level: 0, age: 0 };
        let placed = |name: &str| place(&ObjectName::unqualified(name), scope);
        assert_eq!(placed("t"), ObjectName::unqualified("t"));
        assert_eq!((placed("##t").database.as_deref(), placed("##t").object.as_str()), (Some("tempdb"), "##t"));
        let own = placed("#t").object;
        assert_eq!((own.len(), &own[..3], &own[115..]), (128, "#t_", "_000000000033"));
        assert_eq!(placed(&own).object, own, "a name in tempdb is not padded again");
        let other = Scope { session: SessionId(52), ..scope };
        assert_ne!(place(&ObjectName::unqualified(&own), other).object, own, "another session's table is not reached");
        assert_eq!(session_of(&own), Some(SessionId(51)));
        let within = Scope { level: 2, ..scope };
        let found =
            |there: &str| find(&ObjectName::unqualified("#t"), within, |place| place.object.ends_with(there)).object;
        assert!(found("000000033").ends_with("_000000000033"), "the caller's");
        assert!(found("33").ends_with("_000000020033"), "the innermost");
        assert!(found("-").ends_with("_000000020033"), "none is there");
        assert!(check_length(&ObjectName::unqualified(&format!("#{}", "x".repeat(115)))).is_ok());
        let renewed = Scope { age: 1, ..scope };
        assert!(place(&ObjectName::unqualified("#t"), renewed).object.ends_with("_000001000033"));
        let long = check_length(&ObjectName::unqualified(&format!("#{}", "x".repeat(116))));
        assert_eq!(long.expect_err("one character too many").number, 193);
    }
}
