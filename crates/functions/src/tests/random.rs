//! NEWID and RAND.

use super::calls::{Session, TestArgument, call_in};
use sluice_types::Value;

#[test]
fn seeded_rand_matches_old_documentation() {
    let session = Session::new();
    let next = |given: &[TestArgument]| match call_in(&session, "RAND", given).unwrap() {
        Value::Float(number) => format!("{number:.15}"),
        other => panic!("{other:?}"),
    };
    // SELECT RAND(100), RAND(), RAND(): the only documented example that shows its results.
    assert_eq!(next(&[TestArgument::int(100)]), "0.715436657367485");
    assert_eq!(next(&[]), "0.284633807679820");
    assert_eq!(next(&[]), "0.013103908285036");
}

#[test]
fn rand_is_between_0_and_1_for_every_seed() {
    for seed in [i32::MIN, -1, 0, 1, i32::MAX] {
        let session = Session::new();
        let mut given = vec![TestArgument::int(seed)];
        for _ in 0..1_000 {
            match call_in(&session, "RAND", &given).unwrap() {
                Value::Float(number) => assert!(number > 0.0 && number < 1.0, "{number}"),
                other => panic!("{other:?}"),
            }
            given.clear();
        }
    }
}

#[test]
fn newid_values_are_version_4_and_differ() {
    let session = Session::new();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..1_000 {
        let Value::Guid(bytes) = call_in(&session, "NEWID", &[]).unwrap() else { panic!("no id") };
        assert_eq!((bytes[7] >> 4, bytes[8] >> 6), (4, 2));
        assert!(seen.insert(bytes));
    }
}
