//! WITH: common table expressions.
//!
//! A common table expression is bound anew at each use, and sees only the expressions written
//! before it.

use super::Binder;
use super::bound::BoundSource;
use super::recursion::uses;
use super::state::Current;
use sluice_base::hash::HashSet;
use sluice_catalog::{Folded, name};
use sluice_plan::physical::Node;
use sluice_syntax::ast;
use sluice_types::SqlError;

impl Binder<'_> {
    /// Binds with the expressions of a WITH visible. Fails with 239 if two have the same name. They
    /// hide earlier ones of the same name, and are visible during the call only.
    pub(super) fn with_common_tables<T>(
        &mut self,
        with: &[ast::CommonTable],
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let mut names = HashSet::default();
        for table in with {
            if !names.insert(Folded::new(&table.name.text)) {
                return Err(SqlError::duplicate_common_table_name(&table.name.text));
            }
        }
        let before = self.common_tables.all.len();
        self.common_tables.all.extend_from_slice(with);
        let bound = bind(self);
        self.common_tables.all.truncate(before);
        bound
    }

    /// Binds the common table expression that `written` names, or returns `None`. A reference
    /// within a recursive one gives the rows of the last step. Names with a schema never denote
    /// one.
    pub(super) fn bind_common_table(
        &mut self,
        written: &ast::ObjectName,
        alias: Option<&ast::Name>,
    ) -> Result<Option<BoundSource>, SqlError> {
        let Some(place) = self.common_table_place(written) else { return Ok(None) };
        let mut bound = match self.common_tables.recursive.iter().rfind(|current| current.place == place) {
            Some(Current { source, .. }) => {
                let columns = source.columns.iter().map(|column| column.id).collect();
                BoundSource { node: Node::Current(columns), sources: vec![source.clone()] }
            }
            None => self.bind_named_query(place)?,
        };
        if let Some(alias) = alias {
            bound.sources.iter_mut().for_each(|source| source.alias = alias.text.to_string());
        }
        Ok(Some(bound))
    }

    /// Returns the place of the visible common table expression that `written` names. The last of
    /// several of the name counts. `None` if there is none.
    pub(super) fn common_table_place(&self, written: &ast::ObjectName) -> Option<usize> {
        let single = written.single()?;
        self.common_tables.all.iter().rposition(|table| name::same(&table.name.text, &single.text))
    }

    /// Binds the query of the expression at `place`. It sees earlier expressions, itself if
    /// recursive, and no outer rows.
    fn bind_named_query(&mut self, place: usize) -> Result<BoundSource, SqlError> {
        let table = self.common_tables.all[place].clone();
        let levels = std::mem::replace(&mut self.levels, vec![super::level::Level::default()]);
        let bound = if uses(&table.query, &table.name) {
            self.bind_recursion(&table, place)
        } else {
            let hidden = self.common_tables.hide_from(place);
            let bound = self.bind_derived(&table.query, &table.name, &table.columns);
            self.common_tables.show(hidden);
            bound
        };
        self.levels = levels;
        bound
    }
}
