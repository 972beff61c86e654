//! ISNULL and NULLIF.

use crate::registry::find;
use crate::tests::calls::{Given, call};
use sluice_types::{DataType, Length, Value};

#[test]
fn isnull_has_the_type_of_its_first_argument() {
    let short = Given(Value::Null, Some(DataType::varchar(Length::Limited(2))));
    assert_eq!(call("ISNULL", &[short, Given::text("abc")]), Ok(Value::text("ab")));
    assert_eq!(call("ISNULL", &[Given::int(1), Given::text("x")]).map_err(|e| e.number), Err(245));
    assert_eq!(call("ISNULL", &[Given::null(), Given::text("x")]), Ok(Value::text("x")));
    assert_eq!(call("ISNULL", &[Given::null(), Given::null()]), Ok(Value::Null));
    let function = find("ISNULL").expect("it is there");
    let types = [Some(DataType::Int), Some(DataType::DateTime2(7))];
    assert_eq!(function.bind(&types).map_err(|error| error.number), Err(206));
}

#[test]
fn nullif_compares_in_the_common_type() {
    assert_eq!(call("NULLIF", &[Given::text("1 "), Given::int(1)]), Ok(Value::Null));
    assert_eq!(call("NULLIF", &[Given::text("A"), Given::text("a")]), Ok(Value::Null));
    assert_eq!(call("NULLIF", &[Given::int(4), Given::null()]), Ok(Value::Int(4)));
}
