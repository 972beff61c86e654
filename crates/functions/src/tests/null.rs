//! ISNULL and NULLIF.

use crate::registry::find;
use crate::tests::calls::{TestArgument, call};
use sluice_types::{DataType, Length, Value};

#[test]
fn isnull_has_the_type_of_its_first_argument() {
    let short = TestArgument(Value::Null, Some(DataType::varchar(Length::Limited(2))));
    assert_eq!(call("ISNULL", &[short, TestArgument::text("abc")]), Ok(Value::text("ab")));
    assert_eq!(call("ISNULL", &[TestArgument::int(1), TestArgument::text("x")]).map_err(|e| e.number), Err(245));
    assert_eq!(call("ISNULL", &[TestArgument::null(), TestArgument::text("x")]), Ok(Value::text("x")));
    assert_eq!(call("ISNULL", &[TestArgument::null(), TestArgument::null()]), Ok(Value::Null));
    let function = find("ISNULL").expect("it is there");
    let types = [Some(DataType::Int), Some(DataType::DateTime2(7))];
    assert_eq!(function.bind(&types).map_err(|error| error.number), Err(206));
}

#[test]
fn nullif_compares_in_the_common_type() {
    assert_eq!(call("NULLIF", &[TestArgument::text("1 "), TestArgument::int(1)]), Ok(Value::Null));
    assert_eq!(call("NULLIF", &[TestArgument::text("A"), TestArgument::text("a")]), Ok(Value::Null));
    assert_eq!(call("NULLIF", &[TestArgument::int(4), TestArgument::null()]), Ok(Value::Int(4)));
}
