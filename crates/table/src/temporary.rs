//! Temporary tables and procedures: resolves names that begin with `#`. Names of `#t` in tempdb are
//! padded to 116 characters before the number, so that a name can't collide across sessions.
//!
//! Temporary tables are tables of tempdb, whatever database the name mentions. `##t` is one table
//! for all sessions. `#t` belongs to a session. In tempdb its name is padded with underscores and
//! ends in the session's number, as in SQL Server, so names of two sessions never collide. The call
//! level precedes the number, so that a procedure can have a `#t` beside its caller's. Both kinds
//! are dropped when the session that created them ends; `#t` is also dropped when the procedure
//! that created it ends. A procedure `#p` belongs to the session alone, whatever created it.

use crate::database::Database;
use crate::databases::Databases;
use sluice_base::ids::{ObjectId, SessionId};
use sluice_base::sync::Arc;
use sluice_catalog::ObjectName;
use sluice_types::SqlError;

/// Whether `object` is the name of a temporary table or procedure.
pub fn is_temporary(object: &str) -> bool {
    object.starts_with('#')
}

/// Whether `object`, as written or as in tempdb, is a session's private table.
pub fn is_private(object: &str) -> bool {
    is_temporary(object) && !object.starts_with("##")
}

/// The scope to which a `#t` belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Session that creates or looks up the table.
    pub session: SessionId,
    /// Call depth; 0 in the batch itself.
    pub level: u8,
    /// Number of times that the session was reset while its transaction stayed open. Tables of
    /// earlier resets aren't found.
    pub age: u16,
}

/// Returns the name under which `name` is created: itself, or a padded name in tempdb. A `#t` gets
/// the padded name of `scope`'s session and level, `##t` only the database. The existence of the
/// table isn't checked.
pub fn place(name: &ObjectName, scope: Scope) -> ObjectName {
    if !is_temporary(&name.object) {
        return name.clone();
    }
    // The padded name of another session's table is padded again; no table has such a name.
    let is_others = is_private(&name.object) && session_of(&name.object) != Some(scope.session);
    let object = if is_others { padded(&name.object, scope) } else { name.object.clone() };
    ObjectName { database: Some(TEMPDB.to_owned()), schema: None, object }
}

/// Returns the name in tempdb of a session's temporary procedure `name`. It has no database part,
/// and doesn't depend on the level of the call: procedures belong to the session.
pub fn procedure_place(name: &ObjectName, scope: Scope) -> ObjectName {
    ObjectName { database: None, ..place(name, Scope { level: 0, ..scope }) }
}

/// Resolves `name` for a lookup: a `#t` is the innermost existing table of the session's call
/// levels. Without one, returns the name at the innermost level, as for a creation. Names that
/// aren't the session's own go through [`place`].
pub fn find(name: &ObjectName, scope: Scope, is_there: impl Fn(&ObjectName) -> bool) -> ObjectName {
    let innermost = place(name, scope);
    if scope.level == 0 || !is_sessions_own(&name.object) || is_there(&innermost) {
        return innermost;
    }
    let outer = (0..scope.level).rev().map(|level| place(name, Scope { level, ..scope }));
    outer.into_iter().find(|place| is_there(place)).unwrap_or(innermost)
}

/// Fails with 193 if `name` leaves no room for the padding.
pub fn check_length(name: &ObjectName) -> Result<(), SqlError> {
    if is_sessions_own(&name.object) && name.object.chars().count() > NAME_MAX {
        return Err(SqlError::temporary_name_too_long(&name.object));
    }
    Ok(())
}

/// Returns a batch that drops the tables and procedures in `made` that still exist, or `None` if
/// there is none left. The text is T-SQL with `DROP … IF EXISTS`; names are quoted. The order is
/// that of `made`.
pub fn drops(host: &dyn Databases, made: &[ObjectId]) -> Option<String> {
    let tempdb: Arc<Database> = host.database(TEMPDB)?;
    let catalog = tempdb.catalog();
    let drop = |id: &ObjectId| {
        let table = catalog.table_by_id(*id).map(|table| ("TABLE", &table.name));
        let (kind, name) = table.or_else(|| Some(("PROCEDURE", &catalog.module_by_id(*id)?.name)))?;
        Some(format!("DROP {kind} IF EXISTS {};", sluice_types::bracketed(name)))
    };
    let text: String = made.iter().filter_map(drop).collect();
    (!text.is_empty()).then_some(text)
}

/// Whether the name is a `#t` in unpadded form. A user can't write the padded form, which exceeds
/// the limit for names.
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

/// Returns a table's name as the user writes it, without padding.
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

/// Database of temporary tables.
pub const TEMPDB: &str = "tempdb";
/// Longest temporary table name that a user may write, in characters.
const NAME_MAX: usize = 116;
/// Hex digits of age, level and session at the end of the padded name.
const DIGITS: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_resolve_to_tempdb() {
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
