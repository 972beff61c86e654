//! Parses table sources: FROM, joins, derived tables, aliases.

use super::parser::{Parsed, Parser};
use crate::ast::{Expr, Hint, JoinHint, JoinKind, Name, TableAlias, TableSource, TableSourceKind};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `[FROM source, ...]`; empty without FROM.
    pub(crate) fn from(&mut self) -> Parsed<Vec<TableSource>> {
        if self.eat_keyword(Keyword::From) { self.list(Self::table_source) } else { Ok(Vec::new()) }
    }

    /// Parses rows of values: `(...), (...)`. A value may be DEFAULT. Rows of different lengths are
    /// accepted.
    pub(crate) fn rows(&mut self) -> Parsed<Vec<Vec<Expr>>> {
        self.list(|parser| parser.parenthesised(Self::expression_or_default))
    }

    /// Parses a source and all joins that follow it. A join that is nested to the right takes its
    /// own ON first. PIVOT and UNPIVOT may follow each join.
    pub(crate) fn table_source(&mut self) -> Parsed<TableSource> {
        self.nest(|parser| {
            let mut left = parser.table_primary()?;
            while let Some((kind, hint)) = parser.join_kind()? {
                let right = match kind {
                    JoinKind::Cross | JoinKind::CrossApply | JoinKind::OuterApply => parser.table_primary()?,
                    _ => parser.table_source()?,
                };
                let condition = if kind.takes_condition() {
                    parser.expect_keyword(Keyword::On)?;
                    Some(parser.condition()?)
                } else {
                    None
                };
                parser.grow()?;
                let span = parser.since(left.span);
                let (left_box, right) = (Box::new(left), Box::new(right));
                let kind = TableSourceKind::Join { kind, hint, left: left_box, right, condition };
                left = parser.turned(TableSource { kind, span })?;
            }
            Ok(left)
        })
    }

    /// Parses a join's keywords and algorithm hint. Returns `None` if no join is next.
    fn join_kind(&mut self) -> Parsed<Option<(JoinKind, Option<JoinHint>)>> {
        let kind = match self.token().kind {
            TokenKind::Keyword(Keyword::Join) => JoinKind::Inner,
            TokenKind::Keyword(Keyword::Cross | Keyword::Outer) => {
                return self.apply_kind().map(|kind| Some((kind, None)));
            }
            TokenKind::Keyword(Keyword::Inner) => JoinKind::Inner,
            TokenKind::Keyword(Keyword::Left) => JoinKind::Left,
            TokenKind::Keyword(Keyword::Right) => JoinKind::Right,
            TokenKind::Keyword(Keyword::Full) => JoinKind::Full,
            _ => return Ok(None),
        };
        if self.eat_keyword(Keyword::Join) {
            return Ok(Some((kind, None)));
        }
        self.advance();
        if kind != JoinKind::Inner {
            self.eat_keyword(Keyword::Outer);
        }
        let hints = [JoinHint::Loop, JoinHint::Hash, JoinHint::Remote];
        let hint = match self.token().kind {
            TokenKind::Keyword(Keyword::Merge) => Some(JoinHint::Merge),
            _ => hints.into_iter().find(|hint| self.at_word(hint.word())),
        };
        if hint.is_some() {
            self.advance();
        }
        self.expect_keyword(Keyword::Join)?;
        Ok(Some((kind, hint)))
    }

    fn apply_kind(&mut self) -> Parsed<JoinKind> {
        let cross = self.advance().is(Keyword::Cross);
        if cross && self.eat_keyword(Keyword::Join) {
            return Ok(JoinKind::Cross);
        }
        self.expect_word("apply")?;
        Ok(if cross { JoinKind::CrossApply } else { JoinKind::OuterApply })
    }

    /// Parses a source without joins. Recursive cases are separate functions, which keeps this
    /// function's stack frame small.
    fn table_primary(&mut self) -> Parsed<TableSource> {
        let start = self.token();
        let nested = start.kind == TokenKind::LeftParen && !start.opens_query;
        if nested && !self.ahead(1).is(Keyword::Values) && !self.at_change() {
            self.advance();
            let source = self.table_source()?;
            if !is_joined(&source) {
                return Err(self.incorrect());
            }
            self.expect(TokenKind::RightParen)?;
            return self.turned(source);
        }
        if start.kind == TokenKind::LeftBrace {
            let source = self.join_escape()?;
            return self.turned(source);
        }
        let kind = self.plain_source()?;
        let span = self.since(start.span);
        self.turned(TableSource { kind, span })
    }

    fn plain_source(&mut self) -> Parsed<TableSourceKind> {
        let start = self.token();
        match start.kind {
            TokenKind::LeftParen if start.opens_query => {
                let query = self.subquery()?;
                Ok(TableSourceKind::Derived { query, alias: self.required_alias()? })
            }
            TokenKind::LeftParen if self.at_change() => self.change_source(),
            TokenKind::LeftParen => self.values_source(),
            TokenKind::Variable => self.variable_source(),
            TokenKind::Keyword(Keyword::Openxml) => self.open_xml(),
            TokenKind::Keyword(Keyword::Openrowset) => self.open_rowset(),
            TokenKind::Keyword(_) => self.refused_rowset(),
            // The older call of a system function: `::fn_helpcollations()`.
            TokenKind::Colon if self.at_static_member() => {
                self.at += 2;
                self.named_source()
            }
            _ if self.at_refused_function() => self.refused_rowset(),
            _ if self.at_word("openjson") && self.ahead(1).kind == TokenKind::LeftParen => self.open_json(),
            _ => self.named_source(),
        }
    }

    /// `@t`, or `@x.nodes(...)`.
    fn variable_source(&mut self) -> Parsed<TableSourceKind> {
        let name = self.variable()?;
        if self.at_kind(TokenKind::Dot) {
            let call = Box::new(self.method_of_variable(name)?);
            return Ok(TableSourceKind::Nodes { call, alias: self.nodes_alias()? });
        }
        let (alias, hints) = self.alias_and_hints()?;
        Ok(TableSourceKind::Variable { name, alias, hints })
    }

    /// Parses a table, view or function name.
    fn named_source(&mut self) -> Parsed<TableSourceKind> {
        let name = self.object_name()?;
        if self.at_kind(TokenKind::LeftParen) && name.name.text.as_ref() == "nodes" && self.at_method_of(&name) {
            let start = name.span;
            let kind = self.method_of_column(name)?;
            let call = Box::new(Expr::new(kind, self.since(start)));
            return Ok(TableSourceKind::Nodes { call, alias: self.nodes_alias()? });
        }
        if self.at_kind(TokenKind::LeftParen) && !self.at_bare_hints() {
            let arguments = self.function_arguments()?;
            return Ok(TableSourceKind::Function { name, arguments, alias: self.table_alias()? });
        }
        self.refuse_table_version()?;
        if self.at_kind(TokenKind::LeftParen) {
            let (alias, hints) = self.alias_and_hints()?;
            return Ok(TableSourceKind::Table { name, alias, sample: None, hints });
        }
        let alias = self.simple_alias()?;
        let sample = if self.at_keyword(Keyword::Tablesample) { Some(Box::new(self.table_sample()?)) } else { None };
        let hints = self.source_hints()?;
        Ok(TableSourceKind::Table { name, alias, sample, hints })
    }

    /// Parses `[[AS] alias] [WITH (hints)]`. Hints without WITH may also precede the alias.
    fn alias_and_hints(&mut self) -> Parsed<(Option<Name>, Vec<Hint>)> {
        if self.at_bare_hints() {
            let hints = self.table_hints()?;
            return Ok((self.simple_alias()?, hints));
        }
        let alias = self.simple_alias()?;
        Ok((alias, self.source_hints()?))
    }

    /// Parses the hints of a source. HOLDLOCK is a hint without parentheses too, a deprecated form.
    fn source_hints(&mut self) -> Parsed<Vec<Hint>> {
        if !self.at_keyword(Keyword::Holdlock) {
            return self.table_hints();
        }
        Ok(vec![Hint { words: vec![self.any_word()?], arguments: Vec::new(), assumptions: Vec::new() }])
    }

    /// Parses a table-valued function's arguments. DEFAULT is allowed.
    fn function_arguments(&mut self) -> Parsed<Vec<Expr>> {
        if self.ahead(1).kind == TokenKind::RightParen {
            return self.arguments();
        }
        self.parenthesised(Self::expression_or_default)
    }

    fn values_source(&mut self) -> Parsed<TableSourceKind> {
        self.expect(TokenKind::LeftParen)?;
        self.expect_keyword(Keyword::Values)?;
        let rows = self.rows()?;
        self.expect(TokenKind::RightParen)?;
        Ok(TableSourceKind::Values { rows, alias: self.required_alias()? })
    }

    /// `[[AS] alias]`.
    fn simple_alias(&mut self) -> Parsed<Option<Name>> {
        if self.eat_keyword(Keyword::As) || self.at_alias() { self.name().map(Some) } else { Ok(None) }
    }

    /// Parses `[[AS] alias [(columns)]]`. `None` if the next token can't be an alias.
    pub(crate) fn table_alias(&mut self) -> Parsed<Option<TableAlias>> {
        let Some(name) = self.simple_alias()? else { return Ok(None) };
        let columns = if self.at_kind(TokenKind::LeftParen) { self.names_in_parentheses()? } else { Vec::new() };
        Ok(Some(TableAlias { name, columns }))
    }

    /// Parses the alias of a `nodes()` call. Fails with 318 without an alias, and records 318 for
    /// one without columns.
    fn nodes_alias(&mut self) -> Parsed<TableAlias> {
        let Some(alias) = self.table_alias()? else {
            return Err(self.report(number::ALIAS_NEEDED, self.last(), String::new()));
        };
        if alias.columns.is_empty() {
            self.report(number::ALIAS_NEEDED, self.last(), String::new());
        }
        Ok(alias)
    }

    /// Parses `[AS] alias [(columns)]`. A missing alias is a syntax error.
    pub(crate) fn required_alias(&mut self) -> Parsed<TableAlias> {
        match self.table_alias()? {
            Some(alias) => Ok(alias),
            None => Err(self.incorrect()),
        }
    }
}

/// Whether a source may have parentheses around it: a join, or the result of PIVOT or UNPIVOT.
fn is_joined(source: &TableSource) -> bool {
    matches!(source.kind, TableSourceKind::Join { .. } | TableSourceKind::Pivot(_) | TableSourceKind::Unpivot(_))
}
