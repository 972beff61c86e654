//! Names compare without case, and a snapshot keeps objects dropped in a later snapshot.

use super::*;
use crate::name::same;
use sluice_base::ids::{ObjectId, PageId};
use sluice_types::DataType;

fn table(id: i32, name: &str) -> Table {
    let empty = Table::empty(ObjectId(id), "dbo".to_owned(), name.to_owned());
    let columns = vec![Column::not_null("Col1", DataType::Int)];
    Table { columns, last_column: 1, root: PageId::primary(9), ..empty }
}

#[test]
fn names_compare_without_case() {
    assert!(same("T1", "t1") && same("ÄB", "äb") && !same("t1", "t2") && !same("ä", "b"));
    let catalog = Catalog::empty().with_table(table(7, "Orders")).expect("the name is free");
    assert_eq!(catalog.table(&ObjectName::unqualified("ORDERS")).expect("it is there").id, ObjectId(7));
    assert!(catalog.with_table(table(8, "oRDERS")).is_none(), "the name is taken");
    assert_eq!(table(1, "t").column("COL1"), Some(0));
}

#[test]
fn snapshot_keeps_objects_dropped_later() {
    let before = Catalog::from_tables(3, [table(7, "a"), table(9, "b")]);
    let after = before.without_table(ObjectId(7));
    assert!(before.table_by_id(ObjectId(7)).is_some() && after.table_by_id(ObjectId(7)).is_none());
    assert!(after.table(&ObjectName::unqualified("a")).is_none());
    assert!(after.version() > before.version());
    assert_eq!(before.tables().iter().map(|t| t.id.0).collect::<Vec<_>>(), [7, 9]);
}

#[test]
fn object_name_is_shown_as_written() {
    let parts = |parts: &[&str]| ObjectName::from_parts(&parts.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>());
    assert_eq!(parts(&["db", "", "t"]).expect("three parts").to_string(), "db..t");
    assert_eq!(parts(&["sys", "v"]).expect("two parts").to_string(), "sys.v");
    assert_eq!(parts(&["a", "b", "c", "d"]), None);
}

#[test]
fn schemas_have_separate_names() {
    let id = Catalog::empty().next_schema_id();
    let sales = Schema { id, name: "Sales".into(), owner: crate::security::ids::DBO };
    let catalog = Catalog::empty().with_schema(sales).with_table(Table { schema: "Sales".to_owned(), ..table(7, "t") });
    let catalog = catalog.and_then(|catalog| catalog.with_table(table(8, "t"))).expect("they are two names");
    assert_eq!(catalog.schema("SALES").map(|schema| schema.id), Some(SchemaId(5)));
    assert_eq!(catalog.first_in_schema("sales"), Some("t"));
    let bare = ObjectName::unqualified("t");
    assert_eq!(catalog.table(&bare).map(|table| table.id), Some(ObjectId(8)));
    let inside = catalog.in_schema(bare, Some("sales"));
    assert_eq!(catalog.table(&inside).map(|table| table.id), Some(ObjectId(7)));
    assert_eq!(catalog.in_schema(ObjectName::unqualified("u"), Some("sales")).schema, None);
    assert!(catalog.without_schema(id).schema("Sales").is_none());
}
