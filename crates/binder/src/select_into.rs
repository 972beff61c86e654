//! SELECT INTO: the columns of the new table, and which of them is its identity.

use super::Binder;
use super::bound::{BoundQuery, Resolved};
use super::browse::refuse_browsed_change;
use super::select::{assigns, has_aggregates};
use sluice_catalog::{Column, Identity, name::same};
use sluice_definition::index_definition::filegroup_name;
use sluice_definition::names::object_name;
use sluice_definition::new_identity::NewIdentity;
use sluice_definition::new_identity::take_identity;
use sluice_definition::refusal::unsupported;
use sluice_definition::table_definition::identity_of;
use sluice_definition::table_definition::is_padded;
use sluice_functions::SetOption;
use sluice_plan::collation::collation_of;
use sluice_plan::statement::BoundBody;
use sluice_plan::statement::ColumnOrigin;
use sluice_plan::statement::OutputColumn;
use sluice_syntax::ast;
use sluice_syntax::ast::QueryBody;
use sluice_types::SqlError;

impl Binder<'_> {
    /// Binds SELECT INTO. Fails with 194 for an assignment to a variable. Fails with 1038 for a
    /// column without a name, with 2705 for a repeated name, with 8108 or 8109 for a second
    /// identity. The table is neither looked up nor created here. IDENTITY(), or a single column
    /// read from an identity column, gives the new identity. IDENTITY() fails with 189 or 243 for
    /// its arguments.
    pub(super) fn bind_into(&mut self, query: &ast::Query, into: &ast::ObjectName) -> Result<BoundBody, SqlError> {
        let filegroup = filegroup_name(query.body.leading().into_filegroup.as_ref());
        if into.server.is_some() {
            return Err(unsupported("linked server"));
        }
        refuse_browsed_change(query)?;
        if assigns(query) {
            return Err(SqlError::select_into_with_assignment());
        }
        let mut plain = query.clone();
        plain.body.take_into();
        let new = take_identity(&mut plain.body, &into.name.text)?;
        let BoundQuery { rows, columns: found } = self.bind_query(&plain)?;
        let mut columns: Vec<Column> = Vec::with_capacity(found.len());
        let is_once = found.iter().filter(|column| column.origin == ColumnOrigin::Identity).count() == 1;
        let inherited = if is_once { self.identity_read(&plain) } else { None };
        for (OutputColumn { name, data_type, nullable, origin, .. }, value) in found.into_iter().zip(&rows.values) {
            if name.is_empty() {
                return Err(SqlError::missing_name());
            }
            if columns.iter().any(|column| same(&column.name, &name)) {
                return Err(SqlError::duplicate_column_name(&name, &into.name.text));
            }
            let mut column = Column::new(name, data_type, nullable);
            column.set_collation(collation_of(value));
            column.flags.is_trimmed = !self.options().has(SetOption::AnsiPadding) && is_padded(data_type);
            column.identity = inherited.filter(|_| origin == ColumnOrigin::Identity);
            columns.push(column);
        }
        let drawn = match new {
            Some(new) => Some(set_identity(&mut columns, &new, &into.name.text)?),
            None => None,
        };
        Ok(BoundBody::SelectInto { name: object_name(into), filegroup, columns, rows, drawn })
    }

    /// Returns the identity property that a SELECT INTO inherits: from the only table of a query
    /// without joins, unions and groups (`t-sql/queries/select-into-clause-transact-sql.md`,
    /// *Working with Identity Columns*).
    fn identity_read(&self, query: &ast::Query) -> Option<Identity> {
        let QueryBody::Select(select) = &query.body else { return None };
        let [ast::TableSource { kind: ast::TableSourceKind::Table { name, .. }, .. }] = &select.from[..] else {
            return None;
        };
        let is_common = |written: &ast::Name| query.with.iter().any(|table| table.name.is(&written.text));
        if name.single().is_some_and(is_common)
            || !select.group_by.items.is_empty()
            || has_aggregates(&query.order_by, select)
        {
            return None;
        }
        match self.resolve(name) {
            Ok((_, Resolved::Table(table))) => table.columns.iter().find_map(|column| column.identity),
            _ => None,
        }
    }
}

/// Gives the column its identity property and returns its position.
fn set_identity(columns: &mut [Column], new: &NewIdentity, table: &str) -> Result<usize, SqlError> {
    if let Some(inherited) = columns.iter().find(|column| column.identity.is_some()) {
        return Err(SqlError::select_into_inherits_identity(table, &inherited.name));
    }
    let place = columns.iter().position(|column| same(&column.name, &new.column)).ok_or_else(SqlError::missing_name)?;
    let column = &mut columns[place];
    column.identity = Some(identity_of(&new.column, column.data_type, Some((&new.seed, &new.increment)))?);
    column.nullable = false;
    Ok(place)
}
