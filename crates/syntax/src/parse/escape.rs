//! ODBC escapes: `{fn f(...)}`, `{d '...'}`, `{t '...'}`, `{ts '...'}`, `{guid '...'}`, `{oj ...}`,
//! `{escape '...'}`, `{call p(...)}`. Each escape is parsed into the equivalent T-SQL tree, so the
//! tree has no node for escapes.
//!
//! The words and their meanings are from `t-sql/functions/odbc-scalar-functions-transact-sql.md`.
//! Functions that T-SQL has under another name are from
//! `odbc/reference/appendixes/appendix-e-scalar-functions.md`.

use super::parser::{Parsed, Parser};
use crate::ast::{
    BinaryOperator, Call, ColumnName, Execute, ExecuteModule, Expr, ExprKind, Literal, Name, ObjectName, StatementKind,
    TableSource, TypeArgument, TypeName,
};
use crate::keyword::Keyword;
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses an escape that is a value, starting at the brace. A function or constant becomes the
    /// T-SQL expression of the same meaning. A function that ODBC lacks stays a call of its name,
    /// which the binder resolves. An unknown kind of escape is a syntax error.
    pub(crate) fn value_escape(&mut self) -> Parsed<ExprKind> {
        self.advance();
        // An escape adds at most this many levels above its contents.
        for _ in 0..LEVELS {
            self.grow()?;
        }
        let kind =
            if self.eat_word("fn") { self.nest(Self::escaped_function)?.kind } else { self.escaped_constant()?.kind };
        self.expect(TokenKind::RightBrace)?;
        Ok(kind)
    }

    /// Parses `{oj table OUTER JOIN table ON ...}`, starting at the brace, and returns the table
    /// source inside. Joins of any kind are accepted.
    pub(crate) fn join_escape(&mut self) -> Parsed<TableSource> {
        self.advance();
        self.expect_word("oj")?;
        let source = self.table_source()?;
        self.expect(TokenKind::RightBrace)?;
        Ok(source)
    }

    /// Parses `[ESCAPE value | {ESCAPE value}]`, after LIKE and its pattern; `None` without one.
    pub(crate) fn like_escape(&mut self) -> Parsed<Option<Expr>> {
        let braced = self.at_kind(TokenKind::LeftBrace) && self.ahead(1).is(Keyword::Escape);
        if braced {
            self.advance();
        }
        if !self.eat_keyword(Keyword::Escape) {
            return Ok(None);
        }
        let escape = self.expression()?;
        if braced {
            self.expect(TokenKind::RightBrace)?;
        }
        Ok(Some(escape))
    }

    /// Parses `{call procedure[;number][(arguments)]}`, starting at the brace, as an EXECUTE.
    /// The form `{? = call ...}` is a syntax error.
    pub(crate) fn call_escape(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.expect_word("call")?;
        let module = ExecuteModule::Procedure(self.object_name()?);
        let number = self.group_number()?;
        let mut arguments = Vec::new();
        if self.eat(TokenKind::LeftParen) && !self.eat(TokenKind::RightParen) {
            arguments = self.list(Self::execute_argument)?;
            self.expect(TokenKind::RightParen)?;
        }
        self.expect(TokenKind::RightBrace)?;
        let execute = Execute { status: None, module, number, arguments, context: None, options: Vec::new() };
        Ok(StatementKind::Execute(Box::new(execute)))
    }

    /// Parses `d '...'` and similar. Dates and times have type datetime; a time is a time of today.
    fn escaped_constant(&mut self) -> Parsed<Expr> {
        let span = self.token().span;
        let words = ["d", "ts", "t", "guid"];
        let Some(word) = words.into_iter().find(|word| self.at_word(word)) else { return Err(self.incorrect()) };
        self.advance();
        let token = self.expect(TokenKind::String)?;
        let text = Expr::new(ExprKind::Literal(Literal::String(token.value(self.text))), token.span);
        Ok(match word {
            "guid" => converted("uniqueidentifier", None, text, None, span),
            "t" => {
                let blank = Expr::new(ExprKind::Literal(Literal::String(" ".into())), span);
                let day = binary(BinaryOperator::Add, today(span), blank);
                converted("datetime", None, binary(BinaryOperator::Add, day, text), Some(121), span)
            }
            _ => converted("datetime", None, text, Some(121), span),
        })
    }

    /// Parses the text after `{fn`.
    fn escaped_function(&mut self) -> Parsed<Expr> {
        let name = self.any_word()?;
        let span = name.span;
        let special = ["EXTRACT", "POSITION", "CONVERT"].into_iter().find(|word| name.is(word));
        if let Some(word) = special {
            self.expect(TokenKind::LeftParen)?;
            let value = match word {
                "EXTRACT" => {
                    let part = self.any_word()?;
                    self.expect_keyword(Keyword::From)?;
                    called("DATEPART", vec![column(part), self.expression()?], span)
                }
                "POSITION" => {
                    let sought = self.expression()?;
                    self.expect_keyword(Keyword::In)?;
                    called("CHARINDEX", vec![sought, self.expression()?], span)
                }
                _ => {
                    let operand = self.expression()?;
                    self.expect(TokenKind::Comma)?;
                    let Some(data_type) = self.word_of(CONVERTED) else { return Err(self.incorrect()) };
                    converted(data_type, None, operand, None, span)
                }
            };
            self.expect(TokenKind::RightParen)?;
            return Ok(value);
        }
        if name.is("TIMESTAMPADD") || name.is("TIMESTAMPDIFF") {
            self.expect(TokenKind::LeftParen)?;
            let Some(part) = self.word_of(INTERVALS) else { return Err(self.incorrect()) };
            let mut arguments = vec![column(Name::new(part, span))];
            while self.eat(TokenKind::Comma) {
                arguments.push(self.expression()?);
            }
            self.expect(TokenKind::RightParen)?;
            let function = if name.is("TIMESTAMPADD") { "DATEADD" } else { "DATEDIFF" };
            return Ok(called(function, arguments, span));
        }
        let arguments = if self.at_kind(TokenKind::LeftParen) { self.arguments()? } else { Vec::new() };
        self.translated(name, arguments)
    }

    /// Reads a word of `table` and returns its T-SQL equivalent.
    fn word_of(&mut self, table: &'static [(&str, &str)]) -> Option<&'static str> {
        let meaning = table.iter().find(|(word, _)| self.at_word(word)).map(|(_, meaning)| *meaning)?;
        self.advance();
        Some(meaning)
    }

    /// Translates an ODBC function call to T-SQL. The binder reports names that neither ODBC nor
    /// T-SQL knows.
    fn translated(&mut self, name: Name, mut arguments: Vec<Expr>) -> Parsed<Expr> {
        let span = name.span;
        if let Some((_, function, part)) = PARTS.iter().find(|(word, ..)| name.is(word)) {
            arguments.insert(0, column(Name::new(*part, span)));
            let part = called(function, arguments, span);
            if !name.is("DAYOFWEEK") {
                return Ok(part);
            }
            // ODBC's day 1 is Sunday, independent of DATEFIRST.
            let first = Expr::new(ExprKind::GlobalVariable(Name::new("@@DATEFIRST", span)), span);
            let days = binary(BinaryOperator::Subtract, binary(BinaryOperator::Add, part, first), number(1, span));
            return Ok(binary(
                BinaryOperator::Add,
                binary(BinaryOperator::Modulo, days, number(7, span)),
                number(1, span),
            ));
        }
        if let Some((_, function)) = RENAMED.iter().find(|(word, _)| name.is(word)) {
            return Ok(called(function, arguments, span));
        }
        if (name.is("CURRENT_DATE") || name.is("CURDATE")) && arguments.is_empty() {
            return Ok(today(span));
        }
        let digits = match arguments.first().map(|first| &first.kind) {
            None => Some(3),
            Some(ExprKind::Literal(Literal::Integer(digits @ 0..=7))) => Some(*digits as u32),
            Some(_) => None,
        };
        if (name.is("CURRENT_TIME") || name.is("CURTIME")) && arguments.len() <= 1 {
            let Some(digits) = digits else { return Err(self.incorrect()) };
            let time = converted("time", Some(digits), called("GETDATE", Vec::new(), span), None, span);
            return Ok(converted("varchar", Some(16), time, None, span));
        }
        if name.is("BIT_LENGTH") {
            return Ok(binary(BinaryOperator::Multiply, called("DATALENGTH", arguments, span), number(8, span)));
        }
        if name.is("TRUNCATE") {
            arguments.push(number(1, span));
            return Ok(called("ROUND", arguments, span));
        }
        if name.is("MOD") && arguments.len() == 2 {
            let divisor = arguments.remove(1);
            return Ok(binary(BinaryOperator::Modulo, arguments.remove(0), divisor));
        }
        Ok(Expr::new(ExprKind::Call(Box::new(Call { arguments, ..Call::plain(ObjectName::simple(name)) })), span))
    }
}

/// Returns today's date as `yyyy-mm-dd`.
fn today(span: Span) -> Expr {
    converted("varchar", Some(10), called("GETDATE", Vec::new(), span), Some(23), span)
}

fn column(name: Name) -> Expr {
    let span = name.span;
    Expr::new(ExprKind::Column(Box::new(ColumnName { qualifier: None, name, span })), span)
}

fn number(value: i64, span: Span) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Integer(value)), span)
}

fn called(function: &str, arguments: Vec<Expr>, span: Span) -> Expr {
    let call = Call { arguments, ..Call::plain(ObjectName::simple(Name::new(function, span))) };
    Expr::new(ExprKind::Call(Box::new(call)), span)
}

fn binary(operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
    left.chained(operator, right)
}

fn converted(data_type: &str, length: Option<u32>, operand: Expr, style: Option<i64>, span: Span) -> Expr {
    let name = ObjectName::simple(Name::new(data_type, span));
    let arguments = length.map(TypeArgument::Number).into_iter().collect();
    let target = Box::new(TypeName { name, arguments, schema_collection: None, span });
    let style = style.map(|style| Box::new(number(style, span)));
    Expr::new(ExprKind::Convert { target, operand: Box::new(operand), style, tolerant: false }, span)
}

/// The levels of tree that an escape can add above its contents.
const LEVELS: u32 = 5;

/// Functions that T-SQL has under another name.
const RENAMED: &[(&str, &str)] = &[
    ("ATAN2", "ATN2"),
    ("CHARACTER_LENGTH", "LEN"),
    ("CHAR_LENGTH", "LEN"),
    ("CURRENT_TIMESTAMP", "GETDATE"),
    ("DATABASE", "DB_NAME"),
    ("IFNULL", "ISNULL"),
    ("INSERT", "STUFF"),
    ("LCASE", "LOWER"),
    ("LENGTH", "LEN"),
    ("LOCATE", "CHARINDEX"),
    ("NOW", "GETDATE"),
    ("OCTET_LENGTH", "DATALENGTH"),
    ("REPEAT", "REPLICATE"),
    ("UCASE", "UPPER"),
    ("USER", "USER_NAME"),
];

/// Functions that return a part of a date.
const PARTS: &[(&str, &str, &str)] = &[
    ("DAYNAME", "DATENAME", "weekday"),
    ("DAYOFMONTH", "DATEPART", "day"),
    ("DAYOFWEEK", "DATEPART", "weekday"),
    ("DAYOFYEAR", "DATEPART", "dayofyear"),
    ("HOUR", "DATEPART", "hour"),
    ("MINUTE", "DATEPART", "minute"),
    ("MONTHNAME", "DATENAME", "month"),
    ("QUARTER", "DATEPART", "quarter"),
    ("SECOND", "DATEPART", "second"),
    ("WEEK", "DATEPART", "week"),
];

/// The units of TIMESTAMPADD and TIMESTAMPDIFF.
const INTERVALS: &[(&str, &str)] = &[
    ("SQL_TSI_DAY", "day"),
    ("SQL_TSI_HOUR", "hour"),
    ("SQL_TSI_MINUTE", "minute"),
    ("SQL_TSI_MONTH", "month"),
    ("SQL_TSI_QUARTER", "quarter"),
    ("SQL_TSI_SECOND", "second"),
    ("SQL_TSI_WEEK", "week"),
    ("SQL_TSI_YEAR", "year"),
];

/// The type names of CONVERT.
const CONVERTED: &[(&str, &str)] = &[
    ("SQL_BIGINT", "bigint"),
    ("SQL_BINARY", "binary"),
    ("SQL_BIT", "bit"),
    ("SQL_CHAR", "char"),
    ("SQL_DECIMAL", "decimal"),
    ("SQL_DOUBLE", "float"),
    ("SQL_FLOAT", "float"),
    ("SQL_GUID", "uniqueidentifier"),
    ("SQL_INTEGER", "int"),
    ("SQL_NUMERIC", "numeric"),
    ("SQL_REAL", "real"),
    ("SQL_SMALLINT", "smallint"),
    ("SQL_TIMESTAMP", "datetime"),
    ("SQL_TINYINT", "tinyint"),
    ("SQL_TYPE_TIMESTAMP", "datetime"),
    ("SQL_VARBINARY", "varbinary"),
    ("SQL_VARCHAR", "varchar"),
    ("SQL_WCHAR", "nchar"),
    ("SQL_WVARCHAR", "nvarchar"),
];
