//! Methods of XML values, and of columns that change in place.

use super::parser::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Literal, Name, ObjectName};
use crate::token::TokenKind;

impl Parser<'_> {
    /// Whether a name `a.value` before a parenthesis is the column `a` and a method of type xml.
    /// XML methods take constant strings, and their names are case-sensitive (documentation:
    /// `t-sql/xml/xml-data-type-methods`). False for a call of the same name with other arguments.
    pub(crate) fn at_method_of(&self, name: &ObjectName) -> bool {
        if name.schema.is_none() || !matches!(self.ahead(1).kind, TokenKind::String | TokenKind::NationalString) {
            return false;
        }
        match &*name.name.text {
            "query" | "exist" | "nodes" | "modify" => self.ahead(2).kind == TokenKind::RightParen,
            "value" => {
                let strings = [TokenKind::String, TokenKind::NationalString];
                self.ahead(2).kind == TokenKind::Comma && strings.contains(&self.ahead(3).kind)
            }
            _ => false,
        }
    }

    /// Parses a method call on the column named by the first parts of `name`, starting at the
    /// parenthesis. The last part is the method. A single name is a syntax error.
    pub(crate) fn method_of_column(&mut self, name: ObjectName) -> Parsed<ExprKind> {
        let column = self.column_of(name);
        let method = column.name;
        let Some(target) = column.qualifier else { return Err(self.incorrect()) };
        let span = target.span;
        let target = Expr::new(ExprKind::Column(Box::new(self.column_of(target))), span);
        let arguments = self.arguments()?;
        let arguments = self.with_prolog(arguments);
        Ok(ExprKind::Method { target: Box::new(target), method, arguments })
    }

    /// Adds the statement's WITH XMLNAMESPACES to the path of a method, as declarations. Nothing
    /// changes if the path isn't a string constant, begins with them already, or there are none.
    pub(crate) fn with_prolog(&self, mut arguments: Vec<Expr>) -> Vec<Expr> {
        if let Some(Expr { kind: ExprKind::Literal(path), .. }) = arguments.first_mut()
            && let Literal::String(text) | Literal::NationalString(text) = path
        {
            let mut prolog = String::new();
            for (prefix, namespace) in &self.namespaces {
                let namespace = namespace.replace('"', "\"\"");
                match prefix {
                    Some(prefix) => prolog.push_str(&format!("declare namespace {prefix}=\"{namespace}\"; ")),
                    None => prolog.push_str(&format!("declare default element namespace \"{namespace}\"; ")),
                }
            }
            if !prolog.is_empty() && !text.starts_with(&prolog) {
                *path = Literal::NationalString(format!("{prolog}{text}").into());
            }
        }
        arguments
    }

    /// Parses `@x.method(...)`, starting at the dot. The methods are not checked here.
    pub(crate) fn method_of_variable(&mut self, variable: Name) -> Parsed<Expr> {
        let start = variable.span;
        self.expect(TokenKind::Dot)?;
        let (method, arguments) = self.member(false)?;
        let target = Box::new(Expr::new(ExprKind::Variable(variable), start));
        Ok(Expr::new(ExprKind::Method { target, method, arguments }, self.since(start)))
    }

    /// Whether the value is the name of a table variable, whose columns need an alias. Binding
    /// reports `@t.column` as a scalar variable that isn't declared.
    pub(crate) fn is_table_variable(&self, value: &Expr) -> bool {
        let ExprKind::Variable(name) = &value.kind else { return false };
        self.table_variables.iter().any(|table| table.text.eq_ignore_ascii_case(&name.text))
    }

    /// Parses `method(...)`, after the dot. Without parentheses it is a property, which only CLR
    /// types have: it is refused by name unless it `may_be_bare`.
    pub(crate) fn member(&mut self, may_be_bare: bool) -> Parsed<(Name, Vec<Expr>)> {
        let name = self.name()?;
        if !self.at_kind(TokenKind::LeftParen) {
            if may_be_bare {
                return Ok((name, Vec::new()));
            }
            self.refuse(format!("property {}", name.text));
            return Ok((name, Vec::new()));
        }
        let arguments = self.arguments()?;
        Ok((name, self.with_prolog(arguments)))
    }

    /// Whether `::` is next.
    pub(crate) fn at_static_member(&self) -> bool {
        self.at_kind(TokenKind::Colon) && self.ahead(1).kind == TokenKind::Colon
    }

    /// Refuses `type::method(...)`, a static member of a CLR type, after the type's name.
    pub(crate) fn static_member(&mut self, name: ObjectName) -> Parsed<ExprKind> {
        self.at += 2;
        let member = self.name()?;
        self.refuse(format!("{}::", name.name.text));
        let arguments = if self.at_kind(TokenKind::LeftParen) { self.arguments()? } else { Vec::new() };
        let span = name.span;
        let target = Box::new(Expr::new(ExprKind::Column(Box::new(self.column_of(name))), span));
        Ok(ExprKind::Method { target, method: member, arguments })
    }
}
