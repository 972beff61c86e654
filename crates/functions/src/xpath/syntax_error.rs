//! Errors of the parser: missing signs and words, and unknown names. Their texts are in
//! `relational-databases/errors-events/database-engine-events-and-errors-2000-to-2999.md` and
//! `...-9000-to-9999.md`.

use super::namespaces::split;
use super::parse::{Parser, is_name};
use sluice_types::SqlError;

impl Parser<'_> {
    /// Returns error 2209: a syntax error near the next token. Before an unclosed comment it is
    /// 2340.
    pub(super) fn wrong(&self) -> SqlError {
        self.or_unclosed_comment(SqlError::xquery_syntax_error(self.method, self.near()))
    }

    /// Returns the error of a missing sign (2205) or word (9303).
    pub(super) fn expected(&self, wanted: &str) -> SqlError {
        self.or_unclosed_comment(match wanted.starts_with(char::is_alphabetic) {
            true => SqlError::xquery_word_expected(self.method, self.near(), wanted),
            false => SqlError::xquery_sign_expected(self.method, wanted),
        })
    }

    /// Returns error 2370: the next token follows the end of the expression.
    pub(super) fn text_after_end(&self) -> SqlError {
        self.or_unclosed_comment(SqlError::xquery_text_after_end(self.method, self.near()))
    }

    /// Returns 40517, which refuses a construct of XQuery, named by `what`.
    pub(super) fn refused(&self, what: &str) -> SqlError {
        SqlError::unsupported_option(format!("XQuery {what}"))
    }

    /// Returns 2395 for an unknown function, or the error of its prefix. A function that SQL Server
    /// has, and any function in OPENXML's XPath, is refused.
    pub(super) fn unknown_function(&self, name: &str) -> SqlError {
        let (prefix, local) = split(name);
        let is_absent = matches!(prefix, "" | "fn") && ABSENT_FUNCTIONS.contains(&local);
        if self.method == OPENXML || is_absent || prefix == "sql" {
            return self.refused(&format!("{name}()"));
        }
        let prefix = if prefix.is_empty() { "fn" } else { prefix };
        match self.prefixes.namespace(prefix, self.method) {
            Ok(namespace) => SqlError::xquery_unknown_function(self.method, namespace, local),
            Err(error) => error,
        }
    }

    /// Returns the error of a name that is no type: 2231, 2232, or that of its prefix.
    pub(super) fn unknown_type(&self, name: &str) -> SqlError {
        let (prefix, local) = split(name);
        if prefix.is_empty() {
            return SqlError::xquery_unknown_type(self.method, local);
        }
        match self.prefixes.namespace(prefix, self.method) {
            Ok(namespace) => SqlError::xquery_unknown_type_of_namespace(self.method, namespace, local),
            Err(error) => error,
        }
    }

    /// Returns the error of an axis that isn't supported: 2392 if XPath doesn't have it either.
    pub(super) fn unsupported_axis(&self, axis: &str) -> SqlError {
        match AXES.contains(&axis) {
            true => SqlError::xquery_syntax_not_supported(self.method, axis),
            false => SqlError::xquery_unknown_axis(self.method, axis),
        }
    }

    /// Returns the error of an end tag other than that of `name`, whose start tag is on a line.
    pub(super) fn wrong_end_tag(&self, end: &str, name: &str, line: usize) -> SqlError {
        let ((end_prefix, end_name), (prefix, start)) = (split(end), split(name));
        match (end_prefix.is_empty(), prefix.is_empty()) {
            (true, true) => SqlError::xquery_end_tag_differs(self.method, end, start, line),
            (false, true) => SqlError::xquery_prefixed_end_tag_differs(self.method, end_prefix, end_name, start, line),
            (true, false) => SqlError::xquery_end_tag_differs_from_prefixed(self.method, end, prefix, start, line),
            (false, false) => {
                SqlError::xquery_prefixed_end_tags_differ(self.method, end_prefix, end_name, prefix, start, line)
            }
        }
    }

    /// Returns the error of an element whose end tag is missing.
    pub(super) fn missing_end_tag(&self, name: &str) -> SqlError {
        match split(name) {
            ("", name) => SqlError::xquery_end_tag_missing(self.method, name),
            (prefix, name) => SqlError::xquery_prefixed_end_tag_missing(self.method, prefix, name),
        }
    }

    /// Returns the error of an attribute that a constructor has twice.
    pub(super) fn duplicate_attribute(&self, name: &str) -> SqlError {
        match split(name) {
            ("", name) => SqlError::xquery_duplicate_attribute(self.method, name),
            (prefix, name) => SqlError::xquery_duplicate_prefixed_attribute(self.method, prefix, name),
        }
    }

    /// Returns the next token as messages show it.
    pub(super) fn near(&self) -> String {
        let rest = self.rest.trim_start();
        let Some(first) = rest.chars().next() else { return "<eof>".to_owned() };
        let word = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let pair = || PAIRS.iter().find(|pair| rest.starts_with(**pair)).map_or(first.len_utf8(), |pair| pair.len());
        let end = if word > 0 { word } else { pair() };
        rest[..end].chars().take(NEAR_MAX).collect()
    }

    /// Returns 2340 if an unclosed comment is next, or `error`.
    fn or_unclosed_comment(&self, error: SqlError) -> SqlError {
        match self.rest.trim_start().starts_with("(:") {
            true => SqlError::xquery_comment_without_end(self.method, self.line()),
            false => error,
        }
    }
}

/// The method's name in errors of OPENXML's patterns.
pub(super) const OPENXML: &str = "openxml";
/// Functions of SQL Server that don't exist here.
const ABSENT_FUNCTIONS: [&str; 4] = ["id", "expanded-QName", "local-name-from-QName", "namespace-uri-from-QName"];
/// Axes of XPath that SQL Server doesn't support (`xquery/path-expressions-specifying-axis.md`).
const AXES: [&str; 7] =
    ["ancestor", "ancestor-or-self", "following", "following-sibling", "namespace", "preceding", "preceding-sibling"];
/// Signs of two characters.
const PAIRS: [&str; 8] = ["//", "<<", ">>", "!=", "<=", ">=", "</", "/>"];
/// The most characters of a token that a message shows.
const NEAR_MAX: usize = 20;
