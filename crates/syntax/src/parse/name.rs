//! Parses names, multi-part names, types and constants.

use super::parser::{Parsed, Parser, clipped};
use crate::ast::{ColumnName, Literal, Name, ObjectName, TypeArgument, TypeName, XmlSchemaCollection};
use crate::error::{NAME_LENGTH_MAX, number};
use crate::keyword::Keyword;
use crate::token::{Token, TokenKind};

impl Parser<'_> {
    /// Parses an identifier, delimited or not. A reserved word is a syntax error. Fails like
    /// `name_of`.
    pub(crate) fn name(&mut self) -> Parsed<Name> {
        if !self.token().is_name() {
            return Err(self.incorrect());
        }
        let token = self.advance();
        self.name_of(token)
    }

    /// Parses a word, reserved or not, or a delimited identifier. Used where the context decides
    /// the meaning of every word. Fails like `name_of`.
    pub(crate) fn any_word(&mut self) -> Parsed<Name> {
        if !self.token().is_any_word() && !self.token().is_name() {
            return Err(self.incorrect());
        }
        let token = self.advance();
        self.name_of(token)
    }

    /// Makes a name of a token. The token can be a string where the grammar allows one as a name.
    /// Fails with 1038 for an empty name and with 103 for more than 128 UTF-16 units.
    pub(crate) fn name_of(&mut self, token: Token) -> Parsed<Name> {
        let text = token.value(self.text);
        if text.is_empty() {
            return Err(self.report(number::NAME_EMPTY, token, String::new()));
        }
        if text.len() > NAME_LENGTH_MAX && text.encode_utf16().count() > NAME_LENGTH_MAX {
            return Err(self.report(number::NAME_TOO_LONG, token, clipped(&text)));
        }
        Ok(Name::new(text, token.span))
    }

    /// Parses `@name`.
    pub(crate) fn variable(&mut self) -> Parsed<Name> {
        let token = self.expect(TokenKind::Variable)?;
        self.name_of(token)
    }

    /// Parses `(name, ...)`, the names of columns, at least one.
    pub(crate) fn names_in_parentheses(&mut self) -> Parsed<Vec<Name>> {
        self.parenthesised(Self::column_word)
    }

    /// Parses a column's name in a list. A graph column such as `$from_id` is refused.
    pub(crate) fn column_word(&mut self) -> Parsed<Name> {
        let token = self.token();
        if !token.is_graph_column(self.text) {
            return self.name();
        }
        self.advance();
        self.refuse(token.span.slice(self.text));
        self.name_of(token)
    }

    /// Whether an alias without AS is next: an identifier that isn't a label and doesn't begin a
    /// WINDOW clause.
    pub(crate) fn at_alias(&self) -> bool {
        self.token().is_name() && self.ahead(1).kind != TokenKind::Colon && !self.at_window_clause()
    }

    /// Parses an object name of one to four parts. Up to three dots before it are skipped:
    /// SqlClient calls `..sp_tablecollations_100`.
    pub(crate) fn object_name(&mut self) -> Parsed<ObjectName> {
        (0..3).take_while(|_| self.eat(TokenKind::Dot)).count();
        let first = self.name()?;
        self.object_name_after(first)
    }

    /// Parses the rest of a name of one to four parts, after its first part. Stops at the dot
    /// before a star or a pseudo-column. Empty parts between dots are omitted ones. Fails with 117
    /// for more than four parts.
    pub(crate) fn object_name_after(&mut self, first: Name) -> Parsed<ObjectName> {
        self.name_after(first, false)
    }

    /// Parses the name of a column or function of one to five parts. A name of five parts is a
    /// column's: the parts before the last are its table with a server. Fails with 117 for more
    /// parts, and for a function of five.
    pub(crate) fn name_in_expression(&mut self) -> Parsed<(ObjectName, Option<Name>)> {
        (0..3).take_while(|_| self.eat(TokenKind::Dot)).count();
        let first = self.name()?;
        let name = self.name_after(first, true)?;
        let is_longer = name.server.is_some() && self.at_kind(TokenKind::Dot) && self.ahead(1).is_name();
        if !is_longer {
            return Ok((name, None));
        }
        self.advance();
        let token = self.token();
        let column = self.name()?;
        if self.at_kind(TokenKind::LeftParen) || self.at_kind(TokenKind::Dot) {
            let written = clipped(self.since(name.span).slice(self.text));
            return Err(self.report(number::TOO_MANY_PREFIXES, token, written));
        }
        Ok((name, Some(column)))
    }

    /// Parses like [`Parser::object_name_after`]. If `may_follow`, a fifth part is left.
    fn name_after(&mut self, first: Name, may_follow: bool) -> Parsed<ObjectName> {
        let start = first.span;
        let mut prefixes: [Option<Name>; 3] = [None, None, None];
        let mut last = first;
        while self.at_kind(TokenKind::Dot) && self.ahead(1).kind != TokenKind::Star && !self.ahead(1).is_pseudo_column()
        {
            if may_follow && prefixes[0].is_some() {
                break;
            }
            self.advance();
            let mut shift = 1;
            while self.eat(TokenKind::Dot) {
                shift += 1;
            }
            let token = self.token();
            let next = self.name()?;
            if shift > prefixes.len() || prefixes[..shift].iter().any(Option::is_some) {
                let written = clipped(self.since(start).slice(self.text));
                return Err(self.report(number::TOO_MANY_PREFIXES, token, written));
            }
            prefixes.rotate_left(shift);
            prefixes[3 - shift] = Some(std::mem::replace(&mut last, next));
        }
        let [server, database, schema] = prefixes;
        Ok(ObjectName { server, database, schema, name: last, span: self.since(start) })
    }

    /// Converts an object name to a column name: the last part is the column, the schema becomes
    /// the table, the database the schema, and the server the database.
    pub(crate) fn column_of(&self, name: ObjectName) -> ColumnName {
        let span = name.span;
        let column = name.name;
        let Some(table) = name.schema else {
            return ColumnName { qualifier: None, name: column, span };
        };
        let qualifier_span = name.server.as_ref().or(name.database.as_ref()).unwrap_or(&table).span.to(table.span);
        let qualifier = ObjectName {
            server: None,
            database: name.server,
            schema: name.database,
            name: table,
            span: qualifier_span,
        };
        ColumnName { qualifier: Some(qualifier), name: column, span }
    }

    /// Parses a data type: a name or synonym such as `double precision`, up to two arguments, or an
    /// XML schema collection. The name isn't resolved, and arguments aren't checked against it.
    pub(crate) fn type_name(&mut self) -> Parsed<TypeName> {
        let start = self.token().span;
        let name = match self.type_synonym() {
            Some(name) => ObjectName::simple(Name::new(name, self.since(start))),
            None => self.object_name()?,
        };
        let mut schema_collection = None;
        let mut arguments = Vec::new();
        if self.at_kind(TokenKind::LeftParen)
            && name.name.is("xml")
            && !self.word_ahead(1, "max")
            && self.ahead(1).is_name()
        {
            self.advance();
            let document = self.at_word("document") && self.ahead(1).is_name();
            if document || (self.at_word("content") && self.ahead(1).is_name()) {
                self.advance();
            }
            schema_collection = Some(Box::new(XmlSchemaCollection { document, name: self.object_name()? }));
            self.expect(TokenKind::RightParen)?;
        } else if self.at_kind(TokenKind::LeftParen) {
            arguments = self.parenthesised(Self::type_argument)?;
        }
        if arguments.len() > 2 {
            return Err(self.incorrect());
        }
        Ok(TypeName { name, arguments, schema_collection, span: self.since(start) })
    }

    /// Parses a type written with an ISO synonym and returns SQL Server's name (documentation:
    /// `t-sql/data-types/data-type-synonyms-transact-sql`).
    fn type_synonym(&mut self) -> Option<&'static str> {
        let is_word = |distance: usize, word: &str| {
            let token = self.ahead(distance);
            token.is_any_word() && token.span.slice(self.text).eq_ignore_ascii_case(word)
        };
        let matches = |words: &str| words.split(' ').enumerate().all(|(distance, word)| is_word(distance, word));
        let (words, name) = TYPE_SYNONYMS.iter().find(|(words, _)| matches(words))?;
        self.at += words.split(' ').count();
        Some(name)
    }

    /// Parses digits that fit into 32 bits. Other tokens are syntax errors.
    pub(crate) fn small_number(&mut self) -> Parsed<u32> {
        let number = self.token().span.slice(self.text).parse();
        match number {
            Ok(number) if self.at_kind(TokenKind::Integer) => {
                self.advance();
                Ok(number)
            }
            Err(_) if self.at_kind(TokenKind::Integer) => {
                Err(self.report(number::INTEGER_OUT_OF_RANGE, self.token(), self.near()))
            }
            _ => Err(self.incorrect()),
        }
    }

    /// Parses a constant, including NULL. Returns `None`, without advancing, if the current token
    /// isn't one. A sign isn't part of a number, except within money. An integer beyond 64 bits
    /// becomes a decimal.
    pub(crate) fn literal(&mut self) -> Option<Literal> {
        let token = self.token();
        let written = token.span.slice(self.text);
        let literal = match token.kind {
            TokenKind::Keyword(Keyword::Null) => Literal::Null,
            TokenKind::Integer => match written.parse() {
                Ok(number) => Literal::Integer(number),
                Err(_) => Literal::Decimal(written.into()),
            },
            TokenKind::Decimal => Literal::Decimal(written.into()),
            TokenKind::Float => Literal::Float(written.into()),
            TokenKind::Money => {
                let sign = written.chars().next().map_or(0, char::len_utf8);
                Literal::Money(written[sign..].into())
            }
            TokenKind::Binary => Literal::Binary(bytes_of(&written[2..])),
            TokenKind::String => Literal::String(token.value(self.text)),
            TokenKind::NationalString => Literal::NationalString(token.value(self.text)),
            _ => return None,
        };
        self.advance();
        Some(literal)
    }

    fn type_argument(&mut self) -> Parsed<TypeArgument> {
        if self.eat_word("max") {
            return Ok(TypeArgument::Max);
        }
        self.small_number().map(TypeArgument::Number)
    }
}

/// Decodes hexadecimal digits. An odd number of digits is padded in front.
fn bytes_of(digits: &str) -> Box<[u8]> {
    // A backslash and a line break may stand between the digits.
    let count = digits.bytes().filter(u8::is_ascii_hexdigit).count();
    let mut nibbles = digits.bytes().filter_map(|digit| (digit as char).to_digit(16)).map(|nibble| nibble as u8);
    let mut bytes = Vec::with_capacity(count.div_ceil(2));
    if count % 2 == 1 {
        bytes.extend(nibbles.next());
    }
    while let (Some(high), Some(low)) = (nibbles.next(), nibbles.next()) {
        bytes.push(high << 4 | low);
    }
    bytes.into()
}

/// Synonyms of several words, longer ones first.
const TYPE_SYNONYMS: &[(&str, &str)] = &[
    ("national character varying", "nvarchar"),
    ("national char varying", "nvarchar"),
    ("national character", "nchar"),
    ("national char", "nchar"),
    ("national text", "ntext"),
    ("character varying", "varchar"),
    ("char varying", "varchar"),
    ("binary varying", "varbinary"),
    ("double precision", "float"),
];
