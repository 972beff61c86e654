//! Binds OPENJSON in FROM to the call of a function that returns rows, with the default columns or
//! those of WITH (`t-sql/functions/openjson-transact-sql`).

use super::Binder;
use super::bound::BoundSource;
use sluice_definition::refusal::unsupported;
use sluice_definition::table_definition::declared_type;
use sluice_functions::TableFunction;
use sluice_plan::expression::Expr;
use sluice_plan::physical::Node;
use sluice_syntax::ast;
use sluice_types::named_collation::CollationId;
use sluice_types::{DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// Binds OPENJSON: key, value and type, or the columns of WITH. Fails with 13618 if an AS JSON
    /// column isn't nvarchar(max), and with 13614 for a column of type text, ntext, image or
    /// sql_variant. Without a path, it's the root.
    pub(super) fn bind_open_json(&mut self, rowset: &ast::OpenJson) -> Result<BoundSource, SqlError> {
        let text = |text: String| Expr::constant(Value::text(text), DataType::NVarChar(Length::Max));
        let path = match &rowset.path {
            Some(path) => self.bind_value(path)?,
            None => text("$".to_owned()),
        };
        let mut arguments = vec![self.bind_value(&rowset.value)?, path];
        if rowset.columns.is_empty() {
            let rows = self.rows_of_call(TableFunction::OpenJson, arguments, None, rowset.alias.as_ref())?;
            return Ok(with_own_keys(rows));
        }
        let types = self.names.catalog(None)?.unwrap_or_default();
        let mut columns = Vec::with_capacity(rowset.columns.len());
        for (place, column) in rowset.columns.iter().enumerate() {
            let data_type = declared_type(place + 1, &column.data_type, &*types)?;
            let as_json = column.as_json || data_type == DataType::Json;
            if as_json && !matches!(data_type, DataType::NVarChar(Length::Max) | DataType::Json) {
                return Err(SqlError::as_json_type());
            }
            if data_type.is_lob() || data_type == DataType::SqlVariant {
                return Err(SqlError::openjson_column_type());
            }
            if data_type == DataType::RowVersion {
                return Err(unsupported(&format!("OPENJSON with a column of type {}", data_type.name())));
            }
            let own = || format!("$.\"{}\"", column.name.text);
            arguments.push(text(column.path.as_ref().map_or_else(own, |path| path.to_string())));
            arguments.push(Expr::constant(Value::Bit(as_json), DataType::Bit));
            columns.push((column.name.text.to_string(), data_type));
        }
        self.rows_of_call(TableFunction::OpenJsonWith, arguments, Some(columns), rowset.alias.as_ref())
    }
}

/// Makes `key` and `type` NOT NULL, and the keys compare by code point.
fn with_own_keys(mut rows: BoundSource) -> BoundSource {
    let (Node::Call(call), [source]) = (&mut rows.node, rows.sources.as_mut_slice()) else { return rows };
    for (place, column) in source.columns.iter_mut().enumerate() {
        column.nullable = place == 1;
    }
    let collation = CollationId::named("Latin1_General_BIN2");
    call.columns[0].collation = collation;
    source.columns[0].id.collation = collation;
    rows
}
