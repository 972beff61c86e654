//! Parsing of a whole batch.

use std::collections::BTreeSet;

use super::parser::{Parser, clipped};
use crate::ast::{CursorAccess, Name, Parameter, Statement};
use crate::error::{SyntaxError, number};
use crate::lexer;
use crate::span::Span;

/// The result of parsing a batch. Statements without errors are there even if others have some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The parsed statements, in order.
    pub statements: Vec<Statement>,
    /// The errors, ordered by their position. A batch with errors must not run.
    pub errors: Vec<SyntaxError>,
    /// The name of the module that the batch defines, without its schema. `None` if it defines
    /// none, or if the error came before the name.
    pub module: Option<Box<str>>,
}

/// Parses one batch under `QUOTED_IDENTIFIER` ON. Never fails, whatever the text: errors are in the
/// result. `GO` has no meaning here.
pub fn parse(text: &str) -> Script {
    parse_quoted(text, true)
}

/// Does the same as [`parse`], beginning with `QUOTED_IDENTIFIER` ON or OFF. Statements with errors
/// are left out. After 25 errors, or nesting that is too deep, all statements are. Labels are
/// checked only if there is no other error.
pub fn parse_quoted(text: &str, quoted_identifier: bool) -> Script {
    parse_with(text, quoted_identifier, None).0
}

/// Does the same as [`parse_quoted`] for the statement of an API cursor, whose SELECTs may end with
/// FOR READ ONLY or FOR UPDATE. Returns these clauses with their places in the text too.
pub fn parse_cursor_text(text: &str, quoted_identifier: bool) -> (Script, Vec<(CursorAccess, Span)>) {
    parse_with(text, quoted_identifier, Some(Vec::new()))
}

/// `cursor_clauses` as in [`Parser::cursor_clauses`].
fn parse_with(
    text: &str,
    quoted_identifier: bool,
    cursor_clauses: Option<Vec<(CursorAccess, Span)>>,
) -> (Script, Vec<(CursorAccess, Span)>) {
    if u32::try_from(text.len()).is_err() {
        return (Script { statements: Vec::new(), errors: vec![too_long()], module: None }, Vec::new());
    }
    let (tokens, mut errors) = lexer::tokens_quoted(text, quoted_identifier);
    let mut parser = Parser::new(text, &tokens);
    parser.cursor_clauses = cursor_clauses;
    // An abandoned batch has recorded its error.
    let statements = parser.statements(true).unwrap_or_default();
    errors.append(&mut parser.errors);
    if errors.is_empty() {
        check_labels(&parser, &mut errors);
    }
    errors.sort_by_key(|error| error.span.start);
    let clauses = parser.cursor_clauses.unwrap_or_default();
    (Script { statements, errors, module: parser.module }, clauses)
}

/// Parses parameter declarations, as `sp_executesql` takes them: `@a int, @b nvarchar(10) OUTPUT`.
/// An empty text yields no parameters. Text after the last declaration is a syntax error. On
/// failure returns all errors and no parameter.
pub fn parse_parameters(text: &str) -> Result<Vec<Parameter>, Vec<SyntaxError>> {
    if u32::try_from(text.len()).is_err() {
        return Err(vec![too_long()]);
    }
    let (tokens, mut errors) = lexer::tokens(text);
    let mut parser = Parser::new(text, &tokens);
    let parameters = if parser.at_end() { Ok(Vec::new()) } else { parser.list(Parser::parameter) };
    if parameters.is_ok() && !parser.at_end() {
        parser.incorrect();
    }
    errors.append(&mut parser.errors);
    match parameters {
        Ok(parameters) if errors.is_empty() => Ok(parameters),
        _ => Err(errors),
    }
}

/// Checks that labels are unique and every GOTO has its label.
fn check_labels(parser: &Parser<'_>, errors: &mut Vec<SyntaxError>) {
    let mut known = BTreeSet::new();
    let error = |number, (label, line): &(Name, u32)| {
        let argument = clipped(&label.text);
        SyntaxError { number, line: *line, span: label.span, argument }
    };
    for label in &parser.labels {
        if !known.insert(label.0.text.to_lowercase()) {
            errors.push(error(number::DUPLICATE_LABEL, label));
        }
    }
    for goto in &parser.gotos {
        if !known.contains(&goto.0.text.to_lowercase()) {
            errors.push(error(number::UNKNOWN_LABEL, goto));
        }
    }
}

/// The error for texts of 4 GB or more, because spans have 32 bits. SQL Server's own limit for a
/// batch is far lower.
fn too_long() -> SyntaxError {
    SyntaxError { number: number::NESTED_TOO_DEEPLY, line: 1, span: Span::default(), argument: String::new() }
}
