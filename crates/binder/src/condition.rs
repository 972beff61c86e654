//! Conditions.

use super::Binder;
use super::collation::{collated, collated_like};
use super::conversion::{common_type_of, implicit, unified};
use super::literal::is_null;
use super::subquery::Quantified;
use sluice_definition::refusal::unsupported;
use sluice_functions::{LIKE, REGEXP_LIKE, SetOption};
use sluice_plan::expression::{Condition, Expr, ExprKind};
use sluice_syntax::ast::{self, ComparisonOperator, ConditionKind};
use sluice_types::comparable::check_operands;
use sluice_types::{Comparison, SqlError, Value};

impl Binder<'_> {
    /// Binds a condition, as [`Binder::bind_condition_as`] does without negation.
    pub(super) fn bind_condition(&mut self, condition: &ast::Condition) -> Result<Condition, SqlError> {
        self.bind_condition_as(condition, false)
    }

    /// Binds a condition, or its negation. The operands of a negation are bound negated, because
    /// the negation of a subquery test isn't the negation of its rows. Fails with 8631 if
    /// conditions are nested too deeply for the stack, and with 3617 if the batch was cancelled.
    /// CURRENT OF beside other conditions fails with 40517.
    pub(super) fn bind_condition_as(
        &mut self,
        condition: &ast::Condition,
        negated: bool,
    ) -> Result<Condition, SqlError> {
        self.deeper()?;
        let parts = |binder: &mut Self, parts: &[ast::Condition]| {
            parts.iter().map(|part| binder.bind_condition_as(part, negated)).collect::<Result<Vec<_>, _>>()
        };
        match &condition.kind {
            ConditionKind::And(all) if negated => Ok(Condition::Or(parts(self, all)?)),
            ConditionKind::Or(any) if negated => Ok(Condition::And(parts(self, any)?)),
            ConditionKind::And(all) => Ok(Condition::And(parts(self, all)?)),
            ConditionKind::Or(any) => Ok(Condition::Or(parts(self, any)?)),
            ConditionKind::Not(inner) => self.bind_condition_as(inner, !negated),
            ConditionKind::Exists(query) => self.bind_exists(query, negated),
            ConditionKind::InQuery { operand, query, negated: not } => {
                let negated = negated != *not;
                self.bind_quantified(operand, query, Quantified { comparison: Comparison::Equal, all: false, negated })
            }
            ConditionKind::Quantified { operator, left, all, query } => {
                let comparison = comparison_of(*operator);
                self.bind_quantified(left, query, Quantified { comparison, all: *all, negated })
            }
            ConditionKind::Comparison { operator, left, right } => {
                let (left, right) = (self.bind_value(left)?, self.bind_value(right)?);
                let op = comparison_of(*operator);
                self.compare_as_set(if negated { op.negated() } else { op }, left, right)
            }
            ConditionKind::InList { operand, list, negated: not } => self.bind_in(operand, list, negated != *not),
            _ => Ok(negated_if(negated, self.bind_predicate(condition)?)),
        }
    }

    fn bind_predicate(&mut self, condition: &ast::Condition) -> Result<Condition, SqlError> {
        match &condition.kind {
            ConditionKind::IsNull { operand, negated } => {
                // A method's result can also be a node here.
                let before = std::mem::replace(&mut self.in_method, true);
                let operand = self.bind_value(operand);
                self.in_method = before;
                Ok(Condition::IsNull(operand?, *negated))
            }
            ConditionKind::Between { operand, low, high, negated } => {
                let operand = self.bind_value(operand)?;
                let low = compare(Comparison::GreaterOrEqual, operand.clone(), self.bind_value(low)?)?;
                let high = compare(Comparison::LessOrEqual, operand, self.bind_value(high)?)?;
                Ok(negated_if(*negated, Condition::And(vec![low, high])))
            }
            ConditionKind::IsDistinct { left, right, negated } => {
                let (left, right) = (self.bind_value(left)?, self.bind_value(right)?);
                check_operands(left.data_type, right.data_type, "is distinct from")?;
                let (left, right) = unified(left, right)?;
                let (left, right) = collated(left, right, "is distinct from")?;
                Ok(distinct(left, right, !*negated))
            }
            ConditionKind::Like { operand, pattern, escape, negated } => {
                let arguments: Vec<_> = [operand, pattern].into_iter().chain(escape).collect();
                let holds = collated_like(self.bind_call_of(&LIKE, &arguments)?)?;
                let yes = Expr::constant(Value::Bit(true), holds.data_type);
                Ok(negated_if(*negated, Condition::Compare(Comparison::Equal, holds, yes)))
            }
            ConditionKind::RegexpLike { operand, pattern, flags } => {
                let arguments: Vec<_> = [operand, pattern].into_iter().chain(flags).collect();
                let holds = self.bind_call_of(&REGEXP_LIKE, &arguments)?;
                let yes = Expr::constant(Value::Bit(true), holds.data_type);
                Ok(Condition::Compare(Comparison::Equal, holds, yes))
            }
            ConditionKind::Updated(column) => {
                let asked = self.variables.updated(&column.text)?;
                self.bind_condition(&asked)
            }
            ConditionKind::CurrentOf(_) => Err(unsupported("WHERE CURRENT OF")),
            ConditionKind::And(_)
            | ConditionKind::Comparison { .. }
            | ConditionKind::InList { .. }
            | ConditionKind::Or(_)
            | ConditionKind::Not(_)
            | ConditionKind::Exists(_)
            | ConditionKind::InQuery { .. }
            | ConditionKind::Quantified { .. } => self.bind_condition(condition),
        }
    }

    fn bind_in(&mut self, operand: &ast::Expr, list: &[ast::Expr], negated: bool) -> Result<Condition, SqlError> {
        let operand = self.bind_value(operand)?;
        let list = list.iter().map(|item| self.bind_value(item)).collect::<Result<Vec<_>, _>>()?;
        for item in &list {
            check_operands(operand.data_type, item.data_type, operation(Comparison::Equal))?;
        }
        // All items get one common type, as in SQL Server, rather than one type per comparison.
        let mut all: Vec<&Expr> = list.iter().collect();
        all.push(&operand);
        let data_type = common_type_of(&all)?;
        let operand = implicit(operand, data_type)?;
        let op = if negated { Comparison::NotEqual } else { Comparison::Equal };
        let tests = list
            .into_iter()
            .map(|item| match self.finds_null(&operand, &item) {
                true => self.compare_as_set(op, operand.clone(), item),
                false => compare(op, operand.clone(), implicit(item, data_type)?),
            })
            .collect::<Result<Vec<_>, SqlError>>()?;
        Ok(if negated { Condition::And(tests) } else { Condition::Or(tests) })
    }
}

impl Binder<'_> {
    /// Binds `left op right` as ANSI_NULLS says: under OFF, NULL equals a NULL that is written or
    /// in a variable (`t-sql/statements/set-ansi-nulls-transact-sql.md`).
    pub(super) fn compare_as_set(&self, op: Comparison, left: Expr, right: Expr) -> Result<Condition, SqlError> {
        if !matches!(op, Comparison::Equal | Comparison::NotEqual) || !self.finds_null(&left, &right) {
            return compare(op, left, right);
        }
        let (left, right) = unified(left, right)?;
        let (left, right) = collated(left, right, operation(op))?;
        Ok(distinct(left, right, op == Comparison::NotEqual))
    }

    /// Whether ANSI_NULLS is OFF and one of the values is a NULL or a variable.
    fn finds_null(&self, left: &Expr, right: &Expr) -> bool {
        let is_value = |expr: &Expr| is_null(expr) || matches!(expr.kind, ExprKind::Variable(_));
        !self.options().has(SetOption::AnsiNulls) && (is_value(left) || is_value(right))
    }
}

/// Binds `left op right`. Fails with 305, 306 or 402 for types without a comparison, with 468 for
/// conflicting collations.
pub(super) fn compare(op: Comparison, left: Expr, right: Expr) -> Result<Condition, SqlError> {
    check_operands(left.data_type, right.data_type, operation(op))?;
    let (left, right) = unified(left, right)?;
    let (left, right) = collated(left, right, operation(op))?;
    Ok(Condition::Compare(op, left, right))
}

/// Returns the operator's name in messages. For example "less than or equal to".
pub(super) fn operation(op: Comparison) -> &'static str {
    match op {
        Comparison::Equal => "equal to",
        Comparison::NotEqual => "not equal to",
        Comparison::Less => "less than",
        Comparison::LessOrEqual => "less than or equal to",
        Comparison::Greater => "greater than",
        Comparison::GreaterOrEqual => "greater than or equal to",
    }
}

fn negated_if(negated: bool, condition: Condition) -> Condition {
    if negated { condition.negated() } else { condition }
}

/// Expands `left IS DISTINCT FROM right`, which is never unknown.
fn distinct(left: Expr, right: Expr, wanted: bool) -> Condition {
    let null = |expr: &Expr, not| Condition::IsNull(expr.clone(), not);
    let comparison = if wanted { Comparison::NotEqual } else { Comparison::Equal };
    let compared = Condition::Compare(comparison, left.clone(), right.clone());
    let nullable = [&left, &right].into_iter().filter(|side| side.nullable);
    let known = [compared].into_iter().chain(nullable.map(|side| null(side, true))).collect();
    let mut ways = vec![Condition::And(known)];
    if wanted {
        ways.push(Condition::And(vec![null(&left, false), null(&right, true)]));
        ways.push(Condition::And(vec![null(&left, true), null(&right, false)]));
    } else {
        ways.push(Condition::And(vec![null(&left, false), null(&right, false)]));
    }
    Condition::Or(ways)
}

/// Returns the comparison of a written operator.
pub(super) fn comparison_of(operator: ComparisonOperator) -> Comparison {
    match operator {
        ComparisonOperator::Equal => Comparison::Equal,
        ComparisonOperator::NotEqual => Comparison::NotEqual,
        ComparisonOperator::Less => Comparison::Less,
        ComparisonOperator::LessOrEqual => Comparison::LessOrEqual,
        ComparisonOperator::Greater => Comparison::Greater,
        ComparisonOperator::GreaterOrEqual => Comparison::GreaterOrEqual,
    }
}
