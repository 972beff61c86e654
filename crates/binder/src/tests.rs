//! Binding over one table: order of operators, types of both sides, values of an INSERT, error
//! numbers.

mod access_path;
mod join_methods;
mod rules;
mod xml_rows;

use crate::Binder;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Column, SystemViewDef, Table};
use sluice_definition::names::Names;
use sluice_definition::variables::Variables;
use sluice_plan::expression::{Condition, Expr, ExprKind};
use sluice_plan::physical::{GroupMethod, JoinMethod, Node, Rows};
use sluice_plan::statement::{Bound, BoundBody};
use sluice_syntax::ast::StatementKind;
use sluice_syntax::parse;
use sluice_types::{Comparison, DataType, Length, SqlError, Value};

/// A database `db` with the table `t(a int not null, b varchar(5) null, c bigint null)` and the
/// view `sys.v(n int)`.
struct OneTable(Arc<Catalog>);

impl Names for OneTable {
    fn catalog(&self, database: Option<&str>) -> Result<Option<Arc<Catalog>>, SqlError> {
        Ok(database.is_none_or(|name| name == "db").then(|| Arc::clone(&self.0)))
    }

    fn current_database(&self) -> String {
        "db".to_owned()
    }

    fn view(&self, schema: &str, name: &str) -> Option<Arc<SystemViewDef>> {
        let columns = vec![Column::not_null("n", DataType::Int)];
        (schema == "sys" && name == "v").then(|| {
            Arc::new(SystemViewDef {
                schema: "sys",
                name: "v",
                permission: sluice_catalog::ViewPermission::Own,
                columns,
                parameters: None,
                reach: sluice_catalog::ViewReach::default(),
            })
        })
    }
}

fn names() -> OneTable {
    let columns = vec![
        Column::not_null("a", DataType::Int),
        Column::nullable("b", DataType::varchar(Length::Limited(5))),
        Column::nullable("c", DataType::BigInt),
    ];
    let (schema, name) = ("dbo".to_owned(), "t".to_owned());
    let empty = Table::empty(ObjectId(1), schema, name);
    let table = Table { columns, last_column: 3, root: PageId::primary(1), ..empty };
    OneTable(Arc::new(Catalog::from_tables(1, [table])))
}

fn bind(text: &str) -> Result<Bound, SqlError> {
    let script = parse(text);
    assert!(script.errors.is_empty(), "{text}: {:?}", script.errors);
    let names = names();
    let variables = Variables::default();
    let binder = Binder::new(&names, &variables);
    match &script.statements[0].kind {
        StatementKind::Select(query) => binder.select(query),
        StatementKind::Insert(insert) => binder.insert(insert),
        other => panic!("{other:?} is not bound here"),
    }
}

fn plan(text: &str) -> Rows {
    match bind(text).expect("it binds").body {
        BoundBody::Select { rows, .. } => rows,
        other => panic!("{other:?} is no query"),
    }
}

fn error(text: &str) -> i32 {
    bind(text).expect_err("it does not bind").number
}

/// Returns the operators, from the top down.
fn shape(node: &Node) -> String {
    match node {
        Node::OneRow => "one".to_owned(),
        Node::Values(_, rows) => format!("values {}", rows.len()),
        Node::Scan(target) => format!("scan {}", target.table.name),
        Node::View(target) => format!("view {}", target.def.name),
        Node::Filter(input, _) => format!("filter, {}", shape(input)),
        Node::Compute(input, items) => format!("compute {}, {}", items.len(), shape(input)),
        Node::Sort(input, keys) => format!("sort {}, {}", keys.len(), shape(input)),
        Node::Top(input, _) => format!("top, {}", shape(input)),
        Node::Window(input, window) => format!("window {}, {}", window.functions.len(), shape(input)),
        Node::Offset(input, ..) => format!("offset, {}", shape(input)),
        Node::Serialize(serialization) => format!("one text of {}", shape(&serialization.rows.node)),
        Node::Call(call) => format!("call {}", call.function.name()),
        Node::Invoke(call) => format!("call {}", call.module.name),
        Node::Union(_, inputs) => inputs.iter().map(|input| shape(&input.node)).collect::<Vec<_>>().join(" and "),
        Node::Join(join) => {
            let method = match &join.method {
                JoinMethod::Loop => "loop".to_owned(),
                JoinMethod::Hash(keys, _) => format!("hash {}", keys.len()),
                JoinMethod::Merge(keys) => format!("merge {}", keys.left.len()),
            };
            let on = if join.on.is_some() { " on" } else { "" };
            let kept = if join.keep { " kept" } else { "" };
            format!("{:?} {method}{on}{kept} ({}) ({})", join.kind, shape(&join.left), shape(&join.right))
        }
        Node::Aggregate(input, groups, aggregates, method) => {
            let stream = if *method == GroupMethod::Stream { "stream " } else { "" };
            format!("{stream}aggregate {}+{}, {}", groups.len(), aggregates.len(), shape(input))
        }
        Node::GroupingSets(sets) => format!("sets {:?}, {}", sets.sets, shape(&sets.input)),
        Node::Given(_) => "given".to_owned(),
        Node::Current(_) => "current".to_owned(),
        Node::Recursion(recursion) => {
            let members: Vec<_> = recursion.members.iter().map(|member| shape(&member.rows.node)).collect();
            format!("recursion ({}) ({})", shape(&recursion.anchor.node), members.join(") ("))
        }
    }
}

#[test]
fn operators_are_in_evaluation_order() {
    let shape_of = |text: &str| shape(&plan(text).node);
    assert_eq!(shape_of("SELECT 1, 2"), "one");
    assert_eq!(shape_of("SELECT TOP 3 * FROM t WHERE a > 1 ORDER BY b, a"), "top, sort 2, filter, scan t");
    assert_eq!(shape_of("SELECT DISTINCT a FROM db.dbo.T ORDER BY a"), "sort 1, aggregate 1+0, scan t");
    assert_eq!(
        shape_of("SELECT b, COUNT(*), COUNT(*) + MAX(a) FROM t GROUP BY b HAVING MAX(a) > 1 ORDER BY MIN(c)"),
        "sort 1, filter, aggregate 1+3, scan t"
    );
    assert_eq!(shape_of("SELECT n FROM v"), "view v");
}

#[test]
fn comparison_sides_have_one_type() {
    let Rows { node, .. } = plan("SELECT a FROM t WHERE c = 1 AND a = '7' AND NOT (a < 3)");
    let Node::Filter(_, Condition::And(parts)) = node else { panic!("a filter is below") };
    let types = |part: &Condition| match part {
        Condition::Compare(_, left, right) => (left.data_type, right.data_type),
        other => panic!("{other:?} is no comparison"),
    };
    assert_eq!(types(&parts[0]), (DataType::BigInt, DataType::BigInt));
    assert!(matches!(&parts[0], Condition::Compare(_, _, Expr { kind: ExprKind::Constant(Value::BigInt(1)), .. })));
    assert_eq!(types(&parts[1]), (DataType::Int, DataType::Int));
    assert!(matches!(parts[2], Condition::Compare(Comparison::GreaterOrEqual, ..)), "NOT is pushed in");
}

#[test]
fn conditions_are_pushed_down_and_equalities_hash() {
    let shape_of = |text: &str| shape(&plan(text).node);
    assert_eq!(
        shape_of("SELECT * FROM t, t AS u WHERE t.a = u.a AND t.c > 1 AND u.c < t.c"),
        "Inner hash 1 on (filter, scan t) (scan t)"
    );
    assert_eq!(
        shape_of("SELECT * FROM t LEFT JOIN v ON t.a = v.n AND v.n > 3 WHERE t.c = 1 AND v.n IS NULL"),
        "filter, Left hash 1 (filter, scan t) (filter, view v)"
    );
    assert_eq!(shape_of("SELECT * FROM v RIGHT JOIN t ON n = a"), "Left hash 1 (scan t) (view v)");
    assert_eq!(shape_of("SELECT * FROM t FULL JOIN v ON n = a AND n > 1"), "Full hash 1 on (scan t) (view v)");
    assert_eq!(
        shape_of("SELECT * FROM t CROSS APPLY (SELECT n FROM v WHERE n = t.a) AS x"),
        "Inner loop (scan t) (Inner hash 1 kept (one) (view v))"
    );
    assert_eq!(shape_of("WITH q(x) AS (SELECT a + 1 FROM t) SELECT x FROM q WHERE x > 1"), "filter, compute 1, scan t");
    assert_eq!(
        shape_of("SELECT a FROM t UNION SELECT n FROM v ORDER BY 1"),
        "sort 1, aggregate 1+0, scan t and view v"
    );
}

#[test]
fn insert_has_a_value_for_every_column() {
    let insert = |text: &str| match bind(text).expect("it binds").body {
        BoundBody::Insert(insert) => insert,
        other => panic!("{other:?} is no insert"),
    };
    let one = insert("INSERT t(c, a) VALUES (1, 2)");
    assert!(matches!(one.source.node, Node::OneRow));
    let constants: Vec<String> = one.source.values.iter().map(|value| format!("{:?}", value.kind)).collect();
    assert_eq!(constants, ["Constant(Int(2))", "Constant(Null)", "Constant(Int(1))"]);
    assert_eq!(one.source.values[2].data_type, DataType::Int, "what is converted when it is run");
    assert!(!one.reads_target);
    assert!(insert("INSERT t SELECT * FROM t").reads_target);
    assert!(insert("INSERT t(a) VALUES ((SELECT MAX(a) FROM t))").reads_target);
    let several = insert("INSERT t(a) VALUES (1), (2.5)");
    assert_eq!(several.source.values[0].data_type.name(), "numeric", "one type for all rows");
}

#[test]
fn binding_errors_have_error_numbers() {
    assert_eq!(error("SELECT nosuch FROM t"), 207);
    assert_eq!(error("SELECT * FROM other.dbo.t"), 208);
    assert_eq!(error("SELECT *"), 263);
    assert_eq!(error("SELECT x.* FROM t"), 107);
    assert_eq!(error("SELECT a FROM t ORDER BY 2"), 108);
    assert_eq!(error("SELECT DISTINCT a FROM t ORDER BY c"), 145);
    assert_eq!(error("SELECT SUM(SUM(a)) FROM t"), 130);
    assert_eq!(error("SELECT a FROM t GROUP BY c"), 8120);
    assert_eq!(error("SELECT CASE WHEN 1 = 1 THEN NULL END"), 8133);
    assert_eq!(error("SELECT a FROM t JOIN t AS u ON t.a = u.a"), 209);
    assert_eq!(error("SELECT t.a FROM t JOIN t ON 1 = 1"), 1013);
    assert_eq!(error("SELECT q.a FROM t AS q JOIN v AS q ON 1 = 1"), 1011);
    assert_eq!(
        error("SELECT t.a FROM t CROSS JOIN (SELECT t.a) AS d(x)"),
        4104,
        "no side sees the other without APPLY"
    );
    assert_eq!(error("SELECT * FROM (SELECT a + 1 FROM t) AS d"), 8155);
    assert_eq!(error("SELECT * FROM (SELECT a, a FROM t) AS d"), 8156);
    assert_eq!(error("SELECT * FROM (SELECT a FROM t) AS d(x, y)"), 8159);
    assert_eq!(error("SELECT * FROM (SELECT a FROM t ORDER BY a) AS d"), 1033);
    assert_eq!(error("SELECT a FROM t UNION SELECT a, b FROM t"), 205);
    assert_eq!(error("SELECT a FROM t UNION SELECT n FROM v ORDER BY c"), 104);
    assert_eq!(error("SELECT a FROM t WHERE a IN (SELECT a, b FROM t)"), 116);
    assert_eq!(error("SELECT TOP 1 WITH TIES a FROM t"), 1062);
    assert_eq!(error("SELECT TOP 1 a FROM t ORDER BY a OFFSET 1 ROWS"), 10741);
    assert_eq!(error("WITH q AS (SELECT a FROM t), q AS (SELECT a FROM t) SELECT * FROM q"), 239);
    assert_eq!(error("INSERT sys.v VALUES (1)"), 259);
    assert_eq!(error("INSERT t(a) VALUES (1), (2, 3)"), 110);
}

/// A repeated operator keeps constant rows in a hash table.
#[test]
fn repeated_operator_keeps_constant_rows() {
    let inner = |text: &str| shape(&bind(text).expect("it binds").subqueries[0].rows.node);
    let query = "SELECT a FROM t AS o WHERE c = 1 OR EXISTS (SELECT 1 FROM t AS i WHERE i.a = o.a AND i.b = 'x')";
    assert_eq!(inner(query), "top, Inner hash 1 kept (one) (filter, scan t)");
    // A NOT IN of nullable values where no join can take its place.
    let null = "Inner hash 0 kept (one) (top, filter, scan t)";
    let absent =
        format!("top, Inner hash 1 kept (one) (scan t) and Inner hash 0 kept (filter, one) (top, scan t) and {null}");
    assert_eq!(inner("SELECT a FROM t WHERE b = 'x' OR c NOT IN (SELECT c FROM t)"), absent);
    // The query uses no outer column and runs once.
    assert_eq!(inner("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM t AS i WHERE i.a = 1)"), "top, filter, scan t");
    let shape_of = |text: &str| shape(&plan(text).node);
    let recursive =
        "WITH r AS (SELECT a FROM t UNION ALL SELECT i.a + 1 FROM t AS i JOIN r ON i.a = r.a) SELECT a FROM r";
    assert_eq!(shape_of(recursive), "recursion (scan t) (Inner hash 1 kept (current) (scan t))");
    let applied =
        "SELECT o.a FROM t AS o CROSS APPLY (SELECT TOP (1) i.a FROM t AS i WHERE i.c = o.c ORDER BY i.b) AS x";
    assert_eq!(shape_of(applied), "Inner loop (scan t) (top, sort 1, Inner hash 1 kept (one) (scan t))");
}

#[test]
fn groupings() {
    let sets_of = |group_by: &str| {
        let Node::GroupingSets(sets) = plan(&format!("SELECT COUNT(*) AS n FROM t GROUP BY {group_by}")).node else {
            panic!("{group_by} makes no sets")
        };
        sets.sets
    };
    assert_eq!(sets_of("ROLLUP (a, b)"), [vec![0, 1], vec![0], vec![]]);
    assert_eq!(sets_of("a, b WITH CUBE"), [vec![0, 1], vec![0], vec![1], vec![]]);
    assert_eq!(sets_of("a, GROUPING SETS ((b, c), ())"), [vec![0, 1, 2], vec![0]]);
    assert_eq!(sets_of("CUBE ((a, b), a)"), [vec![0, 1], vec![0, 1], vec![0], vec![]]);
    assert_eq!(sets_of("GROUPING SETS (a, a)"), [vec![0], vec![0]]);
}

#[test]
fn conditions_are_pushed_below_groups_windows_unions() {
    let shape_of = |text: &str| shape(&plan(text).node);
    let grouped = "SELECT n FROM (SELECT a, b, COUNT(*) AS n FROM t GROUP BY a, b) AS d WHERE ";
    assert_eq!(shape_of(&format!("{grouped} a = 1")), "aggregate 2+1, filter, scan t");
    assert_eq!(shape_of(&format!("{grouped} n = 1 AND b = 'x'")), "filter, aggregate 2+1, filter, scan t");
    assert_eq!(
        shape_of("SELECT a FROM t GROUP BY a HAVING COUNT(*) > 1 AND a > 5"),
        "filter, aggregate 1+1, filter, scan t"
    );
    let numbered = "SELECT a FROM (SELECT a, ROW_NUMBER() OVER (PARTITION BY a ORDER BY c) AS n FROM t) AS d WHERE ";
    assert_eq!(shape_of(&format!("{numbered} a = 1")), "window 1, sort 2, filter, scan t");
    assert_eq!(shape_of(&format!("{numbered} n = 1")), "filter, window 1, sort 2, scan t");
    let united = "SELECT x FROM (SELECT a AS x FROM t UNION ALL SELECT n FROM sys.v) AS d WHERE x = 1";
    assert_eq!(shape_of(united), "filter, scan t and filter, view v");
    // A condition on the single row of an aggregate isn't pushed down.
    assert_eq!(shape_of("SELECT COUNT(*) AS n FROM t HAVING COUNT(*) > 1"), "filter, aggregate 0+1, scan t");
}

#[test]
fn every_operator_of_the_syntax_is_evaluated() {
    for operator in sluice_syntax::ast::BinaryOperator::ALL {
        let operand = if operator.symbol() == "||" { "'a'" } else { "4" };
        let query = format!("SELECT a FROM t WHERE a = {operand} {} {operand}", operator.symbol());
        assert!(bind(&query).is_ok(), "{query}");
    }
}
