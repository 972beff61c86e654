//! Binding one table: the order of operators, the types of both sides, what an INSERT puts where, numbers of errors.

use crate::physical::Node;
use crate::statement::{Bound, BoundBody};
use crate::{Binder, Condition, Expr, ExprKind, Names, Variables};
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Column, SystemViewDef, Table};
use sluice_syntax::ast::StatementKind;
use sluice_syntax::parse;
use sluice_types::{Comparison, DataType, Length, SqlError, Value};

/// A database `db` with the table `t(a int not null, b varchar(5) null, c bigint null)` and the view `sys.v(n int)`.
struct OneTable(Arc<Catalog>);

impl Names for OneTable {
    fn catalog(&self, database: Option<&str>) -> Option<Arc<Catalog>> {
        database.is_none_or(|name| name == "db").then(|| Arc::clone(&self.0))
    }

    fn current_database(&self) -> String {
        "db".to_owned()
    }

    fn view(&self, schema: &str, name: &str) -> Option<Arc<SystemViewDef>> {
        let columns = vec![Column::not_null("n", DataType::Int)];
        (schema == "sys" && name == "v").then(|| Arc::new(SystemViewDef { schema: "sys", name: "v", columns }))
    }
}

fn names() -> OneTable {
    let columns = vec![
        Column::not_null("a", DataType::Int),
        Column::nullable("b", DataType::VarChar(Length::Limited(5))),
        Column::nullable("c", DataType::BigInt),
    ];
    let (schema, name) = ("dbo".to_owned(), "t".to_owned());
    OneTable(Arc::new(Catalog::of(1, [Table { id: ObjectId(1), schema, name, columns, root: PageId::primary(1) }])))
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

fn plan(text: &str) -> Node {
    match bind(text).expect("it binds").body {
        BoundBody::Select { plan, .. } => plan,
        other => panic!("{other:?} is no query"),
    }
}

fn error(text: &str) -> i32 {
    bind(text).expect_err("it does not bind").number
}

/// The operators from the top down.
fn shape(node: &Node) -> String {
    match node {
        Node::OneRow => "one".to_owned(),
        Node::Values(rows) => format!("values {}", rows.len()),
        Node::Scan(target) => format!("scan {}", target.table.name),
        Node::View(target) => format!("view {}", target.def.name),
        Node::Filter(input, _) => format!("filter, {}", shape(input)),
        Node::Project(input, items) => format!("project {}, {}", items.len(), shape(input)),
        Node::Sort(input, keys) => format!("sort {}, {}", keys.len(), shape(input)),
        Node::Top(input, _) => format!("top, {}", shape(input)),
        Node::Aggregate(input, groups, aggregates) => {
            format!("aggregate {}+{}, {}", groups.len(), aggregates.len(), shape(input))
        }
    }
}

#[test]
fn the_order_of_operators() {
    let shape_of = |text: &str| shape(&plan(text));
    assert_eq!(shape_of("SELECT 1, 2"), "project 2, one");
    assert_eq!(shape_of("SELECT TOP 3 * FROM t WHERE a > 1 ORDER BY b, a"), "project 3, top, sort 2, filter, scan t");
    assert_eq!(shape_of("SELECT DISTINCT a FROM db.dbo.T ORDER BY a"), "sort 1, aggregate 1+0, project 1, scan t");
    assert_eq!(
        shape_of("SELECT b, COUNT(*), COUNT(*) + MAX(a) FROM t GROUP BY b HAVING MAX(a) > 1 ORDER BY MIN(c)"),
        "project 3, sort 1, filter, aggregate 1+3, scan t"
    );
    assert_eq!(shape_of("SELECT n FROM v"), "project 1, view v");
}

#[test]
fn both_sides_of_a_comparison_have_one_type() {
    let Node::Project(input, _) = plan("SELECT a FROM t WHERE c = 1 AND a = '7' AND NOT (a < 3)") else {
        panic!("a projection is on top")
    };
    let Node::Filter(_, Condition::And(parts)) = *input else { panic!("a filter is below") };
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
fn inserts_give_every_column_a_value() {
    let insert = |text: &str| match bind(text).expect("it binds").body {
        BoundBody::Insert(insert) => insert,
        other => panic!("{other:?} is no insert"),
    };
    let one = insert("INSERT t(c, a) VALUES (1, 2)");
    let Node::Values(rows) = &one.source else { panic!("rows of values") };
    let constants: Vec<String> = rows[0].iter().map(|value| format!("{:?}", value.kind)).collect();
    assert_eq!(constants, ["Constant(Int(2))", "Constant(Null)", "Constant(Int(1))"]);
    assert_eq!(one.source_types[2], DataType::Int, "what is converted when it is run");
    assert!(!one.reads_target);
    assert!(insert("INSERT t SELECT * FROM t").reads_target);
    assert!(insert("INSERT t(a) VALUES ((SELECT MAX(a) FROM t))").reads_target);
    assert_eq!(insert("INSERT t(a) VALUES (1), (2.5)").source_types[0].name(), "numeric", "one type for all rows");
}

#[test]
fn errors_have_their_numbers() {
    assert_eq!(error("SELECT nosuch FROM t"), 207);
    assert_eq!(error("SELECT * FROM other.dbo.t"), 208);
    assert_eq!(error("SELECT *"), 263);
    assert_eq!(error("SELECT x.* FROM t"), 107);
    assert_eq!(error("SELECT a FROM t ORDER BY 2"), 108);
    assert_eq!(error("SELECT DISTINCT a FROM t ORDER BY c"), 145);
    assert_eq!(error("SELECT SUM(SUM(a)) FROM t"), 130);
    assert_eq!(error("SELECT a FROM t GROUP BY c"), 8120);
    assert_eq!(error("SELECT CASE WHEN 1 = 1 THEN NULL END"), 8133);
    assert_eq!(error("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM v WHERE n = t.a)"), 40517, "correlated");
    assert_eq!(error("SELECT t.a FROM t JOIN t AS u ON t.a = u.a"), 40517);
    assert_eq!(error("INSERT sys.v VALUES (1)"), 259);
    assert_eq!(error("INSERT t(a) VALUES (1), (2, 3)"), 110);
}
