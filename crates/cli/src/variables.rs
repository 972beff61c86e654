//! sqlcmd's variables: `$(NAME)` in a script, from `-v` or `:setvar`.

use std::collections::BTreeMap;

/// The variables. Names ignore case.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    values: BTreeMap<String, String>,
}

impl Variables {
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.values.insert(name.to_ascii_lowercase(), value.to_owned());
    }

    /// Replaces each `$(NAME)` by its value. The error is the name of the first variable that isn't
    /// set.
    pub(crate) fn expand(&self, text: &str) -> Result<String, String> {
        let mut expanded = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find("$(") {
            let (before, from) = rest.split_at(start);
            expanded.push_str(before);
            let Some(end) = from.find(')') else {
                rest = from;
                break;
            };
            let name = &from[2..end];
            if !is_name(name) {
                expanded.push_str("$(");
                rest = &from[2..];
                continue;
            }
            expanded.push_str(self.values.get(&name.to_ascii_lowercase()).ok_or_else(|| name.to_owned())?);
            rest = &from[end + 1..];
        }
        expanded.push_str(rest);
        Ok(expanded)
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_replaced_and_other_text_stays() {
        let mut variables = Variables::default();
        variables.set("Rows", "10");
        assert_eq!(variables.expand("a $(rows) b $(ROWS)").unwrap(), "a 10 b 10");
        assert_eq!(variables.expand("money $5, $(a b), $(").unwrap(), "money $5, $(a b), $(");
        assert_eq!(variables.expand("$(other)").unwrap_err(), "other");
    }
}
