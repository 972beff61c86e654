//! WITH (...) behind a table: what its hints say of locks. What advises (ROWLOCK, PAGLOCK) is taken
//! as read; what is not kept is refused by name.

use super::Binder;
use crate::lock_hints::{HintedLevel, HintedMode, LockHints};
use crate::physical::Node;
use crate::refusal::unsupported;
use sluice_syntax::ast;
use sluice_types::SqlError;

/// What is done with the table that hints stand behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HintedUse {
    /// Its rows are read.
    Read,
    /// UPDATE and DELETE find and change them.
    Change,
    /// MERGE finds and changes them, and puts others in.
    Merge,
    /// Rows are put in.
    Insert,
}

impl Binder<'_> {
    /// The hints for what a statement changes.
    pub(super) fn target_hints(&self, target: &ast::Target, of: HintedUse) -> Result<LockHints, SqlError> {
        match target {
            ast::Target::Variable(_) => Ok(LockHints::default()),
            ast::Target::Table { hints, .. } => self.table_hints(hints, of),
        }
    }

    /// The hints for a table: 1065 where a target's rows are to be read without locks, 1047 for
    /// hints that contradict each other; 4102 and 4140 for those that say nothing of what is put
    /// in.
    pub(super) fn table_hints(&self, hints: &[ast::Hint], of: HintedUse) -> Result<LockHints, SqlError> {
        let mut found = LockHints::default();
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
                return Err(SqlError::new(1065, 15, 1, Vec::new()));
            }
            if found.mode.is_some() || found.table.is_some() {
                return Err(conflict());
            }
        }
        if found.read_past && matches!(of, HintedUse::Merge | HintedUse::Insert) {
            return Err(SqlError::new(4102, 15, 1, Vec::new()));
        }
        if found.level == Some(HintedLevel::ReadCommittedLock) && of == HintedUse::Insert {
            return Err(SqlError::new(4140, 15, 1, Vec::new()));
        }
        Ok(found)
    }
}

/// The rows with these hints for all tables that they come from: a view's hand theirs on.
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

fn conflict() -> SqlError {
    SqlError::new(1047, 15, 1, Vec::new())
}
