//! Patterns with two wildcards: one for any characters, one for a single character.

/// The wildcards of a pattern.
#[derive(Clone, Copy)]
pub(crate) struct Wildcards {
    any: char,
    one: char,
}

/// The wildcards of LIKE.
pub(crate) const LIKE: Wildcards = Wildcards { any: '%', one: '_' };
/// The wildcards of file names.
pub(crate) const FILES: Wildcards = Wildcards { any: '*', one: '?' };

/// Whether the whole `text` matches a pattern. Letters differ by case, and a wildcard can't be
/// escaped. Linear in the text for each wildcard for any characters.
pub(crate) fn is_match(text: &str, pattern: &str, wildcards: Wildcards) -> bool {
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    let (mut at, mut next, mut retry) = (0, 0, None);
    while at < text.len() {
        match pattern.get(next) {
            Some(wanted) if *wanted == wildcards.any => {
                retry = Some((at, next));
                next += 1;
            }
            Some(wanted) if *wanted == wildcards.one || *wanted == text[at] => {
                at += 1;
                next += 1;
            }
            _ => {
                let Some((from, any)) = retry else { return false };
                retry = Some((from + 1, any));
                (at, next) = (from + 1, any + 1);
            }
        }
    }
    pattern[next..].iter().all(|rest| *rest == wildcards.any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_match_any_and_single_characters() {
        let cases = [
            ("select 1", "%1", LIKE, true),
            ("select 1", "s%t _", LIKE, true),
            ("select 1", "s%t", LIKE, false),
            ("", "%", LIKE, true),
            ("aab", "%ab", LIKE, true),
            ("a", "", LIKE, false),
            ("e_0_17.xel", "e_0_*.xel", FILES, true),
            ("e_0_17.xel", "e_0_1?.xel", FILES, true),
            ("ex0x17.xel", "e_0_*.xel", FILES, false),
            ("e%.xel", "*%.xel", FILES, true),
        ];
        for (text, pattern, wildcards, matches) in cases {
            assert_eq!(is_match(text, pattern, wildcards), matches, "{text} and {pattern}");
        }
    }
}
