//! Any text: the parser gives a tree and errors, and never panics or hangs.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let script = sluice_syntax::parse(text);
    assert!(!script.statements.is_empty() || !script.errors.is_empty() || text.len() < 1 << 20);
});
