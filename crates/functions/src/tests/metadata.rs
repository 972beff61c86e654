//! Names and ids of databases and objects.

use crate::tests::calls::{TestArgument, call};
use sluice_types::{Decimal, Value};

#[test]
fn database_and_object_ids_are_resolved() {
    let name = |name: &str| TestArgument::text(name);
    assert_eq!(call("DB_ID", &[]), Ok(Value::Int(5)));
    assert_eq!(call("DB_ID", &[name("MASTER")]), Ok(Value::Int(1)));
    assert_eq!(call("DB_ID", &[name("nowhere")]), Ok(Value::Null));
    assert_eq!(call("DB_NAME", &[TestArgument::int(1)]), Ok(Value::text("master")));
    assert_eq!(call("DB_NAME", &[TestArgument::int(100_000)]), Ok(Value::Null));
    assert_eq!(call("DB_NAME", &[]), Ok(Value::text("current")));
    assert_eq!(call("OBJECT_ID", &[name("dbo.t")]), Ok(Value::Int(42)));
    assert_eq!(call("OBJECT_ID", &[name("dbo.t"), name("P")]), Ok(Value::Null));
}

#[test]
fn objects_are_resolved_by_id() {
    let of = |function: &str, id: i32| call(function, &[TestArgument::int(id)]);
    assert_eq!(of("OBJECT_NAME", 7), Ok(Value::text("t")));
    assert_eq!(of("OBJECT_SCHEMA_NAME", 7), Ok(Value::text("dbo")));
    assert_eq!(of("OBJECT_DEFINITION", 7), Ok(Value::text("CREATE VIEW dbo.t AS SELECT 1 AS a")));
    assert_eq!(of("OBJECT_NAME", 9), Ok(Value::Null));
    assert_eq!(of("OBJECT_DEFINITION", 8), Ok(Value::Null));
    let in_database = |id: i32| call("OBJECT_NAME", &[TestArgument::int(7), TestArgument::int(id)]);
    assert_eq!((in_database(5), in_database(6)), (Ok(Value::text("t")), Ok(Value::Null)));
    assert_eq!(call("OBJECT_NAME", &[TestArgument::int(7), TestArgument::int(100_000)]), Ok(Value::Null));
}

#[test]
fn object_properties_are_returned() {
    let of = |id: i32, property: &str| call("OBJECTPROPERTY", &[TestArgument::int(id), TestArgument::text(property)]);
    assert_eq!(of(7, "IsView"), Ok(Value::Int(1)));
    assert_eq!(of(7, " isview "), Ok(Value::Int(1)));
    assert_eq!(of(7, "IsTable"), Ok(Value::Int(0)));
    assert_eq!(of(8, "TableHasIdentity"), Ok(Value::Int(1)));
    assert_eq!(of(8, "TableHasPrimaryKey"), Ok(Value::Int(0)));
    assert_eq!(of(7, "TableHasIdentity"), Ok(Value::Null), "it is no table");
    assert_eq!(of(9, "IsView"), Ok(Value::Null), "there is no such object");
    assert_eq!(of(7, "NoSuchProperty"), Ok(Value::Null));
    assert_eq!(of(7, "ExecIsStartup"), Ok(Value::Null), "it is no procedure");
    assert_eq!(of(7, "IsSchemaBound"), Ok(Value::Int(1)));
    assert_eq!(of(7, "IsDeterministic"), Ok(Value::Int(1)));
    assert_eq!(of(7, "IsIndexable"), Ok(Value::Int(0)));
    assert_eq!(of(8, "IsDeterministic"), Ok(Value::Null), "it is a table");
}

#[test]
fn identity_functions_return_seed_and_increment() {
    let of = |function: &str, table: &str| call(function, &[TestArgument::text(table)]);
    let number = |number: i64| Ok(Value::Decimal(Decimal::from_integer(number)));
    assert_eq!(of("IDENT_SEED", "dbo.t"), number(5));
    assert_eq!(of("IDENT_INCR", "dbo.t"), number(-2));
    assert_eq!(of("IDENT_CURRENT", "dbo.t"), number(5), "the seed, before any value was given");
    assert_eq!(of("IDENT_CURRENT", "nosuch"), Ok(Value::Null));
}
