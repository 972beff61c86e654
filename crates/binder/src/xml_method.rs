//! Methods of xml values.

use super::Binder;
use super::bound::BoundSource;
use super::conversion::explicit;
use super::scope::{ScopeColumn, Source, Usage};
use sluice_base::sync::Arc;
use sluice_catalog::name;
use sluice_definition::required_options::check_required_options;
use sluice_definition::table_definition::cast_type;
use sluice_functions::xml_method::External;
use sluice_functions::{Function, TableArgument, TableFunction, xml_method};
use sluice_plan::expression::{Expr, ExprKind, FunctionCall};
use sluice_plan::physical::{Node, RowsOfCall};
use sluice_syntax::ast;
use sluice_syntax::walk::{Met, Visitor, sources_of};
use sluice_types::{DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// Binds `target.method(arguments)`. Fails with 258 if the target isn't of type xml, with 8172
    /// if the path isn't a string constant. `modify` fails with 8137 here, other names with 227.
    /// The path is parsed now, and the variables and columns that it names become arguments. A
    /// wrong number of arguments fails with 174, and a bad type of value() with 243 or 9500. Other
    /// SET options than methods need fail with 1934.
    pub(super) fn bind_method(
        &mut self,
        target: &ast::Expr,
        method: &ast::Name,
        arguments: &[ast::Expr],
    ) -> Result<Expr, SqlError> {
        let target = self.bind_target(target)?;
        check_required_options(self.options(), self.verb)?;
        let function: &'static Function = match method.text.as_ref() {
            "value" => &xml_method::VALUE,
            "query" => &xml_method::QUERY,
            "exist" => &xml_method::EXIST,
            "modify" => return Err(SqlError::mutator_not_expected(&method.text)),
            // 227: not a valid function, property, or field.
            other => return Err(SqlError::invalid_function_or_field(other)),
        };
        let (path, rest) = match arguments {
            [path, rest @ ..] => (path_of(path, &method.text)?, rest),
            [] => return Err(SqlError::argument_count(&method.text, 1)),
        };
        let externals = self.externals(&method.text, &path)?;
        match (method.text.as_ref(), rest) {
            ("value", [wanted]) => {
                let wanted = type_of(wanted)?;
                let function = if wanted.is_binary() { &xml_method::BINARY_VALUE } else { function };
                explicit(call_of(function, target, &path, externals)?, wanted, None, false)
            }
            ("value", _) => Err(SqlError::argument_count(&method.text, 2)),
            (_, []) => call_of(function, target, &path, externals),
            _ => Err(SqlError::argument_count(&method.text, 1)),
        }
    }

    /// Binds `target.nodes(path) AS alias(column)`. Each row has one column of type xml, on which
    /// only methods may be called. Fails with 8159 if the alias doesn't name exactly one column,
    /// and as [`Binder::bind_method`] for the target and the path.
    pub(super) fn bind_nodes(&mut self, call: &ast::Expr, alias: &ast::TableAlias) -> Result<BoundSource, SqlError> {
        let ast::ExprKind::Method { target, arguments, .. } = &call.kind else {
            return Err(SqlError::syntax_near("nodes"));
        };
        let target = self.bind_target(target)?;
        check_required_options(self.options(), self.verb)?;
        let [path] = arguments.as_slice() else { return Err(SqlError::argument_count("nodes", 1)) };
        let path = path_of(path, "nodes")?;
        let externals = self.externals("nodes", &path)?;
        let [column] = alias.columns.as_slice() else {
            return Err(SqlError::fewer_columns_than_list(&alias.name.text));
        };
        let is_whole = Expr::constant(Value::Bit(self.whole_documents), DataType::Bit);
        let arguments: Vec<Expr> = [target, text(&path), is_whole].into_iter().chain(externals).collect();
        let types =
            arguments.iter().map(|argument| TableArgument { data_type: Some(argument.data_type), constant: None });
        let signature = TableFunction::Nodes.bind(&types.collect::<Vec<_>>())?;
        let id = self.new_column();
        let rows = RowsOfCall { function: TableFunction::Nodes, signature, arguments, columns: vec![id] };
        let column = ScopeColumn {
            name: column.text.to_string(),
            id,
            data_type: DataType::Xml,
            nullable: false,
            usage: Usage::Methods,
        };
        let source = Source { alias: alias.name.text.to_string(), schema: None, columns: vec![column], repeats: false };
        Ok(BoundSource { node: Node::Call(Box::new(rows)), sources: vec![source] })
    }

    /// Binds FROM by `bind`. `walk` visits the expressions of the statement or query around it: if
    /// a method's path among them leaves the node that it begins at, and the node may be a row of
    /// nodes() in FROM, these rows have whole documents.
    pub(super) fn with_documents<T>(
        &mut self,
        from: &[ast::TableSource],
        walk: impl FnOnce(&mut Visitor<'_>),
        bind: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut columns = Vec::new();
        let mut note = |source: &ast::TableSource| {
            if let ast::TableSourceKind::Nodes { alias, .. } = &source.kind {
                columns.extend(alias.columns.iter().map(|column| column.text.clone()));
            }
        };
        from.iter().for_each(|source| sources_of(source, &mut note));
        let before = self.whole_documents;
        if !columns.is_empty() && !before {
            walk(&mut |met| {
                if let Met::Expr(ast::Expr { kind: ast::ExprKind::Method { target, method, arguments }, .. }) = met
                    && may_be_row(target, &columns)
                    && let Some(Ok(path)) = arguments.first().map(|path| path_of(path, &method.text))
                {
                    self.whole_documents |= xml_method::leaves_context(&method.text, &path);
                }
                true
            });
        }
        let bound = bind(self);
        self.whole_documents = before;
        bound
    }

    /// Binds the new value of an xml column or variable changed by `modify(change)`. The change is
    /// parsed and checked now; it must be a string constant, otherwise 8172.
    pub(super) fn bind_xml_modify(&mut self, old: Expr, name: &str, arguments: &[ast::Expr]) -> Result<Expr, SqlError> {
        let [change] = arguments else { return Err(SqlError::argument_count("modify", 1)) };
        check_required_options(self.options(), self.verb)?;
        let change = path_of(change, "modify")?;
        let written = xml_method::check_modification(&change)?;
        let mut values = vec![old, text(&change), text(name)];
        for external in &written {
            let value = self.external(external)?;
            // `insert` inserts the nodes of an xml value, not its text (`insert-xml-dml.md`).
            values.push(if value.data_type == DataType::Xml { value } else { as_item(value)? });
        }
        self.call_of(&xml_method::MODIFY, values)
    }

    /// Binds the values that a path uses: `sql:variable` and `sql:column`.
    fn externals(&mut self, method: &str, path: &str) -> Result<Vec<Expr>, SqlError> {
        let written = xml_method::check(method, path)?;
        written.iter().map(|external| as_item(self.external(external)?)).collect()
    }

    fn external(&mut self, external: &External) -> Result<Expr, SqlError> {
        let (External::Variable(written) | External::Column(written)) = external;
        let parsed = sluice_syntax::parse(&format!("SELECT {written}"));
        let statement = parsed.statements.into_iter().next().map(|statement| statement.kind);
        let value = match statement {
            Some(ast::StatementKind::Select(query)) if parsed.errors.is_empty() => {
                match Arc::unwrap_or_clone(query).body {
                    ast::QueryBody::Select(select) => select.items.into_iter().next(),
                    ast::QueryBody::Combined { .. } => None,
                }
            }
            _ => None,
        };
        match value.map(|item| item.kind) {
            Some(ast::SelectItemKind::Value { value, .. }) => self.bind_value(&value),
            _ => Err(SqlError::syntax_near(written)),
        }
    }

    fn bind_target(&mut self, target: &ast::Expr) -> Result<Expr, SqlError> {
        let before = std::mem::replace(&mut self.in_method, true);
        let bound = self.bind_value(target);
        self.in_method = before;
        let bound = bound?;
        if bound.data_type != DataType::Xml {
            // 258: methods can't be called on this type.
            return Err(SqlError::cannot_call_methods(bound.data_type.name()));
        }
        Ok(bound)
    }
}

/// Whether the target of a method may be a row of nodes(), whose columns have these names.
fn may_be_row<N: AsRef<str>>(target: &ast::Expr, columns: &[N]) -> bool {
    match &target.kind {
        ast::ExprKind::Variable(_) => false,
        ast::ExprKind::Column(column) => columns.iter().any(|row| name::same(row.as_ref(), &column.name.text)),
        _ => true,
    }
}

/// Converts a value of the statement to what a path compares: a number, a bit, bytes or a text.
fn as_item(value: Expr) -> Result<Expr, SqlError> {
    let wanted = match value.data_type {
        DataType::Bit => return Ok(value),
        other if other.is_numeric() => DataType::Float,
        other if other.is_binary() => DataType::VarBinary(Length::Max),
        _ => DataType::NVarChar(Length::Max),
    };
    explicit(value, wanted, None, false)
}

fn call_of(function: &'static Function, target: Expr, path: &str, externals: Vec<Expr>) -> Result<Expr, SqlError> {
    let arguments: Vec<Expr> = [target, text(path)].into_iter().chain(externals).collect();
    let types: Vec<_> = arguments.iter().map(|argument| Some(argument.data_type)).collect();
    let signature = function.bind(&types)?;
    let data_type = signature.result;
    let call = FunctionCall { function, signature, arguments };
    Ok(Expr { kind: ExprKind::Call(call), data_type, nullable: true })
}

fn text(text: &str) -> Expr {
    Expr::constant(Value::text(text), DataType::NVarChar(Length::Max))
}

/// Returns a method's path. Fails with 8172 if it isn't a string literal.
fn path_of(path: &ast::Expr, method: &str) -> Result<String, SqlError> {
    match &path.kind {
        ast::ExprKind::Literal(ast::Literal::String(text) | ast::Literal::NationalString(text)) => Ok(text.to_string()),
        _ => Err(SqlError::method_needs_literal("1", method)),
    }
}

/// Parses the target type of value(). Fails with 9500 for a type that it can't have
/// (`t-sql/xml/value-method-xml-data-type`).
fn type_of(wanted: &ast::Expr) -> Result<DataType, SqlError> {
    let written = path_of(wanted, "value").map_err(|_| SqlError::method_needs_literal("2", "value"))?;
    let parsed = sluice_syntax::parse_parameters(&format!("@type {written}"));
    let data_type = match parsed.as_deref() {
        Ok([parameter]) => cast_type(&parameter.data_type)?,
        _ => return Err(SqlError::undefined_type(&written)),
    };
    if data_type.is_lob() || matches!(data_type, DataType::Xml | DataType::SqlVariant) {
        return Err(SqlError::invalid_value_method_type(written));
    }
    Ok(data_type)
}
