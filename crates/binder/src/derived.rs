//! Derived tables and VALUES in FROM.

use super::Binder;
use super::bound::BoundQuery;
use super::bound::BoundSource;
use super::conversion::{common_type_of, implicit};
use super::scope::ScopeColumn;
use super::scope::Source;
use sluice_catalog::name;
use sluice_definition::refusal::column_count_differs;
use sluice_plan::collation::met;
use sluice_plan::expression::Expr;
use sluice_plan::physical::Node;
use sluice_syntax::ast;
use sluice_types::SqlError;

impl Binder<'_> {
    /// Binds `(query) AS alias(columns)`. Fails with 8155 for a column without a name, with 8156
    /// for a repeated name. NEXT VALUE FOR in it fails with 11719.
    pub(super) fn bind_derived(
        &mut self,
        query: &ast::Query,
        alias: &ast::Name,
        columns: &[ast::Name],
    ) -> Result<BoundSource, SqlError> {
        let refused = SqlError::next_value_not_allowed_here;
        let bound = self.refusing_all_draws(refused, |binder| binder.bind_table_query(query))?;
        self.named_rows(bound, alias, columns)
    }

    /// Turns the rows of a query into a source. Values that aren't columns of the query's own rows
    /// are computed. `names` are the columns of the alias; without them, each column must have a
    /// name (8155 for each unnamed one) that is unique (8156). Fails with 8158 or 8159 if their
    /// number differs.
    pub(super) fn named_rows(
        &mut self,
        bound: BoundQuery,
        alias: &ast::Name,
        names: &[ast::Name],
    ) -> Result<BoundSource, SqlError> {
        let alias = alias.text.to_string();
        let BoundQuery { rows, columns: found } = bound;
        if !names.is_empty() && names.len() != found.len() {
            return Err(column_count_differs(found.len() > names.len(), &alias));
        }
        let (mut computed, mut unnamed) = (Vec::new(), None);
        let mut columns: Vec<ScopeColumn> = Vec::with_capacity(found.len());
        for (place, (value, output)) in rows.values.into_iter().zip(found).enumerate() {
            let name = names.get(place).map_or(output.name, |name| name.text.to_string());
            if name.is_empty() {
                let mut error = SqlError::derived_column_without_name(place + 1, &alias);
                error.causes = unnamed.take().map_or_else(Vec::new, SqlError::with_causes);
                unnamed = Some(error);
                continue;
            }
            if columns.iter().any(|column| name::same(&column.name, &name)) {
                return Err(SqlError::duplicate_derived_column(name, alias));
            }
            let (data_type, nullable) = (value.data_type, value.nullable);
            let usage = ScopeColumn::usage_of([&value].into_iter());
            // A column of an outer query is no column of these rows.
            let own = value.as_column().filter(|id| rows.node.columns().contains(id));
            let is_taken = |id| columns.iter().any(|column| column.id == id);
            let id = match own.filter(|id| !is_taken(*id)) {
                Some(id) => id,
                None => {
                    let id = self.new_column_for(&value);
                    computed.push((id, value));
                    id
                }
            };
            columns.push(ScopeColumn { name, id, data_type, nullable, usage });
        }
        if let Some(error) = unnamed {
            return Err(error);
        }
        let node = match computed.is_empty() {
            true => rows.node,
            false => Node::Compute(Box::new(rows.node), computed),
        };
        Ok(BoundSource { node, sources: vec![Source { alias, schema: None, columns, repeats: false }] })
    }

    /// Binds `(VALUES (...), (...)) AS alias(columns)`. Fails with 10709 if rows have different
    /// numbers of values. Also fails with 8158 or 8159 if the alias has another number of columns.
    /// Columns have the common types of their values. Repeated names fail with 8156.
    pub(super) fn bind_values_source(
        &mut self,
        rows: &[Vec<ast::Expr>],
        alias: &ast::TableAlias,
    ) -> Result<BoundSource, SqlError> {
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != width) {
            return Err(SqlError::row_lengths_differ());
        }
        let shown = alias.name.text.to_string();
        if alias.columns.len() != width {
            return Err(column_count_differs(width > alias.columns.len(), &shown));
        }
        let bound = rows.iter().map(|row| row.iter().map(|value| self.bind_value(value)).collect());
        let (rows, types) = unified_rows(bound.collect::<Result<Vec<_>, _>>()?)?;
        let mut columns: Vec<ScopeColumn> = Vec::with_capacity(width);
        for (place, (name, data_type)) in alias.columns.iter().zip(types).enumerate() {
            let name = name.text.to_string();
            if columns.iter().any(|column| name::same(&column.name, &name)) {
                return Err(SqlError::duplicate_derived_column(name, shown));
            }
            let nullable = rows.iter().any(|row: &Vec<Expr>| row[place].nullable);
            let label = met(rows.iter().map(|row| &row[place]), "VALUES")?;
            let id = self.new_column_of(label.collation());
            let usage = ScopeColumn::usage_of(rows.iter().map(|row| &row[place]));
            columns.push(ScopeColumn { name, id, data_type, nullable, usage });
        }
        let node = Node::Values(columns.iter().map(|column| column.id).collect(), rows);
        Ok(BoundSource { node, sources: vec![Source { alias: shown, schema: None, columns, repeats: false }] })
    }
}

/// Converts rows of equal width to one type per column. Returns the rows and the types. NULLs take
/// the type of the others. Fails with 206 if a column has no common type.
pub(super) fn unified_rows(rows: Vec<Vec<Expr>>) -> Result<(Vec<Vec<Expr>>, Vec<sluice_types::DataType>), SqlError> {
    let width = rows.first().map_or(0, Vec::len);
    let mut types = Vec::with_capacity(width);
    for place in 0..width {
        let column: Vec<&Expr> = rows.iter().map(|row| &row[place]).collect();
        types.push(common_type_of(&column)?);
    }
    let converted = |row: Vec<Expr>| row.into_iter().zip(&types).map(|(value, to)| implicit(value, *to)).collect();
    let rows = rows.into_iter().map(converted).collect::<Result<Vec<_>, SqlError>>()?;
    Ok((rows, types))
}
