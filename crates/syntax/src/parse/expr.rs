//! Expressions and conditions. One precedence-climbing loop parses both, because a parenthesis may
//! open either.
//!
//! Precedence is SQL Server's, from tight to loose: COLLATE and methods; `~`; `* / %`; signs and `+
//! - & ^ |`; comparisons, IN, LIKE, BETWEEN and IS; NOT; AND; OR. A sign binds weaker than `*`: `-a
//! * b` is `-(a * b)`.

use super::parser::{Parsed, Parser};
use crate::ast::{
    AssignmentOperator, BinaryOperator, ComparisonOperator, Condition, ConditionKind, Expr, ExprKind, UnaryOperator,
};
use crate::error::number;
use crate::keyword::Keyword;
use crate::span::Span;
use crate::token::TokenKind;

/// An operand parsed so far: a value or a condition. The contents of a parenthesis can be either
/// until the token after it is known.
pub(crate) enum Node {
    Value(Expr),
    /// Boxed, to keep the frames of the recursion small.
    Truth(Box<Condition>),
}

/// Binding strength of operators, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Not,
    Compare,
    Add,
    Multiply,
    Primary,
}

impl Parser<'_> {
    /// Parses a scalar expression. It ends before a comparison, AND or OR. A condition in
    /// parentheses or EXISTS in its place is a syntax error.
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        self.value_at(Level::Add)
    }

    /// Parses a condition. A value in its place fails with 4145.
    pub(crate) fn condition(&mut self) -> Parsed<Condition> {
        self.truth_at(Level::Or)
    }

    /// Parses an expression or a condition. The contents of a parenthesis can be either.
    pub(crate) fn node(&mut self) -> Parsed<Node> {
        self.nest(|parser| parser.climb(Level::Or))
    }

    /// Parses `=` or a compound assignment such as `+=`. Other tokens are syntax errors.
    pub(crate) fn assignment_operator(&mut self) -> Parsed<AssignmentOperator> {
        match assignment_of(self.token().kind) {
            Some(operator) => {
                self.advance();
                Ok(operator)
            }
            None => Err(self.incorrect()),
        }
    }

    /// Returns the node as a condition. A value fails with 4145 near the current token.
    pub(crate) fn truth_of(&mut self, node: Node) -> Parsed<Condition> {
        match node {
            Node::Truth(condition) => Ok(*condition),
            Node::Value(_) => {
                let (token, near) = (self.token(), self.near());
                Err(self.report(number::CONDITION_EXPECTED, token, near))
            }
        }
    }

    /// Returns the node as a scalar expression. A condition is a syntax error at the current token.
    pub(crate) fn value_of(&mut self, node: Node) -> Parsed<Expr> {
        match node {
            Node::Value(value) => Ok(value),
            Node::Truth(_) => Err(self.incorrect()),
        }
    }

    fn value_at(&mut self, level: Level) -> Parsed<Expr> {
        let node = self.nest(|parser| parser.climb(level))?;
        self.value_of(node)
    }

    fn truth_at(&mut self, level: Level) -> Parsed<Condition> {
        let node = self.nest(|parser| parser.climb(level))?;
        self.truth_of(node)
    }

    /// Parses operands and every operator that binds at least as tight as `level`.
    fn climb(&mut self, level: Level) -> Parsed<Node> {
        let left = self.prefix(level)?;
        self.climb_on(left, level)
    }

    /// Parses the rest of a scalar expression. `first` is its first operand, already parsed as a
    /// parenthesised list.
    pub(crate) fn expression_after(&mut self, first: Expr) -> Parsed<Expr> {
        let first = self.postfix(first)?;
        let node = self.nest(|parser| parser.climb_on(Node::Value(first), Level::Add))?;
        self.value_of(node)
    }

    fn climb_on(&mut self, mut left: Node, level: Level) -> Parsed<Node> {
        loop {
            let kind = self.token().kind;
            left = if let Some((operator, binds)) = binary_of(kind) {
                if binds < level {
                    return Ok(left);
                }
                self.binary(left, operator, binds)?
            } else if level <= Level::Compare && self.at_old_outer_join() {
                return Err(self.report(number::OLD_OUTER_JOIN, self.token(), String::new()));
            } else if let Some(operator) = comparison_of(kind).filter(|_| level <= Level::Compare) {
                self.comparison(left, operator)?
            } else if level <= Level::Compare && self.at_predicate() {
                self.predicate(left)?
            } else if level <= Level::And && kind == TokenKind::Keyword(Keyword::And) {
                self.chain(left, Keyword::And, Level::Not)?
            } else if level <= Level::Or && kind == TokenKind::Keyword(Keyword::Or) {
                self.chain(left, Keyword::Or, Level::And)?
            } else {
                return Ok(left);
            };
        }
    }

    /// Whether `*=` or `=*` is next, the outer joins of before ANSI's.
    fn at_old_outer_join(&self) -> bool {
        let kind = self.token().kind;
        kind == TokenKind::StarEqual || kind == TokenKind::Equal && self.ahead(1).kind == TokenKind::Star
    }

    /// Parses a sign, NOT, EXISTS, or a primary expression.
    fn prefix(&mut self, level: Level) -> Parsed<Node> {
        let start = self.token().span;
        let (operator, operand_level) = match self.token().kind {
            TokenKind::Plus => (UnaryOperator::Plus, Level::Multiply),
            TokenKind::Minus => (UnaryOperator::Minus, Level::Multiply),
            TokenKind::Tilde => (UnaryOperator::BitNot, Level::Primary),
            TokenKind::Keyword(Keyword::Not) if level <= Level::Not => {
                self.advance();
                let operand = Box::new(self.truth_at(Level::Not)?);
                return Ok(truth(ConditionKind::Not(operand), self.since(start)));
            }
            TokenKind::Keyword(Keyword::Exists) => {
                self.advance();
                let kind = ConditionKind::Exists(self.subquery()?);
                return Ok(truth(kind, self.since(start)));
            }
            // A trigger's `IF UPDATE(column)`.
            TokenKind::Keyword(Keyword::Update) if self.ahead(1).kind == TokenKind::LeftParen => {
                self.at += 2;
                let column = self.name()?;
                self.expect(TokenKind::RightParen)?;
                return Ok(truth(ConditionKind::Updated(column), self.since(start)));
            }
            _ => return self.primary(),
        };
        self.advance();
        let operand = Box::new(self.value_at(operand_level)?);
        Ok(Node::Value(Expr::new(ExprKind::Unary { operator, operand }, self.since(start))))
    }

    fn binary(&mut self, left: Node, operator: BinaryOperator, binds: Level) -> Parsed<Node> {
        let left = self.value_of(left)?;
        self.advance();
        let tighter = if binds == Level::Add { Level::Multiply } else { Level::Primary };
        let right = self.value_at(tighter)?;
        Ok(Node::Value(left.chained(operator, right)))
    }

    /// Parses a flat chain of one logical operator.
    fn chain(&mut self, first: Node, word: Keyword, level: Level) -> Parsed<Node> {
        let first = self.truth_of(first)?;
        let start = first.span;
        let mut operands = vec![first];
        while self.eat_keyword(word) {
            operands.push(self.truth_at(level)?);
        }
        let kind = if word == Keyword::And { ConditionKind::And(operands) } else { ConditionKind::Or(operands) };
        Ok(truth(kind, self.since(start)))
    }

    /// Parses a primary expression and its postfix operators, or a condition in parentheses.
    fn primary(&mut self) -> Parsed<Node> {
        match self.bare_primary()? {
            Node::Value(value) => self.postfix(value).map(Node::Value),
            truth => Ok(truth),
        }
    }

    /// Parses a primary expression without postfix operators, or a condition in parentheses.
    fn bare_primary(&mut self) -> Parsed<Node> {
        let token = self.token();
        if self.at_word("regexp_like") && self.ahead(1).kind == TokenKind::LeftParen {
            return self.regexp_like();
        }
        if token.kind != TokenKind::LeftParen {
            if self.at_refused_predicate() {
                return self.refused_predicate();
            }
            return self.primary_value().map(Node::Value);
        }
        if token.opens_query {
            let kind = ExprKind::Subquery(self.subquery()?);
            return Ok(Node::Value(Expr::new(kind, self.since(token.span))));
        }
        self.advance();
        let inside = self.node()?;
        self.expect(TokenKind::RightParen)?;
        Ok(inside)
    }

    /// Parses COLLATE, AT TIME ZONE and methods after a primary expression. Any number of them,
    /// each applied to the result so far.
    pub(crate) fn postfix(&mut self, mut value: Expr) -> Parsed<Expr> {
        let start = value.span;
        loop {
            let zoned = self.at_word("at") && self.word_ahead(1, "time") && self.word_ahead(2, "zone");
            let kind = if zoned {
                self.at += 3;
                let zone = self.bare_primary()?;
                ExprKind::AtTimeZone { operand: Box::new(value), zone: Box::new(self.value_of(zone)?) }
            } else if self.eat_keyword(Keyword::Collate) {
                ExprKind::Collate { operand: Box::new(value), collation: self.name()? }
            } else if self.at_kind(TokenKind::Dot) {
                self.advance();
                let (method, arguments) = self.member(self.is_table_variable(&value))?;
                ExprKind::Method { target: Box::new(value), method, arguments }
            } else {
                return Ok(value);
            };
            self.grow()?;
            value = Expr::new(kind, self.since(start));
        }
    }

    /// Parses `(expression, ...)`, possibly empty, starting at the parenthesis. An argument may be
    /// DEFAULT.
    pub(crate) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        if self.at_kind(TokenKind::LeftParen) && self.ahead(1).kind == TokenKind::RightParen {
            self.advance();
            self.advance();
            return Ok(Vec::new());
        }
        self.parenthesised(Self::expression_or_default)
    }

    /// Parses an expression, or the word DEFAULT.
    pub(crate) fn expression_or_default(&mut self) -> Parsed<Expr> {
        let token = self.token();
        if self.eat_keyword(Keyword::Default) {
            return Ok(Expr::new(ExprKind::Default, token.span));
        }
        self.expression()
    }
}

/// Returns a node that is a condition.
pub(crate) fn truth(kind: ConditionKind, span: Span) -> Node {
    Node::Truth(Box::new(Condition::new(kind, span)))
}

/// Returns the assignment operator that a token denotes: `=` or a compound assignment. `None` for
/// other tokens.
pub(crate) fn assignment_of(kind: TokenKind) -> Option<AssignmentOperator> {
    match kind {
        TokenKind::Equal => Some(AssignmentOperator::Set),
        _ => BinaryOperator::from_assignment(kind).map(AssignmentOperator::Compound),
    }
}

fn binary_of(kind: TokenKind) -> Option<(BinaryOperator, Level)> {
    let operator = BinaryOperator::from_token(kind)?;
    Some((operator, if operator.is_multiplicative() { Level::Multiply } else { Level::Add }))
}

fn comparison_of(kind: TokenKind) -> Option<ComparisonOperator> {
    Some(match kind {
        TokenKind::Equal => ComparisonOperator::Equal,
        TokenKind::NotEqual => ComparisonOperator::NotEqual,
        TokenKind::Less => ComparisonOperator::Less,
        TokenKind::LessEqual => ComparisonOperator::LessOrEqual,
        TokenKind::Greater => ComparisonOperator::Greater,
        TokenKind::GreaterEqual => ComparisonOperator::GreaterOrEqual,
        _ => return None,
    })
}
