//! The registry as a whole.

use crate::registry::{all, find};
use std::collections::BTreeSet;

#[test]
fn names_are_capitals_and_unique() {
    let mut names = BTreeSet::new();
    for function in all() {
        assert!(names.insert(function.name), "{} is there twice", function.name);
        assert_eq!(function.name, function.name.to_ascii_uppercase());
        assert!(function.doc.ends_with('.'), "{} has no documentation", function.name);
        assert!(function.arity.0 <= function.arity.1);
        assert!(function.arity.1 == 0 || !function.arguments.is_empty(), "{} has no argument rule", function.name);
    }
}

#[test]
fn names_are_found_in_any_case() {
    assert_eq!(find("SysDateTime").map(|function| function.name), Some("SYSDATETIME"));
    assert!(find("no_such_function").is_none());
}

#[test]
fn argument_counts_are_checked() {
    let number = |name: &str, count: usize| {
        let function = find(name).expect(name);
        function.bind(&vec![None; count]).err().map(|error| (error.number, error.args.join(",")))
    };
    assert_eq!(number("LEN", 2), Some((174, "len,1".to_owned())));
    assert_eq!(number("DB_ID", 2), Some((189, "db_id,0,1".to_owned())));
    assert_eq!(number("CONCAT", 1), Some((189, "concat,2,254".to_owned())));
    assert_eq!(number("LEN", 1), None);
}
