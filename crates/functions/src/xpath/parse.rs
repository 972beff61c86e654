//! Parses an expression. Unsupported XQuery is refused by name; invalid XQuery fails with the
//! errors of [`super::syntax_error`].

use super::ast::{Arithmetic, Clause, Constructed, Expr, Flwor, Function, Part, PlaceComparison, Start, Step, Test};
use super::atomic_type::{conversion, type_of};
use super::names::{External, Prefixes};
use super::static_type::{TEXT, constant_type, heterogeneous};
use super::syntax_error::OPENXML;
use sluice_types::{Comparison, SqlError};

/// A parsed expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Query {
    pub(crate) expr: Expr,
    /// Values of the statement, by their numbers.
    pub(crate) externals: Vec<External>,
    /// Whether the expression can reach nodes outside the context node and its descendants, other
    /// than the names and attributes of its ancestors.
    pub(crate) leaves_context: bool,
}

/// Parses `text`, an argument of `method`. The whole text must be one expression, with its prolog.
/// Fails with the errors of syntax and names, with 2370 for text behind the expression, and with
/// 40517 for an unsupported construct.
pub(crate) fn parse(text: &str, method: &str) -> Result<Query, SqlError> {
    let mut parser = Parser::new(text, method);
    parser.prolog()?;
    let expr = parser.sequence()?;
    parser.blanks();
    match parser.rest.is_empty() {
        true => Ok(Query { expr, externals: parser.externals, leaves_context: parser.leaves_context }),
        false => Err(parser.text_after_end()),
    }
}

/// A recursive-descent parser of one text. `rest` is what is left of it; `variables` are those in
/// scope.
pub(super) struct Parser<'t> {
    pub(super) rest: &'t str,
    text: &'t str,
    pub(super) method: &'t str,
    // The number of open expressions.
    depth: usize,
    // The number of open predicates.
    pub(super) predicates: usize,
    pub(super) prefixes: Prefixes,
    externals: Vec<External>,
    variables: Vec<String>,
    pub(super) leaves_context: bool,
}

impl<'t> Parser<'t> {
    /// Returns a parser at the start of the text; `method` is named in errors.
    pub(super) fn new(text: &'t str, method: &'t str) -> Parser<'t> {
        let (prefixes, externals) = (Prefixes::default(), Vec::new());
        Parser {
            rest: text,
            text,
            method,
            depth: 0,
            predicates: 0,
            prefixes,
            externals,
            variables: Vec::new(),
            leaves_context: false,
        }
    }

    /// Removes and returns the values of the statement that the text uses, in the order of their
    /// first use.
    pub(super) fn take_externals(&mut self) -> Vec<External> {
        std::mem::take(&mut self.externals)
    }

    /// Returns the line of the next token; the first is 1.
    pub(super) fn line(&self) -> usize {
        let rest = self.rest.trim_start();
        1 + self.text[..self.text.len() - rest.len()].matches('\n').count()
    }

    /// Skips blanks and comments. Comments nest. An unclosed one is not skipped.
    pub(super) fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
        while let Some(comment) = self.rest.strip_prefix("(:") {
            let (mut depth, mut at) = (1, 0);
            while depth > 0 {
                let Some(next) = comment[at..].find(['(', ':']) else { return };
                at += next;
                if comment[at..].starts_with("(:") {
                    (depth, at) = (depth + 1, at + 2);
                } else if comment[at..].starts_with(":)") {
                    (depth, at) = (depth - 1, at + 2);
                } else {
                    at += 1;
                }
            }
            self.rest = comment[at..].trim_start();
        }
    }

    /// Skips blanks and comments, takes `sign` if it is next, and returns whether it was. `sign`
    /// may be the front of a longer word.
    pub(super) fn eat(&mut self, sign: &str) -> bool {
        self.blanks();
        let is_it = self.rest.starts_with(sign);
        if is_it {
            self.rest = &self.rest[sign.len()..];
        }
        is_it
    }

    /// Takes `sign`, after blanks and comments, if it is next. Fails with 2205 otherwise.
    pub(super) fn expect(&mut self, sign: &str) -> Result<(), SqlError> {
        if self.eat(sign) { Ok(()) } else { Err(self.expected(sign)) }
    }

    /// Takes `word`, after blanks and comments, if it is next. Fails with 9303 otherwise.
    pub(super) fn expect_word(&mut self, word: &str) -> Result<(), SqlError> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(word)) }
    }

    /// Skips blanks and comments, and takes `word` if it is next, as a whole word.
    /// Returns whether it was taken.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.blanks();
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        if rest.starts_with(is_name) {
            return false;
        }
        self.rest = rest;
        true
    }

    /// Whether a word and then `sign` are next, with blanks between them or not. Nothing is taken.
    pub(super) fn is_clause(&self, word: &str, sign: char) -> bool {
        self.rest.strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with(sign))
    }

    /// Parses the declarations before the expression. Namespaces and the default element namespace
    /// are declared; other declarations are left for the expression to fail on, and an import fails
    /// with 40517. Fails with 2349 for a prefix declared twice, with 9327 without a semicolon, and
    /// with other errors of syntax.
    pub(super) fn prolog(&mut self) -> Result<(), SqlError> {
        let mut declared = Vec::new();
        loop {
            self.blanks();
            if self.rest.starts_with("import ") {
                return Err(self.refused("import"));
            }
            let before = self.rest;
            if !self.eat_word("declare") {
                return Ok(());
            }
            if self.eat_word("namespace") {
                let prefix = self.name()?;
                self.expect("=")?;
                let namespace = self.string()?;
                if declared.contains(&prefix) {
                    return Err(SqlError::xquery_prefix_redefined(self.method, prefix));
                }
                self.prefixes.declare(&prefix, namespace);
                declared.push(prefix);
            } else if self.eat_word("default") {
                let is_element = self.eat_word("element");
                if !is_element || !self.eat_word("namespace") {
                    return Err(self.wrong());
                }
                let namespace = self.string()?;
                self.prefixes.set_default(namespace);
            } else {
                self.rest = before;
                return Ok(());
            }
            if !self.eat(";") {
                return Err(SqlError::xquery_prolog_without_end(self.method, self.near()));
            }
        }
    }

    /// Parses `expression, ...`. One part is returned as it is. Fails with 2210 for nodes beside
    /// constants, and with 6335 if expressions are nested too deeply.
    pub(super) fn sequence(&mut self) -> Result<Expr, SqlError> {
        let mut parts = vec![self.single()?];
        while self.eat(",") {
            parts.push(self.single()?);
        }
        if let Some((first, second)) = heterogeneous(&parts).filter(|_| self.method != OPENXML) {
            return Err(SqlError::xquery_heterogeneous_sequence(self.method, first, second));
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Sequence(parts) })
    }

    /// Parses an expression without a comma. Fails with 6335 if expressions nest more than
    /// [`DEPTH_MAX`] deep. FLWOR, `if` and the quantified forms are recognized by the sign after
    /// their word, since the words are also names.
    pub(super) fn single(&mut self) -> Result<Expr, SqlError> {
        self.blanks();
        if self.is_clause("for", '$') || self.is_clause("let", '$') {
            self.nested(Self::flwor)
        } else if self.is_clause("if", '(') {
            self.nested(Self::condition)
        } else if self.is_clause("some", '$') || self.is_clause("every", '$') {
            self.nested(Self::quantified)
        } else {
            self.nested(Self::or)
        }
    }

    /// Parses a nested expression or element by `parse`, one level deeper. Fails with 6335 beyond
    /// [`DEPTH_MAX`] levels.
    pub(super) fn nested<T>(&mut self, parse: fn(&mut Self) -> Result<T, SqlError>) -> Result<T, SqlError> {
        if self.depth >= DEPTH_MAX {
            return Err(SqlError::xml_too_deep(DEPTH_MAX));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn flwor(&mut self) -> Result<Expr, SqlError> {
        let outer = self.variables.len();
        let mut clauses = Vec::new();
        loop {
            self.blanks();
            let is_for = self.is_clause("for", '$');
            if !is_for && !self.is_clause("let", '$') {
                break;
            }
            self.rest = &self.rest["for".len()..];
            loop {
                let name = self.variable()?;
                let is_fine = if is_for { self.eat_word("in") } else { self.eat(":=") };
                if !is_fine {
                    let wanted = if is_for { "in" } else { ":=" };
                    return Err(if self.eat_word("at") { self.refused("at") } else { self.expected(wanted) });
                }
                let items = self.single()?;
                self.variables.push(name.clone());
                clauses.push(if is_for { Clause::For(name, items) } else { Clause::Let(name, items) });
                if !self.eat(",") {
                    break;
                }
            }
        }
        let condition = if self.eat_word("where") { Some(self.single()?) } else { None };
        let mut order = Vec::new();
        if self.eat_word("order") {
            self.expect_word("by")?;
            loop {
                let key = self.single()?;
                let descending = self.eat_word("descending");
                self.eat_word("ascending");
                order.push((key, descending));
                if !self.eat(",") {
                    break;
                }
            }
        }
        if !self.eat_word("return") {
            return Err(SqlError::xquery_return_expected(self.method, self.near()));
        }
        let result = self.single()?;
        self.variables.truncate(outer);
        Ok(Expr::Flwor(Box::new(Flwor { clauses, condition, order, result })))
    }

    fn condition(&mut self) -> Result<Expr, SqlError> {
        self.rest = &self.rest["if".len()..];
        self.expect("(")?;
        let test = self.sequence()?;
        self.expect(")")?;
        self.expect_word("then")?;
        let then = self.single()?;
        if !self.eat_word("else") {
            return Err(SqlError::xquery_else_expected(self.method));
        }
        Ok(Expr::If(Box::new([test, then, self.single()?])))
    }

    fn quantified(&mut self) -> Result<Expr, SqlError> {
        let outer = self.variables.len();
        let is_some = self.eat_word("some");
        if !is_some {
            self.eat_word("every");
        }
        let mut variables = Vec::new();
        loop {
            let name = self.variable()?;
            self.expect_word("in")?;
            variables.push((name.clone(), self.single()?));
            self.variables.push(name);
            if !self.eat(",") {
                break;
            }
        }
        self.expect_word("satisfies")?;
        let condition = self.single()?;
        self.variables.truncate(outer);
        Ok(Expr::Quantified(is_some, variables, Box::new(condition)))
    }

    fn variable(&mut self) -> Result<String, SqlError> {
        if !self.eat("$") {
            return Err(SqlError::xquery_variable_expected(self.method));
        }
        let before = self.rest;
        let mut name = self.name()?;
        // `:=` may follow without a blank.
        if name.ends_with(':') {
            name.pop();
            self.rest = &before[name.len()..];
        }
        match name.contains(':') {
            true => Err(SqlError::xquery_variable_with_prefix(self.method)),
            false => Ok(name),
        }
    }

    fn or(&mut self) -> Result<Expr, SqlError> {
        let mut parts = vec![self.and()?];
        while self.eat_word("or") {
            parts.push(self.and()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Or(parts) })
    }

    fn and(&mut self) -> Result<Expr, SqlError> {
        let mut parts = vec![self.comparison()?];
        while self.eat_word("and") {
            parts.push(self.comparison()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::And(parts) })
    }

    fn comparison(&mut self) -> Result<Expr, SqlError> {
        let left = self.sum()?;
        for (sign, comparison) in [("<<", PlaceComparison::Before), (">>", PlaceComparison::After)] {
            if self.eat(sign) {
                return Ok(Expr::Places(comparison, Box::new(left), Box::new(self.sum()?)));
            }
        }
        if self.eat_word("is") {
            return Ok(Expr::Places(PlaceComparison::Same, Box::new(left), Box::new(self.sum()?)));
        }
        for (sign, word, comparison) in COMPARISONS {
            let is_sign = self.eat(sign);
            if is_sign || self.eat_word(word) {
                let right = self.sum()?;
                self.check_operands(if is_sign { sign } else { word }, &left, &right)?;
                return Ok(Expr::Compare(comparison, Box::new(left), Box::new(right)));
            }
        }
        for word in ["instance", "castable", "treat", "to", "intersect", "except"] {
            if self.eat_word(word) {
                return Err(self.refused(word));
            }
        }
        Ok(left)
    }

    /// Parses `cast | cast ...`.
    fn union(&mut self) -> Result<Expr, SqlError> {
        let mut parts = vec![self.cast()?];
        while self.eat("|") || self.eat_word("union") {
            parts.push(self.cast()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Union(parts) })
    }

    /// Parses `operand cast as type?`. Fails with 9328 without a type, with 2231 or 2232 for an
    /// unknown one, and with 9301 without the question mark.
    fn cast(&mut self) -> Result<Expr, SqlError> {
        let operand = self.signed()?;
        if !self.eat_word("cast") {
            return Ok(operand);
        }
        self.expect_word("as")?;
        let name = self.name().map_err(|_| SqlError::xquery_type_expected(self.method, self.near()))?;
        let of_type = type_of(&name).ok_or_else(|| self.unknown_type(&name))?;
        if !self.eat("?") {
            return Err(SqlError::xquery_cast_without_mark(self.method));
        }
        Ok(Expr::Call(conversion(of_type), vec![operand]))
    }

    fn sum(&mut self) -> Result<Expr, SqlError> {
        let first = self.product()?;
        let mut rest = Vec::new();
        loop {
            let operator = match () {
                () if self.eat("+") => Arithmetic::Add,
                () if self.eat("-") => Arithmetic::Subtract,
                () => return Ok(chained(first, rest)),
            };
            let right = self.product()?;
            self.check_arithmetic(operator, rest.last().map_or(&first, |(_, last)| last), &right)?;
            rest.push((operator, right));
        }
    }

    fn product(&mut self) -> Result<Expr, SqlError> {
        let first = self.union()?;
        let mut rest = Vec::new();
        loop {
            let operator = match () {
                () if self.eat("*") => Arithmetic::Multiply,
                () if self.eat_word("div") => Arithmetic::Divide,
                () if self.eat_word("mod") => Arithmetic::Modulo,
                () => return Ok(chained(first, rest)),
            };
            let right = self.union()?;
            self.check_arithmetic(operator, rest.last().map_or(&first, |(_, last)| last), &right)?;
            rest.push((operator, right));
        }
    }

    /// Fails with 2234 if an operand of arithmetic is a text.
    fn check_arithmetic(&self, operator: Arithmetic, left: &Expr, right: &Expr) -> Result<(), SqlError> {
        let word = match operator {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "div",
            Arithmetic::Modulo => "mod",
        };
        match (constant_type(left), constant_type(right)) {
            (Some(left), Some(right)) if [left, right].contains(&TEXT) && self.method != OPENXML => {
                Err(SqlError::xquery_operands_not_allowed(self.method, word, left, right))
            }
            _ => Ok(()),
        }
    }

    /// Fails with 2234 for a comparison of a text with a number.
    fn check_operands(&self, operator: &str, left: &Expr, right: &Expr) -> Result<(), SqlError> {
        match (constant_type(left), constant_type(right)) {
            (Some(left), Some(right)) if (left == TEXT) != (right == TEXT) && self.method != OPENXML => {
                Err(SqlError::xquery_operands_not_allowed(self.method, operator, left, right))
            }
            _ => Ok(()),
        }
    }

    fn signed(&mut self) -> Result<Expr, SqlError> {
        let mut is_negative = false;
        while self.eat("-") {
            is_negative = !is_negative;
        }
        self.eat("+");
        let operand = self.path()?;
        Ok(if is_negative { Expr::Negative(Box::new(operand)) } else { operand })
    }

    /// Parses a primary expression: a constant, a variable, parentheses, a constructor, a function.
    /// Fails with 2209 for anything else, with 2227 for an undeclared variable, with 6335 if
    /// expressions are nested too deeply, and with 40517 for what doesn't exist here.
    pub(super) fn primary(&mut self) -> Result<Option<Expr>, SqlError> {
        let Some(first) = self.rest.chars().next() else { return Err(self.wrong()) };
        match first {
            '(' => {
                self.rest = &self.rest[1..];
                if self.eat(")") {
                    return Ok(Some(Expr::Sequence(Vec::new())));
                }
                let inner = self.sequence()?;
                self.expect(")")?;
                Ok(Some(inner))
            }
            '"' | '\'' => self.string().map(|text| Some(Expr::Text(text))),
            '$' => {
                let name = self.variable()?;
                match self.variables.contains(&name) {
                    true => Ok(Some(Expr::Variable(name))),
                    false => Err(SqlError::xquery_undeclared_variable(self.method, format!("${name}"))),
                }
            }
            '<' => match self.constant()? {
                Some(node) => Ok(Some(Expr::Constant(node))),
                None => self.element().map(|element| Some(Expr::Element(Box::new(element)))),
            },
            '.' if self.rest[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number().map(Some),
            first if first.is_ascii_digit() => self.number().map(Some),
            _ => self.function(),
        }
    }

    fn number(&mut self) -> Result<Expr, SqlError> {
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let mut end = self.rest.find(|c| !is_number(c)).unwrap_or(self.rest.len());
        if let Some(exponent) = self.rest[end..].strip_prefix(['e', 'E']) {
            let digits = exponent.trim_start_matches(['+', '-']);
            let count = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            end = if count > 0 { self.rest.len() - digits.len() + count } else { end };
        }
        let number = self.rest[..end].parse().map_err(|_| self.wrong())?;
        self.rest = &self.rest[end..];
        Ok(Expr::Number(number))
    }

    /// Parses a string. A doubled quote is one character of it. Entities and character references
    /// are resolved, and either quotation mark may delimit it. Fails with 2225 if none is next,
    /// with 2274 if it doesn't end.
    pub(super) fn string(&mut self) -> Result<String, SqlError> {
        self.blanks();
        let quote = self.rest.chars().next().filter(|first| matches!(first, '"' | '\''));
        let quote = quote.ok_or_else(|| SqlError::xquery_string_expected(self.method))?;
        let (line, mut text) = (self.line(), String::new());
        loop {
            let rest = &self.rest[1..];
            let end = rest.find(quote).ok_or_else(|| SqlError::xquery_string_without_end(self.method, line))?;
            text.push_str(&rest[..end]);
            self.rest = &rest[end + 1..];
            if !self.rest.starts_with(quote) {
                return Ok(super::construct::resolved(&text));
            }
            text.push(quote);
        }
    }

    /// Parses a call or a computed constructor, if one is next. Fails with 2395 for an unknown
    /// function, 2236 or 2238 for a wrong number of arguments, 2371 for a position outside a
    /// predicate, and 9325 or 9326 for a constructor that doesn't exist.
    fn function(&mut self) -> Result<Option<Expr>, SqlError> {
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        let (name, behind) = (&self.rest[..end], self.rest[end..].trim_start());
        if matches!(name, "element" | "attribute" | "text")
            && let Some(computed) = self.computed(name, behind)?
        {
            return Ok(Some(computed));
        }
        match name {
            "comment" if behind.starts_with('{') => return Err(SqlError::xquery_computed_comment(self.method)),
            "processing-instruction" if behind.trim_start_matches(is_name).trim_start().starts_with('{') => {
                return Err(SqlError::xquery_computed_instruction(self.method));
            }
            _ => {}
        }
        if name.is_empty() || name.contains("::") || !is_call(behind) {
            return Ok(None);
        }
        if matches!(name, "text" | "node" | "comment" | "processing-instruction" | "element" | "attribute") {
            return Ok(None);
        }
        self.rest = &behind[1..];
        if matches!(name, "sql:variable" | "sql:column") {
            let written = self.string()?;
            self.expect(")")?;
            let external = if name == "sql:variable" { External::Variable(written) } else { External::Column(written) };
            self.externals.push(external);
            return Ok(Some(Expr::External(self.externals.len() - 1)));
        }
        let plain = name.strip_prefix("fn:").unwrap_or(name);
        let (function, least, most) = match (type_of(name), FUNCTIONS.iter().find(|(known, ..)| *known == plain)) {
            (Some(of_type), _) => (conversion(of_type), 1, 1),
            (None, Some((_, function, least, most))) => (*function, *least, *most),
            (None, None) => return Err(self.unknown_function(name)),
        };
        let is_positional = matches!(function, Function::Position | Function::Last);
        if is_positional && self.predicates == 0 && self.method != OPENXML {
            return Err(SqlError::xquery_outside_predicate(self.method, format!("{name}()")));
        }
        let mut arguments = Vec::new();
        let left_before = self.leaves_context;
        if !self.eat(")") {
            loop {
                arguments.push(self.single()?);
                if self.eat(")") {
                    break;
                }
                self.expect(",")?;
            }
        }
        if arguments.len() < least {
            return Err(SqlError::xquery_too_few_arguments(self.method, name));
        }
        if arguments.len() > most {
            return Err(SqlError::xquery_too_many_arguments(self.method, name));
        }
        if matches!(function, Function::LocalName | Function::NamespaceUri) && arguments.iter().all(is_ancestor) {
            self.leaves_context = left_before;
        }
        Ok(Some(Expr::Call(function, arguments)))
    }

    /// Parses `attribute name {value}`, `element name {content}` or `text {value}`, whose keyword
    /// has been read.
    fn computed(&mut self, kind: &str, behind: &'t str) -> Result<Option<Expr>, SqlError> {
        let end = behind.find(|c| !is_name(c)).unwrap_or(behind.len());
        let (name, content) = (&behind[..end], behind[end..].trim_start());
        if !content.starts_with('{') || name.is_empty() != (kind == "text") {
            return Ok(None);
        }
        self.rest = &content[1..];
        let value = if self.eat("}") {
            Expr::Sequence(Vec::new())
        } else {
            let value = self.sequence()?;
            self.expect("}")?;
            value
        };
        Ok(Some(match kind {
            "element" => {
                let (name, content) = (name.to_owned(), vec![Part::Expr(value)]);
                let declared = self.prefixes.declaration(&name, self.method)?.into_iter().collect();
                Expr::Element(Box::new(Constructed { name, attributes: Vec::new(), content, declared }))
            }
            "attribute" => Expr::MakeAttribute(name.to_owned(), Box::new(value)),
            _ => Expr::MakeText(Box::new(value)),
        }))
    }

    /// Takes a name, with its prefix. Fails with 2223 if none is next or it begins with a digit,
    /// `-` or `.`.
    pub(super) fn name(&mut self) -> Result<String, SqlError> {
        self.blanks();
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        if end == 0 || self.rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.')) {
            return Err(SqlError::xquery_name_expected(self.method, self.near()));
        }
        let name = self.rest[..end].to_owned();
        self.rest = &self.rest[end..];
        Ok(name)
    }
}

/// Whether an expression is `..`, `../..` and so on.
fn is_ancestor(expr: &Expr) -> bool {
    let is_up = |step: &Step| step.test == Test::Parent && step.conditions.is_empty();
    matches!(expr, Expr::Path(Start::Here, steps) if steps.iter().all(is_up))
}

fn chained(first: Expr, rest: Vec<(Arithmetic, Expr)>) -> Expr {
    if rest.is_empty() { first } else { Expr::Arithmetic(Box::new(first), rest) }
}

/// Whether a text begins with a parenthesis that doesn't open a comment.
pub(super) fn is_call(text: &str) -> bool {
    text.starts_with('(') && !text.starts_with("(:")
}

/// Whether a character can be part of a name; a prefix's `:` counts.
pub(super) fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | ':')
}

/// The greatest nesting of expressions, equal to that of XML elements.
const DEPTH_MAX: usize = sluice_types::xml::DEPTH_MAX;

const COMPARISONS: [(&str, &str, Comparison); 6] = [
    ("!=", "ne", Comparison::NotEqual),
    ("<=", "le", Comparison::LessOrEqual),
    (">=", "ge", Comparison::GreaterOrEqual),
    ("=", "eq", Comparison::Equal),
    ("<", "lt", Comparison::Less),
    (">", "gt", Comparison::Greater),
];

const FUNCTIONS: [(&str, Function, usize, usize); 27] = [
    ("count", Function::Count, 1, 1),
    ("string", Function::String, 0, 1),
    ("data", Function::Data, 1, 1),
    ("number", Function::Number, 0, 1),
    ("boolean", Function::Boolean, 1, 1),
    ("not", Function::Not, 1, 1),
    ("empty", Function::Empty, 1, 1),
    ("position", Function::Position, 0, 0),
    ("last", Function::Last, 0, 0),
    ("contains", Function::Contains, 2, 2),
    ("concat", Function::Concat, 2, 100),
    ("substring", Function::Substring, 2, 3),
    ("string-length", Function::StringLength, 0, 1),
    ("lower-case", Function::LowerCase, 1, 1),
    ("upper-case", Function::UpperCase, 1, 1),
    ("local-name", Function::LocalName, 0, 1),
    ("namespace-uri", Function::NamespaceUri, 0, 1),
    ("distinct-values", Function::DistinctValues, 1, 1),
    ("sum", Function::Sum, 1, 1),
    ("min", Function::Min, 1, 1),
    ("max", Function::Max, 1, 1),
    ("avg", Function::Avg, 1, 1),
    ("ceiling", Function::Ceiling, 1, 1),
    ("floor", Function::Floor, 1, 1),
    ("round", Function::Round, 1, 1),
    ("true", Function::True, 0, 0),
    ("false", Function::False, 0, 0),
];
