//! Prints conditions, with parentheses where precedence needs them.

use super::printer::Printer;
use crate::ast::{Condition, ConditionKind, Expr};

impl Printer {
    /// Prints a condition without parentheses around the whole. Operands get them where precedence
    /// needs them.
    pub(crate) fn condition(&mut self, condition: &Condition) {
        match &condition.kind {
            ConditionKind::Comparison { operator, left, right } => {
                self.expression(left);
                self.word(operator.symbol());
                self.expression(right);
            }
            ConditionKind::Quantified { operator, left, all, query } => {
                self.expression(left);
                self.word(operator.symbol());
                self.word(if *all { "ALL" } else { "ANY" });
                self.subquery(query);
            }
            ConditionKind::And(operands) => {
                self.chain(operands, "AND", |kind| matches!(kind, ConditionKind::And(_) | ConditionKind::Or(_)))
            }
            ConditionKind::Or(operands) => {
                self.chain(operands, "OR", |kind| matches!(kind, ConditionKind::Or(_)));
            }
            ConditionKind::Not(operand) => {
                self.word("NOT");
                self.truth(operand, matches!(operand.kind, ConditionKind::And(_) | ConditionKind::Or(_)));
            }
            ConditionKind::IsNull { operand, negated } => {
                self.expression(operand);
                self.word(if *negated { "IS NOT NULL" } else { "IS NULL" });
            }
            ConditionKind::IsDistinct { left, right, negated } => {
                self.expression(left);
                self.word(if *negated { "IS NOT DISTINCT FROM" } else { "IS DISTINCT FROM" });
                self.expression(right);
            }
            ConditionKind::InList { operand, list, negated } => {
                self.predicate(operand, *negated, "IN");
                self.parenthesised(list, Self::expression);
            }
            ConditionKind::InQuery { operand, query, negated } => {
                self.predicate(operand, *negated, "IN");
                self.subquery(query);
            }
            ConditionKind::Between { operand, low, high, negated } => {
                self.predicate(operand, *negated, "BETWEEN");
                self.expression(low);
                self.word("AND");
                self.expression(high);
            }
            ConditionKind::Like { operand, pattern, escape, negated } => {
                self.predicate(operand, *negated, "LIKE");
                self.expression(pattern);
                if let Some(escape) = escape {
                    self.word("ESCAPE");
                    self.expression(escape);
                }
            }
            ConditionKind::RegexpLike { operand, pattern, flags } => {
                self.word("REGEXP_LIKE(");
                self.expression(operand);
                self.raw(",");
                self.expression(pattern);
                if let Some(flags) = flags {
                    self.raw(",");
                    self.expression(flags);
                }
                self.raw(")");
            }
            ConditionKind::Updated(column) => {
                self.word("UPDATE(");
                self.name(column);
                self.raw(")");
            }
            ConditionKind::CurrentOf(cursor) => {
                self.word("CURRENT OF");
                self.cursor_name(cursor);
            }
            ConditionKind::Exists(query) => {
                self.word("EXISTS");
                self.subquery(query);
            }
        }
    }

    fn predicate(&mut self, operand: &Expr, negated: bool, word: &str) {
        self.expression(operand);
        if negated {
            self.word("NOT");
        }
        self.word(word);
    }

    fn chain(&mut self, operands: &[Condition], word: &str, parenthesised: fn(&ConditionKind) -> bool) {
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.word(word);
            }
            self.truth(operand, parenthesised(&operand.kind));
        }
    }

    fn truth(&mut self, condition: &Condition, parenthesised: bool) {
        if !parenthesised {
            return self.condition(condition);
        }
        self.word("(");
        self.condition(condition);
        self.raw(")");
    }
}
