//! Parses queries: SELECT, set operators, ORDER BY, common table expressions, FOR, OPTION.

use super::parser::{Parsed, Parser};
use crate::ast::{
    Combination, CommonTable, Name, NamedWindow, OperandOrder, Query, QueryBody, Select, SelectItem, SelectItemKind,
    SetOperator,
};
use crate::error::{number, wrong_in_prefix};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses a statement's query without the common table expressions before it: SELECTs and set
    /// operators, ORDER BY, OFFSET, FOR and OPTION. Parentheses around the whole are allowed.
    pub(crate) fn query_expression(&mut self) -> Parsed<Query> {
        self.query_at(QueryPlace::Outermost)
    }

    fn query_at(&mut self, place: QueryPlace) -> Parsed<Query> {
        self.nest(|parser| {
            let start = parser.token().span;
            let mut first = None;
            if parser.eat(TokenKind::LeftParen) {
                let inner = parser.query_at(place)?;
                parser.expect(TokenKind::RightParen)?;
                if !parser.at_query_continuation() {
                    return Ok(inner);
                }
                first = Some(parser.bare_body(inner, place)?);
            }
            let mut body = parser.query_body(first, place)?;
            let own = match &mut body {
                QueryBody::Select(select) => select.order.take(),
                QueryBody::Combined { .. } => None,
            };
            let order = own.map_or_else(|| parser.operand_order(), |own| Ok(Some(own)))?;
            let (order_by, offset) = order.map_or_else(Default::default, |order| (order.order_by, order.offset));
            // Only a whole statement has OPTION (`t-sql/queries/option-clause-transact-sql.md`).
            let is_whole = place == QueryPlace::Outermost;
            let mut hints = if is_whole { parser.option()? } else { Vec::new() };
            let for_clause = if parser.at_for_clause() { Some(Box::new(parser.for_clause()?)) } else { None };
            if is_whole && hints.is_empty() {
                hints = parser.option()?;
            }
            let span = parser.since(start);
            Ok(Query { with: Vec::new(), body, order_by, offset, for_clause, hints, span })
        })
    }

    /// Parses a query in parentheses. It can't have OPTION, but each operand of a set operator can
    /// have ORDER BY.
    pub(crate) fn subquery(&mut self) -> Parsed<Box<Query>> {
        self.expect(TokenKind::LeftParen)?;
        let query = self.query_at(QueryPlace::Subquery)?;
        self.expect(TokenKind::RightParen)?;
        Ok(Box::new(query))
    }

    /// `[ORDER BY ...] [OFFSET ...]`.
    fn operand_order(&mut self) -> Parsed<Option<Box<OperandOrder>>> {
        let order_by = if self.at_keyword(Keyword::Order) { self.order_by()? } else { Vec::new() };
        let offset = if self.at_word("offset") { Some(self.offset()?) } else { None };
        // FETCH of a cursor has FROM behind its direction and begins another statement.
        if offset.is_none()
            && self.at_keyword(Keyword::Fetch)
            && ["next", "first"].iter().any(|word| self.word_ahead(1, word))
            && self.ahead(2).kind != TokenKind::Keyword(Keyword::From)
            && !order_by.is_empty()
        {
            let option = self.ahead(1);
            while !self.at_word("only") && !matches!(self.token().kind, TokenKind::End | TokenKind::Semicolon) {
                self.advance();
            }
            return Err(self.report(number::INVALID_OPTION, option, option.span.slice(self.text).to_owned()));
        }
        let is_there = !order_by.is_empty() || offset.is_some();
        Ok(is_there.then(|| Box::new(OperandOrder { order_by, offset })))
    }

    /// Parses `WITH name AS (...), ...`, starting at WITH. WITH XMLNAMESPACES replaces the
    /// statement's namespaces and may stand alone, which yields an empty list. Bad namespaces fail
    /// with 6869 to 6874. CHANGE_TRACKING_CONTEXT is refused by name.
    pub(crate) fn common_tables(&mut self) -> Parsed<Vec<CommonTable>> {
        self.expect_keyword(Keyword::With)?;
        if let Some(word) = self.context_clause() {
            self.advance();
            if word == XML_NAMESPACES {
                let opening = self.token();
                self.namespaces = self.parenthesised(Self::xml_namespace)?;
                if let Some((number, argument)) = wrong_namespace(&self.namespaces) {
                    return Err(self.report(number, opening, argument));
                }
            } else {
                self.refuse(format!("WITH {word}"));
                self.skip_parenthesised()?;
            }
            if !self.eat(TokenKind::Comma) {
                return Ok(Vec::new());
            }
        }
        self.list(|parser| {
            let name = parser.name()?;
            let columns =
                if parser.at_kind(TokenKind::LeftParen) { parser.names_in_parentheses()? } else { Vec::new() };
            parser.expect_keyword(Keyword::As)?;
            let query = *parser.subquery()?;
            Ok(CommonTable { name, columns, query })
        })
    }

    /// Parses `'uri' AS prefix` or `DEFAULT 'uri'`.
    fn xml_namespace(&mut self) -> Parsed<(Option<Box<str>>, Box<str>)> {
        if self.eat_keyword(Keyword::Default) {
            return Ok((None, self.string()?));
        }
        let namespace = self.string()?;
        self.expect_keyword(Keyword::As)?;
        Ok((Some(self.name()?.text), namespace))
    }

    /// Returns the name of the clause of WITH that is next and precedes common table expressions.
    fn context_clause(&self) -> Option<&'static str> {
        let opens = self.ahead(1).kind == TokenKind::LeftParen;
        let value = matches!(self.ahead(2).kind, TokenKind::Binary | TokenKind::Variable);
        match () {
            () if opens && self.at_word("xmlnamespaces") => Some(XML_NAMESPACES),
            () if opens && value && self.at_word("change_tracking_context") => Some("CHANGE_TRACKING_CONTEXT"),
            () => None,
        }
    }

    /// Parses a query with or without common table expressions before it.
    pub(crate) fn query_with_tables(&mut self) -> Parsed<Query> {
        let start = self.token().span;
        let with = if self.at_keyword(Keyword::With) { self.common_tables()? } else { Vec::new() };
        let mut query = self.query_expression()?;
        query.with = with;
        query.span = self.since(start);
        Ok(query)
    }

    /// Parses the items of a select list or of OUTPUT, at least one.
    pub(crate) fn select_items(&mut self) -> Parsed<Vec<SelectItem>> {
        self.list(Self::select_item)
    }

    /// Whether the token after a parenthesised query continues a larger query.
    fn at_query_continuation(&self) -> bool {
        use Keyword as K;
        let words = [K::Union, K::Except, K::Intersect, K::Order, K::Option];
        words.iter().any(|word| self.at_keyword(*word)) || self.at_for_clause()
    }

    /// Parses SELECTs joined by set operators. INTERSECT binds tighter than the others. `first` is
    /// the first operand if already parsed.
    fn query_body(&mut self, first: Option<QueryBody>, place: QueryPlace) -> Parsed<QueryBody> {
        let first = self.intersection(first, place)?;
        let mut rest = Vec::new();
        loop {
            let operator = match self.token().kind {
                TokenKind::Keyword(Keyword::Union) if self.ahead(1).is(Keyword::All) => {
                    self.advance();
                    SetOperator::UnionAll
                }
                TokenKind::Keyword(Keyword::Union) => SetOperator::Union,
                TokenKind::Keyword(Keyword::Except) => SetOperator::Except,
                _ => return Ok(combined(first, rest)),
            };
            self.advance();
            if operator == SetOperator::Except {
                self.check_not_all("EXCEPT")?;
            }
            rest.push(Combination { operator, body: self.intersection(None, place)? });
        }
    }

    fn intersection(&mut self, first: Option<QueryBody>, place: QueryPlace) -> Parsed<QueryBody> {
        let first = match first {
            Some(first) => first,
            None => self.body_operand(place)?,
        };
        let mut rest = Vec::new();
        while self.eat_keyword(Keyword::Intersect) {
            self.check_not_all("INTERSECT")?;
            rest.push(Combination { operator: SetOperator::Intersect, body: self.body_operand(place)? });
        }
        Ok(combined(first, rest))
    }

    /// Fails with 324 if ALL follows an operator that has no such version.
    fn check_not_all(&mut self, operator: &str) -> Parsed<()> {
        if self.at_keyword(Keyword::All) {
            return Err(self.report(number::ALL_NOT_SUPPORTED, self.token(), operator.to_owned()));
        }
        Ok(())
    }

    fn body_operand(&mut self, place: QueryPlace) -> Parsed<QueryBody> {
        if self.eat(TokenKind::LeftParen) {
            let inner = self.query_at(place)?;
            let body = self.bare_body(inner, place)?;
            self.expect(TokenKind::RightParen)?;
            return Ok(body);
        }
        let mut select = self.nest(Self::select)?;
        if place == QueryPlace::Subquery {
            select.order = self.operand_order()?;
        }
        Ok(QueryBody::Select(Box::new(select)))
    }

    /// Returns the body of a parenthesised operand. A subquery's operand keeps its ORDER BY;
    /// elsewhere ORDER BY is refused.
    fn bare_body(&mut self, query: Query, place: QueryPlace) -> Parsed<QueryBody> {
        let Query { mut body, order_by, offset, for_clause, hints, .. } = query;
        let is_ordered = !order_by.is_empty() || offset.is_some();
        match &mut body {
            _ if for_clause.is_some() || !hints.is_empty() => return Err(self.incorrect()),
            _ if !is_ordered => {}
            QueryBody::Select(select) if place == QueryPlace::Subquery => {
                select.order = Some(Box::new(OperandOrder { order_by, offset }));
            }
            _ => return Err(self.incorrect()),
        }
        Ok(body)
    }

    fn select(&mut self) -> Parsed<Select> {
        let start = self.expect_keyword(Keyword::Select)?.span;
        let distinct = self.eat_keyword(Keyword::Distinct);
        if !distinct {
            self.eat_keyword(Keyword::All);
        }
        let top = self.top()?;
        let items = self.select_items()?;
        let into = if self.eat_keyword(Keyword::Into) { Some(self.object_name()?) } else { None };
        let into_filegroup = if into.is_some() && self.eat_keyword(Keyword::On) { Some(self.name()?) } else { None };
        let from = self.from()?;
        let condition = self.optional_condition(Keyword::Where)?;
        let group_by = self.group_by()?;
        let having = self.optional_condition(Keyword::Having)?;
        let windows = self.windows()?;
        let span = self.since(start);
        let order = None;
        Ok(Select {
            distinct,
            top,
            items,
            into,
            into_filegroup,
            from,
            condition,
            group_by,
            having,
            windows,
            order,
            span,
        })
    }

    /// Parses `[word condition]`. `None` if `word` doesn't follow.
    pub(crate) fn optional_condition(&mut self, word: Keyword) -> Parsed<Option<crate::ast::Condition>> {
        if self.eat_keyword(word) { self.condition().map(Some) } else { Ok(None) }
    }

    /// Whether `WINDOW name AS (` is next. WINDOW alone is an identifier.
    pub(crate) fn at_window_clause(&self) -> bool {
        self.at_word("window")
            && self.ahead(1).is_name()
            && self.ahead(2).is(Keyword::As)
            && self.ahead(3).kind == TokenKind::LeftParen
    }

    fn windows(&mut self) -> Parsed<Vec<NamedWindow>> {
        if !self.at_window_clause() {
            return Ok(Vec::new());
        }
        self.advance();
        self.list(|parser| {
            let name = parser.name()?;
            parser.expect_keyword(Keyword::As)?;
            let start = parser.token().span;
            Ok(NamedWindow { name, window: parser.window(start)? })
        })
    }

    fn select_item(&mut self) -> Parsed<SelectItem> {
        let start = self.token().span;
        let kind = self.select_item_kind()?;
        Ok(SelectItem { kind, span: self.since(start) })
    }

    fn select_item_kind(&mut self) -> Parsed<SelectItemKind> {
        let token = self.token();
        let next = self.ahead(1).kind;
        if self.eat(TokenKind::Star) {
            return Ok(SelectItemKind::Star(None));
        }
        if token.kind == TokenKind::Variable && super::expr::assignment_of(next).is_some() {
            let variable = self.variable()?;
            let operator = self.assignment_operator()?;
            return Ok(SelectItemKind::Assignment { variable, operator, value: self.expression()? });
        }
        let names_column = token.is_name() || token.kind == TokenKind::String;
        if names_column && next == TokenKind::Equal {
            self.advance();
            self.advance();
            let alias = Some(self.name_of(token)?);
            return Ok(SelectItemKind::Value { value: self.expression()?, alias });
        }
        if self.at_qualified_star() {
            let qualifier = self.object_name()?;
            self.expect(TokenKind::Dot)?;
            self.expect(TokenKind::Star)?;
            return Ok(SelectItemKind::Star(Some(qualifier)));
        }
        let value = self.expression()?;
        let alias = self.column_alias()?;
        Ok(SelectItemKind::Value { value, alias })
    }

    /// Parses `[[AS] alias]`. A string can be an alias.
    fn column_alias(&mut self) -> Parsed<Option<Name>> {
        let explicit = self.eat_keyword(Keyword::As);
        let string = matches!(self.token().kind, TokenKind::String | TokenKind::NationalString);
        if string || self.at_alias() {
            let token = self.advance();
            return self.name_of(token).map(Some);
        }
        if explicit { Err(self.incorrect()) } else { Ok(None) }
    }

    /// Whether `name.name.*` is next.
    fn at_qualified_star(&self) -> bool {
        for distance in 1..QUALIFIER_TOKENS_MAX {
            match self.ahead(distance - 1).kind {
                TokenKind::Dot if self.ahead(distance).kind == TokenKind::Star => return distance > 1,
                TokenKind::Dot | TokenKind::Word | TokenKind::Quoted => {}
                _ => return false,
            }
        }
        false
    }
}

/// The position of a query. In a subquery each operand of a set operator can have ORDER BY. In a
/// statement's outermost query only the whole can
/// (`t-sql/queries/select-order-by-clause-transact-sql.md`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum QueryPlace {
    Outermost,
    Subquery,
}

/// Builds a body of one or more operands.
fn combined(first: QueryBody, rest: Vec<Combination>) -> QueryBody {
    if rest.is_empty() { first } else { QueryBody::Combined { first: Box::new(first), rest } }
}

/// More tokens than a four-part qualifier and the star can have.
const QUALIFIER_TOKENS_MAX: usize = 10;

/// Returns the error of the first declaration of WITH XMLNAMESPACES that isn't allowed, and its
/// argument.
fn wrong_namespace(declared: &[(Option<Box<str>>, Box<str>)]) -> Option<(i32, String)> {
    let wrong = |(place, (prefix, uri)): (usize, &(Option<Box<str>>, Box<str>))| {
        let shown = || prefix.as_deref().unwrap_or("default").to_owned();
        let is_xml = prefix.as_deref() == Some("xml");
        match prefix.as_deref() {
            _ if uri.is_empty() => Some((number::NAMESPACE_EMPTY, String::new())),
            Some("xmlns") => Some((number::NAMESPACE_PREFIX_RESERVED, shown())),
            Some(prefix) if wrong_in_prefix(prefix).is_some() => Some((number::NAMESPACE_PREFIX_INVALID, shown())),
            _ if is_xml != (&**uri == XML_URI) => Some((number::NAMESPACE_OF_XML, String::new())),
            _ if declared[..place].iter().any(|(before, _)| before == prefix) => {
                Some((number::NAMESPACE_REPEATED, shown()))
            }
            _ => None,
        }
    };
    declared.iter().enumerate().find_map(wrong)
}

const XML_NAMESPACES: &str = "XMLNAMESPACES";
/// The namespace of the prefix `xml`.
const XML_URI: &str = "http://www.w3.org/XML/1998/namespace";
