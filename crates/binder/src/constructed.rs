//! Calls with their own grammar: JSON_ARRAY, JSON_OBJECT, JSON_VALUE with RETURNING, ISJSON with a
//! kind, PARSE and TRY_PARSE. Also the changes `column.WRITE(...)` and `column.modify(...)`.

use super::Binder;
use super::conversion::explicit_in_code_page;
use super::literal::is_null;
use sluice_definition::refusal::unsupported;
use sluice_definition::table_definition::cast_type;
use sluice_functions::{Function, JSON_ARRAY, JSON_FRAGMENT, JSON_KINDS, JSON_LONG_VALUE, WRITE, find};
use sluice_plan::expression::Expr;
use sluice_syntax::ast;
use sluice_types::{DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// Binds JSON_ARRAY or JSON_OBJECT, whose arguments alternate between names and values. By
    /// default NULL stays in an object and is omitted from an array. DISTINCT, OVER and * fail with
    /// 102. An odd number of arguments of JSON_OBJECT fails with 102, too.
    pub(super) fn bind_json_constructor(
        &mut self,
        function: &'static Function,
        call: &ast::Call,
    ) -> Result<Expr, SqlError> {
        let is_array = function.name == JSON_ARRAY.name;
        let wrong = [(call.star, "*"), (call.distinct, "DISTINCT"), (call.over.is_some(), "OVER")];
        if let Some((_, word)) = wrong.iter().find(|(is_there, _)| *is_there) {
            return Err(SqlError::syntax_near(word));
        }
        if !is_array && !call.arguments.len().is_multiple_of(2) {
            return Err(SqlError::syntax_near(")"));
        }
        let mut arguments = vec![Expr::constant(Value::Bit(call.ignores_nulls.unwrap_or(is_array)), DataType::Bit)];
        for (place, argument) in call.arguments.iter().enumerate() {
            let value = self.bind_value(argument)?;
            let is_name = !is_array && place.is_multiple_of(2);
            arguments.push(if is_name { value } else { self.json_text_of(value)? });
        }
        self.call_of(function, arguments)
    }

    /// Returns a value as JSON text: itself if it is JSON text already.
    pub(super) fn json_text_of(&mut self, value: Expr) -> Result<Expr, SqlError> {
        let is_text = value.data_type != DataType::Json && self.is_json(&value);
        if is_text { Ok(value) } else { self.call_of(&JSON_FRAGMENT, vec![value]) }
    }

    /// Binds ISJSON with the expected kind of JSON, which is a word. The words are VALUE, ARRAY,
    /// OBJECT and SCALAR; another fails with 155, another expression with 1023.
    pub(super) fn bind_is_json(&mut self, text: &ast::Expr, kind: &ast::Expr) -> Result<Expr, SqlError> {
        let word = match &kind.kind {
            ast::ExprKind::Column(column) if column.qualifier.is_none() => &*column.name.text,
            _ => return Err(SqlError::invalid_parameter(2, "isjson")),
        };
        let known = JSON_KINDS.into_iter().find(|known| known.eq_ignore_ascii_case(word));
        let kind = Value::text(known.ok_or_else(|| SqlError::unrecognized_option(word, "isjson"))?);
        let function = find(IS_JSON).ok_or_else(|| SqlError::unknown_function(IS_JSON))?;
        let text = self.bind_value(text)?;
        self.call_of(function, vec![text, Expr::constant(kind, DataType::NVarChar(Length::Limited(6)))])
    }

    /// Binds JSON_VALUE with RETURNING: the value at the path, converted to the type
    /// (`t-sql/functions/json-value-transact-sql`). Fails with 40517 for a document that isn't of
    /// type json, and for a type that RETURNING doesn't have.
    pub(super) fn bind_json_value(&mut self, call: &ast::Call, returning: &ast::TypeName) -> Result<Expr, SqlError> {
        let target = cast_type(returning)?;
        let is_known = match target {
            DataType::Bit | DataType::Money | DataType::SmallMoney | DataType::DateTime | DataType::SmallDateTime => {
                false
            }
            _ if target.is_lob() => false,
            _ => target.is_numeric() || target.is_date_time() || target.is_string(),
        };
        if !is_known {
            return Err(unsupported(&format!("JSON_VALUE RETURNING {}", target.name())));
        }
        let short = find(JSON_VALUE).ok_or_else(|| SqlError::unknown_function(JSON_VALUE))?;
        let function = if target.is_max() { &JSON_LONG_VALUE } else { short };
        let arguments =
            call.arguments.iter().map(|argument| self.bind_value(argument)).collect::<Result<Vec<_>, _>>()?;
        if arguments.first().is_some_and(|document| document.data_type != DataType::Json && !is_null(document)) {
            return Err(unsupported("JSON_VALUE RETURNING of a document that is not of type json"));
        }
        let value = self.call_of(function, arguments)?;
        explicit_in_code_page(value, target, None, false)
    }

    /// Binds PARSE or TRY_PARSE. Fails with 8116 for a NULL constant, with 10761 if the target is
    /// neither numeric nor a date. The culture is optional and evaluated at the run.
    pub(super) fn bind_parse(
        &mut self,
        function: &'static Function,
        text: &ast::Expr,
        (target, culture): (&ast::TypeName, Option<&ast::Expr>),
    ) -> Result<Expr, SqlError> {
        let target = cast_type(target)?;
        let name = function.name.to_lowercase();
        if !target.is_numeric() && !target.is_date_time() {
            return Err(SqlError::invalid_type_in_function(target.name(), name));
        }
        let text = self.bind_value(text)?;
        if is_null(&text) {
            return Err(SqlError::invalid_argument_type("NULL", 1, &name));
        }
        let culture = culture.map(|culture| self.bind_value(culture)).transpose()?;
        self.call_with_result(function, [text].into_iter().chain(culture).collect(), target)
    }

    /// Binds the new value of a column changed by `column.WRITE(new, offset, length)`, or by
    /// `modify` if it is of type json. WRITE fails with 258 if the column isn't of a `max` type.
    /// XML's `modify` is bound here too, and the other methods of xml fail with 8113. A wrong
    /// number of arguments fails with 174, another method with 40517.
    pub(super) fn bind_write(&mut self, old: Expr, column: &str, written: &ast::Expr) -> Result<Expr, SqlError> {
        let ast::ExprKind::Method { method, arguments, .. } = &written.kind else {
            return Err(unsupported("UPDATE SET METHOD"));
        };
        if old.data_type == DataType::Xml && &*method.text == "modify" {
            return self.bind_xml_modify(old, column, arguments);
        }
        if old.data_type == DataType::Json && method.is("modify") {
            return self.bind_json_modify(old, arguments);
        }
        if old.data_type == DataType::Xml && matches!(&*method.text, "query" | "value" | "exist" | "nodes") {
            return Err(SqlError::mutator_expected(&method.text));
        }
        if old.data_type != DataType::Xml && &*method.text == "modify" {
            return Err(SqlError::cannot_call_methods(old.data_type.name()));
        }
        if !method.is(WRITE.name) {
            return Err(unsupported("UPDATE SET METHOD"));
        }
        if !old.data_type.is_max() || old.data_type.is_lob() {
            return Err(SqlError::cannot_call_methods(old.data_type.name()));
        }
        if arguments.len() != 3 {
            return Err(SqlError::argument_count(WRITE.name, 3));
        }
        let mut values = vec![old];
        for argument in arguments {
            values.push(self.bind_value(argument)?);
        }
        values.push(Expr::constant(Value::text(column), DataType::SYSNAME));
        self.call_of(&WRITE, values)
    }

    /// Binds the new value of a json column changed by `column.modify(path, value)`
    /// (`t-sql/data-types/json-data-type`).
    fn bind_json_modify(&mut self, old: Expr, arguments: &[ast::Expr]) -> Result<Expr, SqlError> {
        let [path, value] = arguments else { return Err(SqlError::argument_count("modify", 2)) };
        let arguments = vec![old, self.bind_value(path)?, self.bind_value(value)?];
        self.call_named("JSON_MODIFY", arguments)
    }
}

/// The function that takes the expected kind of JSON.
pub(super) const IS_JSON: &str = "ISJSON";
const JSON_VALUE: &str = "JSON_VALUE";
