//! Splits a script into batches at GO, as sqlcmd does.
//!
//! GO is a command of the client, not T-SQL: alone on a line, optionally with a repeat count.
//! Inside a string, a quoted name or a block comment it is text.

/// A batch of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The text between two GO, including line ends.
    pub text: String,
    /// The line of the script where the text begins, from 1.
    pub first_line: u32,
    /// The number of times to run the batch.
    pub count: u64,
}

/// Returns the batches of `script`, in order. Omits blank batches. The last batch needs no GO.
/// Repeat counts are not expanded.
pub fn batches(script: &str) -> Vec<Batch> {
    let mut splitter = Splitter::new();
    let mut batches: Vec<Batch> = script.split_inclusive('\n').filter_map(|line| splitter.line(line)).collect();
    batches.extend(splitter.finish());
    batches
}

/// Takes a script line by line and returns each batch at its GO. It remembers whether a line begins
/// inside a string, quoted name or comment.
#[derive(Debug)]
pub struct Splitter {
    /// The word that ends a batch: GO, unless the client chose another.
    terminator: String,
    text: String,
    first_line: u32,
    next_line: u32,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Plain,
    /// Inside a string or name that ends with this character.
    Quoted(u8),
    /// Inside block comments, nested to this depth.
    Comment(u32),
}

impl Splitter {
    /// Returns a splitter at the first line of a script.
    pub fn new() -> Splitter {
        Splitter::with_terminator("GO")
    }

    /// Returns a splitter whose batches end with `terminator` instead of GO. Case is ignored.
    pub fn with_terminator(terminator: &str) -> Splitter {
        let (terminator, text) = (terminator.to_owned(), String::new());
        Splitter { terminator, text, first_line: 1, next_line: 1, state: State::Plain }
    }

    /// Returns the word that ends a batch.
    pub fn terminator(&self) -> &str {
        &self.terminator
    }

    /// Takes the next line, including its line end. Returns the batch if the line is the GO that
    /// ends it. A blank batch, and one with the count 0, is dropped: then the result is `None`.
    pub fn line(&mut self, line: &str) -> Option<Batch> {
        self.next_line += 1;
        if self.state == State::Plain
            && let Some(count) = go(line, &self.terminator)
        {
            return self.take(count);
        }
        self.text.push_str(line);
        self.state = after(self.state, line.as_bytes());
        None
    }

    /// Returns whether the next line begins outside strings, quoted names and comments.
    pub fn is_plain(&self) -> bool {
        self.state == State::Plain
    }

    /// Returns the text after the last batch.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether no text follows the last batch.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the batch that ends with the script. `None` if it is blank.
    pub fn finish(&mut self) -> Option<Batch> {
        self.take(1)
    }

    fn take(&mut self, count: u64) -> Option<Batch> {
        let text = std::mem::take(&mut self.text);
        let first_line = std::mem::replace(&mut self.first_line, self.next_line);
        self.state = State::Plain;
        let worth_running = !text.trim().is_empty() && count > 0;
        worth_running.then_some(Batch { text, first_line, count })
    }
}

impl Default for Splitter {
    fn default() -> Splitter {
        Splitter::new()
    }
}

/// Returns the count of a line that ends a batch; `None` for any other line.
fn go(line: &str, terminator: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    if !words.next()?.eq_ignore_ascii_case(terminator) {
        return None;
    }
    let count = match words.next() {
        None => 1,
        Some(comment) if comment.starts_with("--") => return Some(1),
        Some(word) => word.parse().ok()?,
    };
    words.next().is_none_or(|word| word.starts_with("--")).then_some(count)
}

/// Returns the state after a line that began in `state`.
fn after(mut state: State, line: &[u8]) -> State {
    let mut at = 0;
    while at < line.len() {
        let pair = (line[at], line.get(at + 1).copied().unwrap_or(b'\n'));
        let mut step = 1;
        state = match (state, pair) {
            (State::Plain, (b'-', b'-')) => return State::Plain,
            (State::Plain, (b'/', b'*')) => {
                step = 2;
                State::Comment(1)
            }
            (State::Comment(depth), (b'/', b'*')) => {
                step = 2;
                State::Comment(depth + 1)
            }
            (State::Comment(depth), (b'*', b'/')) => {
                step = 2;
                if depth == 1 { State::Plain } else { State::Comment(depth - 1) }
            }
            (State::Plain, (quote @ (b'\'' | b'"'), _)) => State::Quoted(quote),
            (State::Plain, (b'[', _)) => State::Quoted(b']'),
            // A doubled quote ends and reopens the quotation, so the state is the same.
            (State::Quoted(end), (byte, _)) if byte == end => State::Plain,
            (state, _) => state,
        };
        at += step;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(script: &str) -> Vec<(String, u32, u64)> {
        batches(script).into_iter().map(|batch| (batch.text, batch.first_line, batch.count)).collect()
    }

    #[test]
    fn go_ends_a_batch_and_may_have_a_count() {
        assert_eq!(
            split("select 1\nGO\n\n  go 3 \nselect 2\r\ngo 5\r\nselect 3"),
            [("select 1\n".into(), 1, 1), ("select 2\r\n".into(), 5, 5), ("select 3".into(), 7, 1)]
        );
    }

    #[test]
    fn another_terminator_replaces_go() {
        let mut splitter = Splitter::with_terminator("END_BATCH");
        assert_eq!(splitter.line("select 1\n").or_else(|| splitter.line("GO\n")), None);
        let batch = splitter.line("end_batch 2\n").unwrap();
        assert_eq!((batch.text.as_str(), batch.count), ("select 1\nGO\n", 2));
    }

    #[test]
    fn go_inside_text_is_text() {
        for script in [
            "/* a\nGO\n*/ select 1",
            "select 'a\nGO\n'",
            "select [a\nGO\n]",
            "select \"\nGO\n\"",
            "/* /* */\nGO\n*/ select 1",
        ] {
            assert_eq!(split(script).len(), 1, "{script}");
        }
    }

    #[test]
    fn go_after_closed_text_ends_a_batch() {
        for script in
            ["select 'it''s'\nGO\nselect 2", "select 1 -- it's\nGO\nselect 2", "/* ' */\nselect 1\nGO -- end\nselect 2"]
        {
            assert_eq!(split(script).len(), 2, "{script}");
        }
    }

    #[test]
    fn words_that_begin_with_go_are_text() {
        assert_eq!(split("goto x\ngone\ngo away\nselect 1").len(), 1);
        assert!(split("select 1\ngo 0\n").is_empty(), "a batch that runs no times");
    }
}
