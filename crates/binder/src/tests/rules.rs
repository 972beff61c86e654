//! The rules, each over queries for which it applies and doesn't apply.

use super::{plan, shape};
use sluice_plan::expression::{Condition, ExprKind};
use sluice_plan::physical::{JoinKind, Node};

fn shape_of(text: &str) -> String {
    shape(&plan(text).node)
}

/// Returns the number of parts of the filter at the top of a query, and of the branches of each.
fn parts_of(text: &str) -> Vec<usize> {
    let Node::Filter(_, condition) = plan(text).node else { panic!("{text} has no filter") };
    let branches = |part: &Condition| if let Condition::Or(branches) = part { branches.len() } else { 1 };
    condition.conjuncts().iter().map(branches).collect()
}

#[test]
fn common_factors_leave_a_disjunction() {
    assert_eq!(parts_of("SELECT a FROM t WHERE (a = 1 AND c = 2) OR (c = 3 AND a = 1)"), [1, 2]);
    assert_eq!(parts_of("SELECT a FROM t WHERE (a = 1 AND c = 2) OR a = 1"), [1]);
    assert_eq!(parts_of("SELECT a FROM t WHERE (a = 1 AND c = 2) OR (a = 2 AND c = 3)"), [2]);
    // A factor that can fail isn't evaluated for other rows.
    assert_eq!(parts_of("SELECT a FROM t WHERE (a > 1 AND 5 / a = 1) OR (c = 3 AND 5 / a = 1)"), [2]);
}

#[test]
fn factored_equality_is_a_join_key() {
    let text = "SELECT x.a FROM t AS x, t AS y WHERE (x.a = y.a AND x.c = 1) OR (x.a = y.a AND y.c = 2)";
    assert_eq!(shape_of(text), "Inner hash 1 on (scan t) (scan t)");
}

#[test]
fn constants_and_disjunctions_reach_each_source() {
    let both = "Inner hash 1 (filter, scan t) (filter, scan t)";
    assert_eq!(shape_of("SELECT x.a FROM t AS x JOIN t AS y ON x.a = y.a WHERE x.a > 5"), both);
    let text = "SELECT x.a FROM t AS x JOIN t AS y ON x.a = y.a WHERE (x.c = 1 AND y.c = 2) OR (x.c = 2 AND y.c = 1)";
    assert_eq!(shape_of(text), "Inner hash 1 on (filter, scan t) (filter, scan t)");
    // An outer join's equality says nothing of the rows that it preserves.
    let text = "SELECT x.a FROM t AS x LEFT JOIN t AS y ON x.a = y.a WHERE x.a > 5";
    assert_eq!(shape_of(text), "Left hash 1 (filter, scan t) (scan t)");
}

#[test]
fn correlated_exists_is_a_semi_join() {
    let of = |condition: &str| shape_of(&format!("SELECT a FROM t AS x WHERE {condition}"));
    assert_eq!(
        of("EXISTS (SELECT * FROM t AS y WHERE y.a = x.a AND y.c > 1)"),
        "Semi hash 1 (scan t) (filter, scan t)"
    );
    assert_eq!(of("NOT EXISTS (SELECT * FROM t AS y WHERE y.a = x.a)"), "Anti hash 1 (scan t) (scan t)");
    assert_eq!(of("a IN (SELECT c FROM t)"), "Semi hash 1 (scan t) (scan t)");
    assert_eq!(of("a NOT IN (SELECT a FROM t)"), "Anti hash 1 (scan t) (scan t)");
    assert_eq!(
        of("a IN (SELECT a FROM t AS y WHERE y.c IN (SELECT c FROM t AS z WHERE z.b = y.b))"),
        "Semi hash 1 (scan t) (Semi hash 2 (scan t) (scan t))"
    );
}

#[test]
fn exists_that_could_differ_stays_a_subquery() {
    let of = |condition: &str| shape_of(&format!("SELECT a FROM t AS x WHERE {condition}"));
    // No correlation; no equality; rows that depend on the outer row; errors.
    assert_eq!(of("EXISTS (SELECT * FROM t AS y WHERE y.a = 5)"), "filter, scan t");
    assert_eq!(of("EXISTS (SELECT * FROM t AS y WHERE y.a > x.a)"), "filter, scan t");
    assert_eq!(of("EXISTS (SELECT TOP (1) * FROM t AS y WHERE y.a = x.a ORDER BY c)"), "filter, scan t");
    assert_eq!(of("EXISTS (SELECT * FROM t AS y WHERE 1 / y.a = x.a)"), "filter, scan t");
    assert_eq!(of("EXISTS (SELECT * FROM t AS y WHERE y.a = x.a) OR a = 1"), "filter, scan t");
    assert_eq!(of("EXISTS (SELECT * FROM t AS y WHERE y.a = x.a) OPTION (FORCE ORDER)"), "filter, scan t");
}

#[test]
fn not_in_with_nulls_is_a_join() {
    let of = |condition: &str| shape_of(&format!("SELECT a FROM t AS x WHERE {condition}"));
    assert_eq!(of("a NOT IN (SELECT c FROM t)"), "NotIn hash 1 (scan t) (scan t)");
    assert_eq!(of("c NOT IN (SELECT a FROM t)"), "NotIn hash 1 (scan t) (scan t)");
    assert_eq!(of("c <> ALL (SELECT c FROM t) AND c > 1"), "NotIn hash 1 (filter, scan t) (scan t)");
    // The equality with the outer row is a key.
    assert_eq!(of("a NOT IN (SELECT y.c FROM t AS y WHERE y.a = x.a)"), "Anti hash 1 on (scan t) (scan t)");
    assert_eq!(of("a NOT IN (SELECT 1 / c FROM t)"), "filter, scan t");
    assert_eq!(of("c <= ALL (SELECT c FROM t)"), "filter, scan t");
    assert_eq!(of("a NOT IN (SELECT c FROM t) OPTION (LOOP JOIN)"), "filter, scan t");
}

#[test]
fn condition_that_can_fail_stays_with_the_pairs() {
    let text = "SELECT a FROM t AS x WHERE EXISTS (SELECT * FROM t AS y WHERE y.a = x.a AND 1 / y.c = 1)";
    let Node::Join(join) = plan(text).node else { panic!("no join") };
    assert_eq!(join.kind, JoinKind::Semi);
    assert!(join.on.is_some());
    assert!(matches!(join.right, Node::Scan(_)));
}

#[test]
fn correlated_aggregate_is_a_join_with_groups() {
    let of = |condition: &str| shape_of(&format!("SELECT a FROM t AS x WHERE {condition}"));
    let grouped = "aggregate 1+1, scan t";
    assert_eq!(
        of("c < (SELECT MAX(y.c) FROM t AS y WHERE y.a = x.a)"),
        format!("Inner hash 1 on (scan t) ({grouped})")
    );
    // A sum of ten digits, of up to 10^19 rows, fits into 38 digits.
    assert_eq!(
        of("c < (SELECT AVG(CAST(y.a AS decimal(12, 0))) FROM t AS y WHERE y.a = x.a)"),
        format!("Inner hash 1 on (scan t) ({grouped})")
    );
    // The value of a row without a group decides.
    let outer = format!("filter, Left hash 1 (scan t) ({grouped})");
    assert_eq!(of("0 = (SELECT COUNT(*) FROM t AS y WHERE y.a = x.a)"), outer);
    assert_eq!(of("(SELECT MAX(y.c) FROM t AS y WHERE y.a = x.a) IS NULL"), outer);
    assert_eq!(of("c = 1 OR c < (SELECT MAX(y.c) FROM t AS y WHERE y.a = x.a)"), outer);
    // A sum of ints fails above the join. An average has the sum and the number of values.
    assert_eq!(of("c < (SELECT SUM(y.a) FROM t AS y WHERE y.a = x.a)"), outer);
    let average = "filter, Left hash 1 (scan t) (aggregate 1+2, scan t)";
    assert_eq!(of("c < (SELECT AVG(y.a) FROM t AS y WHERE y.a = x.a)"), average);
    assert_eq!(of("(SELECT AVG(y.a) FROM t AS y WHERE y.a = x.a) > 5"), average);
    // Both uses of one subquery are replaced.
    assert_eq!(
        of("(SELECT MAX(y.c) FROM t AS y WHERE y.a = x.a) BETWEEN 1 AND 5"),
        "Inner hash 1 (scan t) (filter, aggregate 1+1, scan t)"
    );
}

#[test]
fn aggregate_that_could_differ_stays_a_subquery() {
    let of = |condition: &str| shape_of(&format!("SELECT a FROM t AS x WHERE {condition}"));
    // Overflow, division, no equality, no correlation, groups, several rows, the written order.
    assert_eq!(of("c < (SELECT SUM(y.c) FROM t AS y WHERE y.a = x.a)"), "filter, scan t");
    assert_eq!(of("c < (SELECT MAX(1 / y.c) FROM t AS y WHERE y.a = x.a)"), "filter, scan t");
    assert_eq!(of("c < (SELECT MAX(y.c) FROM t AS y WHERE y.a = x.a AND 1 / y.c = 1)"), "filter, scan t");
    assert_eq!(of("c < (SELECT MAX(y.c) FROM t AS y WHERE y.a > x.a)"), "filter, scan t");
    assert_eq!(of("c < (SELECT MAX(y.c) FROM t AS y)"), "filter, scan t");
    assert_eq!(of("c < (SELECT MAX(y.c) FROM t AS y WHERE y.a = x.a GROUP BY y.b)"), "filter, scan t");
    assert_eq!(of("c < (SELECT MAX(y.c) FROM t AS y WHERE y.a = x.a AND y.c > x.c)"), "filter, scan t");
    assert_eq!(of("c < (SELECT MAX(y.c) FROM t AS y WHERE y.a = x.a) OPTION (FORCE ORDER)"), "filter, scan t");
}

#[test]
fn distinct_aggregates_group_their_values() {
    let of = |list: &str| shape_of(&format!("SELECT {list} FROM t GROUP BY a"));
    assert_eq!(of("COUNT(DISTINCT c)"), "aggregate 1+1, aggregate 2+0, scan t");
    assert_eq!(of("COUNT(DISTINCT c), SUM(DISTINCT c), MAX(c)"), "aggregate 1+3, aggregate 2+0, scan t");
    assert_eq!(shape_of("SELECT COUNT(DISTINCT b) FROM t"), "aggregate 0+1, aggregate 1+0, scan t");
    // Aggregates of other values need all rows.
    assert_eq!(of("COUNT(DISTINCT c), COUNT(*)"), "aggregate 1+2, scan t");
    assert_eq!(of("COUNT(DISTINCT c), COUNT(DISTINCT b)"), "aggregate 1+2, scan t");
    assert_eq!(of("COUNT(DISTINCT c), MAX(b)"), "aggregate 1+2, scan t");
    assert_eq!(of("COUNT(DISTINCT b COLLATE Latin1_General_BIN2)"), "aggregate 1+1, scan t");
    assert_eq!(shape_of("SELECT COUNT(DISTINCT c) FROM t GROUP BY a OPTION (HASH GROUP)"), "aggregate 1+1, scan t");
}

/// Returns the right side of the comparison in a filter, in words.
fn compared_with(condition: &str) -> String {
    let Node::Filter(_, Condition::Compare(_, _, right)) =
        plan(&format!("SELECT a FROM t WHERE CAST(c AS datetime) < {condition}")).node
    else {
        panic!("{condition} is no comparison")
    };
    match right.kind {
        ExprKind::Constant(value) => format!("{value:?}"),
        ExprKind::Call(_) => "call".to_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn dateadd_of_constants_is_a_constant() {
    let constant = compared_with("CAST('19940401' AS datetime)");
    assert_eq!(compared_with("DATEADD(month, 3, '19940101')"), constant);
    assert_eq!(compared_with("DATEADD(day, -1, '19940402')"), constant);
    assert_eq!(compared_with("DATEADD(month, 1, DATEADD(month, 2, '19940101'))"), constant);
    // A call that fails does so when it is evaluated.
    assert_eq!(compared_with("DATEADD(year, 9000, '19940101')"), "call");
    assert_eq!(compared_with("DATEADD(day, c, '19940101')"), "call");
}
