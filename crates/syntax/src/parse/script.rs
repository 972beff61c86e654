//! Parsing of a whole batch.

use std::collections::BTreeSet;

use super::parser::{Parser, clipped};
use crate::ast::{Name, Parameter, Statement};
use crate::error::{SyntaxError, number};
use crate::lexer;
use crate::span::Span;

/// The result of parsing a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The parsed statements, in order.
    pub statements: Vec<Statement>,
    /// The errors, in text order. A batch with errors must not run.
    pub errors: Vec<SyntaxError>,
    /// The name of the module that the batch defines, if its name was parsed.
    pub module: Option<Box<str>>,
}

/// Parses one batch, without `GO`, under `QUOTED_IDENTIFIER` ON. Never fails, whatever the text.
pub fn parse(text: &str) -> Script {
    parse_quoted(text, true)
}

/// Does the same as [`parse`], beginning with `QUOTED_IDENTIFIER` ON or OFF. Statements with errors
/// are left out. Labels are checked only without other errors. Errors are in the order of the text.
pub fn parse_quoted(text: &str, quoted_identifier: bool) -> Script {
    if u32::try_from(text.len()).is_err() {
        return Script { statements: Vec::new(), errors: vec![too_long()], module: None };
    }
    let (tokens, mut errors) = lexer::tokens_quoted(text, quoted_identifier);
    let mut parser = Parser::new(text, &tokens);
    // An abandoned batch has recorded its error.
    let statements = parser.statements(true).unwrap_or_default();
    errors.append(&mut parser.errors);
    if errors.is_empty() {
        check_labels(&parser, &mut errors);
    }
    errors.sort_by_key(|error| error.span.start);
    Script { statements, errors, module: parser.module }
}

/// Parses parameter declarations, as `sp_executesql` takes them: `@a int, @b nvarchar(10) OUTPUT`.
/// An empty text yields no parameters. Returns all errors otherwise.
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
