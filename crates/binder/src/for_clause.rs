//! FOR XML and FOR JSON: the rows of a query as one text (`for-xml-sql-server.md`,
//! `format-query-results-as-json-with-for-json-sql-server.md`).

use super::Binder;
use super::bound::BoundQuery;
use sluice_base::sync::Arc;
use sluice_definition::refusal::unsupported;
use sluice_functions::serialize::{
    ExplicitColumn, JsonColumn, JsonShape, Level, PathColumn, Shape, XmlColumn, XmlMode, XmlShape,
};
use sluice_plan::expression::{Condition, Expr, ExprKind};
use sluice_plan::physical::{Node, Rows, Serialization};
use sluice_plan::statement::OutputColumn;
use sluice_syntax::ast::{self, ForClause, ForJson, ForXml, QueryBody};
use sluice_types::{DataType, Length, SqlError};

impl Binder<'_> {
    /// Binds a query with its FOR clause: one row with one text, which is NULL if the query has no
    /// rows. FOR BROWSE fails with 176 or 1029; XMLDATA and XMLSCHEMA fail with 40517. A set
    /// operation in a nested query fails with 1086. FOR XML fails with 6800, 6809,
    /// 6810, 6825, 6829, 6851, 6861, 6864, 6868 or 6873, FOR JSON with 13600, 13605 or 13620, for
    /// options and columns that don't fit. NEXT VALUE FOR fails with 11738.
    pub(super) fn bind_serialized(&mut self, query: &ast::Query, clause: &ForClause) -> Result<BoundQuery, SqlError> {
        // A statement's own query is at the second level.
        let is_nested = self.levels.len() > 2 || !self.inside.is_empty();
        if is_nested && matches!(query.body, QueryBody::Combined { .. }) && !matches!(clause, ForClause::Browse) {
            return Err(SqlError::for_clause_of_nested_set_operation());
        }
        let clause = match clause {
            ForClause::Xml(clause) => clause,
            ForClause::Json(clause) => return self.bind_json(query, clause),
            ForClause::Browse if !self.inside.is_empty() => return Err(SqlError::browse_in_view()),
            ForClause::Browse => return Err(SqlError::browse_in_subquery()),
        };
        if (clause.xml_data || clause.xml_schema.is_some()) && !clause.namespaces.is_empty() {
            // 6868: a schema can't declare the prefixes.
            return Err(SqlError::xml_namespaces_not_supported());
        }
        let refused = match clause {
            ForXml { xml_data: true, .. } => Some("FOR XML XMLDATA"),
            ForXml { xml_schema: Some(_), .. } => Some("FOR XML XMLSCHEMA"),
            _ => None,
        };
        if let Some(refused) = refused {
            return Err(unsupported(refused));
        }
        let mut plain = query.clone();
        plain.for_clause = None;
        let refused = Some(SqlError::next_value_not_allowed as fn() -> SqlError);
        let BoundQuery { rows, columns } = self.refusing_draws(refused, |binder| binder.bind_query_here(&plain))?;
        let shape = self.xml_shape(query, clause, &rows, columns)?;
        let data_type = if clause.typed { DataType::Xml } else { DataType::NVarChar(Length::Max) };
        let name = if clause.typed { "" } else { XML_COLUMN };
        Ok(self.serialized(rows, Shape::Xml(shape), data_type, name))
    }

    fn serialized(&mut self, rows: Rows, shape: Shape, data_type: DataType, name: &str) -> BoundQuery {
        let column = self.new_column();
        let serialization = Serialization { rows, shape: Arc::new(shape), column };
        let rows = Rows {
            node: Node::Serialize(Box::new(serialization)),
            values: vec![Expr::column(column, data_type, true)],
        };
        let output = OutputColumn::expression(name, data_type, true);
        BoundQuery { rows, columns: vec![output] }
    }

    /// Binds FOR JSON. Fails with 13605 for a column without a name, with 13601 for conflicting
    /// names.
    fn bind_json(&mut self, query: &ast::Query, clause: &ForJson) -> Result<BoundQuery, SqlError> {
        if clause.without_array_wrapper && clause.root.is_some() {
            // 13620: ROOT and WITHOUT_ARRAY_WRAPPER can't be used together.
            return Err(SqlError::json_root_without_wrapper());
        }
        let mut plain = query.clone();
        plain.for_clause = None;
        let BoundQuery { rows, columns } = self.bind_query_here(&plain)?;
        let levels = if clause.path { Vec::new() } else { self.json_levels(&rows)? };
        let mut shown = Vec::with_capacity(columns.len());
        for (column, value) in columns.into_iter().zip(&rows.values) {
            if column.name.is_empty() {
                return Err(SqlError::json_of_unnamed());
            }
            let path = match clause.path {
                true => column.name.split('.').map(str::to_owned).collect(),
                false => vec![column.name],
            };
            shown.push(JsonColumn { path, data_type: column.data_type, is_json: self.is_json(value) });
        }
        let shape = JsonShape {
            columns: shown,
            root: clause.root.as_ref().map(|name| name.as_deref().unwrap_or("root").to_owned()),
            with_nulls: clause.include_null_values,
            in_array: !clause.without_array_wrapper,
            levels,
        };
        shape.check()?;
        Ok(self.serialized(rows, Shape::Json(shape), DataType::NVarChar(Length::Max), JSON_COLUMN))
    }

    /// Returns the levels of FOR JSON AUTO, none for a single table. Fails with 13600 without a
    /// table.
    fn json_levels(&mut self, rows: &Rows) -> Result<Vec<Level>, SqlError> {
        match self.level().scope.sources.len() {
            0 => Err(SqlError::json_auto_without_table()),
            1 => Ok(Vec::new()),
            _ => Ok(self.table_levels(rows)),
        }
    }

    /// Whether a value is JSON already: of type json, the result of JSON_QUERY or similar, or a FOR
    /// JSON subquery with an array wrapper. Only such values are nested into FOR JSON without
    /// quotation marks.
    pub(super) fn is_json(&self, value: &Expr) -> bool {
        match &value.kind {
            _ if value.data_type == DataType::Json => true,
            ExprKind::Call(call) => {
                matches!(call.function.name, "JSON_QUERY" | "JSON_MODIFY" | "JSON_ARRAY" | "JSON_OBJECT")
            }
            ExprKind::Subquery(number) => match &self.subqueries[*number].rows.node {
                Node::Serialize(inner) => matches!(&*inner.shape, Shape::Json(shape) if shape.in_array),
                _ => false,
            },
            ExprKind::Column(id) => self.levels.iter().filter_map(|level| level.aggregation.as_ref()).any(|groups| {
                groups.aggregates.iter().any(|(_, aggregate, column)| column == id && aggregate.kind.is_json())
            }),
            _ => false,
        }
    }

    /// Adapts the text to the client: no row if the text is NULL. A value of type xml stays NULL. A
    /// query without FOR XML or FOR JSON is returned unchanged.
    pub(super) fn shown(bound: BoundQuery) -> BoundQuery {
        let BoundQuery { mut rows, columns } = bound;
        if let (Node::Serialize(serialization), [OutputColumn { name, .. }]) = (&rows.node, columns.as_slice())
            && [XML_COLUMN, JSON_COLUMN].contains(&name.as_str())
        {
            let text = Expr::column(serialization.column, DataType::NVarChar(Length::Max), true);
            let node = std::mem::replace(&mut rows.node, Node::OneRow);
            rows.node = Node::Filter(Box::new(node), Condition::IsNull(text, true));
        }
        BoundQuery { rows, columns }
    }

    fn xml_shape(
        &mut self,
        query: &ast::Query,
        clause: &ForXml,
        rows: &Rows,
        columns: Vec<OutputColumn>,
    ) -> Result<XmlShape, SqlError> {
        let root = match &clause.root {
            // 6861: an empty root tag name can't be specified.
            Some(Some(name)) if name.is_empty() => return Err(SqlError::xml_root_empty()),
            Some(name) => Some(name.as_deref().unwrap_or("root").to_owned()),
            None => None,
        };
        let xsi_nil = clause.elements == Some(ast::XmlElements::XsiNil);
        let elements = clause.elements.is_some();
        let mut columns: Vec<XmlColumn> =
            columns.into_iter().map(|column| XmlColumn::new(column.name, column.data_type)).collect();
        let mode = match &clause.mode {
            ast::XmlMode::Path(name) => XmlMode::Path(element_of(name)?, path_columns(name.as_deref(), &columns)?),
            ast::XmlMode::Raw(name) => {
                let is_url = |column: &&XmlColumn| is_url(column) && !clause.binary_base64;
                if let Some(column) = columns.iter().find(is_url) {
                    return Err(SqlError::xml_binary_url_unsupported(&column.name));
                }
                check_named(&mut columns)?;
                if !elements {
                    check_attributes(columns.iter())?;
                }
                let name = element_of(name)?;
                if name.is_empty() && !elements {
                    return Err(SqlError::xml_row_tag_empty());
                }
                XmlMode::Raw(name, elements)
            }
            ast::XmlMode::Auto => {
                let levels = self.xml_levels(query, rows)?;
                for (place, column) in columns.iter_mut().enumerate() {
                    if is_url(column) && !clause.binary_base64 {
                        column.reference = Some(self.binary_reference(rows, place, &column.name)?);
                    }
                }
                check_named(&mut columns)?;
                for level in levels.iter().filter(|_| !elements) {
                    check_attributes(level.columns.iter().map(|place| &columns[*place]))?;
                }
                XmlMode::Auto(levels, elements)
            }
            // 6825: the mode has directives of its own.
            ast::XmlMode::Explicit if !clause.namespaces.is_empty() => {
                return Err(SqlError::xml_namespaces_not_supported());
            }
            ast::XmlMode::Explicit if elements => return Err(SqlError::xml_elements_not_allowed()),
            ast::XmlMode::Explicit => {
                let is_url = |column: &&XmlColumn| is_url(column) && !clause.binary_base64;
                if let Some(column) = columns.iter().find(is_url) {
                    return Err(SqlError::xml_binary_url_unsupported(&column.name));
                }
                XmlMode::Explicit(ExplicitColumn::all(&columns)?)
            }
        };
        if xsi_nil && clause.namespaces.iter().any(|(prefix, _)| prefix.as_deref() == Some("xsi")) {
            return Err(SqlError::xsi_redefined());
        }
        let namespaces = declarations(&clause.namespaces);
        Ok(XmlShape { mode, columns, root, typed: clause.typed, namespaces, xsi_nil })
    }

    /// Returns the element levels of FOR XML AUTO. Fails with 6800 without a table.
    fn xml_levels(&mut self, query: &ast::Query, rows: &Rows) -> Result<Vec<Level>, SqlError> {
        if !matches!(query.body, QueryBody::Select(_)) {
            return Err(unsupported("FOR XML AUTO of set operations"));
        }
        if self.level().scope.sources.is_empty() {
            return Err(SqlError::xml_auto_without_table());
        }
        let mut levels = self.written_levels(rows);
        levels.iter_mut().for_each(|level| level.element = encoded(&level.element));
        Ok(levels)
    }
}

/// Returns the name of a row's element.
fn element_of(name: &Option<Box<str>>) -> Result<String, SqlError> {
    let name = name.as_deref().unwrap_or("row");
    if !name.is_empty() {
        XmlShape::check_name("Row tag", name)?;
    }
    Ok(name.to_owned())
}

/// Returns the column paths. Fails with 6864 for attributes of a row without an element.
fn path_columns(name: Option<&str>, columns: &[XmlColumn]) -> Result<Vec<PathColumn>, SqlError> {
    let mut paths: Vec<PathColumn> = Vec::with_capacity(columns.len());
    for column in columns {
        let path = PathColumn::from_name(&column.name, &paths)?;
        if path.is_row_attribute() && name == Some("") {
            return Err(SqlError::xml_row_tag_empty());
        }
        // 6851: an attribute can't contain XML. 6853: nor can a text, a comment or an instruction.
        if path.is_attribute() && column.data_type == DataType::Xml {
            return Err(SqlError::invalid_xml_attribute_type(&column.name));
        }
        if path.is_text_alone() && column.data_type == DataType::Xml {
            return Err(SqlError::xml_path_step_of_xml(&column.name));
        }
        paths.push(path);
    }
    Ok(paths)
}

/// Encodes the names of attributes and elements. Fails with 6809 for a column without a name. The
/// nodes of an xml value need none.
fn check_named(columns: &mut [XmlColumn]) -> Result<(), SqlError> {
    for column in columns {
        if column.name.is_empty() && column.data_type != DataType::Xml {
            return Err(SqlError::xml_of_unnamed());
        }
        column.name = encoded(&column.name);
    }
    Ok(())
}

/// Whether a column is binary data that a mode without BINARY BASE64 addresses by a URL. rowversion
/// isn't (`relational-databases/xml/for-xml-support-for-the-timestamp-data-type.md`).
fn is_url(column: &XmlColumn) -> bool {
    column.data_type.is_binary() && column.data_type != DataType::RowVersion
}

/// Fails with 6810 if an element would have an attribute twice.
fn check_attributes<'c>(columns: impl Iterator<Item = &'c XmlColumn>) -> Result<(), SqlError> {
    let mut names: Vec<&str> = Vec::new();
    for column in columns.filter(|column| column.data_type != DataType::Xml) {
        if names.contains(&column.name.as_str()) {
            return Err(SqlError::xml_attribute_repeated(&column.name));
        }
        names.push(&column.name);
    }
    Ok(())
}

/// Returns the declarations of WITH XMLNAMESPACES, the last one first.
fn declarations(namespaces: &[(Option<Box<str>>, Box<str>)]) -> String {
    let mut text = String::new();
    for (prefix, namespace) in namespaces.iter().rev() {
        match prefix {
            Some(prefix) => text.push_str(&format!(" xmlns:{prefix}=\"")),
            None => text.push_str(" xmlns=\""),
        }
        sluice_types::xml::escape_attribute(namespace, &mut text);
        text.push('"');
    }
    text
}

/// Encodes characters that an XML name can't contain: `a b` becomes `a_x0020_b`. A colon stays, and
/// `_x` becomes `_x005F_x` (`relational-databases/xml/invalid-characters-and-escape-rules.md`).
pub(super) fn encoded(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let is_escape = character == '_' && characters.peek() == Some(&'x');
        let is_first = character.is_alphabetic() || character == '_';
        let is_next =
            !text.is_empty() && (character.is_alphanumeric() || matches!(character, '-' | '.' | ':' | '\u{b7}'));
        match character as u32 {
            _ if !is_escape && (is_first || is_next) => text.push(character),
            code @ 0..=0xFFFF => text.push_str(&format!("_x{code:04X}_")),
            code => text.push_str(&format!("_x{code:06X}_")),
        }
    }
    text
}

/// SQL Server's column names for the results.
const JSON_COLUMN: &str = "JSON_F52E2B61-18A1-11d1-B105-00805F49916B";
const XML_COLUMN: &str = "XML_F52E2B61-18A1-11d1-B105-00805F49916B";
