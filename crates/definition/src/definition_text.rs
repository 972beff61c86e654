//! Canonical text of an expression, as the catalog keeps it and
//! `sys.default_constraints.definition` and similar columns show it. Columns are in brackets,
//! numbers in parentheses, functions in lower case, and operators have no blanks. Parsing the text
//! yields an equivalent expression.

use crate::refusal::unsupported;
use sluice_functions::{JSON_ARRAY, JSON_OBJECT, find};
use sluice_syntax::ast::{
    BinaryOperator, Call, Condition, ConditionKind, Expr, ExprKind, Literal, Niladic, TypeArgument, TypeName,
    UnaryOperator,
};
use sluice_types::SqlError;
use std::fmt::Write;

/// Returns the text of a value, in parentheses. Fails with 1046 for a subquery, and with 40517 for
/// what a definition can't have.
pub fn of_value(value: &Expr) -> Result<String, SqlError> {
    printed(|text| text.value(value))
}

/// Returns the text of a condition, in parentheses. Fails as [`of_value`] does.
pub fn of_condition(condition: &Condition) -> Result<String, SqlError> {
    printed(|text| text.condition(condition))
}

/// Returns the text of the condition of a rule, in parentheses. Its variable becomes the column
/// [`RULE_VALUE`]. Fails as [`of_value`] does.
pub fn of_rule(condition: &Condition) -> Result<String, SqlError> {
    let print = |text: &mut Text| text.condition(condition);
    let mut text = Text { is_rule: true, ..Text::default() };
    text.operand_of(&print)?;
    if text.deepest > PARENTHESES_MOST {
        text = Text { is_rule: true, is_flat: true, ..Text::default() };
        text.operand_of(&print)?;
    }
    Ok(text.written)
}

/// The name of the checked value in the text of a rule.
pub const RULE_VALUE: &str = "@value";

/// Returns what `print` writes, in parentheses. A text that would nest too deeply for the parser
/// has only the parentheses that precedence requires.
fn printed(print: impl Fn(&mut Text) -> Done) -> Result<String, SqlError> {
    let mut text = Text::default();
    text.operand_of(&print)?;
    if text.deepest <= PARENTHESES_MOST {
        return Ok(text.written);
    }
    let mut text = Text { is_flat: true, ..Text::default() };
    text.operand_of(&print)?;
    Ok(text.written)
}

/// The greatest depth of parentheses in a text that has redundant ones.
const PARENTHESES_MOST: usize = 48;

#[derive(Default)]
struct Text {
    written: String,
    /// Whether operators of one precedence have no parentheses between them.
    is_flat: bool,
    /// Whether a variable is the value that a rule checks.
    is_rule: bool,
    /// The parentheses around operands that are open, and the most that have been.
    open: usize,
    deepest: usize,
}

type Done = Result<(), SqlError>;

impl Text {
    fn push(&mut self, text: &str) {
        self.written.push_str(text);
    }

    fn open(&mut self) {
        self.push("(");
        self.open += 1;
        self.deepest = self.deepest.max(self.open);
    }

    fn close(&mut self) {
        self.push(")");
        self.open -= 1;
    }

    /// Prints what `print` writes, in parentheses.
    fn operand_of(&mut self, print: &impl Fn(&mut Text) -> Done) -> Done {
        self.open();
        print(self)?;
        self.close();
        Ok(())
    }

    fn bracketed(&mut self, name: &str) {
        self.written.push_str(&sluice_types::bracketed(name));
    }

    fn value(&mut self, value: &Expr) -> Done {
        match &value.kind {
            ExprKind::Literal(literal) => self.literal(literal, ""),
            ExprKind::GlobalVariable(name) => self.push(&name.text),
            ExprKind::Column(column) => self.bracketed(&column.name.text),
            ExprKind::Unary { operator, operand } => return self.unary(*operator, operand),
            ExprKind::Chain { first, rest } => return self.operators(first, rest),
            ExprKind::Call(call) => return self.call(call),
            ExprKind::Niladic(Niladic::CurrentDate) => self.push("CURRENT_DATE"),
            ExprKind::Niladic(Niladic::CurrentTimestamp) => self.push("getdate()"),
            ExprKind::Niladic(Niladic::SystemUser) => self.push("suser_sname()"),
            ExprKind::Niladic(Niladic::CurrentUser | Niladic::SessionUser | Niladic::User) => self.push("user_name()"),
            ExprKind::Cast { operand, target, tolerant } => return self.convert(operand, target, None, *tolerant),
            ExprKind::Convert { operand, target, style, tolerant } => {
                return self.convert(operand, target, style.as_deref(), *tolerant);
            }
            ExprKind::SimpleCase { operand, branches, otherwise } => {
                self.push("case ");
                self.value(operand)?;
                self.branches(branches, otherwise.as_deref(), Self::value)?;
            }
            ExprKind::SearchedCase { branches, otherwise } => {
                self.push("case");
                self.branches(branches, otherwise.as_deref(), Self::condition)?;
            }
            ExprKind::Iif { condition, then, otherwise } => {
                self.push("case when ");
                self.condition(condition)?;
                self.push(" then ");
                self.value(then)?;
                self.push(" else ");
                self.value(otherwise)?;
                self.push(" end");
            }
            ExprKind::Collate { operand, collation } => {
                self.operand(operand, is_operator(operand))?;
                write!(self.written, " collate {}", collation.text).expect("writing to a String never fails");
            }
            ExprKind::NextValue { sequence, over: None } => {
                self.push("NEXT VALUE FOR ");
                for part in [&sequence.database, &sequence.schema].into_iter().flatten() {
                    self.bracketed(&part.text);
                    self.push(".");
                }
                self.bracketed(&sequence.name.text);
            }
            ExprKind::Variable(_) if self.is_rule => self.bracketed(RULE_VALUE),
            // 1046: subqueries are not allowed in this context.
            ExprKind::Subquery(_) => return Err(SqlError::subquery_not_allowed()),
            ExprKind::Variable(_)
            | ExprKind::Method { .. }
            | ExprKind::AtTimeZone { .. }
            | ExprKind::Parse { .. }
            | ExprKind::Trim { .. }
            | ExprKind::PseudoColumn(_)
            | ExprKind::NextValue { .. }
            | ExprKind::Default => return Err(unsupported("an expression of this kind in a table's definition")),
        }
        Ok(())
    }

    fn literal(&mut self, literal: &Literal, sign: &str) {
        let written = match literal {
            Literal::Null => "NULL".to_owned(),
            Literal::Integer(number) => format!("({sign}{number})"),
            Literal::Decimal(number) | Literal::Float(number) => format!("({sign}{number})"),
            Literal::Money(number) => format!("({sign}${number})"),
            Literal::Binary(bytes) => {
                let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
                format!("0x{digits}")
            }
            Literal::String(text) => format!("'{}'", text.replace('\'', "''")),
            Literal::NationalString(text) => format!("N'{}'", text.replace('\'', "''")),
        };
        self.push(&written);
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expr) -> Done {
        if let ExprKind::Literal(
            literal @ (Literal::Integer(_) | Literal::Decimal(_) | Literal::Float(_) | Literal::Money(_)),
        ) = &operand.kind
        {
            self.literal(literal, operator.symbol());
            return Ok(());
        }
        // SQL Server separates a minus from what stands before it.
        self.push(if operator == UnaryOperator::Minus { " -" } else { operator.symbol() });
        self.operand(operand, is_operator(operand))
    }

    /// Prints operators of one precedence as SQL Server does: each but the last in parentheses with
    /// all before it.
    fn operators(&mut self, first: &Expr, rest: &[(BinaryOperator, Expr)]) -> Done {
        let inner = if self.is_flat { 0 } else { rest.len() - 1 };
        (0..inner).for_each(|_| self.open());
        self.operand(first, needs_parentheses(rest[0].0, first, !self.is_flat))?;
        for (place, (operator, operand)) in rest.iter().enumerate() {
            self.push(operator.symbol());
            self.operand(operand, needs_parentheses(*operator, operand, true))?;
            if place < inner {
                self.close();
            }
        }
        Ok(())
    }

    fn operand(&mut self, operand: &Expr, parenthesised: bool) -> Done {
        if !parenthesised {
            return self.value(operand);
        }
        self.operand_of(&|text| text.value(operand))
    }

    fn call(&mut self, call: &Call) -> Done {
        let name = &call.name.name.text;
        if let (Some(single), [date]) = (call.name.single(), call.arguments.as_slice())
            && let Some(part) = ["year", "month", "day"].into_iter().find(|part| single.is(part))
        {
            self.push("datepart(");
            self.push(part);
            self.push(",");
            self.value(date)?;
            self.push(")");
            return Ok(());
        }
        match call.name.single() {
            Some(_) => self.push(&name.to_lowercase()),
            None => {
                for part in [&call.name.database, &call.name.schema].into_iter().flatten() {
                    self.bracketed(&part.text);
                    self.push(".");
                }
                self.bracketed(name);
            }
        }
        // An identifier that is no column: a date part, or a kind of JSON value.
        let datepart = find(name).and_then(|function| function.datepart());
        let datepart = if name.eq_ignore_ascii_case("ISJSON") { Some(1) } else { datepart };
        let constructors = [&JSON_ARRAY, &JSON_OBJECT];
        let json = constructors.into_iter().find(|known| call.name.single().is_some_and(|name| name.is(known.name)));
        let is_object = json.is_some_and(|json| json.name == JSON_OBJECT.name);
        self.push("(");
        for (place, argument) in call.arguments.iter().enumerate() {
            if place > 0 {
                self.push(if is_object && !place.is_multiple_of(2) { ":" } else { "," });
            }
            match &argument.kind {
                ExprKind::Column(column) if datepart == Some(place) => self.push(&column.name.text.to_lowercase()),
                _ => self.value(argument)?,
            }
        }
        if let Some(absent) = call.ignores_nulls.filter(|_| json.is_some()) {
            self.push(if absent { " absent on null" } else { " null on null" });
        }
        if let Some(returning) = &call.returning {
            self.push(" returning ");
            self.type_name(returning);
        }
        self.push(")");
        Ok(())
    }

    fn convert(&mut self, operand: &Expr, target: &TypeName, style: Option<&Expr>, tolerant: bool) -> Done {
        self.push(if tolerant { "TRY_CAST(" } else { "CONVERT(" });
        if tolerant && style.is_none() {
            self.value(operand)?;
            self.push(" AS ");
            self.type_name(target);
        } else {
            self.type_name(target);
            self.push(",");
            self.value(operand)?;
        }
        if let Some(style) = style {
            self.push(",");
            self.value(style)?;
        }
        self.push(")");
        Ok(())
    }

    fn type_name(&mut self, data_type: &TypeName) {
        self.bracketed(&data_type.name.name.text.to_lowercase());
        let argument = |argument: &TypeArgument| match argument {
            TypeArgument::Number(number) => number.to_string(),
            TypeArgument::Max => "max".to_owned(),
        };
        let arguments: Vec<String> = data_type.arguments.iter().map(argument).collect();
        if !arguments.is_empty() {
            self.push(&format!("({})", arguments.join(",")));
        }
    }

    fn branches<T>(
        &mut self,
        branches: &[(T, Expr)],
        otherwise: Option<&Expr>,
        test: impl Fn(&mut Text, &T) -> Done,
    ) -> Done {
        for (when, then) in branches {
            self.push(" when ");
            test(self, when)?;
            self.push(" then ");
            self.value(then)?;
        }
        if let Some(otherwise) = otherwise {
            self.push(" else ");
            self.value(otherwise)?;
        }
        self.push(" end");
        Ok(())
    }

    fn condition(&mut self, condition: &Condition) -> Done {
        match &condition.kind {
            ConditionKind::Comparison { operator, left, right } => {
                self.compared(left)?;
                self.push(operator.symbol());
                self.compared(right)?;
            }
            ConditionKind::And(parts) => {
                return self.chain(parts, " AND ", |place, kind| {
                    matches!(kind, ConditionKind::Or(_)) || is_choice(kind) || place > 0 && is_both(kind)
                });
            }
            ConditionKind::Or(parts) => {
                return self.chain(parts, " OR ", |place, kind| {
                    place > 0 && (matches!(kind, ConditionKind::Or(_)) || is_choice(kind))
                });
            }
            ConditionKind::Not(inner) => {
                let around =
                    matches!(inner.kind, ConditionKind::And(_) | ConditionKind::Or(_) | ConditionKind::Between { .. })
                        || is_choice(&inner.kind);
                self.push(if around { "NOT (" } else { "NOT " });
                self.condition(inner)?;
                self.push(if around { ")" } else { "" });
            }
            ConditionKind::IsNull { operand, negated } => {
                self.value(operand)?;
                self.push(if *negated { " IS NOT NULL" } else { " IS NULL" });
            }
            ConditionKind::IsDistinct { left, right, negated } => {
                self.value(left)?;
                self.push(if *negated { " IS NOT DISTINCT FROM " } else { " IS DISTINCT FROM " });
                self.value(right)?;
            }
            ConditionKind::InList { operand, list, negated } => return self.in_list(operand, list, *negated),
            ConditionKind::Between { operand, low, high, negated } => {
                self.push(if *negated { "NOT (" } else { "" });
                self.compared(operand)?;
                self.push(">=");
                self.compared(low)?;
                self.push(" AND ");
                self.compared(operand)?;
                self.push("<=");
                self.compared(high)?;
                self.push(if *negated { ")" } else { "" });
            }
            ConditionKind::Like { operand, pattern, escape, negated } => {
                self.push(if *negated { "NOT " } else { "" });
                self.value(operand)?;
                self.push(" like ");
                self.value(pattern)?;
                if let Some(escape) = escape {
                    self.push(" escape ");
                    self.value(escape)?;
                }
            }
            ConditionKind::RegexpLike { operand, pattern, flags } => {
                self.push("regexp_like(");
                self.value(operand)?;
                self.push(",");
                self.value(pattern)?;
                if let Some(flags) = flags {
                    self.push(",");
                    self.value(flags)?;
                }
                self.push(")");
            }
            ConditionKind::Quantified { .. } | ConditionKind::InQuery { .. } | ConditionKind::Exists(_) => {
                return Err(SqlError::subquery_not_allowed());
            }
            ConditionKind::Updated(_) | ConditionKind::CurrentOf(_) => {
                return Err(unsupported("a condition of this kind in a table's definition"));
            }
        }
        Ok(())
    }

    /// Prints IN as SQL Server does: the last value of the list first.
    fn in_list(&mut self, operand: &Expr, list: &[Expr], negated: bool) -> Done {
        self.push(if negated { "NOT (" } else { "" });
        for (place, item) in list.iter().rev().enumerate() {
            self.push(if place > 0 { " OR " } else { "" });
            self.compared(operand)?;
            self.push("=");
            self.compared(item)?;
        }
        self.push(if negated { ")" } else { "" });
        Ok(())
    }

    /// Prints an operand of a comparison. SQL Server's text has parentheses around `+`, `-` and the
    /// bitwise operators there.
    fn compared(&mut self, operand: &Expr) -> Done {
        let is_additive = operand.chain_operator().is_some_and(|operator| !operator.is_multiplicative());
        self.operand(operand, is_additive && !self.is_flat)
    }

    /// Prints conditions with a word between them. `parenthesised` gets the place of each.
    fn chain(&mut self, parts: &[Condition], word: &str, parenthesised: fn(usize, &ConditionKind) -> bool) -> Done {
        for (place, part) in parts.iter().enumerate() {
            self.push(if place > 0 { word } else { "" });
            let around = parenthesised(place, &part.kind);
            self.push(if around { "(" } else { "" });
            self.condition(part)?;
            self.push(if around { ")" } else { "" });
        }
        Ok(())
    }
}

/// Whether a condition is an IN list that is printed as comparisons with OR between them.
fn is_choice(kind: &ConditionKind) -> bool {
    matches!(kind, ConditionKind::InList { list, negated: false, .. } if list.len() > 1)
}

/// Whether a condition is printed as two or more with AND between them.
fn is_both(kind: &ConditionKind) -> bool {
    matches!(kind, ConditionKind::And(_) | ConditionKind::Between { negated: false, .. })
}

fn is_operator(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Unary { .. } | ExprKind::Chain { .. })
}

/// Whether an operand has parentheses: those that precedence requires and, if `of_same`, those
/// around an operator of the same precedence. A sign binds weaker than `*`, so it always has them
/// next to another operator.
fn needs_parentheses(outer: BinaryOperator, operand: &Expr, of_same: bool) -> bool {
    match (&operand.kind, operand.chain_operator()) {
        (ExprKind::Unary { operand, .. }, _) => !matches!(operand.kind, ExprKind::Literal(_)),
        (_, Some(inner)) => match (outer.is_multiplicative(), inner.is_multiplicative()) {
            (true, false) => true,
            (false, true) => false,
            _ => of_same,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_syntax::ast::{ConstraintKind, StatementKind};
    use sluice_syntax::parse;

    /// Checks the texts against SQL Server's `sys.check_constraints`. Parsing a text must yield the
    /// same text.
    #[test]
    fn condition_text_matches_sql_server() {
        for (written, shown) in [
            ("a > 0", "([a]>(0))"),
            ("a>=1 and a <= 10 or b is not null", "([a]>=(1) AND [a]<=(10) OR [b] IS NOT NULL)"),
            ("(a = 1 or a = 2) and b = 'x''y'", "(([a]=(1) OR [a]=(2)) AND [b]='x''y')"),
            ("a BETWEEN 1 AND -5", "([a]>=(1) AND [a]<=(-5))"),
            ("b IN ('x', 'y', N'z')", "([b]=N'z' OR [b]='y' OR [b]='x')"),
            ("a > 0 AND b IN ('x', 'y')", "([a]>(0) AND ([b]='y' OR [b]='x'))"),
            ("NOT b IN ('x', 'y')", "(NOT ([b]='y' OR [b]='x'))"),
            ("b NOT LIKE '[a-c]%'", "(NOT [b] like '[a-c]%')"),
            ("LEN(b) * (a + 1) - 2 < 1.50", "((len([b])*([a]+(1))-(2))<(1.50))"),
            ("a + b - c = a * (b * c) * 2", "((([a]+[b])-[c])=([a]*([b]*[c]))*(2))"),
            ("a & 1 = 1 OR a + 1 IN (2, 3)", "(([a]&(1))=(1) OR (([a]+(1))=(3) OR ([a]+(1))=(2)))"),
            ("a = 1 AND (b = 2 AND c = 3)", "([a]=(1) AND ([b]=(2) AND [c]=(3)))"),
            ("(a = 1 AND b = 2) AND c = 3", "([a]=(1) AND [b]=(2) AND [c]=(3))"),
            (
                "a = 1 OR (b = 2 OR c = 3) OR d BETWEEN 1 AND 2",
                "([a]=(1) OR ([b]=(2) OR [c]=(3)) OR [d]>=(1) AND [d]<=(2))",
            ),
            ("a > 0 AND b BETWEEN 1 AND 2", "([a]>(0) AND ([b]>=(1) AND [b]<=(2)))"),
            ("YEAR(c) > 2000 AND Month(c) = -a", "(datepart(year,[c])>(2000) AND datepart(month,[c])= -[a])"),
            ("DATEDIFF(day, c, GETDATE()) < 0x0f", "(datediff(day,[c],getdate())<0x0F)"),
            ("NOT (a = 1) and -a * b < $1", "(NOT [a]=(1) AND  -([a]*[b])<($1))"),
            (
                "CAST(b AS int) = CASE WHEN a = 1 THEN 2 ELSE 3 END",
                "(CONVERT([int],[b])=case when [a]=(1) then (2) else (3) end)",
            ),
        ] {
            assert_eq!(of_condition(&condition(written)).expect("it has a text"), shown);
            // Only redundant parentheses may be lost.
            let again = of_condition(&condition(shown)).expect("it has a text");
            assert!(again == shown || format!("({again})") == shown, "{again}");
        }
    }

    /// A sum of a thousand terms has a text that can be parsed.
    #[test]
    fn a_long_sum_has_no_redundant_parentheses() {
        let sum = vec!["a"; 1000].join("+");
        let shown = of_condition(&condition(&format!("{sum} > 0"))).expect("it has a text");
        assert_eq!(shown, format!("({}>(0))", vec!["[a]"; 1000].join("+")));
        assert_eq!(of_condition(&condition(&shown)).expect("it has a text"), shown);
    }

    fn condition(text: &str) -> Condition {
        let script = parse(&format!("CREATE TABLE t(a int, CHECK ({text}))"));
        assert!(script.errors.is_empty(), "{text}: {:?}", script.errors);
        match script.statements.into_iter().next().map(|statement| statement.kind) {
            Some(StatementKind::CreateTable(table)) => match table.constraints[0].kind.clone() {
                ConstraintKind::Check { condition, .. } => condition,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }
}
