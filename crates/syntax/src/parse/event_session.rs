//! Parses CREATE, ALTER and DROP EVENT SESSION on the server. Names of events, targets and fields
//! aren't checked.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{
    ComparisonOperator, EventObject, EventPredicate, EventSession, EventSessionOption, EventSessionPart,
    EventSessionVerb, EventSetting, Literal, SessionEvent, SessionTarget, StatementKind,
};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses an event session's statement, starting at its verb. ON DATABASE is refused by name.
    /// CREATE and ALTER without any part, option or STATE are syntax errors, as is DROP of a part
    /// in CREATE.
    pub(crate) fn event_session(&mut self, verb: Keyword) -> Parsed<StatementKind> {
        let verb = match verb {
            Keyword::Create => EventSessionVerb::Create,
            Keyword::Alter => EventSessionVerb::Alter,
            _ => EventSessionVerb::Drop,
        };
        self.at += 3;
        let name = self.name()?;
        self.expect_keyword(Keyword::On)?;
        if self.at_keyword(Keyword::Database) {
            let reach = if verb == EventSessionVerb::Alter { Reach::Alter } else { Reach::Statement };
            return Err(self.unsupported(format!("{} ON DATABASE", verb.words()), reach));
        }
        self.expect_word("server")?;
        let mut session = EventSession { verb, name, parts: Vec::new(), options: Vec::new(), state: None };
        if verb != EventSessionVerb::Drop {
            self.event_session_body(&mut session)?;
        }
        Ok(StatementKind::EventSession(Box::new(session)))
    }

    fn event_session_body(&mut self, session: &mut EventSession) -> Parsed<()> {
        let is_alter = session.verb == EventSessionVerb::Alter;
        if is_alter && self.eat_word("state") {
            self.expect(TokenKind::Equal)?;
            let starts = self.eat_word("start");
            if !starts {
                self.expect_word("stop")?;
            }
            session.state = Some(starts);
            return Ok(());
        }
        while self.at_event_session_part() {
            if self.at_keyword(Keyword::Drop) && !is_alter {
                return Err(self.incorrect());
            }
            let part = self.event_session_part()?;
            session.parts.push(part);
            // Commas separate the parts; a comma before a target may be missing.
            if self.eat(TokenKind::Comma) && !self.at_event_session_part() {
                return Err(self.incorrect());
            }
        }
        if self.eat_keyword(Keyword::With) {
            session.options = self.parenthesised(Self::event_session_option)?;
        }
        if session.parts.is_empty() && session.options.is_empty() { Err(self.incorrect()) } else { Ok(()) }
    }

    fn at_event_session_part(&self) -> bool {
        let verb = self.at_keyword(Keyword::Add) || self.at_keyword(Keyword::Drop);
        // `DROP EVENT SESSION` is the next statement.
        let next = self.word_ahead(1, "event") && !self.word_ahead(2, "session") || self.word_ahead(1, "target");
        verb && next
    }

    fn event_session_part(&mut self) -> Parsed<EventSessionPart> {
        let adds = self.eat_keyword(Keyword::Add);
        if !adds {
            self.advance();
        }
        let is_event = self.eat_word("event");
        if !is_event {
            self.advance();
        }
        let object = self.event_object()?;
        Ok(match (adds, is_event) {
            (true, true) => EventSessionPart::AddEvent(self.session_event(object)?),
            (true, false) => EventSessionPart::AddTarget(self.session_target(object)?),
            (false, true) => EventSessionPart::DropEvent(object),
            (false, false) => EventSessionPart::DropTarget(object),
        })
    }

    /// `[module.][package.]name`.
    fn event_object(&mut self) -> Parsed<EventObject> {
        let mut names = vec![self.any_word()?];
        while names.len() < 3 && self.eat(TokenKind::Dot) {
            names.push(self.any_word()?);
        }
        let name = names.remove(names.len() - 1);
        Ok(EventObject { name, package: names.pop(), module: names.pop() })
    }

    fn session_event(&mut self, event: EventObject) -> Parsed<SessionEvent> {
        let mut event = SessionEvent { event, fields: Vec::new(), actions: Vec::new(), predicate: None };
        if !self.eat(TokenKind::LeftParen) {
            return Ok(event);
        }
        if self.eat_keyword(Keyword::Set) {
            event.fields = self.list(Self::event_setting)?;
        }
        if self.eat_word("action") {
            event.actions = self.parenthesised(Self::event_object)?;
        }
        if self.eat_keyword(Keyword::Where) {
            event.predicate = Some(self.event_predicate()?);
        }
        self.expect(TokenKind::RightParen)?;
        Ok(event)
    }

    fn session_target(&mut self, target: EventObject) -> Parsed<SessionTarget> {
        let mut parameters = Vec::new();
        if self.eat(TokenKind::LeftParen) {
            self.expect_keyword(Keyword::Set)?;
            parameters = self.list(Self::event_setting)?;
            self.expect(TokenKind::RightParen)?;
        }
        Ok(SessionTarget { target, parameters })
    }

    fn event_setting(&mut self) -> Parsed<EventSetting> {
        let name = self.any_word()?;
        self.expect(TokenKind::Equal)?;
        Ok(EventSetting { name, value: self.event_value()? })
    }

    /// A number or a string, perhaps in parentheses.
    fn event_value(&mut self) -> Parsed<Literal> {
        let in_parentheses = self.eat(TokenKind::LeftParen);
        let is_negative = self.eat(TokenKind::Minus);
        let value = match (self.literal(), is_negative) {
            (Some(Literal::Integer(number)), true) => Literal::Integer(-number),
            (Some(Literal::Decimal(number)), true) => Literal::Decimal(format!("-{number}").into()),
            (Some(Literal::Integer(number)), false) => Literal::Integer(number),
            (Some(Literal::Decimal(number)), false) => Literal::Decimal(number),
            (Some(Literal::String(text) | Literal::NationalString(text)), false) => Literal::NationalString(text),
            _ => return Err(self.incorrect()),
        };
        if in_parentheses {
            self.expect(TokenKind::RightParen)?;
        }
        Ok(value)
    }

    fn event_predicate(&mut self) -> Parsed<EventPredicate> {
        self.nest(|parser| {
            let mut any = vec![parser.event_conjunction()?];
            while parser.eat_keyword(Keyword::Or) {
                any.push(parser.event_conjunction()?);
            }
            Ok(if any.len() == 1 { any.remove(0) } else { EventPredicate::Or(any) })
        })
    }

    fn event_conjunction(&mut self) -> Parsed<EventPredicate> {
        let mut all = vec![self.event_factor()?];
        while self.eat_keyword(Keyword::And) {
            all.push(self.event_factor()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { EventPredicate::And(all) })
    }

    fn event_factor(&mut self) -> Parsed<EventPredicate> {
        if self.eat_keyword(Keyword::Not) {
            return self.nest(|parser| Ok(EventPredicate::Not(Box::new(parser.event_factor()?))));
        }
        if self.at_kind(TokenKind::LeftParen) && !self.at_event_source_in_parentheses() {
            self.advance();
            let inner = self.event_predicate()?;
            self.expect(TokenKind::RightParen)?;
            return Ok(inner);
        }
        let source = self.event_source()?;
        if !self.eat(TokenKind::LeftParen) {
            let operator = self.event_operator()?;
            return Ok(EventPredicate::Compare { source, operator, value: self.event_value()? });
        }
        let comparator = source;
        let source = self.event_source()?;
        self.expect(TokenKind::Comma)?;
        let value = self.event_value()?;
        self.expect(TokenKind::RightParen)?;
        Ok(EventPredicate::Call { comparator, source, value })
    }

    /// Whether `(name.name)` is next, which is a source rather than a condition.
    fn at_event_source_in_parentheses(&self) -> bool {
        let mut distance = 1;
        while self.ahead(distance).is_any_word() || self.ahead(distance).is_name() {
            match self.ahead(distance + 1).kind {
                TokenKind::Dot => distance += 2,
                kind => return kind == TokenKind::RightParen,
            }
        }
        false
    }

    fn event_source(&mut self) -> Parsed<EventObject> {
        let in_parentheses = self.eat(TokenKind::LeftParen);
        let source = self.event_object()?;
        if in_parentheses {
            self.expect(TokenKind::RightParen)?;
        }
        Ok(source)
    }

    fn event_operator(&mut self) -> Parsed<ComparisonOperator> {
        let operator = match self.token().kind {
            TokenKind::Equal => ComparisonOperator::Equal,
            TokenKind::NotEqual => ComparisonOperator::NotEqual,
            TokenKind::Less => ComparisonOperator::Less,
            TokenKind::LessEqual => ComparisonOperator::LessOrEqual,
            TokenKind::Greater => ComparisonOperator::Greater,
            TokenKind::GreaterEqual => ComparisonOperator::GreaterOrEqual,
            _ => return Err(self.incorrect()),
        };
        self.advance();
        Ok(operator)
    }

    fn event_session_option(&mut self) -> Parsed<EventSessionOption> {
        let words = [
            "max_memory",
            "event_retention_mode",
            "max_dispatch_latency",
            "max_event_size",
            "memory_partition_mode",
            "track_causality",
            "max_duration",
            "startup_state",
        ];
        let Some(place) = words.iter().position(|word| self.at_word(word)) else { return Err(self.incorrect()) };
        self.advance();
        self.expect(TokenKind::Equal)?;
        Ok(match place {
            0 => EventSessionOption::MaxMemory(self.file_size()?),
            1 => EventSessionOption::RetentionMode(self.any_word()?),
            2 if self.eat_word("infinite") => EventSessionOption::DispatchLatency(None),
            2 => {
                let seconds = self.small_number()?;
                self.expect_word("seconds")?;
                EventSessionOption::DispatchLatency(Some(seconds))
            }
            3 => EventSessionOption::MaxEventSize(self.file_size()?),
            4 => EventSessionOption::PartitionMode(self.any_word()?),
            5 => EventSessionOption::TrackCausality(self.expect_switch()?),
            6 => {
                if !self.eat_word("unlimited") {
                    self.small_number()?;
                    self.any_word()?;
                    self.refuse("MAX_DURATION");
                }
                EventSessionOption::UnlimitedDuration
            }
            _ => EventSessionOption::StartupState(self.expect_switch()?),
        })
    }
}
