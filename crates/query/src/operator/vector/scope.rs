//! Compiles expressions and conditions over the columns of chunks.

use super::arithmetic::{Arithmetic, Exact};
use super::by_rows::ByRows;
use super::call::Call;
use super::case::Case;
use super::condition::Condition;
use super::conversion::{Conversion, Method};
use super::expression::{Expression, Kind};
use super::like::Like;
use crate::operator::compile::Planner;
use sluice_functions::{LIKE, like_reading};
use sluice_plan::columns::{of_condition, of_expr};
use sluice_plan::{
    ColumnId, Expr, ExprKind, FunctionCall, Subquery, condition_has_correlated, has_correlated, is_volatile,
    same_value, uses_rows,
};
use sluice_types::row::column_form;
use sluice_types::{Comparison, DataType, Value};

/// The columns of the chunks for which expressions are compiled.
pub(super) struct Scope<'s, 'p> {
    planner: &'s mut Planner<'p>,
    columns: &'s [(ColumnId, DataType)],
    /// The source whose row shows a row of a chunk, once an expression needs it.
    source: Option<usize>,
    /// The levels of the expression that is being compiled.
    level: usize,
}

impl<'s, 'p> Scope<'s, 'p> {
    /// Returns the scope of chunks with these columns.
    pub(super) fn new(planner: &'s mut Planner<'p>, columns: &'s [(ColumnId, DataType)]) -> Scope<'s, 'p> {
        Scope { planner, columns, source: None, level: 0 }
    }

    /// Compiles an expression that [`can_compile`]. An expression without rows is computed once.
    /// One without a form for chunks, or nested too deeply, is compiled for the register machine
    /// and evaluated row by row.
    pub(super) fn expression(&mut self, expr: &Expr) -> Expression {
        self.level += 1;
        let kind = match &expr.kind {
            ExprKind::Column(id) => self.columns.iter().position(|(known, _)| known == id).map(Kind::Column),
            ExprKind::Constant(_) | ExprKind::Variable(_) => {
                Some(Kind::Register(self.planner.builder.value(expr, None)))
            }
            _ if !uses_rows(expr, self.planner.subqueries) && !is_volatile(expr) => {
                let piece = self.planner.builder.piece(expr);
                self.planner.computed_once.push(piece);
                Some(Kind::Once(piece))
            }
            _ if self.level > LEVELS_MAX => None,
            _ => self.known(expr),
        };
        self.level -= 1;
        let kind = kind.unwrap_or_else(|| {
            let mut used = Vec::new();
            of_expr(expr, self.planner.subqueries, &mut used);
            let (source, columns) = self.shown(&used);
            let (piece, width) = (self.planner.builder.piece(expr), self.columns.len());
            Kind::Computed(Box::new(ByRows { piece, source, columns, width }))
        });
        Expression { kind, data_type: expr.data_type }
    }

    /// Compiles expressions.
    pub(super) fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expr>) -> Vec<Expression> {
        expressions.into_iter().map(|expr| self.expression(expr)).collect()
    }

    /// Compiles a condition. Parts without a form for chunks, and those nested too deeply, are
    /// compiled for the register machine and evaluated row by row.
    pub(super) fn condition(&mut self, condition: &sluice_plan::Condition) -> Condition {
        use sluice_plan::Condition as Planned;
        self.level += 1;
        let compiled = match condition {
            _ if self.level > LEVELS_MAX => None,
            Planned::Compare(op, left, right) => match self.like(*op, left, right) {
                Some((call, not)) => {
                    let (text, pattern) = (self.expression(&call.arguments[0]), self.expression(&call.arguments[1]));
                    Some(Condition::Like(Box::new(Like { text, pattern, reading: like_reading(&call.signature) }), not))
                }
                None if has_form(left) && has_form(right) => {
                    Some(Condition::Compare(*op, self.expression(left), self.expression(right)))
                }
                None => None,
            },
            Planned::IsNull(expr, not) if has_form(expr) => Some(Condition::IsNull(self.expression(expr), *not)),
            Planned::And(parts) => Some(Condition::And(parts.iter().map(|part| self.condition(part)).collect())),
            Planned::Or(parts) => Some(match self.among(parts) {
                Some(among) => among,
                None => Condition::Or(parts.iter().map(|part| self.condition(part)).collect()),
            }),
            _ => None,
        };
        self.level -= 1;
        compiled.unwrap_or_else(|| {
            let mut used = Vec::new();
            of_condition(condition, self.planner.subqueries, &mut used);
            let (source, columns) = self.shown(&used);
            let (piece, width) = (self.planner.builder.condition_piece(condition), self.columns.len());
            Condition::ByRows(Box::new(ByRows { piece, source, columns, width }))
        })
    }

    /// Compiles alternatives that compare one computed value with values without columns, such as
    /// `f(a) = 1 OR f(a) = 2`. Returns `None` for other alternatives.
    fn among(&mut self, parts: &[sluice_plan::Condition]) -> Option<Condition> {
        use sluice_plan::Condition as Planned;
        let subqueries = self.planner.subqueries;
        let is_same_for_all = |expr: &Expr| !uses_rows(expr, subqueries) && !is_volatile(expr);
        let sides = parts.iter().map(|part| match part {
            Planned::Compare(Comparison::Equal, left, right)
                if has_form(left) && has_form(right) && is_same_for_all(right) =>
            {
                Some((left, right))
            }
            _ => None,
        });
        let sides = sides.collect::<Option<Vec<_>>>()?;
        let (first, _) = sides.first()?;
        let is_computed = uses_rows(first, subqueries) && first.as_column().is_none() && !is_volatile(first);
        if !is_computed || !sides.iter().all(|(left, _)| same_value(left, first)) {
            return None;
        }
        let value = self.expression(first);
        Some(Condition::Among(value, self.expressions(sides.iter().map(|(_, right)| *right))))
    }

    /// Returns the call of LIKE whose result a comparison tests, and whether it must be false. The
    /// call has no escape character, and its pattern uses no column.
    fn like<'e>(&self, op: Comparison, left: &'e Expr, right: &Expr) -> Option<(&'e FunctionCall, bool)> {
        let (ExprKind::Call(call), ExprKind::Constant(Value::Bit(true))) = (&left.kind, &right.kind) else {
            return None;
        };
        let not = match op {
            Comparison::Equal => false,
            Comparison::NotEqual => true,
            _ => return None,
        };
        let [text, pattern] = &call.arguments[..] else { return None };
        let is_same = !uses_rows(pattern, self.planner.subqueries) && !is_volatile(pattern);
        (std::ptr::eq(call.function, &LIKE) && is_same && has_form(text) && has_form(pattern)).then_some((call, not))
    }

    /// Returns the numbers of the chunk's columns that a condition uses.
    pub(super) fn used(&self, condition: &sluice_plan::Condition) -> Vec<usize> {
        let mut used = Vec::new();
        of_condition(condition, self.planner.subqueries, &mut used);
        self.numbers(&used)
    }

    /// Compiles an expression whose kind is computed by chunks. Returns `None` for other kinds.
    fn known(&mut self, expr: &Expr) -> Option<Kind> {
        match &expr.kind {
            ExprKind::Convert { input, style: None, tolerant: false } => {
                let method = Method::new(input.data_type, expr.data_type).filter(|_| has_form(input))?;
                Some(Kind::Computed(Box::new(Conversion { input: self.expression(input), method })))
            }
            // Each step adds a level to the compiled expression.
            ExprKind::Chain(first, steps) if self.level + steps.len() <= LEVELS_MAX => {
                let have_forms =
                    steps.iter().all(|step| column_form(step.data_type).is_some() && has_form(&step.right));
                if !have_forms || !has_form(first) {
                    return None;
                }
                let mut left = self.expression(first);
                for step in steps {
                    let right = self.expression(&step.right);
                    let exact = Exact::new(step.operator, left.data_type, right.data_type, step.data_type);
                    let kind = Kind::Computed(Box::new(Arithmetic { operator: step.operator, left, right, exact }));
                    left = Expression { kind, data_type: step.data_type };
                }
                Some(left.kind)
            }
            ExprKind::Call(call) if call.arguments.iter().all(has_form) => {
                let arguments = self.expressions(&call.arguments);
                let (function, signature) = (call.function, call.signature.clone());
                Some(Kind::Computed(Box::new(Call { function, signature, arguments })))
            }
            ExprKind::Case(branches, otherwise) => {
                let branches = branches.iter().map(|(test, value)| (self.condition(test), self.expression(value)));
                let branches = branches.collect();
                let otherwise = otherwise.as_deref().map(|otherwise| self.expression(otherwise));
                Some(Kind::Computed(Box::new(Case { branches, otherwise })))
            }
            _ => None,
        }
    }

    /// Returns the source that shows rows of chunks to the register machine, and the numbers of the
    /// columns `used`.
    fn shown(&mut self, used: &[ColumnId]) -> (usize, Vec<usize>) {
        let source = *self.source.get_or_insert_with(|| {
            let ids: Vec<ColumnId> = self.columns.iter().map(|(id, _)| *id).collect();
            self.planner.builder.source(&ids, None)
        });
        (source, self.numbers(used))
    }

    fn numbers(&self, used: &[ColumnId]) -> Vec<usize> {
        let mut numbers: Vec<usize> =
            used.iter().filter_map(|id| self.columns.iter().position(|(known, _)| known == id)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

fn has_form(expr: &Expr) -> bool {
    column_form(expr.data_type).is_some()
}

/// Whether an expression can be compiled over chunks with these columns. It needs other columns of
/// none: those of outer rows change from run to run, and those of a subquery are its own. A
/// subquery that depends on the row would read the row elsewhere.
pub(super) fn can_compile(expr: &Expr, subqueries: &[Subquery], columns: &[(ColumnId, DataType)]) -> bool {
    let mut used = Vec::new();
    of_expr(expr, subqueries, &mut used);
    has_form(expr) && !expr.draws() && !has_correlated(expr, subqueries) && are_known(&used, columns)
}

/// Whether a condition can be compiled over chunks with these columns.
pub(super) fn can_select(
    condition: &sluice_plan::Condition,
    subqueries: &[Subquery],
    columns: &[(ColumnId, DataType)],
) -> bool {
    let mut used = Vec::new();
    of_condition(condition, subqueries, &mut used);
    !condition_has_correlated(condition, subqueries) && are_known(&used, columns)
}

fn are_known(used: &[ColumnId], columns: &[(ColumnId, DataType)]) -> bool {
    used.iter().all(|id| columns.iter().any(|(known, _)| known == id))
}

/// The greatest number of levels of a compiled expression. Deeper parts run row by row.
const LEVELS_MAX: usize = 64;
