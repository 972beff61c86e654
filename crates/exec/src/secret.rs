//! Texts that may have a password in them: they are not kept, nor shown.

/// Whether the text has the word that stands before one. More texts have it than passwords; none with a password in a statement has it not.
pub(crate) fn may_have_password(text: &str) -> bool {
    let (text, word) = (text.as_bytes(), b"password");
    text.windows(word.len()).any(|window| window[0] | 0x20 == b'p' && window.eq_ignore_ascii_case(word))
        || text.windows(3).any(|window| window[0] | 0x20 == b'p' && window.eq_ignore_ascii_case(b"pwd"))
}

/// What is shown in the place of such a text.
pub(crate) const SHOWN: &str = "*password*";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_seen_in_any_case() {
        assert!(may_have_password("CREATE LOGIN l WITH PassWord='x'"));
        assert!(may_have_password("SELECT PwdCompare('x', @h)"));
        assert!(!may_have_password("SELECT a FROM passes; -- pass word"));
        assert!(!may_have_password("pw"));
    }
}
