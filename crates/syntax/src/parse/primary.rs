//! Parses primary expressions: constants, variables, columns, calls, CASE, CAST and windows.
//! Functions with an argument grammar of their own are recognized by name; all others are calls
//! that the binder resolves.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{
    Call, ColumnName, Expr, ExprKind, Frame, FrameBound, JsonForm, Literal, Name, Niladic, ObjectName, Over, TrimSide,
};
use crate::error::number;
use crate::keyword::Keyword;
use crate::span::Span;
use crate::token::{Token, TokenKind};

impl Parser<'_> {
    /// Parses a primary expression that doesn't begin with a parenthesis: a constant, a variable, a
    /// column, a call, CASE and the like. Postfixes such as COLLATE aren't read here.
    pub(crate) fn primary_value(&mut self) -> Parsed<Expr> {
        let token = self.token();
        if let Some(literal) = self.literal() {
            return Ok(Expr::new(ExprKind::Literal(literal), token.span));
        }
        let kind = match token.kind {
            TokenKind::Variable => ExprKind::Variable(self.variable()?),
            TokenKind::GlobalVariable => {
                self.advance();
                ExprKind::GlobalVariable(self.name_of(token)?)
            }
            TokenKind::DollarWord => self.pseudo_column(None)?,
            TokenKind::LeftBrace => self.value_escape()?,
            TokenKind::Percent if self.at_virtual_column() => {
                let name = self.ahead(2).span.slice(self.text).to_ascii_lowercase();
                return Err(self.unsupported(format!("%%{name}%%"), Reach::Statement));
            }
            TokenKind::Word if self.ahead(1).kind == TokenKind::LeftParen => self.word_call()?,
            TokenKind::Word if self.at_next_value() => self.next_value()?,
            TokenKind::Word | TokenKind::Quoted => self.column_or_call()?,
            TokenKind::Keyword(word) => self.keyword_primary(word)?,
            _ => return Err(self.incorrect()),
        };
        Ok(Expr::new(kind, self.since(token.span)))
    }

    /// Whether an undocumented column such as `%%physloc%%` follows.
    fn at_virtual_column(&self) -> bool {
        let percent = |distance| self.ahead(distance).kind == TokenKind::Percent;
        percent(0) && percent(1) && self.ahead(2).kind == TokenKind::Word && percent(3) && percent(4)
    }

    /// Parses a call of a function that can have its own grammar.
    fn word_call(&mut self) -> Parsed<ExprKind> {
        if self.at_word("cast") || self.at_word("try_cast") {
            let tolerant = self.at_word("try_cast");
            self.advance();
            return self.cast(tolerant);
        }
        if self.eat_word("iif") {
            return self.iif();
        }
        if self.at_word("parse") || self.at_word("try_parse") {
            let tolerant = self.at_word("try_parse");
            self.advance();
            return self.parse_text(tolerant);
        }
        if self.at_word("trim") {
            return self.trim();
        }
        if let Some(form) = JsonForm::named(self.token().span.slice(self.text)) {
            return self.json_call(form);
        }
        if self.at_word("json_value") {
            return self.json_value();
        }
        // `AI_GENERATE_EMBEDDINGS(text USE MODEL name)` has a grammar of its own.
        if self.at_word("ai_generate_embeddings") {
            self.advance();
            self.refuse("AI_GENERATE_EMBEDDINGS");
            self.skip_parenthesised()?;
            return Ok(ExprKind::Literal(Literal::Null));
        }
        self.column_or_call()
    }

    /// `JSON_VALUE(document, path [RETURNING type])`.
    fn json_value(&mut self) -> Parsed<ExprKind> {
        let name = self.name()?;
        let mut call = Box::new(Call::plain(ObjectName::simple(name)));
        self.expect(TokenKind::LeftParen)?;
        if !self.at_kind(TokenKind::RightParen) {
            call.arguments = self.list(Self::expression_or_default)?;
        }
        if self.eat_word("returning") {
            call.returning = Some(Box::new(self.type_name()?));
        }
        self.expect(TokenKind::RightParen)?;
        self.call_suffix(&mut call)?;
        Ok(ExprKind::Call(call))
    }

    fn keyword_primary(&mut self, word: Keyword) -> Parsed<ExprKind> {
        use Keyword as K;
        let called = self.ahead(1).kind == TokenKind::LeftParen;
        let niladic = match word {
            K::Case => return self.case(),
            K::Convert | K::TryConvert => {
                self.advance();
                return self.convert(word == K::TryConvert);
            }
            K::Left | K::Right | K::Coalesce | K::Nullif | K::Identity | K::Tsequal if called => {
                let name = self.any_word()?;
                return self.call(ObjectName::simple(name));
            }
            K::Identitycol | K::Rowguidcol => return self.pseudo_column(None),
            K::CurrentDate => Niladic::CurrentDate,
            K::CurrentTimestamp => Niladic::CurrentTimestamp,
            K::CurrentUser => Niladic::CurrentUser,
            K::SessionUser => Niladic::SessionUser,
            K::SystemUser => Niladic::SystemUser,
            K::User => Niladic::User,
            _ => return Err(self.incorrect()),
        };
        self.advance();
        Ok(ExprKind::Niladic(niladic))
    }

    fn column_or_call(&mut self) -> Parsed<ExprKind> {
        let (name, column) = self.name_in_expression()?;
        if let Some(column) = column {
            let span = name.span.to(column.span);
            return Ok(ExprKind::Column(Box::new(ColumnName { qualifier: Some(name), name: column, span })));
        }
        if self.at_kind(TokenKind::LeftParen) {
            return if self.at_method_of(&name) { self.method_of_column(name) } else { self.call(name) };
        }
        if self.at_kind(TokenKind::Dot) && self.ahead(1).is_pseudo_column() {
            self.advance();
            return self.pseudo_column(Some(name));
        }
        if self.at_static_member() {
            return self.static_member(name);
        }
        Ok(ExprKind::Column(Box::new(self.column_of(name))))
    }

    /// `JSON_OBJECT([name : value, ...] [NULL | ABSENT ON NULL])`, `JSON_ARRAY([value, ...]
    /// [...])`, `JSON_OBJECTAGG(name : value [...])`, `JSON_ARRAYAGG(value [ORDER BY ...] [...])`,
    /// each with `[RETURNING json]`.
    fn json_call(&mut self, form: JsonForm) -> Parsed<ExprKind> {
        let name = self.name()?;
        let start = name.span;
        let mut call = Box::new(Call::plain(ObjectName::simple(name)));
        self.expect(TokenKind::LeftParen)?;
        let is_empty = self.at_kind(TokenKind::RightParen) || self.at_null_clause();
        let mut goes_on = form.is_aggregate || !is_empty;
        while goes_on {
            call.arguments.push(self.expression_or_default()?);
            if form.is_object {
                self.expect(TokenKind::Colon)?;
                call.arguments.push(self.expression_or_default()?);
            }
            goes_on = !form.is_aggregate && self.eat(TokenKind::Comma);
        }
        if form.is_ordered() && self.at_keyword(Keyword::Order) {
            call.within_group = self.order_by()?;
        }
        if self.at_null_clause() {
            call.ignores_nulls = Some(self.at_word("absent"));
            self.at += 3;
        }
        let returned = if self.eat_word("returning") { Some(self.type_name()?) } else { None };
        self.expect(TokenKind::RightParen)?;
        self.call_suffix(&mut call)?;
        let made = ExprKind::Call(call);
        Ok(match returned {
            // The text, converted to the type.
            Some(target) => {
                let operand = Box::new(Expr::new(made, self.since(start)));
                ExprKind::Cast { operand, target: Box::new(target), tolerant: false }
            }
            None => made,
        })
    }

    /// Whether `NULL ON NULL` or `ABSENT ON NULL` is next.
    fn at_null_clause(&self) -> bool {
        let begins = self.at_keyword(Keyword::Null) || self.at_word("absent");
        begins && self.ahead(1).is(Keyword::On) && self.ahead(2).is(Keyword::Null)
    }

    /// Parses a call's arguments and window.
    fn call(&mut self, name: ObjectName) -> Parsed<ExprKind> {
        let mut call = Box::new(Call::plain(name));
        if self.ahead(1).kind == TokenKind::Star && self.ahead(2).kind == TokenKind::RightParen {
            self.at += 3;
            call.star = true;
        } else if self.ahead(1).is(Keyword::Distinct) || self.ahead(1).is(Keyword::All) {
            self.advance();
            call.distinct = self.advance().is(Keyword::Distinct);
            call.arguments = self.list(Self::expression)?;
            self.expect(TokenKind::RightParen)?;
        } else {
            call.arguments = self.arguments()?;
        }
        self.call_suffix(&mut call)?;
        Ok(ExprKind::Call(call))
    }

    /// `[WITHIN GROUP (...)] [IGNORE NULLS] [OVER ...]`.
    fn call_suffix(&mut self, call: &mut Call) -> Parsed<()> {
        if self.at_word("within") && self.ahead(1).is(Keyword::Group) {
            self.at += 2;
            if self.word_ahead(1, "graph") {
                self.refuse("GRAPH PATH");
                self.skip_parenthesised()?;
            } else {
                self.expect(TokenKind::LeftParen)?;
                call.within_group = self.order_by()?;
                self.expect(TokenKind::RightParen)?;
            }
        }
        let treated = ["ignore", "respect"].into_iter().find(|word| self.at_word(word) && self.word_ahead(1, "nulls"));
        if let Some(word) = treated {
            self.at += 2;
            call.ignores_nulls = Some(word == "ignore");
        }
        if self.at_keyword(Keyword::Over) {
            call.over = Some(self.over()?);
        }
        Ok(())
    }

    /// Parses the text after PARSE.
    fn parse_text(&mut self, tolerant: bool) -> Parsed<ExprKind> {
        let function = self.last();
        self.expect(TokenKind::LeftParen)?;
        let operand = Box::new(self.expression()?);
        self.expect_as(function)?;
        let target = Box::new(self.type_name()?);
        let culture = if self.eat_word("using") { Some(Box::new(self.expression()?)) } else { None };
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Parse { operand, target, culture, tolerant })
    }

    /// Parses `TRIM(...)`. TRIM with FROM is a `Trim` node, without FROM a call.
    fn trim(&mut self) -> Parsed<ExprKind> {
        let name = ObjectName::simple(self.name()?);
        let side = self.trim_side();
        if side.is_none() && self.ahead(1).kind == TokenKind::RightParen {
            return self.call(name);
        }
        self.expect(TokenKind::LeftParen)?;
        if side.is_some() {
            self.advance();
        }
        let first = self.expression()?;
        if side.is_some() || self.at_keyword(Keyword::From) {
            self.expect_keyword(Keyword::From)?;
            let operand = Box::new(self.expression()?);
            self.expect(TokenKind::RightParen)?;
            return Ok(ExprKind::Trim { side, characters: Box::new(first), operand });
        }
        let mut arguments = vec![first];
        while self.eat(TokenKind::Comma) {
            arguments.push(self.expression()?);
        }
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Call(Box::new(Call { arguments, ..Call::plain(name) })))
    }

    /// Returns the side named after the opening parenthesis. A side is a word followed by a value.
    fn trim_side(&self) -> Option<TrimSide> {
        use TokenKind as T;
        let sides = [TrimSide::Leading, TrimSide::Trailing, TrimSide::Both];
        let valued = matches!(
            self.ahead(2).kind,
            T::String | T::NationalString | T::Variable | T::Word | T::Quoted | T::LeftParen | T::Integer
        );
        sides.into_iter().find(|side| valued && self.word_ahead(1, side.word()))
    }

    /// Parses `$action`, `$identity`, `$rowguid`, or the older IDENTITYCOL and ROWGUIDCOL. Other
    /// names fail with 126.
    fn pseudo_column(&mut self, qualifier: Option<ObjectName>) -> Parsed<ExprKind> {
        let token = self.advance();
        let name = match token.kind {
            TokenKind::Keyword(Keyword::Identitycol) => Name::new("$identity", token.span),
            TokenKind::Keyword(_) => Name::new("$rowguid", token.span),
            _ => self.name_of(token)?,
        };
        if name.is("$partition") && self.at_kind(TokenKind::Dot) {
            self.refuse("$PARTITION");
            self.advance();
            let function = self.name()?;
            return self.call(ObjectName::simple(function));
        }
        if token.is_graph_column(self.text) {
            self.refuse(&*name.text);
        } else if !["$action", "$identity", "$rowguid"].iter().any(|known| name.is(known)) {
            return Err(self.report(number::PSEUDO_COLUMN, token, name.text.into()));
        }
        let span = qualifier.as_ref().map_or(token.span, |table| table.span.to(token.span));
        Ok(ExprKind::PseudoColumn(Box::new(ColumnName { qualifier, name, span })))
    }

    fn cast(&mut self, tolerant: bool) -> Parsed<ExprKind> {
        let function = self.last();
        self.expect(TokenKind::LeftParen)?;
        let operand = Box::new(self.expression()?);
        self.expect_as(function)?;
        let target = Box::new(self.type_name()?);
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Cast { operand, target, tolerant })
    }

    /// Consumes AS, which the function of the token `function` needs. Fails with 1035 without it.
    fn expect_as(&mut self, function: Token) -> Parsed<()> {
        if self.eat_keyword(Keyword::As) {
            return Ok(());
        }
        Err(self.report(number::WORD_EXPECTED, function, function.span.slice(self.text).to_owned()))
    }

    fn convert(&mut self, tolerant: bool) -> Parsed<ExprKind> {
        self.expect(TokenKind::LeftParen)?;
        let target = Box::new(self.type_name()?);
        self.expect(TokenKind::Comma)?;
        let operand = Box::new(self.expression()?);
        let style = if self.eat(TokenKind::Comma) { Some(Box::new(self.expression()?)) } else { None };
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Convert { target, operand, style, tolerant })
    }

    fn iif(&mut self) -> Parsed<ExprKind> {
        self.expect(TokenKind::LeftParen)?;
        let condition = Box::new(self.condition()?);
        self.expect(TokenKind::Comma)?;
        let then = Box::new(self.expression()?);
        self.expect(TokenKind::Comma)?;
        let otherwise = Box::new(self.expression()?);
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Iif { condition, then, otherwise })
    }

    fn case(&mut self) -> Parsed<ExprKind> {
        self.expect_keyword(Keyword::Case)?;
        if self.at_keyword(Keyword::When) {
            let branches = self.branches(Self::condition)?;
            let otherwise = self.case_end()?;
            return Ok(ExprKind::SearchedCase { branches, otherwise });
        }
        let operand = Box::new(self.expression()?);
        let branches = self.branches(Self::expression)?;
        let otherwise = self.case_end()?;
        Ok(ExprKind::SimpleCase { operand, branches, otherwise })
    }

    /// Parses one or more `WHEN test THEN result`.
    fn branches<T>(&mut self, mut test: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<(T, Expr)>> {
        let mut branches = Vec::new();
        loop {
            self.expect_keyword(Keyword::When)?;
            let when = test(self)?;
            self.expect_keyword(Keyword::Then)?;
            branches.push((when, self.expression()?));
            if !self.at_keyword(Keyword::When) {
                return Ok(branches);
            }
        }
    }

    fn case_end(&mut self) -> Parsed<Option<Box<Expr>>> {
        let otherwise = if self.eat_keyword(Keyword::Else) { Some(Box::new(self.expression()?)) } else { None };
        self.expect_keyword(Keyword::End)?;
        Ok(otherwise)
    }

    fn at_next_value(&self) -> bool {
        self.at_word("next") && self.word_ahead(1, "value") && self.ahead(2).is(Keyword::For)
    }

    fn next_value(&mut self) -> Parsed<ExprKind> {
        self.at += 3;
        let sequence = Box::new(self.object_name()?);
        let over = if self.at_keyword(Keyword::Over) { Some(Box::new(self.over()?)) } else { None };
        Ok(ExprKind::NextValue { sequence, over })
    }

    fn over(&mut self) -> Parsed<Over> {
        let start = self.expect_keyword(Keyword::Over)?.span;
        if self.token().is_name() {
            let base = Some(self.name()?);
            return Ok(Over {
                base,
                partition_by: Vec::new(),
                order_by: Vec::new(),
                frame: None,
                span: self.since(start),
            });
        }
        self.window(start)
    }

    /// Parses the parenthesised window of OVER and WINDOW: the name of another window, PARTITION
    /// BY, ORDER BY and frame, each optional. `start` is where the clause's span begins.
    pub(crate) fn window(&mut self, start: Span) -> Parsed<Over> {
        self.expect(TokenKind::LeftParen)?;
        let clause = |parser: &Self| ["partition", "rows", "range"].iter().any(|word| parser.at_word(word));
        let named = self.token().is_name() && (!clause(self) || self.ahead(1).kind == TokenKind::RightParen);
        let base = if named { Some(self.name()?) } else { None };
        let mut partition_by = Vec::new();
        if self.eat_word("partition") {
            self.expect_keyword(Keyword::By)?;
            partition_by = self.list(Self::expression)?;
        }
        let order_by = if self.at_keyword(Keyword::Order) { self.order_by()? } else { Vec::new() };
        let frame = if self.at_word("rows") || self.at_word("range") { Some(self.frame()?) } else { None };
        self.expect(TokenKind::RightParen)?;
        Ok(Over { base, partition_by, order_by, frame, span: self.since(start) })
    }

    fn frame(&mut self) -> Parsed<Frame> {
        let rows = self.at_word("rows");
        self.advance();
        if !self.eat_keyword(Keyword::Between) {
            return Ok(Frame { rows, start: self.frame_bound()?, end: None });
        }
        let start = self.frame_bound()?;
        self.expect_keyword(Keyword::And)?;
        Ok(Frame { rows, start, end: Some(self.frame_bound()?) })
    }

    fn frame_bound(&mut self) -> Parsed<FrameBound> {
        if self.eat_keyword(Keyword::Current) {
            self.expect_word("row")?;
            return Ok(FrameBound::CurrentRow);
        }
        let count = if self.eat_word("unbounded") { None } else { Some(self.row_distance()?) };
        let following = self.eat_word("following");
        if !following {
            self.expect_word("preceding")?;
        }
        Ok(match (count, following) {
            (None, false) => FrameBound::UnboundedPreceding,
            (None, true) => FrameBound::UnboundedFollowing,
            (Some(count), false) => FrameBound::Preceding(count),
            (Some(count), true) => FrameBound::Following(count),
        })
    }

    /// Parses the number of rows of a frame's bound: an int without a sign.
    fn row_distance(&mut self) -> Parsed<i64> {
        let digits = self.token().span.slice(self.text);
        let count = digits.parse::<i32>().ok().filter(|_| self.at_kind(TokenKind::Integer));
        let count = count.ok_or_else(|| self.incorrect())?;
        self.advance();
        Ok(count.into())
    }

    /// Parses a word, reserved or not, or a delimited identifier as a one-part column, for commands
    /// that take words.
    pub(crate) fn word_value(&mut self) -> Parsed<Expr> {
        let name = self.any_word()?;
        Ok(word_expression(name))
    }
}

/// Returns a bare word as a one-part column.
fn word_expression(name: Name) -> Expr {
    let span = name.span;
    let column = ColumnName { qualifier: None, name, span };
    Expr::new(ExprKind::Column(Box::new(column)), span)
}
