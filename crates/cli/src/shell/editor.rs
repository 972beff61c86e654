//! Reads batches from a terminal: multi-line editing, history, completion, colours. The line
//! editing is `rustyline`'s (`docs/decisions/2026-11-22-line-editing.md`).

use super::completion;
use super::gutter::{self, BLANK, MARK, is_gutter};
use super::history::{self, Batches};
use super::input;
use super::names::Names;
use super::words::{Kind, tokens};
use crate::colours::{self, Colours, Ink};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{
    CharSearch, Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Event, EventContext,
    EventHandler, Helper, KeyCode, KeyEvent, Modifiers, Movement, RepeatCount,
};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicUsize, Ordering};
use sluice_engine::{Instance, vocabulary};
use std::borrow::Cow;

/// Reads batches from the terminal.
pub(crate) struct Editor {
    inner: rustyline::Editor<Assistant, Batches>,
    /// The width of the prompt, shared with the key handlers.
    width: Arc<AtomicUsize>,
    colours: Colours,
}

/// The result of a prompt.
pub(crate) enum Typed {
    /// A text that can run, without gutters.
    Text(String),
    /// Ctrl-C: the input is dropped.
    GivenUp,
    /// Ctrl-D: the end of input.
    End,
}

/// Completion and colours for the editor.
struct Assistant {
    names: Option<Names>,
    database: String,
    words: Vec<&'static str>,
    colours: Colours,
}

impl Editor {
    /// Returns an editor for batches on `instance`, with completion of its names (a server's names
    /// are not completed). Returns `None` if the terminal can't be used for editing. The history is
    /// that of the user, across runs.
    pub(crate) fn new(instance: Option<&Arc<Instance>>, colours: Colours, terminator: &str) -> Option<Editor> {
        // Colours are decided by `colours`: line numbers must be shown without colours too.
        let config = Config::builder().completion_type(CompletionType::List).color_mode(ColorMode::Forced).build();
        let batches = Batches::open(history::file_of_user());
        let mut inner = rustyline::Editor::with_history(config, batches).ok()?;
        let words = vocabulary::keywords().chain(vocabulary::functions()).collect();
        inner.set_helper(Some(Assistant { names: instance.map(Names::new), database: String::new(), words, colours }));
        let width = Arc::new(AtomicUsize::new(0));
        bind(&mut inner, &width, terminator);
        Some(Editor { inner, width, colours })
    }

    /// Lets the user edit until there is a text to run, starting with `initial`.
    pub(crate) fn read(&mut self, database: &str, initial: &str) -> Result<Typed, String> {
        let database = colours::visible(database);
        let plain = format!("{database} 1> ");
        let width = plain.chars().count();
        self.width.store(width, Ordering::Relaxed);
        self.inner.history_mut().gutter = width;
        if let Some(assistant) = self.inner.helper_mut() {
            assistant.database = database.to_string();
        }
        let prompt = (plain, format!("{} 1> ", self.colours.paint(Ink::Bold, &database)));
        let initial = gutter::with_gutter(initial, width);
        match self.inner.readline_with_initial(&prompt, (&initial, "")) {
            Ok(text) => Ok(Typed::Text(gutter::without_gutter(&text).into_owned())),
            Err(ReadlineError::Interrupted) => Ok(Typed::GivenUp),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(error) => Err(format!("could not read from the terminal: {error}")),
        }
    }

    /// Adds a text to the history.
    pub(crate) fn remember(&mut self, text: &str) {
        self.inner.history_mut().enter(text);
    }
}

impl Helper for Assistant {}

impl Hinter for Assistant {
    type Hint = String;
}

impl Validator for Assistant {}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let known = self.names.as_ref().map_or_else(Arc::default, |names| names.now(&self.database));
        Ok(completion::offers(line, at, (&known, &self.database, &self.words)))
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned(coloured(line, &self.words, self.colours))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}

/// Returns the text with coloured words and line numbers in the gutter; its width is unchanged.
fn coloured(text: &str, keywords: &[&str], colours: Colours) -> String {
    let (mut shown, mut at, mut line) = (String::with_capacity(text.len() * 2), 0, 1);
    let is_command = text.starts_with(['\\', ':']);
    for token in tokens(text) {
        put(&text[at..token.start], (Ink::Plain, colours), &mut line, &mut shown);
        let ink = match token.kind {
            _ if is_command => Ink::Plain,
            Kind::Word if keywords.iter().any(|word| word.eq_ignore_ascii_case(token.text_in(text))) => Ink::Keyword,
            Kind::Text => Ink::Text,
            Kind::Comment => Ink::Faint,
            Kind::Variable => Ink::Variable,
            _ => Ink::Plain,
        };
        put(token.text_in(text), (ink, colours), &mut line, &mut shown);
        at = token.end;
    }
    put(&text[at..], (Ink::Plain, colours), &mut line, &mut shown);
    shown
}

fn put(piece: &str, (ink, colours): (Ink, Colours), line: &mut usize, shown: &mut String) {
    for (number, part) in piece.split('\n').enumerate() {
        let mut part = part;
        if number > 0 {
            *line += 1;
            shown.push('\n');
            let written = part.trim_start_matches(is_gutter);
            let width = part[..part.len() - written.len()].matches(BLANK).count();
            if width > 0 {
                let label = format!("{line}> ");
                let label = label.get(label.len().saturating_sub(width)..).unwrap_or_default();
                shown.push_str(&colours.paint(Ink::Faint, &format!("{label:>width$}")));
            }
            part = written;
        }
        shown.push_str(&colours.paint(ink, &part.replace(is_gutter, "")));
    }
}

/// The effect of a key on the text (first argument) with the cursor at a byte (second) and the
/// prompt's width (third). `None` keeps the editor's default.
type Act = fn(&str, usize, usize) -> Option<Cmd>;

struct Key {
    act: Act,
    width: Arc<AtomicUsize>,
}

impl ConditionalEventHandler for Key {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        (self.act)(context.line(), context.pos(), self.width.load(Ordering::Relaxed))
    }
}

/// The Enter key.
struct Enter {
    width: Arc<AtomicUsize>,
    terminator: String,
}

impl ConditionalEventHandler for Enter {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        enter(context.line(), context.pos(), self.width.load(Ordering::Relaxed), &self.terminator)
    }
}

fn bind(editor: &mut rustyline::Editor<Assistant, Batches>, width: &Arc<AtomicUsize>, terminator: &str) {
    let enter = Enter { width: Arc::clone(width), terminator: terminator.to_owned() };
    let key = KeyEvent(KeyCode::Enter, Modifiers::NONE);
    editor.bind_sequence(key, EventHandler::Conditional(Box::new(enter)));
    let keys: [(KeyEvent, Act); 8] = [
        (KeyEvent(KeyCode::Backspace, Modifiers::NONE), delete_before),
        (KeyEvent(KeyCode::Left, Modifiers::NONE), left),
        (KeyEvent::ctrl('B'), left),
        (KeyEvent(KeyCode::Right, Modifiers::NONE), right),
        (KeyEvent::ctrl('F'), right),
        (KeyEvent(KeyCode::Delete, Modifiers::NONE), delete_behind),
        (KeyEvent(KeyCode::Home, Modifiers::NONE), home),
        (KeyEvent::ctrl('A'), home),
    ];
    for (key, act) in keys {
        editor.bind_sequence(key, EventHandler::Conditional(Box::new(Key { act, width: Arc::clone(width) })));
    }
}

/// Runs the text if it is complete, or else begins another line. Adds the missing gutters of pasted
/// lines.
fn enter(text: &str, at: usize, width: usize, terminator: &str) -> Option<Cmd> {
    if input::is_complete(&gutter::without_gutter(text), terminator) {
        return Some(Cmd::AcceptLine);
    }
    let mended = gutter::with_gutter(text, width);
    if at == text.len() && mended != text {
        return Some(Cmd::Replace(Movement::WholeBuffer, Some(gutter::with_gutter(&(mended + "\n"), width))));
    }
    Some(Cmd::Insert(1, gutter::with_gutter("\n", width)))
}

/// Keys that go back from a line's beginning skip its gutter. A repeat count scales the editor's
/// commands, so these commands search for the gutter instead of counting characters.
fn delete_before(text: &str, at: usize, _: usize) -> Option<Cmd> {
    (gutter::into_line(text, at) == Some(0)).then_some(Cmd::Kill(TO_LINE_END_BEFORE))
}

fn delete_behind(text: &str, at: usize, _: usize) -> Option<Cmd> {
    gutter::is_before_gutter(text, at).then_some(Cmd::Kill(TO_GUTTER_END_BEHIND))
}

fn left(text: &str, at: usize, _: usize) -> Option<Cmd> {
    (gutter::into_line(text, at) == Some(0)).then_some(Cmd::Move(TO_LINE_END_BEFORE))
}

fn right(text: &str, at: usize, _: usize) -> Option<Cmd> {
    gutter::is_before_gutter(text, at).then_some(Cmd::Move(TO_GUTTER_END_BEHIND))
}

fn home(text: &str, at: usize, _: usize) -> Option<Cmd> {
    match gutter::into_line(text, at)? {
        0 => Some(Cmd::Noop),
        _ => Some(Cmd::Move(Movement::ViCharSearch(1, CharSearch::Backward(MARK)))),
    }
}

const TO_LINE_END_BEFORE: Movement = Movement::ViCharSearch(1, CharSearch::Backward('\n'));
const TO_GUTTER_END_BEHIND: Movement = Movement::ViCharSearch(1, CharSearch::Forward(MARK));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colouring_keeps_width_and_numbers_lines() {
        let text = gutter::with_gutter("select 'a\nb' -- c\nfrom @t", 9);
        assert_eq!(
            coloured(&text, &["SELECT", "FROM"], Colours(true)),
            "\x1b[36mselect\x1b[0m \x1b[32m'a\x1b[0m\n\x1b[2m      2> \x1b[0m\x1b[32mb'\x1b[0m \x1b[2m-- c\x1b[0m\n\
             \x1b[2m      3> \x1b[0m\x1b[36mfrom\x1b[0m \x1b[35m@t\x1b[0m"
        );
    }

    #[test]
    fn enter_runs_complete_text_and_repairs_pasted_text() {
        assert_eq!(enter("select 1\ngo", 11, 3, "GO"), Some(Cmd::AcceptLine));
        assert_eq!(enter("select 1", 8, 3, "GO"), Some(Cmd::Insert(1, gutter::with_gutter("\n", 3))));
        let mended = gutter::with_gutter("a\nb\n", 3);
        assert_eq!(enter("a\nb", 3, 3, "GO"), Some(Cmd::Replace(Movement::WholeBuffer, Some(mended))));
    }
}
