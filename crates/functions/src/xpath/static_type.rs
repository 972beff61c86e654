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
