//! Expressions and conditions in the XML document of a plan.
//!
//! The root of an expression has its text in `ScalarString`. The binder makes implicit conversions
//! explicit and doesn't record which were written, so `Implicit` is always 0.

use crate::expression::{Words, constant, global_name, is_count_of_rows, subquery_name};
use crate::names::{ColumnName, quoted};
use crate::xml::{Attributes, Xml, flag};
use sluice_plan::aggregate::Aggregate;
use sluice_plan::expression::{ColumnId, Condition, Expr, ExprKind, Step};
use sluice_types::{Comparison, DataType, Length, Operator, UnaryOperator};

impl Words<'_> {
    /// Writes an expression as the root of a scalar tree.
    pub(crate) fn write_expr(&self, xml: &mut Xml, expr: &Expr) {
        xml.element(SCALAR, &[("ScalarString", &self.expr(expr))], |xml| self.inner(xml, expr));
    }

    /// Writes a condition as the root of a scalar tree.
    pub(crate) fn write_condition(&self, xml: &mut Xml, condition: &Condition) {
        let text = self.condition(condition);
        xml.element(SCALAR, &[("ScalarString", &text)], |xml| self.inner_condition(xml, condition));
    }

    /// Writes the element `name` around a condition, if there is one.
    pub(crate) fn write_predicate(&self, xml: &mut Xml, name: &str, condition: Option<&Condition>) {
        if let Some(condition) = condition {
            xml.element(name, &[], |xml| self.write_condition(xml, condition));
        }
    }

    /// Writes an aggregate as the root of a scalar tree.
    pub(crate) fn write_aggregate(&self, xml: &mut Xml, aggregate: &Aggregate) {
        let kind = if is_count_of_rows(aggregate) { "countstar" } else { &*aggregate.kind.name().to_uppercase() };
        let attributes = [("AggType", kind), ("Distinct", flag(aggregate.distinct))];
        xml.element(SCALAR, &[("ScalarString", &self.aggregate(aggregate))], |xml| match &aggregate.argument {
            Some(argument) => xml.element("Aggregate", &attributes, |xml| self.operand_of(xml, argument)),
            None => xml.empty("Aggregate", &attributes),
        });
    }

    /// Writes the columns that an operator computes, each with its expression.
    pub(crate) fn write_defined(&self, xml: &mut Xml, computed: &[(ColumnId, Expr)]) {
        xml.element("DefinedValues", &[], |xml| {
            for (id, expr) in computed {
                self.write_value(xml, &self.name(*id), |xml| self.write_expr(xml, expr));
            }
        });
    }

    /// Writes a defined column and its value.
    pub(crate) fn write_value(&self, xml: &mut Xml, name: &ColumnName, value: impl FnOnce(&mut Xml)) {
        xml.element("DefinedValue", &[], |xml| {
            name.write(xml);
            value(xml);
        });
    }

    /// Writes a reference to an expression where the schema wants a column. An expression that
    /// isn't a column is inside the reference.
    pub(crate) fn write_reference(&self, xml: &mut Xml, expr: &Expr) {
        match expr.as_column() {
            Some(id) => self.name(id).write(xml),
            None => self.name_of(expr).write_around(xml, |xml| self.write_expr(xml, expr)),
        }
    }

    /// Writes an element with references to expressions.
    pub(crate) fn write_references<'e>(
        &self,
        xml: &mut Xml,
        name: &str,
        expressions: impl IntoIterator<Item = &'e Expr>,
    ) {
        xml.element(name, &[], |xml| expressions.into_iter().for_each(|expr| self.write_reference(xml, expr)));
    }

    fn operand_of(&self, xml: &mut Xml, expr: &Expr) {
        xml.element(SCALAR, &[], |xml| self.inner(xml, expr));
    }

    fn operands_of(&self, xml: &mut Xml, name: &str, attributes: Attributes<'_>, operands: &[Expr]) {
        xml.element(name, attributes, |xml| operands.iter().for_each(|operand| self.operand_of(xml, operand)));
    }

    fn inner(&self, xml: &mut Xml, expr: &Expr) {
        match &expr.kind {
            ExprKind::Constant(value) => xml.empty("Const", &[("ConstValue", &constant(value, &expr.data_type))]),
            ExprKind::Variable(slot) => identifier(xml, &ColumnName::computed(self.variable(*slot))),
            ExprKind::Global(global) => xml.empty("Intrinsic", &[("FunctionName", global_name(*global))]),
            ExprKind::Column(id) => identifier(xml, &self.name(*id)),
            ExprKind::Chain(first, steps) => self.chain_of(xml, first, steps),
            ExprKind::Unary(UnaryOperator::Plus, operand) => self.inner(xml, operand),
            ExprKind::Unary(operator, operand) => {
                let operation = if *operator == UnaryOperator::Negate { "MINUS" } else { "BIT_NOT" };
                let operand = std::slice::from_ref(&**operand);
                self.operands_of(xml, "Arithmetic", &[("Operation", operation)], operand);
            }
            ExprKind::Convert { input, style, .. } => self.conversion(xml, (input, *style), &expr.data_type),
            ExprKind::Call(call) => {
                let name = call.function.name.to_lowercase();
                self.operands_of(xml, "Intrinsic", &[("FunctionName", &name)], &call.arguments);
            }
            ExprKind::Invoke(number, arguments) => {
                let module = &self.bound.functions[*number].module;
                let name = format!("{}.{}", quoted(&module.schema), quoted(&module.name));
                self.operands_of(xml, "UserDefinedFunction", &[("FunctionName", &name)], arguments);
            }
            ExprKind::Case(branches, otherwise) => self.case(xml, branches, otherwise.as_deref()),
            ExprKind::Subquery(number) => identifier(xml, &subquery_name(*number)),
            ExprKind::NextValue(_) => xml.empty("Sequence", &[("FunctionName", "NEXT VALUE FOR")]),
        }
    }

    /// Writes a chain of operators, the last one outermost.
    fn chain_of(&self, xml: &mut Xml, first: &Expr, steps: &[Step]) {
        for (place, step) in steps.iter().enumerate().rev() {
            xml.open("Arithmetic", &[("Operation", operation(step.operator))]);
            if place > 0 {
                xml.open(SCALAR, &[]);
            }
        }
        self.operand_of(xml, first);
        for (place, step) in steps.iter().enumerate() {
            self.operand_of(xml, &step.right);
            xml.close("Arithmetic");
            if place + 1 < steps.len() {
                xml.close(SCALAR);
            }
        }
    }

    /// Writes each branch of a CASE inside the ELSE of the branch before it.
    fn case(&self, xml: &mut Xml, branches: &[(Condition, Expr)], otherwise: Option<&Expr>) {
        for (place, (when, then)) in branches.iter().enumerate() {
            if place > 0 {
                xml.open(SCALAR, &[]);
            }
            xml.open("IF", &[]);
            xml.element("Condition", &[], |xml| {
                xml.element(SCALAR, &[], |xml| self.inner_condition(xml, when));
            });
            xml.element("Then", &[], |xml| self.operand_of(xml, then));
            xml.open("Else", &[]);
        }
        match otherwise {
            Some(otherwise) => self.operand_of(xml, otherwise),
            None => xml.element(SCALAR, &[], null),
        }
        for place in (0..branches.len()).rev() {
            xml.close("Else");
            xml.close("IF");
            if place > 0 {
                xml.close(SCALAR);
            }
        }
    }

    fn conversion(&self, xml: &mut Xml, (input, style): (&Expr, Option<i32>), to: &DataType) {
        let name = to.to_string();
        let name = name.split('(').next().unwrap_or(&name);
        let (mut attributes, mut sizes) = (vec![("DataType", name)], Vec::new());
        match (to, to.length()) {
            (DataType::Decimal { precision, scale, .. }, _) => {
                sizes.extend([("Precision", precision.to_string()), ("Scale", scale.to_string())]);
            }
            (_, Some(Length::Limited(length))) => {
                let bytes = usize::from(length) * to.unit_bytes();
                sizes.push(("Length", bytes.to_string()));
            }
            _ => sizes.extend(to.fraction().map(|digits| ("Scale", digits.to_string()))),
        }
        let style = style.unwrap_or(0).to_string();
        attributes.extend(sizes.iter().map(|(name, size)| (*name, size.as_str())));
        attributes.extend([("Style", style.as_str()), ("Implicit", flag(false))]);
        self.operands_of(xml, "Convert", &attributes, std::slice::from_ref(input));
    }

    fn inner_condition(&self, xml: &mut Xml, condition: &Condition) {
        match condition {
            Condition::Compare(comparison, left, right) => {
                xml.element("Compare", &[("CompareOp", comparison_word(*comparison))], |xml| {
                    self.operand_of(xml, left);
                    self.operand_of(xml, right);
                });
            }
            Condition::And(parts) => self.logical(xml, "AND", parts),
            Condition::Or(parts) => self.logical(xml, "OR", parts),
            Condition::IsNull(expr, not) => {
                xml.element("Compare", &[("CompareOp", if *not { "IS NOT" } else { "IS" })], |xml| {
                    self.operand_of(xml, expr);
                    xml.element(SCALAR, &[], null);
                });
            }
            Condition::Exists(number, false) => exists(xml, *number),
            Condition::Exists(number, true) => xml.element("Logical", &[("Operation", "NOT")], |xml| {
                xml.element(SCALAR, &[], |xml| exists(xml, *number));
            }),
        }
    }

    fn logical(&self, xml: &mut Xml, operation: &str, parts: &[Condition]) {
        xml.element("Logical", &[("Operation", operation)], |xml| {
            for part in parts {
                xml.element(SCALAR, &[], |xml| self.inner_condition(xml, part));
            }
        });
    }
}

fn identifier(xml: &mut Xml, name: &ColumnName) {
    xml.element("Identifier", &[], |xml| name.write(xml));
}

fn null(xml: &mut Xml) {
    xml.empty("Const", &[("ConstValue", "NULL")]);
}

fn exists(xml: &mut Xml, number: usize) {
    xml.element("Intrinsic", &[("FunctionName", "exists")], |xml| {
        xml.element(SCALAR, &[], |xml| identifier(xml, &subquery_name(number)));
    });
}

/// Returns the schema's word for an operator.
fn operation(operator: Operator) -> &'static str {
    let symbol = operator.symbol();
    OPERATIONS.iter().find(|(known, _)| *known == symbol).map_or("ADD", |(_, word)| word)
}

/// Returns the schema's word for a comparison.
pub(crate) fn comparison_word(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "EQ",
        Comparison::NotEqual => "NE",
        Comparison::Less => "LT",
        Comparison::LessOrEqual => "LE",
        Comparison::Greater => "GT",
        Comparison::GreaterOrEqual => "GE",
    }
}

/// The element of an expression.
pub(crate) const SCALAR: &str = "ScalarOperator";

/// Operators and their words in the schema.
const OPERATIONS: [(&str, &str); 8] = [
    ("+", "ADD"),
    ("-", "SUB"),
    ("*", "MULT"),
    ("/", "DIV"),
    ("%", "MOD"),
    ("&", "BIT_AND"),
    ("|", "BIT_OR"),
    ("^", "BIT_XOR"),
];
