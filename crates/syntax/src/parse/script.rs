//! A whole batch.

use std::collections::BTreeSet;

use super::parser::{Parser, clipped};
use crate::ast::{Name, Parameter, Statement};
use crate::error::{SyntaxError, number};
use crate::lexer;
use crate::span::Span;
use sluice_base::account;
use sluice_base::memory::OutOfMemory;

/// What a batch says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The statements that could be read, in order.
    pub statements: Vec<Statement>,
    /// What could not, in the order of the text; if there is any, the batch must not run.
    pub errors: Vec<SyntaxError>,
    /// The name of the module that it defines, if it does and was read so far.
    pub module: Option<Box<str>>,
}

/// Reads one batch (no `GO` in it). Never fails, whatever the text.
pub fn parse(text: &str) -> Script {
    if u32::try_from(text.len()).is_err() {
        return Script { statements: Vec::new(), errors: vec![too_long()], module: None };
    }
    if let Err(refused) = account::want(lexer::tokens_bytes(text)) {
        return Script { statements: Vec::new(), errors: vec![no_memory(&refused)], module: None };
    }
    let (tokens, mut errors) = lexer::tokens(text);
    let mut parser = Parser::new(text, &tokens);
    // A batch that is abandoned has recorded why.
    let statements = parser.statements(true).unwrap_or_default();
    errors.append(&mut parser.errors);
    if errors.is_empty() {
        check_labels(&parser, &mut errors);
    }
    errors.sort_by_key(|error| error.span.start);
    Script { statements, errors, module: parser.module }
}

/// Reads declarations of parameters, as `sp_executesql` takes them in a string: `@a int, @b nvarchar(10) OUTPUT`; none in an empty one.
pub fn parse_parameters(text: &str) -> Result<Vec<Parameter>, Vec<SyntaxError>> {
    if u32::try_from(text.len()).is_err() {
        return Err(vec![too_long()]);
    }
    account::want(lexer::tokens_bytes(text)).map_err(|refused| vec![no_memory(&refused)])?;
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

/// Every label once, every GOTO to one of them.
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

fn no_memory(refused: &OutOfMemory) -> SyntaxError {
    SyntaxError { number: number::OUT_OF_MEMORY, line: 1, span: Span::default(), argument: refused.to_string() }
}

/// Spans have 32 bits; SQL Server's own limit for a batch is far lower.
fn too_long() -> SyntaxError {
    SyntaxError { number: number::NESTED_TOO_DEEPLY, line: 1, span: Span::default(), argument: String::new() }
}
