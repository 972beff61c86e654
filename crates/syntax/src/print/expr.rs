//! Prints scalar expressions. Parentheses are printed only where precedence needs them, so a tree
//! parsed at the depth limit prints within that limit.

use super::printer::Printer;
use crate::ast::{
    BinaryOperator, Call, Expr, ExprKind, Frame, FrameBound, JsonForm, Literal, Name, Over, TypeName, UnaryOperator,
};

impl Printer {
    /// Prints an expression, with parentheses only where precedence needs them.
    pub(crate) fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Variable(name) | ExprKind::GlobalVariable(name) => self.word(&name.text),
            ExprKind::Column(column) => self.column_name(column),
            ExprKind::Unary { operator, operand } => self.unary(*operator, operand),
            ExprKind::Chain { first, rest } => self.chain_of_operators(first, rest),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Method { target, method, arguments } => {
                self.operand(target, !takes_method(target, method, arguments));
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
            ExprKind::AtTimeZone { operand, zone } => {
                self.operand(operand, is_operator(operand));
                self.word("AT TIME ZONE");
                self.operand(zone, is_operator(zone) || has_suffix(zone));
            }
            ExprKind::Parse { operand, target, culture, tolerant } => {
                self.word(if *tolerant { "TRY_PARSE(" } else { "PARSE(" });
                self.expression(operand);
                self.word("AS");
                self.type_name(target);
                if let Some(culture) = culture {
                    self.word("USING");
                    self.expression(culture);
                }
                self.raw(")");
            }
            ExprKind::Trim { side, characters, operand } => {
                self.word("TRIM(");
                if let Some(side) = side {
                    self.word(side.word());
                }
                // The token after the side's word must not look like an operator.
                let plain = matches!(characters.kind, ExprKind::Literal(Literal::String(_)) | ExprKind::Variable(_));
                self.operand(characters, side.is_some() && !plain);
                self.word("FROM");
                self.expression(operand);
                self.raw(")");
            }
            ExprKind::PseudoColumn(column) => {
                if let Some(qualifier) = &column.qualifier {
                    self.object_name(qualifier);
                    self.raw(".");
                    self.raw(&column.name.text);
                } else {
                    self.word(&column.name.text);
                }
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

    /// Prints a sign and its operand. A blank between two signs keeps them from starting a comment.
    fn unary(&mut self, operator: UnaryOperator, operand: &Expr) {
        let parenthesised = operand
            .chain_operator()
            .is_some_and(|inner| operator == UnaryOperator::BitNot || !inner.is_multiplicative());
        self.word(operator.symbol());
        if !begins_with_sign(operand, parenthesised) {
            self.glue();
        }
        self.operand(operand, parenthesised);
    }

    fn chain_of_operators(&mut self, first: &Expr, rest: &[(BinaryOperator, Expr)]) {
        self.operand(first, needs_parentheses(rest[0].0, first, ChainPosition::First));
        for (index, (operator, operand)) in rest.iter().enumerate() {
            let place = if index + 1 == rest.len() { ChainPosition::Last } else { ChainPosition::Middle };
            self.word(operator.symbol());
            self.operand(operand, needs_parentheses(*operator, operand, place));
        }
    }

    /// Prints the arguments of a JSON form, their order and the NULL clause.
    fn json_arguments(&mut self, call: &Call, form: JsonForm) {
        self.raw("(");
        for (place, argument) in call.arguments.iter().enumerate() {
            if place > 0 {
                self.raw(if form.is_object && place % 2 == 1 { ":" } else { ", " });
            }
            self.expression(argument);
        }
        if form.is_ordered() && !call.within_group.is_empty() {
            self.order_by(&call.within_group);
        }
        if let Some(absent) = call.ignores_nulls {
            self.word(if absent { "ABSENT ON NULL" } else { "NULL ON NULL" });
        }
        self.raw(")");
    }

    /// Prints a call with DISTINCT, WITHIN GROUP, the treatment of NULL and OVER. A name that is
    /// also a special form is delimited.
    pub(crate) fn call(&mut self, call: &Call) {
        let json = json_form(call);
        match call.name.single() {
            Some(name) if json.is_some() => self.word(&name.text),
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
        } else if let Some(form) = json {
            self.json_arguments(call, form);
        } else if let Some(returning) = &call.returning {
            self.raw("(");
            self.list(&call.arguments, Self::expression);
            self.word("RETURNING");
            self.type_name(returning);
            self.raw(")");
        } else {
            self.arguments(&call.arguments, Self::expression);
        }
        if !call.within_group.is_empty() && !json.is_some_and(JsonForm::is_ordered) {
            self.word("WITHIN GROUP (");
            self.order_by(&call.within_group);
            self.raw(")");
        }
        match call.ignores_nulls.filter(|_| json.is_none()) {
            Some(true) => self.word("IGNORE NULLS"),
            Some(false) => self.word("RESPECT NULLS"),
            None => {}
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
        self.word("OVER");
        match &over.base {
            Some(base) if over.partition_by.is_empty() && over.order_by.is_empty() && over.frame.is_none() => {
                self.name(base);
            }
            _ => self.window(over),
        }
    }

    /// Prints a window in parentheses. It has a base window, PARTITION BY, ORDER BY and a frame,
    /// each if written.
    pub(crate) fn window(&mut self, over: &Over) {
        self.word("(");
        if let Some(base) = &over.base {
            self.name(base);
        }
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
                self.word(&count.to_string());
                self.word("PRECEDING");
            }
            FrameBound::Following(count) => {
                self.word(&count.to_string());
                self.word("FOLLOWING");
            }
        }
    }
}

fn is_operator(expression: &Expr) -> bool {
    matches!(expression.kind, ExprKind::Unary { .. } | ExprKind::Chain { .. })
}

/// Whether the expression ends with COLLATE, AT TIME ZONE or a method.
fn has_suffix(expression: &Expr) -> bool {
    matches!(expression.kind, ExprKind::Collate { .. } | ExprKind::AtTimeZone { .. } | ExprKind::Method { .. })
}

/// Whether a method can follow `target` directly. A column takes only methods of type xml, which
/// the parser recognises by their arguments.
fn takes_method(target: &Expr, method: &Name, arguments: &[Expr]) -> bool {
    use ExprKind::{Call, Column, Method, Subquery, Variable};
    let string =
        |argument: &Expr| matches!(argument.kind, ExprKind::Literal(Literal::String(_) | Literal::NationalString(_)));
    match &target.kind {
        Variable(_) | Subquery(_) | Method { .. } => true,
        // A bare OVER or the like may end a call.
        Call(call) => call.over.is_none() && call.within_group.is_empty() && call.ignores_nulls.is_none(),
        Column(column) if column.qualifier.as_ref().is_none_or(|table| table.database.is_none()) => match &*method.text
        {
            "query" | "exist" | "nodes" | "modify" => arguments.len() == 1 && string(&arguments[0]),
            "value" => arguments.len() == 2 && arguments.iter().all(string),
            _ => false,
        },
        _ => false,
    }
}

/// Returns the call's form if it fits the grammar of JSON_OBJECT, JSON_ARRAY or their aggregates.
fn json_form(call: &Call) -> Option<JsonForm> {
    let form = JsonForm::named(&call.name.single().filter(|_| !call.star && !call.distinct)?.text)?;
    let members = if form.is_object { 2 } else { 1 };
    let count = call.arguments.len();
    let fits = if form.is_aggregate { count == members } else { count.is_multiple_of(members) };
    fits.then_some(form)
}

/// Whether the printed expression starts with `-` or `+`.
fn begins_with_sign(expression: &Expr, parenthesised: bool) -> bool {
    match &expression.kind {
        _ if parenthesised => false,
        ExprKind::Unary { operator, .. } => *operator != UnaryOperator::BitNot,
        ExprKind::Chain { first, rest } => {
            begins_with_sign(first, needs_parentheses(rest[0].0, first, ChainPosition::First))
        }
        _ => false,
    }
}

/// The position of an operand in its chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChainPosition {
    First,
    Middle,
    Last,
}

/// Whether precedence requires parentheses around `operand`. A sign binds weaker than `*`, so a
/// sign's operand would absorb a following factor: `(-a) * b`, but `a * -b` and `a - -b`.
fn needs_parentheses(outer: BinaryOperator, operand: &Expr, place: ChainPosition) -> bool {
    match (&operand.kind, operand.chain_operator()) {
        (ExprKind::Unary { .. }, _) => {
            place != ChainPosition::Last && outer.is_multiplicative() && ends_with_sign(operand)
        }
        (_, Some(inner)) => match (outer.is_multiplicative(), inner.is_multiplicative()) {
            (true, false) => true,
            (false, true) => false,
            _ => place != ChainPosition::First,
        },
        _ => false,
    }
}

/// Whether the expression ends with a sign's operand, which would absorb a following `*`.
fn ends_with_sign(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Unary { operator: UnaryOperator::BitNot, operand } => {
            !matches!(operand.kind, ExprKind::Chain { .. }) && ends_with_sign(operand)
        }
        ExprKind::Unary { .. } => true,
        ExprKind::Chain { rest, .. } => rest.last().is_some_and(|(operator, last)| {
            !needs_parentheses(*operator, last, ChainPosition::Last) && ends_with_sign(last)
        }),
        _ => false,
    }
}

/// Reserved words that are functions if a parenthesis follows.
const FUNCTION_WORDS: [&str; 6] = ["LEFT", "RIGHT", "COALESCE", "NULLIF", "IDENTITY", "TSEQUAL"];

/// Words with their own argument grammar. A user function of such a name must be delimited.
const SPECIAL_FORMS: [&str; 9] =
    ["CAST", "TRY_CAST", "IIF", "PARSE", "TRY_PARSE", "JSON_OBJECT", "JSON_ARRAY", "JSON_OBJECTAGG", "JSON_ARRAYAGG"];
