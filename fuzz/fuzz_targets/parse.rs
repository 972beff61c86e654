//! Parses any text as T-SQL.
//!
//! The parser returns a tree or errors and never panics or hangs. The printed form of a tree
//! without errors parses to the same tree.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let script = sluice_syntax::parse(text);
    if !script.errors.is_empty() {
        return;
    }
    let printed = sluice_syntax::print_batch(&script.statements);
    let again = sluice_syntax::parse(&printed);
    // The printer's own parentheses count as nesting, so the printed form of a tree at the limit of
    // depth may fail with 191. No other error is allowed.
    if again.errors.iter().any(|error| error.number == NESTED_TOO_DEEPLY) {
        return;
    }
    assert!(again.errors.is_empty(), "{text:?} is printed as {printed:?}, which has errors: {:?}", again.errors);
    assert_eq!(again.statements, script.statements, "{text:?} is printed as {printed:?}");
});

const NESTED_TOO_DEEPLY: i32 = 191;
