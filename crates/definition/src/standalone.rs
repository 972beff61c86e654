//! Texts of CREATE DEFAULT and CREATE RULE (`t-sql/statements/create-default-transact-sql.md`,
//! `create-rule-transact-sql.md`).

use crate::definition_text::{of_rule, of_value};
use crate::module_script::script_of;
use sluice_base::sync::Arc;
use sluice_catalog::{BoundObject, Module};
use sluice_functions::find;
use sluice_syntax::Span;
use sluice_syntax::ast::{CreateDefault, CreateRule, ExprKind, StatementKind};
use sluice_syntax::walk::{self, Met};
use sluice_types::SqlError;

/// Returns the normalised text of a default's value. Fails with 112 for a variable, and otherwise
/// as `RestrictedParts::first`. A column fails when the value is bound.
pub fn default_text(default: &CreateDefault) -> Result<Arc<str>, SqlError> {
    let mut found = RestrictedParts::default();
    walk::expr(&default.value, &mut |met| found.visit(met));
    found.columns.clear();
    found.first()?;
    match found.variables.is_empty() {
        true => of_value(&default.value).map(Arc::from),
        false => Err(SqlError::variables_not_allowed("CREATE DEFAULT")),
    }
}

/// Returns the normalised text of a rule's condition. Fails with 160 without a variable, with 161
/// for several, and otherwise as `RestrictedParts::first`.
pub fn rule_text(rule: &CreateRule) -> Result<Arc<str>, SqlError> {
    let mut found = RestrictedParts::default();
    walk::condition(&rule.condition, &mut |met| found.visit(met));
    found.first()?;
    match found.variables.as_slice() {
        [] => Err(SqlError::rule_without_variable()),
        [_] => of_rule(&rule.condition).map(Arc::from),
        _ => Err(SqlError::rule_with_several_variables()),
    }
}

/// Returns a default or rule as columns and types keep it. Fails with 102, 112, 160 or 161 if the
/// text isn't such a definition, which is damage of the catalog.
pub fn bound_object(module: &Module) -> Result<BoundObject, SqlError> {
    let statement = script_of(module).statements.into_iter().next().map(|statement| statement.kind);
    let definition = match statement {
        Some(StatementKind::CreateDefault(default)) => default_text(&default)?,
        Some(StatementKind::CreateRule(rule)) => rule_text(&rule)?,
        _ => return Err(SqlError::syntax_near(&*module.definition)),
    };
    Ok(BoundObject { id: module.id, definition })
}

/// Parts of an expression that a default or a rule restricts.
#[derive(Default)]
struct RestrictedParts {
    /// Names of the variables, without repetitions.
    variables: Vec<Box<str>>,
    /// Names of the columns.
    columns: Vec<Box<str>>,
    /// Positions of the dateparts, which look like columns.
    date_parts: Vec<Span>,
    /// The error for a part that neither may have.
    refused: Option<SqlError>,
}

impl RestrictedParts {
    fn visit(&mut self, met: Met<'_>) -> bool {
        let expr = match met {
            Met::Expr(expr) => expr,
            Met::Query(_) | Met::Assigned(_) => {
                self.refused.get_or_insert_with(SqlError::subquery_not_allowed);
                return false;
            }
        };
        match &expr.kind {
            ExprKind::Variable(name) if !self.variables.iter().any(|known| known.eq_ignore_ascii_case(&name.text)) => {
                self.variables.push(name.text.clone());
            }
            ExprKind::Column(column) if !self.date_parts.contains(&expr.span) => {
                self.columns.push(column.name.text.clone());
            }
            ExprKind::NextValue { .. } => {
                self.refused.get_or_insert_with(SqlError::next_value_not_allowed_here);
            }
            ExprKind::Call(call) if call.name.single().is_none() => {
                self.refused.get_or_insert_with(SqlError::function_not_allowed_here);
            }
            ExprKind::Call(call) => {
                let part = find(&call.name.name.text).and_then(|function| function.datepart());
                self.date_parts.extend(part.and_then(|place| call.arguments.get(place)).map(|argument| argument.span));
            }
            _ => {}
        }
        true
    }

    /// Fails with 1046 for a subquery, with 4105 for a user-defined function, with 11719 for NEXT
    /// VALUE FOR, with 128 for a column.
    fn first(&mut self) -> Result<(), SqlError> {
        match (self.refused.take(), self.columns.first()) {
            (Some(error), _) => Err(error),
            (None, Some(column)) => Err(SqlError::name_not_permitted(&**column)),
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(written: &str) -> Result<Arc<str>, SqlError> {
        match sluice_syntax::parse(written).statements.into_iter().next().map(|statement| statement.kind) {
            Some(StatementKind::CreateDefault(default)) => default_text(&default),
            Some(StatementKind::CreateRule(rule)) => rule_text(&rule),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn standalone_texts_are_normalised() {
        let shown = |written| text(written).expect("it has a text").to_string();
        assert_eq!(shown("CREATE DEFAULT d AS 'unknown'"), "('unknown')");
        assert_eq!(
            shown("CREATE RULE r AS @range >= $1000 AND @RANGE < $20000"),
            "([@value]>=($1000) AND [@value]<($20000))"
        );
        assert_eq!(shown("CREATE RULE r AS DATEPART(year, @d) > 1999"), "(datepart(year,[@value])>(1999))");
    }

    #[test]
    fn forbidden_parts_are_refused() {
        for (written, number) in [
            ("CREATE DEFAULT d AS @x", 112),
            ("CREATE DEFAULT d AS dbo.f(1)", 4105),
            ("CREATE DEFAULT d AS (SELECT 1)", 1046),
            ("CREATE DEFAULT d AS NEXT VALUE FOR s", 11719),
            ("CREATE RULE r AS 1 = 1", 160),
            ("CREATE RULE r AS @x > @y", 161),
            ("CREATE RULE r AS @x > a", 128),
            ("CREATE RULE r AS @x IN (SELECT 1)", 1046),
        ] {
            assert_eq!(text(written).expect_err(written).number, number, "{written}");
        }
    }
}
