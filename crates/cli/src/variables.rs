//! sqlcmd's variables: `$(NAME)` in a script, from `-v` or `:setvar`.

use std::collections::BTreeMap;

/// The variables. Names ignore case.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    values: BTreeMap<String, String>,
    pub(crate) limits: Limits,
}

/// Restrictions of scripts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// `-x`: variables are not replaced.
    pub(crate) is_literal: bool,
    /// `-X`: no `!!` and ED, no variables of the environment.
    pub(crate) is_closed: bool,
    /// `-X1`: `!!` and ED end the script.
    pub(crate) ends_at_disabled: bool,
}

impl Variables {
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.values.insert(name.to_ascii_lowercase(), value.to_owned());
    }

    /// Removes a variable.
    pub(crate) fn remove(&mut self, name: &str) {
        self.values.remove(&name.to_ascii_lowercase());
    }

    /// Returns the variables that were set, in the form of `:listvar`.
    pub(crate) fn list(&self) -> String {
        let lines: Vec<String> =
            self.values.iter().map(|(name, value)| format!("{} = \"{value}\"", name.to_ascii_uppercase())).collect();
        lines.join("\n")
    }

    /// Returns a variable's value. The environment's variables come last.
    fn value(&self, name: &str) -> Option<String> {
        let from_environment = || if self.limits.is_closed { None } else { std::env::var(name).ok() };
        self.values.get(&name.to_ascii_lowercase()).cloned().or_else(from_environment)
    }

    /// Replaces each `$(NAME)` by its value. The error is the name of the first variable that isn't
    /// set.
    pub(crate) fn expand(&self, text: &str) -> Result<String, String> {
        if self.limits.is_literal {
            return Ok(text.to_owned());
        }
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
            expanded.push_str(&self.value(name).ok_or_else(|| name.to_owned())?);
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
