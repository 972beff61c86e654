//! Parses T-SQL constructs nested and repeated as the bytes say.
//!
//! The parser reads the text or refuses it. The printed form of a tree parses to the same tree.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (Some(seed), Some(size)) = (bytes.first_chunk::<8>(), bytes.get(8..10)) else { return };
    let (seed, size) = (u64::from_le_bytes(*seed), usize::from(u16::from_le_bytes([size[0], size[1]])));
    let mut texts = vec![sluice_sim::deep::mixed(seed, size % 4_000)];
    let construct = &sluice_sim::deep::CONSTRUCTS[seed as usize % sluice_sim::deep::CONSTRUCTS.len()];
    texts.extend((construct.write)(size.clamp(1, 20_000)).pop());
    for text in texts {
        let script = sluice_syntax::parse(&text);
        if !script.errors.is_empty() {
            continue;
        }
        let again = sluice_syntax::parse(&sluice_syntax::print_batch(&script.statements));
        // The printer's own parentheses count as nesting.
        if again.errors.iter().all(|error| error.number != NESTED_TOO_DEEPLY) {
            assert_eq!(again.statements, script.statements, "{text}");
        }
    }
});

const NESTED_TOO_DEEPLY: i32 = 191;
