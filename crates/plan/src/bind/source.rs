//! FROM: which table or view a name means, and the scope that it opens.

use super::Binder;
use super::scope::Scope;
use crate::names::object_name;
use crate::physical::{Node, ScanTarget, ViewTarget};
use crate::refusal::unsupported;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::{DEFAULT_SCHEMA, SYSTEM_SCHEMA};
use sluice_catalog::{ObjectName, SystemViewDef, Table};
use sluice_syntax::ast::{self, TableSourceKind};
use sluice_types::SqlError;

/// What a name means.
pub(super) enum Resolved {
    /// A user's table.
    Table(Arc<Table>),
    /// A system view.
    View(Arc<SystemViewDef>),
}

impl Binder<'_> {
    /// Binds FROM: the plan that reads it; the scope becomes its columns.
    pub(super) fn bind_from(&mut self, from: &[ast::TableSource]) -> Result<Node, SqlError> {
        let source = match from {
            [] => {
                self.scope = Scope::default();
                return Ok(Node::OneRow);
            }
            [source] => source,
            _ => return Err(unsupported("CROSS JOIN")),
        };
        match &source.kind {
            TableSourceKind::Table { name, alias, hints } => {
                if let Some(hint) = hints.first().and_then(|hint| hint.words.first()) {
                    return Err(unsupported(&format!("table hint {}", hint.text)));
                }
                self.bind_table(name, alias.as_ref())
            }
            TableSourceKind::Variable { .. } => Err(unsupported("table variable")),
            TableSourceKind::Function { .. } => Err(unsupported("table-valued function")),
            TableSourceKind::Derived { .. } => Err(unsupported("derived table")),
            TableSourceKind::Values { .. } => Err(unsupported("VALUES in FROM")),
            TableSourceKind::Join { kind, .. } => Err(unsupported(kind.words())),
        }
    }

    /// What `written` means: 911 where its database is not there, 208 where the object is not.
    pub(super) fn resolve(&self, written: &ast::ObjectName) -> Result<(ObjectName, Resolved), SqlError> {
        if written.server.is_some() {
            return Err(unsupported("linked server"));
        }
        let mut name = object_name(written);
        let shown = name.to_string();
        let unknown = || SqlError::invalid_object_name(&shown);
        let placed = self.names.place(&name);
        name.database.clone_from(&placed.database);
        if let Some(schema) = &name.schema
            && let Some(view) = self.names.view(schema, &name.object)
        {
            return Ok((name, Resolved::View(view)));
        }
        let catalog = self.names.catalog(name.database.as_deref()).ok_or_else(unknown)?;
        if let Some(table) = catalog.table(&placed) {
            let table = Arc::clone(table);
            return Ok((name, Resolved::Table(table)));
        }
        // Views of `sys` are found without their schema as well, after the user's own tables.
        match (&name.schema, self.names.view(SYSTEM_SCHEMA, &name.object)) {
            (None, Some(view)) => Ok((name, Resolved::View(view))),
            _ => Err(unknown()),
        }
    }

    pub(super) fn bind_table(
        &mut self,
        written: &ast::ObjectName,
        alias: Option<&ast::Name>,
    ) -> Result<Node, SqlError> {
        let (name, resolved) = self.resolve(written)?;
        let columns = match &resolved {
            Resolved::Table(table) => table.columns.clone(),
            Resolved::View(def) => def.columns.clone(),
        };
        self.scope = match alias {
            Some(alias) => Scope { alias: Some(alias.text.to_string()), schema: None, columns },
            None => {
                let schema = name.schema.clone().unwrap_or_else(|| DEFAULT_SCHEMA.to_owned());
                Scope { alias: Some(name.object.clone()), schema: Some(schema), columns }
            }
        };
        let database = name.database;
        Ok(match resolved {
            Resolved::Table(table) => Node::Scan(ScanTarget { database, table }),
            Resolved::View(def) => Node::View(ViewTarget { database, def }),
        })
    }
}
