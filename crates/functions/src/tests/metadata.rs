//! Names and ids.

use crate::tests::calls::{Given, call};
use sluice_types::Value;

#[test]
fn databases_and_objects() {
    let name = |name: &str| Given::text(name);
    assert_eq!(call("DB_ID", &[]), Ok(Value::Int(5)));
    assert_eq!(call("DB_ID", &[name("MASTER")]), Ok(Value::Int(1)));
    assert_eq!(call("DB_ID", &[name("nowhere")]), Ok(Value::Null));
    assert_eq!(call("DB_NAME", &[Given::int(1)]), Ok(Value::text("master")));
    assert_eq!(call("DB_NAME", &[Given::int(100_000)]), Ok(Value::Null));
    assert_eq!(call("DB_NAME", &[]), Ok(Value::text("current")));
    assert_eq!(call("OBJECT_ID", &[name("dbo.t")]), Ok(Value::Int(42)));
    assert_eq!(call("OBJECT_ID", &[name("dbo.t"), name("P")]), Ok(Value::Null));
}
