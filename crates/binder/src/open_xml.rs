//! OPENXML in FROM (`t-sql/functions/openxml-transact-sql.md`).

use super::Binder;
use super::bound::{BoundSource, Resolved};
use sluice_definition::refusal::unsupported;
use sluice_definition::table_definition::declared_type;
use sluice_functions::open_xml::{self, EDGE_COLUMNS};
use sluice_functions::{PREPARED_DOCUMENT, TableFunction};
use sluice_plan::expression::Expr;
use sluice_syntax::ast::{self, ExprKind, Literal, XmlSchema};
use sluice_types::{DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// Binds OPENXML with the columns of WITH, or with those of an edge table. A constant path is
    /// checked now. The document's handle is evaluated at the run. Fails with 7000, 7001 or 7002
    /// for a handle, flags or a path of another type.
    pub(super) fn bind_open_xml(&mut self, rowset: &ast::OpenXml) -> Result<BoundSource, SqlError> {
        let text = |text: &str| Expr::constant(Value::text(text), TEXT);
        let handle = self.bind_value(&rowset.document)?;
        if !handle.data_type.is_integer() {
            return Err(SqlError::openxml_handle_not_int());
        }
        let document = self.call_of(&PREPARED_DOCUMENT, vec![handle])?;
        if let ExprKind::Literal(Literal::String(path) | Literal::NationalString(path)) = &rowset.path.kind {
            open_xml::check(path)?;
        }
        let path = self.bind_value(&rowset.path)?;
        if !path.data_type.is_string() {
            return Err(SqlError::openxml_path_not_string());
        }
        let flags = match &rowset.flags {
            Some(flags) => match self.bind_value(flags)? {
                flags if flags.data_type.is_integer() => flags,
                _ => return Err(SqlError::openxml_flags_not_int()),
            },
            None => Expr::constant(Value::Int(0), DataType::Int),
        };
        let mut arguments = vec![document, path, flags];
        let mut columns = Vec::new();
        let mut add = |name: &str, data_type: DataType, pattern: Option<&str>| {
            let nothing = Expr { nullable: true, ..Expr::constant(Value::Null, TEXT) };
            arguments.push(text(name));
            arguments.push(pattern.map_or(nothing, text));
            columns.push((name.to_owned(), data_type));
        };
        match &rowset.schema {
            XmlSchema::Edge => {
                columns.extend(EDGE_COLUMNS.map(|(name, data_type)| (name.to_owned(), data_type)));
            }
            XmlSchema::Columns(written) => {
                let types = self.names.catalog(None)?.unwrap_or_default();
                for (place, column) in written.iter().enumerate() {
                    if let Some(pattern) = &column.path {
                        open_xml::check(pattern)?;
                    }
                    let data_type = declared_type(place + 1, &column.data_type, &*types)?;
                    add(&column.name.text, data_type, column.path.as_deref());
                }
            }
            XmlSchema::Table(name) => match self.resolve(name)? {
                (_, Resolved::Table(table)) => {
                    table.columns.iter().for_each(|column| add(&column.name, column.data_type, None));
                }
                _ => return Err(unsupported("OPENXML WITH a view")),
            },
        }
        self.rows_of_call(TableFunction::OpenXml, arguments, Some(columns), rowset.alias.as_ref())
    }
}

const TEXT: DataType = DataType::NVarChar(Length::Max);
