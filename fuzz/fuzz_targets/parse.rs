//! Any text: the parser gives a tree or errors, never panics or hangs; what it reads without errors, the printer writes
//! so that it reads the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let script = sluice_syntax::parse(text);
    if !script.errors.is_empty() {
        return;
    }
    let printed = sluice_syntax::print_batch(&script.statements);
    let again = sluice_syntax::parse(&printed);
    // The printer's own parentheses count as nesting: what was read at the limit of depth may be refused when it is
    // printed (191), and by nothing else.
    if again.errors.iter().any(|error| error.number == NESTED_TOO_DEEPLY) {
        return;
    }
    assert!(again.errors.is_empty(), "{text:?} is printed as {printed:?}, which has errors: {:?}", again.errors);
    assert_eq!(again.statements, script.statements, "{text:?} is printed as {printed:?}");
});

const NESTED_TOO_DEEPLY: i32 = 191;
