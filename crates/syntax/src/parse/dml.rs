//! Parses INSERT, UPDATE, DELETE and TRUNCATE.

use super::expr::assignment_of;
use super::parser::{Parsed, Parser};
use crate::ast::{
    Assignment, AssignmentOperator, CommonTable, Condition, ConditionKind, Delete, Expr, ExprKind, Insert,
    InsertSource, Name, ObjectName, Output, StatementKind, Target, Update,
};
use crate::keyword::Keyword;
use crate::token::TokenKind;
use sluice_base::sync::Arc;

impl Parser<'_> {
    /// Parses `INSERT` or `INSERT BULK`, starting at INSERT. `with` are the common table
    /// expressions before it; INSERT BULK drops them.
    pub(crate) fn insert(&mut self, with: Vec<CommonTable>) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Insert)?;
        if self.eat_keyword(Keyword::Bulk) {
            return self.insert_bulk();
        }
        Ok(StatementKind::Insert(Arc::new(self.insert_rows(with)?)))
    }

    /// Parses an INSERT after the word INSERT. The source may be VALUES, a query, EXECUTE or
    /// DEFAULT VALUES.
    pub(crate) fn insert_rows(&mut self, with: Vec<CommonTable>) -> Parsed<Insert> {
        let top = self.top_of_change()?;
        self.eat_keyword(Keyword::Into);
        let target = self.target_of_rows()?;
        let lists_columns = self.at_kind(TokenKind::LeftParen) && !self.token().opens_query;
        let columns = if lists_columns { self.parenthesised(Self::qualified_column)? } else { Vec::new() };
        let output = self.output()?;
        let source = self.insert_source()?;
        // A query holds its own OPTION clause.
        let hints = self.option()?;
        Ok(Insert { with, top, target, columns, output, source, hints })
    }

    /// Parses `UPDATE`, starting at its keyword. `with` are the common table expressions before it.
    pub(crate) fn update(&mut self, with: Vec<CommonTable>) -> Parsed<Update> {
        self.expect_keyword(Keyword::Update)?;
        let top = self.top_of_change()?;
        let target = self.target()?;
        self.expect_keyword(Keyword::Set)?;
        let assignments = self.list(Self::assignment)?;
        let output = self.output()?;
        let from = self.from()?;
        let condition = self.row_condition()?;
        let hints = self.option()?;
        Ok(Update { with, top, target, assignments, output, from, condition, hints })
    }

    /// Parses `DELETE [FROM]`, starting at its keyword. `with` are the common table expressions
    /// before it.
    pub(crate) fn delete(&mut self, with: Vec<CommonTable>) -> Parsed<Delete> {
        self.expect_keyword(Keyword::Delete)?;
        let top = self.top_of_change()?;
        self.eat_keyword(Keyword::From);
        let target = self.target()?;
        let output = self.output()?;
        let from = self.from()?;
        let condition = self.row_condition()?;
        let hints = self.option()?;
        Ok(Delete { with, top, target, output, from, condition, hints })
    }

    /// Parses `TRUNCATE TABLE name`, starting at TRUNCATE. WITH (PARTITIONS ...) is refused by
    /// name.
    pub(crate) fn truncate(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Truncate)?;
        self.expect_keyword(Keyword::Table)?;
        let name = self.object_name()?;
        if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
            self.advance();
            self.refuse("TRUNCATE TABLE WITH PARTITIONS");
            self.skip_parenthesised()?;
        }
        Ok(StatementKind::TruncateTable(name))
    }

    /// Parses the target of an INSERT or of OUTPUT INTO: as [`Parser::target`], but hints need the
    /// word WITH, since a list of columns may follow (`t-sql/statements/insert-transact-sql.md`).
    fn target_of_rows(&mut self) -> Parsed<Target> {
        if self.at_kind(TokenKind::Variable) || matches!(self.token().kind, TokenKind::Keyword(_)) {
            return self.target();
        }
        let name = self.object_name()?;
        let hints = if self.at_keyword(Keyword::With) { self.table_hints()? } else { Vec::new() };
        Ok(Target::Table { name, hints })
    }

    /// Parses a name in an INSERT's list of columns. Names of the table before it are dropped: they
    /// have no meaning there.
    fn qualified_column(&mut self) -> Parsed<Name> {
        let mut name = self.column_word()?;
        while self.eat(TokenKind::Dot) {
            name = self.column_word()?;
        }
        Ok(name)
    }

    /// Parses the target of a change: a table variable, or a name with hints. Rowset functions are
    /// refused by name; other reserved words are syntax errors.
    pub(crate) fn target(&mut self) -> Parsed<Target> {
        if self.at_kind(TokenKind::Variable) {
            return self.variable().map(Target::Variable);
        }
        if matches!(self.token().kind, TokenKind::Keyword(_)) {
            return self.refused_target();
        }
        let name = self.object_name()?;
        Ok(Target::Table { name, hints: self.table_hints()? })
    }

    fn insert_source(&mut self) -> Parsed<InsertSource> {
        let token = self.token();
        if self.eat_keyword(Keyword::Values) {
            return self.rows().map(InsertSource::Values);
        }
        if self.eat_keyword(Keyword::Default) {
            self.expect_keyword(Keyword::Values)?;
            return Ok(InsertSource::DefaultValues);
        }
        if token.is(Keyword::Exec) || token.is(Keyword::Execute) {
            self.advance();
            return self.execute().map(|execute| InsertSource::Execute(Box::new(execute)));
        }
        if token.is(Keyword::Select) || token.opens_query {
            return self.query_expression().map(|query| InsertSource::Query(Box::new(query)));
        }
        Err(self.incorrect())
    }

    /// Parses `[OUTPUT items [INTO target [(columns)] [OUTPUT items]]]`; `None` without OUTPUT.
    pub(crate) fn output(&mut self) -> Parsed<Option<Output>> {
        if !self.eat_word("output") {
            return Ok(None);
        }
        let items = self.select_items()?;
        let mut output = Output::to_client(items);
        if self.eat_keyword(Keyword::Into) {
            output.into = Some(self.target_of_rows()?);
            if self.at_kind(TokenKind::LeftParen) && !self.token().opens_query {
                output.columns = self.names_in_parentheses()?;
            }
            if self.eat_word("output") {
                output.second = Some(Box::new(Output::to_client(self.select_items()?)));
            }
        }
        Ok(Some(output))
    }

    fn row_condition(&mut self) -> Parsed<Option<Condition>> {
        if self.at_keyword(Keyword::Where) && self.ahead(1).is(Keyword::Current) {
            let start = self.token().span;
            self.at += 2;
            self.expect_keyword(Keyword::Of)?;
            let kind = ConditionKind::CurrentOf(self.cursor_name()?);
            return Ok(Some(Condition::new(kind, self.since(start))));
        }
        self.optional_condition(Keyword::Where)
    }

    /// Parses an item of UPDATE SET: `column = value`, `@variable = value`, `@variable = column =
    /// value`, a compound assignment, or a method call on a column. A value may be DEFAULT.
    pub(crate) fn assignment(&mut self) -> Parsed<Assignment> {
        let variable = if self.at_kind(TokenKind::Variable) { Some(self.variable()?) } else { None };
        if variable.is_some() {
            let operator = self.assignment_operator()?;
            if operator != AssignmentOperator::Set || !self.at_column_assignment() {
                return Ok(Assignment { variable, column: None, operator, value: self.expression_or_default()? });
            }
        }
        let name = self.object_name()?;
        if variable.is_none() && self.at_kind(TokenKind::LeftParen) {
            return self.method_assignment(name);
        }
        let column = Some(self.column_of(name));
        let operator = self.assignment_operator()?;
        Ok(Assignment { variable, column, operator, value: self.expression_or_default()? })
    }

    /// Parses the call in `column.method(...)`, starting at the parenthesis.
    fn method_assignment(&mut self, name: ObjectName) -> Parsed<Assignment> {
        let start = name.span;
        // `t-sql/queries/update-transact-sql.md`: the column of .WRITE can't be qualified.
        if name.database.is_some() && name.name.is("WRITE") {
            return Err(self.incorrect());
        }
        let kind = self.method_of_column(name)?;
        let column = match &kind {
            ExprKind::Method { target, .. } => match &target.kind {
                ExprKind::Column(column) => Some((**column).clone()),
                _ => None,
            },
            _ => None,
        };
        let value = Expr::new(kind, self.since(start));
        Ok(Assignment { variable: None, column, operator: AssignmentOperator::Method, value })
    }

    /// Whether `name.name =` is next.
    fn at_column_assignment(&self) -> bool {
        for distance in 0..COLUMN_TOKENS_MAX {
            match self.ahead(distance).kind {
                TokenKind::Word | TokenKind::Quoted | TokenKind::Dot => {}
                kind => return distance > 0 && assignment_of(kind).is_some(),
            }
        }
        false
    }
}

/// More tokens than a column name and the operator can have.
const COLUMN_TOKENS_MAX: usize = 10;
