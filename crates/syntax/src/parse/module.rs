//! Parses what procedures, functions, views, triggers, defaults and rules share: heads, parameters,
//! options and ends.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{DefinitionVerb, ModuleContext, ModuleOption, Name, ObjectName, Parameter, SourceText, TypeName};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

/// A kind of module, by the options that it can have.
#[derive(Clone, Copy)]
pub(crate) enum ModuleKind {
    Procedure,
    Function,
    Trigger,
    View,
}

impl ModuleKind {
    /// Whether modules of this kind can have `option`.
    fn has(self, option: &ModuleOption) -> bool {
        use ModuleKind::{Function, Procedure, Trigger, View};
        use ModuleOption as O;
        match option {
            O::Encryption | O::SchemaBinding => true,
            O::Recompile => matches!(self, Procedure),
            O::ViewMetadata => matches!(self, View),
            O::NativeCompilation | O::ExecuteAs(_) => matches!(self, Procedure | Function | Trigger),
            O::Inline(_) | O::ReturnsNullOnNullInput | O::CalledOnNullInput => matches!(self, Function),
        }
    }

    /// Returns the words of the statement in messages.
    fn statement(self) -> &'static str {
        match self {
            ModuleKind::Procedure => "CREATE/ALTER PROCEDURE",
            ModuleKind::Function => "CREATE/ALTER FUNCTION",
            ModuleKind::Trigger => "CREATE/ALTER TRIGGER",
            ModuleKind::View => "CREATE/ALTER VIEW",
        }
    }
}

impl Parser<'_> {
    /// Parses `CREATE`, `ALTER` or `CREATE OR ALTER` and the object's word. If the statement isn't
    /// the first of its batch, reports 111 with the name `words` and goes on; see `check_first`.
    pub(crate) fn module_head(&mut self, words: &str) -> Parsed<DefinitionVerb> {
        let start = self.at;
        let first = self.advance();
        let verb = if self.eat_keyword(Keyword::Or) {
            self.expect_keyword(Keyword::Alter)?;
            DefinitionVerb::CreateOrAlter
        } else if first.is(Keyword::Alter) {
            DefinitionVerb::Alter
        } else {
            DefinitionVerb::Create
        };
        self.check_first(start, words)?;
        self.advance();
        Ok(verb)
    }

    /// Parses the name of the module that the batch defines and notes its last part. Within CREATE
    /// SCHEMA it isn't noted.
    pub(crate) fn module_name(&mut self) -> Parsed<ObjectName> {
        let name = self.object_name()?;
        if !self.in_schema {
            self.module = Some(name.name.text.clone());
        }
        Ok(name)
    }

    /// Checks that the statement starting at the token `start` is the first of its batch. If it
    /// isn't, reports 111 and goes on. Inside another statement it fails with a syntax error.
    /// Elements of CREATE SCHEMA always pass.
    pub(crate) fn check_first(&mut self, start: usize, words: &str) -> Parsed<()> {
        if self.in_schema || self.tokens[..start].iter().all(|token| token.kind == TokenKind::Semicolon) {
            return Ok(());
        }
        if !self.is_outermost() {
            return Err(self.incorrect());
        }
        // The statement itself is well formed, so parsing continues.
        self.report(number::FIRST_IN_BATCH, self.tokens[start], words.to_owned());
        Ok(())
    }

    /// Returns the text of the whole batch.
    pub(crate) fn source_text(&self) -> SourceText {
        SourceText(self.text.into())
    }

    /// Parses `@name [AS] type [VARYING] [NULL | NOT NULL] [= default] [OUTPUT] [READONLY]`. OUT
    /// stands for OUTPUT too.
    pub(crate) fn parameter(&mut self) -> Parsed<Parameter> {
        let start = self.token().span;
        let name = self.variable()?;
        self.eat_keyword(Keyword::As);
        let data_type = self.type_or_cursor()?;
        let varying = self.eat_keyword(Keyword::Varying);
        let nullable = self.nullability();
        let default = if self.eat(TokenKind::Equal) { Some(self.simple_value()?) } else { None };
        let output = self.eat_word("output") || self.eat_word("out");
        let read_only = self.eat_word("readonly");
        let span = self.since(start);
        Ok(Parameter { name, data_type, varying, nullable, default, output, read_only, span })
    }

    /// Parses a type, or CURSOR as a type of that name.
    pub(crate) fn type_or_cursor(&mut self) -> Parsed<TypeName> {
        let token = self.token();
        if !self.eat_keyword(Keyword::Cursor) {
            return self.type_name();
        }
        let name = ObjectName::simple(Name::new("cursor", token.span));
        Ok(TypeName { name, arguments: Vec::new(), schema_collection: None, span: token.span })
    }

    /// Parses `[NULL | NOT NULL]`. Returns whether NULL is allowed, or `None` if omitted.
    pub(crate) fn nullability(&mut self) -> Option<bool> {
        if self.at_keyword(Keyword::Not) && self.ahead(1).is(Keyword::Null) {
            self.at += 2;
            return Some(false);
        }
        self.eat_keyword(Keyword::Null).then_some(true)
    }

    /// Parses `[WITH option, ...]` of a module. Records 487 for an option that modules of this kind
    /// don't have, and 1039 for a repeated one.
    pub(crate) fn module_options(&mut self, kind: ModuleKind) -> Parsed<Vec<ModuleOption>> {
        let mut options: Vec<ModuleOption> = Vec::new();
        if !self.eat_keyword(Keyword::With) {
            return Ok(options);
        }
        loop {
            let start = self.token();
            let option = self.module_option()?;
            if !kind.has(&option) {
                self.report(number::MODULE_OPTION_INVALID, start, kind.statement().to_owned());
            }
            if options.iter().any(|met| std::mem::discriminant(met) == std::mem::discriminant(&option)) {
                let written = start.span.slice(self.text).to_owned();
                self.report(number::OPTION_REPEATED, start, written);
            }
            options.push(option);
            if !self.eat(TokenKind::Comma) {
                return Ok(options);
            }
        }
    }

    /// Refuses the rest of the batch if EXTERNAL is next: AS EXTERNAL NAME, a method of an
    /// assembly. `what` is the statement's name.
    pub(crate) fn refuse_external(&mut self, what: &str) -> Parsed<()> {
        if self.at_keyword(Keyword::External) {
            return Err(self.unsupported(format!("{what} EXTERNAL NAME"), Reach::Batch));
        }
        Ok(())
    }

    /// Skips semicolons. A further token is a syntax error.
    pub(crate) fn end_of_module(&mut self) -> Parsed<()> {
        while self.eat(TokenKind::Semicolon) {}
        if self.at_end() { Ok(()) } else { Err(self.incorrect()) }
    }

    fn module_option(&mut self) -> Parsed<ModuleOption> {
        let simple = [
            ("encryption", ModuleOption::Encryption),
            ("recompile", ModuleOption::Recompile),
            ("schemabinding", ModuleOption::SchemaBinding),
            ("view_metadata", ModuleOption::ViewMetadata),
            ("native_compilation", ModuleOption::NativeCompilation),
        ];
        if let Some((_, option)) = simple.into_iter().find(|(word, _)| self.at_word(word)) {
            self.advance();
            return Ok(option);
        }
        if self.at_keyword(Keyword::Execute) || self.at_keyword(Keyword::Exec) {
            self.advance();
            self.expect_keyword(Keyword::As)?;
            return self.module_context().map(ModuleOption::ExecuteAs);
        }
        if self.eat_word("inline") {
            self.expect(TokenKind::Equal)?;
            return self.expect_switch().map(ModuleOption::Inline);
        }
        let returns = self.at_word("returns");
        if !returns && !self.at_word("called") {
            return Err(self.incorrect());
        }
        self.advance();
        if returns {
            self.expect_keyword(Keyword::Null)?;
        }
        self.expect_keyword(Keyword::On)?;
        self.expect_keyword(Keyword::Null)?;
        self.expect_word("input")?;
        Ok(if returns { ModuleOption::ReturnsNullOnNullInput } else { ModuleOption::CalledOnNullInput })
    }

    fn module_context(&mut self) -> Parsed<ModuleContext> {
        if self.eat_word("caller") {
            return Ok(ModuleContext::Caller);
        }
        if self.eat_word("self") {
            return Ok(ModuleContext::Itself);
        }
        if self.eat_word("owner") {
            return Ok(ModuleContext::Owner);
        }
        self.string().map(ModuleContext::User)
    }
}
