//! The rows that the documentation shows. A script marks them with `-->` below the statement.

/// Returns the first marked line of `script` that isn't in `output` after the lines marked before
/// it; `None` if all are there.
pub fn first_missing<'a>(script: &'a str, output: &str) -> Option<&'a str> {
    let mut lines = output.lines();
    let marked = script.lines().filter_map(|line| line.strip_prefix("--> "));
    marked.map(str::trim_end).find(|&row| !lines.any(|line| line.trim_end() == row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_rows_are_found_in_order() {
        let script = "SELECT 1\n--> 1\nSELECT 2\n--> 2\n";
        assert_eq!(first_missing(script, "a int\n1\nb int\n2\n"), None);
        assert_eq!(first_missing(script, "b int\n2\na int\n1\n"), Some("2"));
        assert_eq!(first_missing("-- --> 3\nSELECT 1", ""), None);
    }
}
