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
            TableSourceKind::Variable { name, alias } => {
                let (target, table) = self.table_variable(name)?;
                self.scope = Scope {
                    alias: alias.as_ref().map(|alias| alias.text.to_string()),
                    schema: None,
                    columns: table.columns.clone(),
                };
                Ok(Node::Scan(ScanTarget { database: target.database, table }))
            }
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

    /// The table variable `written`: 1087 where it is not declared yet. All of them are in tempdb.
    pub(super) fn table_variable(&self, written: &ast::Name) -> Result<(ObjectName, Arc<Table>), SqlError> {
        let declared = self.variables.is_table(&written.text).then(|| self.names.table_variable(&written.text));
        let table = declared.flatten().ok_or_else(|| SqlError::new(1087, 15, 2, vec![written.text.to_string()]))?;
        let name = ObjectName { database: Some(TEMPDB.to_owned()), schema: None, object: table.name.clone() };
        Ok((name, table))
    }

    /// What a statement changes: 259 for a system view.
    pub(super) fn resolve_target(&self, target: &ast::Target) -> Result<(ObjectName, Arc<Table>), SqlError> {
        let (name, hints) = match target {
            ast::Target::Variable(name) => return self.table_variable(name),
            ast::Target::Table { name, hints } => (name, hints),
        };
        if let Some(hint) = hints.first().and_then(|hint| hint.words.first()) {
            return Err(unsupported(&format!("table hint {}", hint.text)));
        }
        match self.resolve(name)? {
            (name, Resolved::Table(table)) => Ok((name, table)),
            // 259: ad hoc updates to system catalogs are not allowed.
            _ => Err(SqlError::new(259, 16, 1, Vec::new())),
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

/// Where table variables are.
const TEMPDB: &str = "tempdb";
