//! Identifiers as T-SQL writes them (`relational-databases/databases/database-identifiers.md`).

/// Returns a name as a delimited identifier: in brackets, with each closing bracket doubled.
pub fn bracketed(name: &str) -> String {
    format!("[{}]", name.replace(']', "]]"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn closing_brackets_are_doubled() {
        assert_eq!(["a", "", "a]b[", "]]"].map(super::bracketed), ["[a]", "[]", "[a]]b[]", "[]]]]]"]);
    }
}
