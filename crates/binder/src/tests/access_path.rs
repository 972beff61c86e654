//! Tests of the choice of access paths.

use crate::Binder;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::index_filter::{FilterPart, FilterTest};
use sluice_catalog::{Catalog, Column, Compression, Index, IndexFilter, IndexKey, IndexOptions, SystemViewDef, Table};
use sluice_definition::names::Names;
use sluice_definition::variables::Variables;
use sluice_plan::physical::{JoinMethod, Node, ScanTarget};
use sluice_plan::statement::{Bound, BoundBody};
use sluice_syntax::ast::StatementKind;
use sluice_syntax::parse;
use sluice_types::{Comparison, DataType, Length, SqlError, Value};

/// Tables: `t(k int, a int, b int, s varchar(20), w char(200))`, clustered by k. Index 2 is (a, b
/// DESC), index 3 is (s) INCLUDE (b). `h` is the same as a heap, `f` the same with filtered
/// indexes.
struct Tables(Arc<Catalog>);

impl Names for Tables {
    fn catalog(&self, _: Option<&str>) -> Result<Option<Arc<Catalog>>, SqlError> {
        Ok(Some(Arc::clone(&self.0)))
    }

    fn current_database(&self) -> String {
        "db".to_owned()
    }

    fn view(&self, _: &str, _: &str) -> Option<Arc<SystemViewDef>> {
        None
    }
}

fn table(id: i32, name: &str, is_clustered: bool) -> Table {
    let columns = vec![
        Column::not_null("k", DataType::Int),
        Column::nullable("a", DataType::Int),
        Column::nullable("b", DataType::Int),
        Column::nullable("s", DataType::varchar(Length::Limited(20))),
        Column::nullable("w", DataType::char(200)),
    ];
    let root = PageId::primary(1);
    let index = |id: u16, keys: &[(usize, bool)], included: &[usize]| Index {
        id,
        name: format!("i{id}"),
        root,
        unique: id == 1,
        constraint: None,
        keys: keys.iter().map(|(column, descending)| IndexKey { column: *column, descending: *descending }).collect(),
        included: included.to_vec(),
        filter: None,
        options: IndexOptions::default(),
        compression: Compression::None,
        is_disabled: false,
        filegroup: None,
    };
    let part = |column: usize, test: FilterTest| FilterPart { column, test };
    // Index 4: (b) WHERE a >= 10 AND s IS NOT NULL. Index 5: unique (s) WHERE b IN (1, 2).
    let filters = [
        vec![part(1, FilterTest::Compare(Comparison::GreaterOrEqual, Value::Int(10))), part(3, FilterTest::Null(true))],
        vec![part(2, FilterTest::In(vec![Value::Int(1), Value::Int(2)]))],
    ];
    let filtered = |id: u16, unique: bool, column: usize, parts: &[FilterPart]| Index {
        filter: Some(Arc::new(IndexFilter { definition: Arc::from(""), parts: parts.to_vec() })),
        unique,
        ..index(id, &[(column, false)], &[])
    };
    let mut indexes = vec![index(2, &[(1, false), (2, true)], &[]), index(3, &[(3, false)], &[2])];
    if is_clustered {
        indexes.insert(0, index(1, &[(0, false)], &[]));
    }
    if name == "f" {
        indexes = vec![filtered(4, false, 2, &filters[0]), filtered(5, true, 3, &filters[1])];
    }
    let empty = Table::empty(ObjectId(id), "dbo".to_owned(), name.to_owned());
    Table { columns, last_column: 5, root, indexes, ..empty }
}

fn targets<'n>(node: &'n Node, found: &mut Vec<&'n ScanTarget>) {
    if let Node::Scan(target) = node {
        found.push(target);
    }
    node.inputs().into_iter().for_each(|input| targets(input, found));
}

fn has_filter(node: &Node) -> bool {
    matches!(node, Node::Filter(..)) || node.inputs().into_iter().any(has_filter)
}

fn has_sort(node: &Node) -> bool {
    matches!(node, Node::Sort(..)) || node.inputs().into_iter().any(has_sort)
}

fn bound(query: &str) -> Result<Bound, SqlError> {
    let script = parse(query);
    assert!(script.errors.is_empty(), "{query}: {:?}", script.errors);
    let names =
        Tables(Arc::new(Catalog::from_tables(1, [table(1, "t", true), table(2, "h", false), table(3, "f", false)])));
    let StatementKind::Select(query) = &script.statements[0].kind else { panic!("{query} is no query") };
    Binder::new(&names, &Variables::default()).select(query)
}

/// Returns the number of the error with which a query fails.
fn refused(query: &str) -> i32 {
    bound(query).expect_err("it does not bind").number
}

/// Describes how the tables of a query are read.
fn ways(query: &str) -> String {
    let bound = bound(query).expect("it binds");
    let BoundBody::Select { rows, .. } = bound.body else { panic!("{query:?} is no query") };
    let mut found = Vec::new();
    targets(&rows.node, &mut found);
    let mut words: Vec<String> = found.into_iter().map(way).collect();
    words.extend(has_filter(&rows.node).then(|| "filter".to_owned()));
    words.extend(has_loop(&rows.node).then(|| "loop".to_owned()));
    words.extend(has_sort(&rows.node).then(|| "sort".to_owned()));
    words.join(", ")
}

fn has_loop(node: &Node) -> bool {
    matches!(node, Node::Join(join) if matches!(join.method, JoinMethod::Loop))
        || node.inputs().into_iter().any(has_loop)
}

fn way(target: &ScanTarget) -> String {
    let name = &target.table.name;
    let direction = if target.is_backward { " backward" } else { "" };
    let Some(seek) = &target.seek else { return format!("scan {name}{direction}") };
    let covers = if seek.covers { " alone" } else { "" };
    let mut parts = Vec::new();
    for range in &seek.ranges {
        let like = range.like.is_some().then_some("like");
        let ends = [like, range.from.is_some().then_some("from"), range.to.is_some().then_some("to")];
        let ends: Vec<&str> = ends.into_iter().flatten().collect();
        parts.push(format!("{}{}", range.equal.len(), ends.iter().map(|end| format!(" {end}")).collect::<String>()));
    }
    parts.dedup();
    let times = if seek.ranges.len() > 1 { format!(" x{}", seek.ranges.len()) } else { String::new() };
    format!("{name}.{}{covers} {}{times}{direction}", seek.index, parts.join("|"))
}

#[test]
fn covering_index_replaces_the_table() {
    assert_eq!(ways("SELECT a, b, k FROM t WHERE a = 1"), "t.2 alone 1");
    assert_eq!(ways("SELECT a, s FROM t WHERE a = 1"), "t.2 1");
    assert_eq!(ways("SELECT a, b, k FROM h WHERE a = 1"), "h.2 1");
    assert_eq!(ways("SELECT a, b FROM h WHERE a = 1 AND b > 2"), "h.2 alone 1 from");
    // Columns of conditions count as used; computed columns that nothing uses don't.
    assert_eq!(ways("SELECT a FROM t WHERE a = 1 AND s LIKE '%x'"), "t.2 1, filter");
    assert_eq!(ways("SELECT x FROM (SELECT a AS x, UPPER(s) AS y FROM t WHERE a = 1) AS d"), "t.2 alone 1");
    assert_eq!(ways("SELECT s FROM t WHERE s = 'x' AND b = 2"), "t.3 alone 1, filter");
    // Scans use the narrowest index.
    assert_eq!(ways("SELECT COUNT(*) FROM t"), "t.2 alone 0");
    assert_eq!(ways("SELECT SUM(b) FROM h"), "h.2 alone 0");
    assert_eq!(ways("SELECT s FROM h"), "h.3 alone 0");
    assert_eq!(ways("SELECT w FROM h"), "scan h");
    assert_eq!(ways("SELECT COUNT(*) FROM t WITH (UPDLOCK)"), "scan t");
    assert_eq!(ways("SELECT s FROM t WHERE a > 1 ORDER BY a"), "t.2 0 from");
}

#[test]
fn covering_index_provides_its_order() {
    assert_eq!(ways("SELECT a, b FROM t ORDER BY a, b DESC"), "t.2 alone 0");
    assert_eq!(ways("SELECT a, b FROM t ORDER BY a DESC, b"), "t.2 alone 0 backward");
    assert_eq!(ways("SELECT a, b FROM t ORDER BY a, b"), "t.2 alone 0, sort");
    assert_eq!(ways("SELECT a, b FROM t ORDER BY k DESC"), "scan t backward");
    assert_eq!(ways("SELECT a, b, s FROM t ORDER BY a"), "scan t, sort");
    assert_eq!(ways("SELECT b FROM t WHERE a = 5 ORDER BY b"), "t.2 alone 1 backward");
}

#[test]
fn small_outer_side_seeks_in_the_inner_index() {
    let of_one = |join: &str| ways(&format!("SELECT x.w, y.w FROM t AS x {join} WHERE x.k = 5"));
    assert_eq!(of_one("JOIN t AS y ON y.a = x.b"), "t.1 1, t.2 1, loop");
    assert_eq!(of_one("LEFT JOIN t AS y ON y.a = x.b AND y.b > x.a AND y.s = 'x'"), "t.1 1, t.2 1 from, filter, loop");
    assert_eq!(of_one("JOIN h AS y ON y.w = x.w"), "t.1 1, scan h");
    assert_eq!(of_one("FULL JOIN t AS y ON y.k = x.k"), "scan t, scan t, filter");
    assert_eq!(of_one("JOIN t AS y ON y.k = x.k + 1 JOIN t AS z ON z.k = y.b"), "t.1 1, t.1 1, t.1 1, loop");
    // An inner join exchanges its sides if the small side is on the right.
    assert_eq!(ways("SELECT x.w FROM t AS x JOIN (VALUES (1), (2)) AS v(i) ON x.a = v.i"), "t.2 1, loop");
    assert_eq!(ways("SELECT x.w FROM t AS x LEFT JOIN (VALUES (1), (2)) AS v(i) ON x.a = v.i"), "scan t");
    assert_eq!(
        ways("SELECT x.w FROM (SELECT TOP 9 a FROM t ORDER BY s) AS d JOIN t AS x ON x.k = d.a"),
        "scan t, t.1 1, loop, sort"
    );
    // Without estimates large inputs use hash joins, unless a hint says otherwise.
    assert_eq!(ways("SELECT x.w FROM h AS x JOIN t AS y ON y.k = x.a"), "scan h, t.2 alone 0");
    assert_eq!(ways("SELECT x.w FROM h AS x INNER LOOP JOIN t AS y ON y.k = x.a"), "scan h, t.1 1, loop");
    assert_eq!(of_one("INNER HASH JOIN t AS y ON y.a = x.b"), "t.1 1, scan t");
    // A volatile value is not computed for each outer row.
    let volatile = "(SELECT k, w, NEWID() AS g FROM t) AS y";
    assert_eq!(ways(&format!("SELECT y.w, y.g FROM {volatile} JOIN (VALUES (1)) AS v(i) ON y.k = v.i")), "scan t");
}

#[test]
fn in_list_and_or_become_several_ranges() {
    assert_eq!(ways("SELECT w FROM t WHERE a IN (1, 2, 2)"), "t.2 1 x3");
    assert_eq!(ways("SELECT w FROM t WHERE a = 1 AND b IN (5, 6)"), "t.2 2 x2");
    assert_eq!(ways("SELECT w FROM t WHERE a IN (1, 2) AND b > 3"), "t.2 1 from x2");
    assert_eq!(ways("SELECT w FROM t WHERE a IN (1, 2) AND b IN (3, 4, 5)"), "t.2 2 x6");
    assert_eq!(ways("SELECT w FROM t WHERE a = 1 OR a BETWEEN 5 AND 7 OR a > 9"), "t.2 1|0 from to|0 from x3");
    assert_eq!(ways("SELECT w FROM t WHERE a BETWEEN 5 AND 7"), "t.2 0 from to");
    // Conditions that the ranges don't answer are evaluated for each row.
    assert_eq!(ways("SELECT w FROM t WHERE a = 1 AND b = 2 OR a = 3 AND s = 'x'"), "t.2 1 x2, filter");
    assert_eq!(ways("SELECT w FROM t WHERE a = 1 OR b = 2"), "scan t, filter");
    assert_eq!(ways("SELECT w FROM t WHERE a IN (1, b)"), "scan t, filter");
    assert_eq!(ways("SELECT w FROM t WHERE a NOT IN (1, 2)"), "scan t, filter");
    // A comparison after converting the column to another type can't use its index.
    assert_eq!(ways("SELECT w FROM t WHERE a IN (1, 2.5)"), "scan t, filter");
    assert_eq!(ways("SELECT w FROM t WHERE s IN ('a', 1)"), "scan t, filter");
    assert_eq!(ways("SELECT w FROM t WHERE s IN ('a', N'b')"), "t.3 1 x2");
    assert_eq!(ways("SELECT w FROM t WHERE a IN (1, CAST(3000000000 AS bigint))"), "t.2 1 x2");
    // The ranges arrive in index order; no key column is constant.
    assert_eq!(ways("SELECT w FROM t WHERE a IN (2, 1) ORDER BY a, b DESC"), "t.2 1 x2");
    assert_eq!(ways("SELECT w FROM t WHERE a IN (2, 1) ORDER BY b DESC"), "t.2 1 x2, sort");
    // The value is evaluated once, as it is constant for all rows.
    assert_eq!(ways("SELECT w FROM t WHERE k = ABS(CHECKSUM(NEWID())) % 10"), "t.1 1");
}

#[test]
fn like_with_literal_prefix_becomes_a_range() {
    assert_eq!(ways("SELECT w FROM t WHERE s LIKE 'ab%'"), "t.3 0 like, filter");
    assert_eq!(ways("SELECT w FROM t WHERE s LIKE N'ab%c'"), "t.3 0 like, filter");
    assert_eq!(ways("SELECT w FROM t WHERE s LIKE '%ab'"), "scan t, filter");
    assert_eq!(ways("SELECT w FROM t WHERE s LIKE ' %'"), "scan t, filter");
    assert_eq!(ways("SELECT w FROM t WHERE s NOT LIKE 'ab%'"), "scan t, filter");
    assert_eq!(ways("SELECT w FROM t WHERE a LIKE '1%'"), "scan t, filter");
    assert_eq!(ways("SELECT w FROM t WHERE s LIKE 'x!%%' ESCAPE '!'"), "t.3 0 like, filter");
    assert_eq!(ways("SELECT w FROM t WHERE s LIKE 'a%' OR s = 'b'"), "t.3 0 like|1 x2, filter");
    assert_eq!(ways("SELECT w FROM t AS x WHERE EXISTS (SELECT * FROM t AS y WHERE y.s LIKE x.s)"), "scan t, filter");
}

#[test]
fn filtered_index_is_used_if_conditions_imply_its_filter() {
    let of = |condition: &str| ways(&format!("SELECT w FROM f WHERE {condition}"));
    assert_eq!(of("b = 5 AND a >= 10 AND s IS NOT NULL"), "f.4 1, filter");
    assert_eq!(of("b = 5 AND a = 12 AND s > 'x'"), "f.4 1, filter");
    assert_eq!(of("b = 5 AND a BETWEEN 11 AND 20 AND s <> 'x'"), "f.4 1, filter");
    assert_eq!(of("b = 5 AND a IN (10, 20) AND s LIKE 'x%'"), "f.4 1, filter");
    assert_eq!(of("b = 5 AND a > 10 AND s = 'x'"), "f.4 1, filter");
    // Each other condition admits rows outside the index.
    for condition in [
        "b = 5",
        "b = 5 AND a >= 10",
        "b = 5 AND a >= 9 AND s IS NOT NULL",
        "b = 5 AND a > 9 AND s IS NOT NULL",
        "b = 5 AND a IN (9, 10) AND s IS NOT NULL",
        "b = 5 AND a <> 9 AND s IS NOT NULL",
        "b = 5 AND a <= 10 AND s IS NOT NULL",
        "b = 5 AND (a >= 10 OR s IS NOT NULL)",
        "b = 5 AND a >= k AND s IS NOT NULL",
        "b = 5 AND a >= @@SPID AND s IS NOT NULL",
    ] {
        assert_eq!(of(condition), "scan f, filter", "{condition}");
    }
    assert_eq!(of("s = 'x' AND b = 2"), "f.5 1, filter");
    assert_eq!(of("s = 'x' AND b IN (2, 1)"), "f.5 1, filter");
    assert_eq!(of("s = 'x' AND b IN (2, 3)"), "scan f, filter");
    assert_eq!(ways("SELECT MIN(b) FROM f"), "scan f");
    assert_eq!(ways("SELECT COUNT(*) FROM f"), "scan f");
}

#[test]
fn path_hint_restricts_the_access_path() {
    let of = |hint: &str, rest: &str| ways(&format!("SELECT w FROM t WITH ({hint}) {rest}"));
    assert_eq!(of("INDEX(i3)", "WHERE a = 1"), "t.3 0, filter");
    assert_eq!(of("INDEX = 2", "WHERE a = 1"), "t.2 1");
    assert_eq!(of("INDEX(0)", "WHERE k = 1"), "scan t, filter");
    assert_eq!(of("INDEX(1)", "WHERE k = 1"), "t.1 1");
    assert_eq!(of("INDEX(i2, i3)", "WHERE s = 'x'"), "t.3 1");
    assert_eq!(of("FORCESCAN", "WHERE a = 1"), "scan t, filter");
    assert_eq!(of("FORCESCAN, INDEX(i2)", "WHERE a = 1"), "t.2 0, filter");
    assert_eq!(of("FORCESEEK", "WHERE a > 1"), "t.2 0 from");
    assert_eq!(of("INDEX(0)", "ORDER BY a"), "scan t, sort");
    let join = |hint: &str| ways(&format!("SELECT y.w FROM h AS x JOIN t AS y WITH ({hint}) ON y.k = x.a"));
    assert_eq!(join("FORCESEEK"), "h.2 alone 0, t.1 1, loop");
    assert_eq!(join("FORCESCAN"), "h.2 alone 0, scan t");
    assert_eq!(ways("SELECT y.w FROM t AS y WITH (FORCESEEK) JOIN h AS x ON y.k = x.a"), "h.2 alone 0, t.1 1, loop");
    for (hint, rest, number) in [
        ("INDEX(nobody)", "", 308),
        ("INDEX(9)", "", 307),
        ("FORCESEEK", "", 8622),
        ("FORCESEEK", "WHERE b = 1", 8622),
        ("FORCESEEK, FORCESCAN", "WHERE a = 1", 10746),
        ("FORCESEEK, INDEX(i3)", "WHERE a = 1", 8622),
    ] {
        assert_eq!(refused(&format!("SELECT w FROM t WITH ({hint}) {rest}")), number, "{hint} {rest}");
    }
    assert_eq!(refused("SELECT w FROM f WITH (INDEX(i4)) WHERE b = 5"), 8622);
    assert_eq!(ways("SELECT w FROM f WITH (INDEX(i4)) WHERE a = 12 AND s > ''"), "f.4 0, filter");
    assert_eq!(refused("SELECT w FROM h WITH (INDEX(1))"), 307);
}
