//! String constants that are converted to dates without a style. Their values depend on the
//! language and on SET DATEFORMAT (`t-sql/functions/cast-and-convert-transact-sql.md`, *Certain
//! datetime conversions are nondeterministic*).

use sluice_syntax::ast;
use sluice_syntax::walk::{self, Met};
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// The string constants of a view or computed column that are converted to dates without a style.
#[derive(Default)]
pub(super) struct DateTexts {
    /// The strings, and whether CONVERT or CAST converts each of them.
    texts: Vec<(Box<str>, bool)>,
    /// Whether CONVERT or CAST without a style makes a datetime or smalldatetime.
    has_old: bool,
}

impl DateTexts {
    /// Returns those of a query. Operands of CONVERT with a style don't count.
    pub(super) fn new(query: &ast::Query) -> DateTexts {
        let mut found = DateTexts::default();
        walk::query(query, &mut |met| match met {
            Met::Expr(value) => found.visit(value),
            Met::Query(_) | Met::Assigned(_) => true,
        });
        found
    }

    /// Whether an expression converts a string constant to a date by CAST or by CONVERT without a
    /// style, so that its value depends on the language.
    pub(super) fn are_converted_in(value: &ast::Expr) -> bool {
        let mut found = DateTexts::default();
        walk::expr(value, &mut |met| match met {
            Met::Expr(value) => found.visit(value),
            Met::Query(_) | Met::Assigned(_) => true,
        });
        found.texts.iter().any(|(_, is_converted)| *is_converted)
    }

    /// Whether CONVERT or CAST without a style makes a datetime or smalldatetime.
    pub(super) fn has_old(&self) -> bool {
        self.has_old
    }

    /// Visits an expression. Returns whether its operands are still to be visited.
    fn visit(&mut self, value: &ast::Expr) -> bool {
        match &value.kind {
            ast::ExprKind::Convert { style: Some(_), .. } => false,
            ast::ExprKind::Convert { target, operand, .. } | ast::ExprKind::Cast { target, operand, .. }
                if DATE_TYPES.iter().any(|name| target.name.name.is(name)) =>
            {
                self.has_old |= OLD_DATE_TYPES.iter().any(|name| target.name.name.is(name));
                let text = text_in(operand);
                self.texts.extend(text.map(|text| (text.into(), true)));
                text.is_none()
            }
            _ => {
                self.texts.extend(text_in(value).map(|text| (text.into(), false)));
                true
            }
        }
    }

    /// Fails with 1963 or 10139 if `value` is one of the strings as a date. The binder has
    /// converted strings that read the same under all date settings.
    pub(super) fn check(&self, view: &str, value: &Value, data_type: DataType) -> Result<(), SqlError> {
        let written = DataType::varchar(Length::Max);
        let is_it = |text: &str| {
            !text.trim().is_empty()
                && convert(&Value::text(text), &written, &data_type).is_ok_and(|read| read == *value)
        };
        match self.texts.iter().find(|(text, _)| is_it(text)) {
            Some((_, true)) => Err(SqlError::indexed_view_with_nondeterministic_convert(view)),
            Some((_, false)) => Err(SqlError::indexed_view_with_implicit_date(view)),
            None => Ok(()),
        }
    }
}

/// Returns the text of a string constant.
fn text_in(value: &ast::Expr) -> Option<&str> {
    match &value.kind {
        ast::ExprKind::Literal(ast::Literal::String(text) | ast::Literal::NationalString(text)) => Some(text),
        _ => None,
    }
}

/// The types whose conversion from a string without a style depends on the session.
const OLD_DATE_TYPES: [&str; 2] = ["datetime", "smalldatetime"];

/// The types of dates and times.
const DATE_TYPES: [&str; 6] = ["date", "datetime", "smalldatetime", "datetime2", "datetimeoffset", "time"];
