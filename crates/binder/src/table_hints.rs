//! Lock hints of tables: WITH (...). Advisory hints (ROWLOCK, PAGLOCK) are checked and ignored;
//! unsupported hints are refused by name.

use super::Binder;
use super::bound::{BoundSource, Resolved};
use super::path_hints::{directed, is_of_path};
use sluice_catalog::{HintedLevel, HintedMode, LockHints, Table};
use sluice_definition::refusal::unsupported;
use sluice_plan::physical::Node;
use sluice_syntax::ast;
use sluice_types::SqlError;

/// The use of the hinted table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HintedUse {
    /// The statement reads rows.
    Read,
    /// UPDATE and DELETE find and change rows.
    Change,
    /// MERGE finds, changes and inserts rows.
    Merge,
    /// The statement inserts rows.
    Insert,
}

impl Binder<'_> {
    /// Binds a table variable with its hints. `shown` is its alias or else its name.
    pub(super) fn bind_variable_source(
        &mut self,
        name: &ast::Name,
        shown: &ast::Name,
        hints: &[ast::Hint],
    ) -> Result<BoundSource, SqlError> {
        let (of_path, hints): (Vec<_>, Vec<_>) = hints.iter().cloned().partition(is_of_path);
        let hints = self.table_hints(&hints, HintedUse::Read)?;
        let (target, table) = self.table_variable(name)?;
        let bound = self.scan(target.database, table, shown.text.to_string(), None)?;
        Ok(BoundSource { node: directed(hinted(bound.node, hints), &of_path)?, ..bound })
    }

    /// Returns the lock hints of a statement's target. Fails with 1069, 10724 or 10745 if a hint
    /// restricts the access path, which MERGE alone allows: its path hints are left out.
    /// Conflicting hints fail with 1047, NOLOCK with 1065, READPAST with 4102 and READCOMMITTEDLOCK
    /// of an INSERT with 4140 where they aren't allowed. ROWLOCK and PAGLOCK fail with 651 as
    /// [`Binder::check_granularity`] says.
    pub(super) fn target_hints(&self, target: &ast::Target, of: HintedUse) -> Result<LockHints, SqlError> {
        match target {
            ast::Target::Variable(_) => Ok(LockHints::default()),
            ast::Target::Table { name, hints } if of == HintedUse::Merge => {
                self.check_granularity(name, hints)?;
                let others: Vec<ast::Hint> = hints.iter().filter(|hint| !is_of_path(hint)).cloned().collect();
                self.table_hints(&others, of)
            }
            ast::Target::Table { hints, .. } if hints.iter().any(is_of_path) => {
                let has = |word: &str| hints.iter().any(|hint| hint.words.first().is_some_and(|own| own.is(word)));
                Err(match () {
                    () if has("FORCESEEK") => SqlError::forceseek_on_target(),
                    () if has("FORCESCAN") => SqlError::forcescan_on_target(),
                    () => SqlError::index_hint_on_target(),
                })
            }
            ast::Target::Table { name, hints } => {
                self.check_granularity(name, hints)?;
                self.table_hints(hints, of)
            }
        }
    }

    /// Fails with 651 for ROWLOCK or PAGLOCK on a table whose clustered index denies such locks
    /// (`t-sql/queries/hints-transact-sql-table`). Names of other objects pass.
    pub(super) fn check_granularity(&self, written: &ast::ObjectName, hints: &[ast::Hint]) -> Result<(), SqlError> {
        let has = |word: &str| hints.iter().any(|hint| hint.words.iter().any(|own| own.is(word)));
        let (by_row, by_page) = (has("ROWLOCK"), has("PAGLOCK"));
        if !(by_row || by_page) || self.common_table_place(written).is_some() {
            return Ok(());
        }
        let Ok((_, Resolved::Table(table))) = self.resolve(written) else { return Ok(()) };
        let denied = |table: &Table| {
            let options = &table.clustered()?.options;
            let (rows, pages) = (by_row && options.denies_row_locks, by_page && options.denies_page_locks);
            [(rows, "ROWLOCK"), (pages, "PAGLOCK")]
                .into_iter()
                .find(|(is_inhibited, _)| *is_inhibited)
                .map(|(_, hint)| hint)
        };
        match denied(&table) {
            Some(hint) => Err(SqlError::lock_granularity_inhibited(hint, &table.name)),
            None => Ok(()),
        }
    }

    /// Returns the lock hints of a table. Fails with 1065 for NOLOCK on a target, with 1047 for
    /// conflicting hints, with 4102 or 4140 for hints that don't apply to an INSERT. READPAST and
    /// NOWAIT are among them. Unsupported ones fail with 40517 by name.
    pub(super) fn table_hints(&self, hints: &[ast::Hint], of: HintedUse) -> Result<LockHints, SqlError> {
        let (mut found, mut granularity) = (LockHints::default(), None);
        for hint in hints {
            let word = hint.words.first().map(|word| word.text.to_uppercase()).unwrap_or_default();
            let level = match word.as_str() {
                "NOLOCK" | "READUNCOMMITTED" => Some(HintedLevel::ReadUncommitted),
                "READCOMMITTED" => Some(HintedLevel::ReadCommitted),
                "READCOMMITTEDLOCK" => Some(HintedLevel::ReadCommittedLock),
                "REPEATABLEREAD" => Some(HintedLevel::RepeatableRead),
                "HOLDLOCK" | "SERIALIZABLE" => Some(HintedLevel::Serializable),
                _ => None,
            };
            if level.is_some() {
                if found.level.is_some_and(|other| level != Some(other)) {
                    return Err(conflict());
                }
                found.level = level;
                continue;
            }
            if let Some(own) = GRANULARITIES.into_iter().find(|known| *known == word)
                && granularity.replace(own).is_some_and(|other| other != own)
            {
                return Err(conflict());
            }
            match word.as_str() {
                "UPDLOCK" if found.mode.is_none() => found.mode = Some(HintedMode::Update),
                "UPDLOCK" => {}
                "XLOCK" => found.mode = Some(HintedMode::Exclusive),
                "TABLOCK" => found.table = Some(found.table.unwrap_or(false)),
                "TABLOCKX" => found.table = Some(true),
                "ROWLOCK" | "PAGLOCK" => {}
                "READPAST" => found.read_past = true,
                "NOWAIT" => found.no_wait = true,
                "SNAPSHOT" => return Err(unsupported("table hint SNAPSHOT, which is for memory-optimized tables,")),
                _ => return Err(unsupported(&format!("table hint {word}"))),
            }
        }
        if found.level == Some(HintedLevel::ReadUncommitted) {
            if of != HintedUse::Read {
                return Err(SqlError::nolock_on_target());
            }
            if found.mode.is_some() || granularity.is_some() {
                return Err(conflict());
            }
        }
        if found.read_past && matches!(of, HintedUse::Merge | HintedUse::Insert) {
            return Err(SqlError::readpast_not_allowed());
        }
        if found.level == Some(HintedLevel::ReadCommittedLock) && of == HintedUse::Insert {
            return Err(SqlError::readcommittedlock_on_insert_target());
        }
        Ok(found)
    }
}

/// Applies lock hints to all tables below; a view passes its hints on. They replace the hints that
/// a scan had. Default hints change nothing.
pub(super) fn hinted(node: Node, hints: LockHints) -> Node {
    if hints == LockHints::default() {
        return node;
    }
    match node {
        Node::Scan(mut target) => {
            target.hints = hints;
            Node::Scan(target)
        }
        other => other.with_inputs(|input| hinted(input, hints)),
    }
}

/// Hints of which a table may have one (`t-sql/queries/hints-transact-sql-table`). NOLOCK takes no
/// locks and is checked with the levels.
const GRANULARITIES: [&str; 4] = ["ROWLOCK", "PAGLOCK", "TABLOCK", "TABLOCKX"];

fn conflict() -> SqlError {
    SqlError::conflicting_lock_hints()
}
