//! Compiles cursor statements.

use super::compiler::Compiler;
use super::program::Step;
use sluice_base::sync::Arc;
use sluice_command::statement::{CursorDeclaration, CursorFetch, CursorStatement, Positioned, RowChange, Which};
use sluice_plan::{unsupported, walk};
use sluice_session::open_cursor::Sensitivity;
use sluice_syntax::ast::{
    CursorAccess, CursorDefinition, CursorName, CursorOption, DeclareCursor, Expr, ExprKind, Fetch, FetchWhich, Name,
    StatementKind,
};
use sluice_types::{DataType, SqlError};

impl Compiler {
    /// Compiles DECLARE CURSOR. A DYNAMIC cursor becomes KEYSET.
    pub(super) fn declare_cursor(&mut self, declared: &DeclareCursor) -> Result<(), SqlError> {
        let (scroll, insensitive) = (declared.scroll, declared.insensitive);
        let declaration = self.cursor_declaration(&declared.definition, scroll, insensitive)?;
        let declaration = CursorDeclaration { name: Some(declared.name.text.clone()), ..declaration };
        self.step(Step::Cursor(Box::new(CursorStatement::Declare(declaration))));
        Ok(())
    }

    /// Compiles `SET @x = CURSOR ...`.
    pub(super) fn set_cursor(&mut self, variable: &Name, definition: &CursorDefinition) -> Result<(), SqlError> {
        self.check_cursor_variable(&variable.text)?;
        let declaration = self.cursor_declaration(definition, false, false)?;
        self.step(Step::Cursor(Box::new(CursorStatement::Set(variable.text.clone(), declaration))));
        Ok(())
    }

    /// Compiles `SET @x = cursor`, where the source may be another variable.
    pub(super) fn assign_cursor(&mut self, variable: &Name, value: &Expr) -> Result<(), SqlError> {
        let name = match &value.kind {
            ExprKind::Column(column) if column.qualifier.is_none() => &column.name,
            ExprKind::Variable(name) if self.is_cursor_variable(&name.text) => name,
            // 16948: the source variable isn't a cursor variable.
            ExprKind::Variable(name) => return Err(SqlError::not_a_cursor_variable(&name.text)),
            _ => return Err(SqlError::syntax_near(&variable.text)),
        };
        let cursor = CursorName { global: false, name: name.clone() };
        self.step(Step::Cursor(Box::new(CursorStatement::Assign(variable.text.clone(), cursor))));
        Ok(())
    }

    fn check_cursor_variable(&self, name: &str) -> Result<(), SqlError> {
        match self.is_cursor_variable(name) {
            true => Ok(()),
            false => Err(SqlError::undeclared_variable(name)),
        }
    }

    fn cursor_declaration(
        &mut self,
        definition: &CursorDefinition,
        scroll: bool,
        insensitive: bool,
    ) -> Result<CursorDeclaration, SqlError> {
        let has = |option| definition.options.contains(&option);
        if has(CursorOption::ScrollLocks) {
            return Err(unsupported("SCROLL_LOCKS cursor"));
        }
        for (one, other) in CONFLICTS {
            if has(one) && (has(other) || other == CursorOption::Scroll && scroll) {
                return Err(conflict(one.word(), other.word()));
            }
        }
        let is_read_only = matches!(definition.access, Some(CursorAccess::ReadOnly))
            || [CursorOption::ReadOnly, CursorOption::FastForward, CursorOption::Static].into_iter().any(has)
            || insensitive;
        let (updates, must_update) = match &definition.access {
            // 16957: FOR UPDATE cannot be specified on a READ ONLY cursor.
            Some(CursorAccess::Update(_)) if is_read_only => return Err(SqlError::for_update_of_read_only_cursor()),
            Some(CursorAccess::Update(columns)) => (columns.iter().map(|column| column.text.clone()).collect(), true),
            _ => (Vec::new(), false),
        };
        if definition.query.body.leading().into.is_some() {
            // 16907: a cursor's query can't have INTO.
            return Err(SqlError::not_allowed_in_cursor("INTO"));
        }
        let mut assigns = false;
        walk::query(&definition.query, &mut |met| {
            assigns |= matches!(met, walk::Met::Assigned(_));
            true
        });
        if assigns {
            return Err(SqlError::not_allowed_in("variable assignment", "a cursor declaration"));
        }
        self.check_variables(&mut |visit| walk::query(&definition.query, visit))?;
        let is_forward = has(CursorOption::ForwardOnly) || has(CursorOption::FastForward);
        let is_keyset = has(CursorOption::Keyset) || has(CursorOption::Dynamic);
        let scrolls = !is_forward && (has(CursorOption::Scroll) || has(CursorOption::Static) || is_keyset || scroll);
        let sensitivity = if [CursorOption::Static, CursorOption::FastForward].into_iter().any(has) || insensitive {
            Sensitivity::Static
        } else if is_keyset || scrolls {
            Sensitivity::Keyset
        } else {
            Sensitivity::Passing
        };
        Ok(CursorDeclaration {
            name: None,
            is_local: has(CursorOption::Local),
            scrolls,
            says_static: has(CursorOption::Static) || insensitive,
            is_fast_forward: has(CursorOption::FastForward),
            sensitivity,
            is_dynamic: has(CursorOption::Dynamic),
            warns: has(CursorOption::TypeWarning),
            updates: (!is_read_only).then_some(updates),
            must_update,
            query: Arc::new(definition.query.clone()),
            variables: self.shared_variables(),
        })
    }

    /// Compiles OPEN, CLOSE and DEALLOCATE.
    pub(super) fn cursor(&mut self, kind: &StatementKind) -> Result<(), SqlError> {
        let statement = match kind {
            StatementKind::OpenCursor(name) => CursorStatement::Open(self.named(name)?),
            StatementKind::CloseCursor(name) => CursorStatement::Close(self.named(name)?),
            StatementKind::DeallocateCursor(name) => CursorStatement::Deallocate(self.named(name)?),
            other => return Err(unsupported(&other.words())),
        };
        self.step(Step::Cursor(Box::new(statement)));
        Ok(())
    }

    /// Compiles UPDATE or DELETE with WHERE CURRENT OF.
    pub(super) fn change_current(&mut self, cursor: &CursorName, change: RowChange) -> Result<(), SqlError> {
        let from = match &change {
            RowChange::Update(update) => &update.from,
            RowChange::Delete(delete) => &delete.from,
        };
        if !from.is_empty() {
            return Err(unsupported("WHERE CURRENT OF behind FROM"));
        }
        let (cursor, variables) = (self.named(cursor)?, self.shared_variables());
        let statement = Positioned { cursor, change, variables, known: None };
        self.step(Step::Cursor(Box::new(CursorStatement::Change(Box::new(statement)))));
        Ok(())
    }

    pub(super) fn fetch(&mut self, fetch: &Fetch) -> Result<(), SqlError> {
        let cursor = self.named(&fetch.cursor)?;
        let which = match &fetch.which {
            None | Some(FetchWhich::Next) => Which::Next,
            Some(FetchWhich::Prior) => Which::Prior,
            Some(FetchWhich::First) => Which::First,
            Some(FetchWhich::Last) => Which::Last,
            Some(FetchWhich::Absolute(number)) => Which::Absolute(self.input(number, DataType::Int)?),
            Some(FetchWhich::Relative(number)) => Which::Relative(self.input(number, DataType::Int)?),
        };
        let mut into = Vec::with_capacity(fetch.into.len());
        for variable in &fetch.into {
            let variable = self.variables.get(&variable.text)?;
            into.push((self.builder.variables()[variable.slot], variable.data_type));
        }
        let into = (!into.is_empty()).then_some(into);
        self.step(Step::Cursor(Box::new(CursorStatement::Fetch(CursorFetch { cursor, which, into }))));
        Ok(())
    }

    /// Checks and returns a cursor's name. Fails with 137 for an undeclared variable.
    fn named(&self, name: &CursorName) -> Result<CursorName, SqlError> {
        if name.name.text.starts_with('@') {
            self.check_cursor_variable(&name.name.text)?;
        }
        Ok(name.clone())
    }
}

/// Returns error 1048: conflicting cursor options.
fn conflict(one: &str, other: &str) -> SqlError {
    SqlError::conflicting_cursor_options(one, other)
}

/// Pairs of conflicting options.
const CONFLICTS: [(CursorOption, CursorOption); 12] = [
    (CursorOption::FastForward, CursorOption::Scroll),
    (CursorOption::ForwardOnly, CursorOption::Scroll),
    (CursorOption::Local, CursorOption::Global),
    (CursorOption::Static, CursorOption::Keyset),
    (CursorOption::Static, CursorOption::Dynamic),
    (CursorOption::Static, CursorOption::FastForward),
    (CursorOption::Keyset, CursorOption::Dynamic),
    (CursorOption::Keyset, CursorOption::FastForward),
    (CursorOption::Dynamic, CursorOption::FastForward),
    (CursorOption::FastForward, CursorOption::Optimistic),
    (CursorOption::Static, CursorOption::Optimistic),
    (CursorOption::ReadOnly, CursorOption::Optimistic),
];
