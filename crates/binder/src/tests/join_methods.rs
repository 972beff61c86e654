//! Tests of the choice between nested loops and hash joins, and of the kept side of hash joins, by
//! the tables' row counts.

use crate::Binder;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Column, Compression, Index, IndexKey, IndexOptions, SystemViewDef, Table};
use sluice_definition::names::Names;
use sluice_definition::variables::Variables;
use sluice_plan::physical::{JoinKind, JoinMethod, Node};
use sluice_plan::statement::BoundBody;
use sluice_syntax::ast::StatementKind;
use sluice_syntax::parse;
use sluice_types::{DataType, SqlError};

/// Tables `t100(k int, a int, w char(100))` and the like, clustered by `k`. The name has the number
/// of rows.
struct Sized(Arc<Catalog>);

impl Names for Sized {
    fn catalog(&self, _: Option<&str>) -> Result<Option<Arc<Catalog>>, SqlError> {
        Ok(Some(Arc::clone(&self.0)))
    }

    fn current_database(&self) -> String {
        "db".to_owned()
    }

    fn row_count(&self, _: Option<&str>, table: &Table) -> Option<u64> {
        table.name[1..].parse().ok()
    }

    fn view(&self, _: &str, _: &str) -> Option<Arc<SystemViewDef>> {
        None
    }
}

fn table(id: i32, name: &str) -> Table {
    let columns = vec![
        Column::not_null("k", DataType::Int),
        Column::nullable("a", DataType::Int),
        Column::nullable("w", DataType::char(100)),
    ];
    let index = Index {
        id: 1,
        name: "pk".to_owned(),
        root: PageId::primary(1),
        unique: true,
        constraint: None,
        keys: vec![IndexKey { column: 0, descending: false }],
        included: Vec::new(),
        filter: None,
        options: IndexOptions::default(),
        compression: Compression::None,
        is_disabled: false,
        filegroup: None,
    };
    let empty = Table::empty(ObjectId(id), "dbo".to_owned(), name.to_owned());
    Table { columns, last_column: 3, root: PageId::primary(1), indexes: vec![index], ..empty }
}

/// Returns the first operator of a query with several inputs or none.
fn top_of(query: &str) -> Node {
    let script = parse(query);
    assert!(script.errors.is_empty(), "{query}: {:?}", script.errors);
    let names = ["t10", "t100", "t10000", "t100000", "t1000000"];
    let tables = names.iter().enumerate().map(|(id, name)| table(id as i32 + 1, name));
    let names = Sized(Arc::new(Catalog::from_tables(1, tables.collect::<Vec<_>>())));
    let StatementKind::Select(statement) = &script.statements[0].kind else { panic!("{query} is no query") };
    let bound = Binder::new(&names, &Variables::default()).select(statement).expect("it binds");
    let BoundBody::Select { rows, .. } = bound.body else { panic!("{query} is no query") };
    let mut node = rows.node;
    while let [_] = node.inputs()[..] {
        let input = node.inputs_mut().remove(0);
        node = std::mem::replace(input, Node::OneRow);
    }
    node
}

/// Returns the join at the top of a query: its method and, for a hash join, the kept table.
fn join_of(query: &str) -> String {
    let Node::Join(join) = top_of(query) else { panic!("{query} has no join") };
    let kept = if join.builds_left { &join.left } else { &join.right };
    let kind = if join.kind == JoinKind::Inner { String::new() } else { format!("{:?} ", join.kind) };
    match &join.method {
        JoinMethod::Loop => format!("{kind}loop from {}", table_of(&join.left)),
        JoinMethod::Hash(..) => format!("{kind}hash of {}", table_of(kept)),
        JoinMethod::Merge(_) => format!("{kind}merge"),
    }
}

fn table_of(node: &Node) -> &str {
    match node {
        Node::Scan(target) => &target.table.name,
        other => other.inputs().first().map_or("none", |input| table_of(input)),
    }
}

#[test]
fn few_outer_rows_seek_and_many_are_hashed() {
    let of =
        |outer: &str, inner: &str| join_of(&format!("SELECT o.w FROM {outer} AS o JOIN {inner} AS i ON i.k = o.a"));
    assert_eq!(of("t10", "t1000000"), "loop from t10");
    assert_eq!(of("t100", "t1000000"), "loop from t100");
    assert_eq!(of("t10000", "t1000000"), "loop from t10000");
    assert_eq!(of("t100000", "t1000000"), "hash of t100000");
    assert_eq!(of("t10000", "t100000"), "hash of t10000");
    assert_eq!(of("t100", "t10000"), "loop from t100");
    assert_eq!(of("t1000000", "t1000000"), "hash of t1000000");
}

#[test]
fn statement_for_one_row_seeks_at_every_size() {
    for inner in ["t10", "t10000", "t1000000"] {
        let query = format!("SELECT i.w FROM t1000000 AS o JOIN {inner} AS i ON i.k = o.a WHERE o.k = 7");
        assert_eq!(join_of(&query), "loop from t1000000");
    }
}

#[test]
fn smaller_side_of_an_inner_join_is_kept() {
    let of = |left: &str, right: &str| join_of(&format!("SELECT x.w FROM {left} AS x JOIN {right} AS y ON x.a = y.a"));
    assert_eq!(of("t100", "t1000000"), "hash of t100");
    assert_eq!(of("t1000000", "t100"), "hash of t100");
    assert_eq!(of("t10000", "t100000"), "hash of t10000");
}

#[test]
fn smaller_side_of_a_semi_join_is_kept() {
    let of = |left: &str, not: &str, right: &str| {
        join_of(&format!("SELECT x.w FROM {left} AS x WHERE {not} EXISTS (SELECT * FROM {right} AS y WHERE y.a = x.a)"))
    };
    assert_eq!(of("t10000", "", "t1000000"), "Semi hash of t10000");
    assert_eq!(of("t10000", "NOT", "t1000000"), "Anti hash of t10000");
    assert_eq!(of("t1000000", "", "t10000"), "Semi hash of t10000");
    assert_eq!(of("t1000000", "NOT", "t10000"), "Anti hash of t10000");
    let not_in = "SELECT w FROM t10000 WHERE a NOT IN (SELECT a FROM t1000000)";
    assert_eq!(join_of(not_in), "NotIn hash of t1000000");
}
