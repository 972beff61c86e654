//! Rows of `nodes()`: which of them have their whole documents.

use super::plan;
use sluice_plan::expression::ExprKind;
use sluice_plan::physical::Node;
use sluice_types::Value;

/// Whether the rows of `nodes()` in a query have whole documents.
fn have_documents(items: &str, more: &str) -> bool {
    fn found(node: &Node) -> Option<bool> {
        match node {
            Node::Compute(input, _) | Node::Filter(input, _) => found(input),
            Node::Join(join) => found(&join.right).or_else(|| found(&join.left)),
            Node::Call(call) => match &call.arguments.get(2)?.kind {
                ExprKind::Constant(Value::Bit(whole)) => Some(*whole),
                _ => None,
            },
            _ => None,
        }
    }
    let text = format!(
        "SELECT {items} FROM (SELECT CAST(b AS xml) AS d FROM t) AS s CROSS APPLY s.d.nodes('/a/b') AS r(x){more}"
    );
    found(&plan(&text).node).expect("the query has nodes()")
}

#[test]
fn rows_have_documents_only_if_a_path_from_them_leaves_them() {
    assert!(!have_documents("1 AS n", ""));
    assert!(!have_documents("r.x.value('.', 'int') AS n, r.x.value('../@id', 'int') AS id", ""));
    // The path of nodes() and paths from other values begin at their own documents.
    assert!(!have_documents("s.d.value('(/a/c)[1]', 'int') AS n", ""));
    assert!(have_documents("r.x.value('(/a/c)[1]', 'int') AS n", ""));
    assert!(have_documents("x.exist('../c') AS n", ""));
    assert!(have_documents("1 AS n", " CROSS APPLY r.x.nodes('/a/c') AS q(y)"));
}
