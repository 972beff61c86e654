//! Scalar expressions. Parentheses appear where precedence needs them, and around signs inside other operators.

use super::printer::Printer;
use crate::ast::{BinaryOperator, Call, Expr, ExprKind, Frame, FrameBound, Over, TypeName, UnaryOperator};

impl Printer {
    /// An expression.
    pub(crate) fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Variable(name) | ExprKind::GlobalVariable(name) => self.word(&name.text),
            ExprKind::Column(column) => self.column_name(column),
            ExprKind::Unary { operator, operand } => self.unary(*operator, operand),
            ExprKind::Binary { operator, left, right } => self.binary(*operator, left, right),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Method { target, method, arguments } => {
                self.operand(target, !takes_method(target));
                self.raw(".");
                self.name_part(method);
                self.arguments(arguments, Self::expression);
            }
            ExprKind::Niladic(function) => self.word(function.word()),
            ExprKind::Cast { operand, target, tolerant } => self.cast(operand, target, *tolerant),
            ExprKind::Convert { target, operand, style, tolerant } => {
                self.word(if *tolerant { "TRY_CONVERT(" } else { "CONVERT(" });
                self.type_name(target);
                self.raw(", ");
                self.expression(operand);
                if let Some(style) = style {
                    self.raw(", ");
                    self.expression(style);
                }
                self.raw(")");
            }
            ExprKind::SimpleCase { operand, branches, otherwise } => {
                self.word("CASE");
                self.expression(operand);
                self.branches(branches, otherwise.as_deref(), Self::expression);
            }
            ExprKind::SearchedCase { branches, otherwise } => {
                self.word("CASE");
                self.branches(branches, otherwise.as_deref(), Self::condition);
            }
            ExprKind::Iif { condition, then, otherwise } => {
                self.word("IIF(");
                self.condition(condition);
                self.raw(", ");
                self.expression(then);
                self.raw(", ");
                self.expression(otherwise);
                self.raw(")");
            }
            ExprKind::Subquery(query) => self.subquery(query),
            ExprKind::Collate { operand, collation } => {
                self.operand(operand, is_operator(operand));
                self.word("COLLATE");
                self.name(collation);
            }
            ExprKind::NextValue { sequence, over } => {
                self.word("NEXT VALUE FOR");
                self.object_name(sequence);
                if let Some(over) = over {
                    self.over(over);
                }
            }
            ExprKind::Default => self.word("DEFAULT"),
        }
    }

    fn operand(&mut self, operand: &Expr, parenthesised: bool) {
        if !parenthesised {
            return self.expression(operand);
        }
        self.word("(");
        self.expression(operand);
        self.raw(")");
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expr) {
        let parenthesised = match &operand.kind {
            ExprKind::Binary { operator: inner, .. } => operator == UnaryOperator::BitNot || !inner.is_multiplicative(),
            ExprKind::Unary { .. } => true,
            _ => false,
        };
        self.word(operator.symbol());
        self.glue();
        self.operand(operand, parenthesised);
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr) {
        self.operand(left, needs_parentheses(operator, left, false));
        self.word(operator.symbol());
        self.operand(right, needs_parentheses(operator, right, true));
    }

    fn call(&mut self, call: &Call) {
        match call.name.single() {
            Some(name) if FUNCTION_WORDS.iter().any(|word| name.is(word)) => self.word(&name.text),
            Some(name) if SPECIAL_FORMS.iter().any(|word| name.is(word)) => self.delimited(&name.text),
            _ => self.object_name(&call.name),
        }
        if call.star {
            self.raw("(*)");
        } else if call.distinct {
            self.raw("(DISTINCT");
            self.list(&call.arguments, Self::expression);
            self.raw(")");
        } else {
            self.arguments(&call.arguments, Self::expression);
        }
        if let Some(over) = &call.over {
            self.over(over);
        }
    }

    fn cast(&mut self, operand: &Expr, target: &TypeName, tolerant: bool) {
        self.word(if tolerant { "TRY_CAST(" } else { "CAST(" });
        self.expression(operand);
        self.word("AS");
        self.type_name(target);
        self.raw(")");
    }

    fn branches<T>(&mut self, branches: &[(T, Expr)], otherwise: Option<&Expr>, mut test: impl FnMut(&mut Self, &T)) {
        for (when, then) in branches {
            self.word("WHEN");
            test(self, when);
            self.word("THEN");
            self.expression(then);
        }
        if let Some(otherwise) = otherwise {
            self.word("ELSE");
            self.expression(otherwise);
        }
        self.word("END");
    }

    fn over(&mut self, over: &Over) {
        self.word("OVER (");
        if !over.partition_by.is_empty() {
            self.word("PARTITION BY");
            self.list(&over.partition_by, Self::expression);
        }
        if !over.order_by.is_empty() {
            self.order_by(&over.order_by);
        }
        if let Some(frame) = &over.frame {
            self.frame(frame);
        }
        self.raw(")");
    }

    fn frame(&mut self, frame: &Frame) {
        self.word(if frame.rows { "ROWS" } else { "RANGE" });
        let Some(end) = &frame.end else { return self.frame_bound(&frame.start) };
        self.word("BETWEEN");
        self.frame_bound(&frame.start);
        self.word("AND");
        self.frame_bound(end);
    }

    fn frame_bound(&mut self, bound: &FrameBound) {
        match bound {
            FrameBound::UnboundedPreceding => self.word("UNBOUNDED PRECEDING"),
            FrameBound::UnboundedFollowing => self.word("UNBOUNDED FOLLOWING"),
            FrameBound::CurrentRow => self.word("CURRENT ROW"),
            FrameBound::Preceding(count) => {
                self.expression(count);
                self.word("PRECEDING");
            }
            FrameBound::Following(count) => {
                self.expression(count);
                self.word("FOLLOWING");
            }
        }
    }
}

fn is_operator(expression: &Expr) -> bool {
    matches!(expression.kind, ExprKind::Unary { .. } | ExprKind::Binary { .. })
}

/// Whether a method may follow directly.
fn takes_method(target: &Expr) -> bool {
    use ExprKind::{Call, Method, Subquery, Variable};
    matches!(target.kind, Variable(_) | Subquery(_) | Call(_) | Method { .. })
}

fn needs_parentheses(outer: BinaryOperator, operand: &Expr, right: bool) -> bool {
    match &operand.kind {
        ExprKind::Unary { .. } => true,
        ExprKind::Binary { operator: inner, .. } => match (outer.is_multiplicative(), inner.is_multiplicative()) {
            (true, false) => true,
            (false, true) => false,
            _ => right,
        },
        _ => false,
    }
}

/// Reserved words that are functions when a parenthesis follows.
const FUNCTION_WORDS: [&str; 6] = ["LEFT", "RIGHT", "COALESCE", "NULLIF", "IDENTITY", "TSEQUAL"];

/// Words whose arguments have a grammar of their own, so that a function of this name must be delimited.
const SPECIAL_FORMS: [&str; 5] = ["CAST", "TRY_CAST", "IIF", "PARSE", "TRY_PARSE"];
