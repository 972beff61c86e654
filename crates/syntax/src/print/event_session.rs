//! Prints event sessions.

use super::printer::Printer;
use crate::ast::{
    EventObject, EventPredicate, EventSession, EventSessionOption, EventSessionPart, EventSetting, SessionEvent,
};

impl EventPredicate {
    /// Returns the condition as T-SQL, without WHERE.
    pub fn text(&self) -> String {
        let mut printer = Printer::default();
        printer.event_predicate(self);
        printer.out
    }
}

impl EventSession {
    /// Returns the statement as T-SQL, without a closing semicolon.
    pub fn text(&self) -> String {
        let mut printer = Printer::default();
        printer.event_session(self);
        printer.out
    }
}

impl Printer {
    /// Prints CREATE, ALTER or DROP EVENT SESSION with its state, parts and options.
    pub(crate) fn event_session(&mut self, session: &EventSession) {
        self.word(session.verb.words());
        self.name(&session.name);
        self.word("ON SERVER");
        if let Some(starts) = session.state {
            self.word(if starts { "STATE = START" } else { "STATE = STOP" });
        }
        self.list(&session.parts, |printer, part| match part {
            EventSessionPart::AddEvent(event) => printer.session_event(event),
            EventSessionPart::DropEvent(event) => {
                printer.word("DROP EVENT");
                printer.event_object(event);
            }
            EventSessionPart::AddTarget(target) => {
                printer.word("ADD TARGET");
                printer.event_object(&target.target);
                if !target.parameters.is_empty() {
                    printer.word("(SET");
                    printer.list(&target.parameters, Printer::event_setting);
                    printer.raw(")");
                }
            }
            EventSessionPart::DropTarget(target) => {
                printer.word("DROP TARGET");
                printer.event_object(target);
            }
        });
        if !session.options.is_empty() {
            self.word("WITH");
            self.parenthesised(&session.options, Printer::event_session_option);
        }
    }

    fn session_event(&mut self, event: &SessionEvent) {
        self.word("ADD EVENT");
        self.event_object(&event.event);
        if event.fields.is_empty() && event.actions.is_empty() && event.predicate.is_none() {
            return;
        }
        self.word("(");
        if !event.fields.is_empty() {
            self.word("SET");
            self.list(&event.fields, Printer::event_setting);
        }
        if !event.actions.is_empty() {
            self.word("ACTION");
            self.parenthesised(&event.actions, Printer::event_object);
        }
        if let Some(predicate) = &event.predicate {
            self.word("WHERE");
            self.event_predicate(predicate);
        }
        self.raw(")");
    }

    fn event_object(&mut self, object: &EventObject) {
        self.word("");
        for prefix in [&object.module, &object.package].into_iter().flatten() {
            self.name_part(prefix);
            self.raw(".");
        }
        self.name_part(&object.name);
    }

    fn event_setting(&mut self, setting: &EventSetting) {
        self.name(&setting.name);
        self.word("=");
        self.literal(&setting.value);
    }

    fn event_predicate(&mut self, predicate: &EventPredicate) {
        let chain = |printer: &mut Printer, items: &[EventPredicate], word: &str| {
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    printer.word(word);
                }
                printer.event_factor(item);
            }
        };
        match predicate {
            EventPredicate::And(all) => chain(self, all, "AND"),
            EventPredicate::Or(any) => chain(self, any, "OR"),
            other => self.event_factor(other),
        }
    }

    /// Prints a condition as an operand of AND, OR and NOT.
    fn event_factor(&mut self, predicate: &EventPredicate) {
        match predicate {
            EventPredicate::And(_) | EventPredicate::Or(_) => {
                self.word("(");
                self.event_predicate(predicate);
                self.raw(")");
            }
            EventPredicate::Not(inner) => {
                self.word("NOT");
                self.event_factor(inner);
            }
            EventPredicate::Compare { source, operator, value } => {
                self.event_object(source);
                self.word(operator.symbol());
                self.literal(value);
            }
            EventPredicate::Call { comparator, source, value } => {
                self.event_object(comparator);
                self.raw("(");
                self.event_object(source);
                self.raw(",");
                self.literal(value);
                self.raw(")");
            }
        }
    }

    fn event_session_option(&mut self, option: &EventSessionOption) {
        self.word(option.word());
        self.word("=");
        match option {
            EventSessionOption::MaxMemory(size) | EventSessionOption::MaxEventSize(size) => self.file_size(size),
            EventSessionOption::RetentionMode(mode) | EventSessionOption::PartitionMode(mode) => self.any_word(mode),
            EventSessionOption::UnlimitedDuration => self.word("UNLIMITED"),
            EventSessionOption::DispatchLatency(None) => self.word("INFINITE"),
            EventSessionOption::DispatchLatency(Some(seconds)) => self.word(&format!("{seconds} SECONDS")),
            EventSessionOption::TrackCausality(on) | EventSessionOption::StartupState(on) => self.switch(*on),
        }
    }
}
