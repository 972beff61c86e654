//! sqlcmd's scripting variables, `$(NAME)` in a script, and the settings among them
//! (`tools/sqlcmd/sqlcmd-use-scripting-variables`).
//!
//! Precedence, low to high: the default, the environment, an option of the command line, `-v`,
//! `:setvar`. Names ignore case.

use std::collections::BTreeMap;

/// The variables of scripts: sqlcmd's own and those that were set.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    /// Values by name in upper case.
    values: BTreeMap<String, String>,
    limits: Limits,
}

/// Restrictions of scripts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// `-x`: variables are not replaced.
    pub(crate) is_literal: bool,
    /// `-X`: no `!!` and ED, no start-up script, no variables of the environment.
    pub(crate) is_closed: bool,
    /// `-X1`: `!!` and ED end the script.
    pub(crate) ends_at_disabled: bool,
}

/// A variable of sqlcmd itself.
struct Setting {
    name: &'static str,
    default: &'static str,
    /// Whether `:setvar` may change it.
    is_writable: bool,
    /// The permitted numbers; `None` for a text.
    range: Option<(i64, i64)>,
}

impl Variables {
    /// Returns sqlcmd's variables with their defaults, then the values of the environment unless
    /// `-X` excludes it, then those of the command line. The error is for the user. Later ones
    /// replace earlier ones; a value that a setting cannot have fails.
    pub(crate) fn new(limits: Limits, options: &[(String, String)]) -> Result<Variables, String> {
        let values = SETTINGS.iter().map(|setting| (setting.name.to_owned(), setting.default.to_owned())).collect();
        let mut variables = Variables { values, limits };
        variables.put("SQLCMDWORKSTATION", &sluice_base::machine::name());
        variables.put("SQLCMDEDITOR", &default_editor());
        if !limits.is_closed {
            for setting in SETTINGS {
                if let Ok(value) = std::env::var(setting.name) {
                    setting.check(&value)?;
                    variables.put(setting.name, &value);
                }
            }
        }
        for (name, value) in options {
            setting(name).map_or(Ok(()), |setting| setting.check(value))?;
            variables.put(name, value);
        }
        Ok(variables)
    }

    /// Returns the restrictions of scripts.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets a variable without a check: also a read-only setting, and a value that a setting cannot
    /// have.
    pub(crate) fn put(&mut self, name: &str, value: &str) {
        self.values.insert(name.to_ascii_uppercase(), value.to_owned());
    }

    /// Executes `:setvar`. Without a value a setting returns to its default, and another variable
    /// is removed. Fails for a read-only setting and for a value that a setting cannot have; the
    /// error is for the user.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let upper = name.to_ascii_uppercase();
        let Some(setting) = setting(&upper) else {
            match value {
                Some(value) => self.put(&upper, value),
                None => drop(self.values.remove(&upper)),
            }
            return Ok(());
        };
        if !setting.is_writable {
            return Err(format!("The scripting variable: '{upper}' is read-only"));
        }
        let value = value.unwrap_or(setting.default);
        setting.check(value)?;
        self.put(&upper, value);
        Ok(())
    }

    /// Returns all variables in the form of `:listvar`: sqlcmd's own, then the others, each sorted
    /// by name.
    pub(crate) fn list(&self) -> String {
        let is_setting = |name: &&String| setting(name).is_some();
        let (settings, others): (Vec<&String>, Vec<&String>) = self.values.keys().partition(is_setting);
        let line = |name: &String| format!("{name} = \"{}\"", self.values[name]);
        settings.into_iter().chain(others).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Returns the text of a variable, whose name is given in upper case, or an empty text if it
    /// isn't set.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    /// Returns the number of a variable, whose name is given in upper case, or 0 if its text isn't
    /// one.
    pub(crate) fn number(&self, name: &str) -> i64 {
        self.text(name).trim().parse().unwrap_or_default()
    }

    /// Returns a variable's value. The environment's variables come last.
    fn value(&self, name: &str) -> Option<String> {
        let from_environment = || if self.limits.is_closed { None } else { std::env::var(name).ok() };
        self.values.get(&name.to_ascii_uppercase()).cloned().or_else(from_environment)
    }

    /// Replaces each `$(NAME)` by its value. Returns also the names of variables that aren't
    /// defined, whose references stay. Under `-x` nothing is replaced.
    pub(crate) fn expand(&self, text: &str) -> (String, Vec<String>) {
        let mut undefined = Vec::new();
        if self.limits.is_literal {
            return (text.to_owned(), undefined);
        }
        let mut expanded = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find("$(") {
            let (before, from) = rest.split_at(start);
            expanded.push_str(before);
            let name = from.find(')').map(|end| &from[2..end]).filter(|name| is_name(name));
            let Some(name) = name else {
                expanded.push_str("$(");
                rest = &from[2..];
                continue;
            };
            let reference = &from[..name.len() + 3];
            match self.value(name) {
                Some(value) => expanded.push_str(&value),
                None => {
                    expanded.push_str(reference);
                    undefined.push(name.to_owned());
                }
            }
            rest = &from[reference.len()..];
        }
        expanded.push_str(rest);
        (expanded, undefined)
    }
}

impl Setting {
    fn check(&self, value: &str) -> Result<(), String> {
        let is_valid = |(min, max): (i64, i64)| {
            let number = value.trim().parse::<i64>();
            number
                .is_ok_and(|number| (min..=max).contains(&number) && !(self.name == WIDTH && (1..9).contains(&number)))
        };
        if self.range.is_none_or(is_valid) {
            return Ok(());
        }
        Err(format!("The environment variable: '{}' has invalid value: '{value}'.", self.name))
    }
}

fn setting(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name.eq_ignore_ascii_case(name))
}

/// Whether a variable may have this name: letters, digits, `_` and `-`, at least one.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '-'))
}

/// Returns the editor of `VISUAL` or `EDITOR`, or else vi.
fn default_editor() -> String {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".to_owned())
}

const fn text(name: &'static str, default: &'static str, is_writable: bool) -> Setting {
    Setting { name, default, is_writable, range: None }
}

const fn number(name: &'static str, default: &'static str, range: (i64, i64)) -> Setting {
    Setting { name, default, is_writable: true, range: Some(range) }
}

const WIDTH: &str = "SQLCMDCOLWIDTH";

/// The settings, in the order of `:listvar`. SQLCMDPASSWORD is not among them: it can't be read.
const SETTINGS: &[Setting] = &[
    text("SQLCMDCOLSEP", " ", true),
    number(WIDTH, "0", (0, 65_535)),
    text("SQLCMDDBNAME", "", false),
    text("SQLCMDEDITOR", "vi", true),
    number("SQLCMDERRORLEVEL", "0", (-1, 25)),
    text("SQLCMDFORMAT", "horizontal", true),
    number("SQLCMDHEADERS", "0", (-1, i32::MAX as i64)),
    text("SQLCMDINI", "", false),
    number("SQLCMDLOGINTIMEOUT", "8", (0, 65_534)),
    number("SQLCMDMAXFIXEDTYPEWIDTH", "0", (0, 8_000)),
    number("SQLCMDMAXVARTYPEWIDTH", "256", (0, 8_000)),
    Setting { name: "SQLCMDPACKETSIZE", default: "4096", is_writable: false, range: Some((512, 32_767)) },
    text("SQLCMDSERVER", "", false),
    number("SQLCMDSTATTIMEOUT", "0", (0, 65_534)),
    text("SQLCMDUSEAAD", "", true),
    text("SQLCMDUSER", "", false),
    text("SQLCMDWORKSTATION", "", false),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_replaced_and_other_text_stays() {
        let mut variables = Variables::default();
        variables.set("Rows", Some("10")).unwrap();
        let expanded = |text: &str| variables.expand(text);
        assert_eq!(expanded("a $(rows) b $(ROWS)"), ("a 10 b 10".to_owned(), vec![]));
        assert_eq!(expanded("money $5, $(a b), $("), ("money $5, $(a b), $(".to_owned(), vec![]));
        assert_eq!(expanded("$(other)!"), ("$(other)!".to_owned(), vec!["other".to_owned()]));
    }

    #[test]
    fn settings_are_checked_and_return_to_their_defaults() {
        let mut variables = Variables::new(Limits { is_closed: true, ..Limits::default() }, &[]).unwrap();
        variables.set("sqlcmdheaders", Some("-1")).unwrap();
        assert_eq!(variables.number("SQLCMDHEADERS"), -1);
        variables.set("SQLCMDHEADERS", None).unwrap();
        assert_eq!(variables.number("SQLCMDHEADERS"), 0);
        for (name, value) in [("SQLCMDHEADERS", "x"), ("SQLCMDCOLWIDTH", "8"), ("SQLCMDMAXVARTYPEWIDTH", "8001")] {
            assert!(variables.set(name, Some(value)).unwrap_err().contains(name), "{name}");
        }
        for name in ["SQLCMDUSER", "SQLCMDSERVER", "SQLCMDDBNAME", "SQLCMDPACKETSIZE", "SQLCMDINI", "SQLCMDWORKSTATION"]
        {
            assert!(variables.set(name, Some("1")).unwrap_err().contains("read-only"), "{name}");
        }
    }

    #[test]
    fn later_options_override_earlier_ones() {
        let limits = Limits { is_closed: true, ..Limits::default() };
        let options = [("SQLCMDHEADERS".to_owned(), "2".to_owned()), ("sqlcmdheaders".to_owned(), "3".to_owned())];
        assert_eq!(Variables::new(limits, &options).unwrap().number("SQLCMDHEADERS"), 3);
        let wrong = [("SQLCMDHEADERS".to_owned(), "-2".to_owned())];
        assert!(Variables::new(limits, &wrong).unwrap_err().contains("'-2'"));
    }
}
