//! Types of the nodes that an expression selects, as messages show them.

use super::ast::{Expr, NameTest, Start, Test};

/// Returns the type of the nodes that `expr` selects, by its form: `element(a,xdt:untyped) *`.
pub(super) fn node_type(expr: &Expr) -> String {
    match expr {
        Expr::Element(element) => format!("element({},xdt:untyped)", element.name),
        Expr::MakeAttribute(name, _) => format!("attribute({name},xdt:untypedAtomic)"),
        Expr::MakeText(_) => "text".to_owned(),
        _ => {
            let kind = match last_test(expr) {
                Some(Test::Element(test) | Test::ItselfNamed(test) | Test::ParentNamed(test)) => {
                    format!("element({},xdt:untyped)", name_of(test))
                }
                Some(Test::Attribute(test)) => format!("attribute({},xdt:untypedAtomic)", name_of(test)),
                Some(Test::Text) => "text".to_owned(),
                Some(Test::Comment) => "comment".to_owned(),
                Some(Test::Instruction) => "processing-instruction".to_owned(),
                Some(Test::Node | Test::Itself | Test::Parent) | None => "node()".to_owned(),
            };
            format!("{kind} {}", if expr.is_single() { '?' } else { '*' })
        }
    }
}

/// Returns the type of a constant, or `None` for any other expression.
pub(super) fn constant_type(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::Text(_) => Some(TEXT),
        Expr::Number(number) if number.fract() == 0.0 => Some("xs:integer"),
        Expr::Number(_) => Some("xs:decimal"),
        Expr::Negative(operand) => constant_type(operand).filter(|of_it| *of_it != TEXT),
        _ => None,
    }
}

/// Returns the types of a constant and a node among the parts of a sequence, in their order. `None`
/// if all parts may be of one kind.
pub(super) fn heterogeneous(parts: &[Expr]) -> Option<(String, String)> {
    let type_of = |part: &Expr| match constant_type(part) {
        Some(atomic) => Some((false, atomic.to_owned())),
        None if is_constructed(part) => Some((true, node_type(part))),
        None => None,
    };
    let mut known = parts.iter().filter_map(type_of);
    let (is_node, first) = known.next()?;
    known.find(|(is_other, _)| *is_other != is_node).map(|(_, second)| (first, second))
}

/// Whether the expression makes a node.
fn is_constructed(expr: &Expr) -> bool {
    matches!(expr, Expr::Element(_) | Expr::MakeAttribute(..) | Expr::MakeText(_))
}

/// The type of a text.
pub(super) const TEXT: &str = "xs:string";

/// Returns the test of the last step of a path. A path without steps has that of its start.
pub(super) fn last_test(expr: &Expr) -> Option<&Test> {
    match expr {
        Expr::Path(_, steps) if !steps.is_empty() => steps.last().map(|step| &step.test),
        Expr::Path(Start::Items(items, _), _) => last_test(items),
        _ => None,
    }
}

/// Returns a name as types show it: `*`, `name`, `{namespace}:name`.
fn name_of(test: &NameTest) -> String {
    let local = test.local.as_deref().unwrap_or("*");
    match test.namespace.as_deref() {
        None | Some("") => local.to_owned(),
        Some(namespace) => format!("{{{namespace}}}:{local}"),
    }
}
