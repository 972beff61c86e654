//! Detects texts that may contain a password. Such texts are neither stored nor shown.

/// Whether the text contains a word that can precede a password. It may report texts without a
/// password, but never misses a statement with one. Compared without case, anywhere in the text.
pub fn may_have_password(text: &str) -> bool {
    // `sp_addlogin`, its parameter and the procedures of application roles are the only forms
    // without the word `password` or `pwd`.
    let words: [&[u8]; 5] = [b"password", b"pwd", b"addlogin", b"passwd", b"approle"];
    let is_at = |rest: &[u8], word: &[u8]| rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
    let text = text.as_bytes();
    let mut begins = (0..text.len()).filter(|at| matches!(text[*at] | 0x20, b'p' | b'a'));
    begins.any(|at| words.iter().any(|word| is_at(&text[at..], word)))
}

/// Text shown instead.
pub const SHOWN: &str = "*password*";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_word_is_detected_in_any_case() {
        assert!(may_have_password("CREATE LOGIN l WITH PassWord='x'"));
        assert!(may_have_password("SELECT PwdCompare('x', @h)"));
        assert!(may_have_password("EXEC SP_AddLogin 'l', 'secret'"));
        assert!(may_have_password("EXEC sp_setapprole 'r', 'secret'"));
        assert!(!may_have_password("SELECT a FROM passes; -- pass word"));
        assert!(!may_have_password("pw"));
    }
}
