//! A walk visits each expression of a tree once.

use proptest::prelude::*;
use sluice_syntax::ast::{Query, StatementKind};
use sluice_syntax::parse;
use sluice_syntax::walk::{self, Met};

use super::strategy::query::query;

/// Returns the number of expressions that a walk over a query visits.
fn walked(tree: &Query) -> usize {
    let mut count = 0;
    walk::query(tree, &mut |met| {
        count += usize::from(matches!(met, Met::Expr(_)));
        true
    });
    count
}

/// Returns the number of expressions in a query, by the shape of its tree.
fn written(tree: &Query) -> usize {
    format!("{tree:?}").matches("Expr { kind: ").count()
}

fn parsed(text: &str) -> Query {
    let script = parse(text);
    assert_eq!(script.errors, [], "{text}");
    match script.statements.into_iter().next().map(|statement| statement.kind) {
        Some(StatementKind::Select(query)) => Query::clone(&query),
        _ => panic!("a query: {text}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        max_global_rejects: 50_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn walk_visits_each_expression_of_a_query(tree in query(2)) {
        // A walk passes over hints.
        prop_assume!(!format!("{tree:?}").contains("Hint { words"));
        prop_assert_eq!(walked(&tree), written(&tree), "{:?}", tree);
    }
}

#[test]
fn walk_visits_windows_and_orders_within_groups() {
    for text in [
        "SELECT ROW_NUMBER() OVER (PARTITION BY a, b + 1 ORDER BY c ROWS BETWEEN 2 PRECEDING AND 3 FOLLOWING) FROM t",
        "SELECT STRING_AGG(a, ',') WITHIN GROUP (ORDER BY b) FROM t",
        "SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) OVER (PARTITION BY b) FROM t",
        "SELECT SUM(a) OVER w FROM t WINDOW w AS (PARTITION BY b ORDER BY c)",
        "SELECT NEXT VALUE FOR s OVER (ORDER BY a) FROM t",
        "SELECT x FROM t PIVOT (SUM(a) FOR b IN (x)) AS p",
        "SELECT a FROM t TABLESAMPLE (10 PERCENT) REPEATABLE (5)",
    ] {
        let query = parsed(text);
        assert_eq!(walked(&query), written(&query), "{text}");
    }
}
