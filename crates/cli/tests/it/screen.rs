//! A terminal emulator: the lines shown after the bytes sent, without colours. Only the escape
//! sequences of the shell are supported.

/// The lines of a terminal of unlimited height.
#[derive(Default)]
pub(crate) struct Screen {
    lines: Vec<Vec<char>>,
    row: usize,
    column: usize,
    rest: Vec<u8>,
}

impl Screen {
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        self.rest.extend(bytes);
        let text = match std::str::from_utf8(&self.rest) {
            Ok(text) => text.to_owned(),
            Err(error) => String::from_utf8_lossy(&self.rest[..error.valid_up_to()]).into_owned(),
        };
        let mut used = 0;
        let mut signs = text.char_indices();
        while let Some((at, sign)) = signs.next() {
            if sign != '\x1b' {
                self.sign(sign);
                used = at + sign.len_utf8();
                continue;
            }
            // `ESC [ parameters letter`; an incomplete sequence waits for more bytes.
            let rest = &text[at + 1..];
            let Some(length) = rest.char_indices().skip(1).find(|(_, sign)| sign.is_ascii_alphabetic()) else { break };
            let sequence = &rest[1..=length.0];
            self.sequence(sequence);
            used = at + 1 + length.0 + 1;
            signs = text.char_indices();
            signs.by_ref().take_while(|(at, _)| *at + 1 < used).for_each(drop);
        }
        self.rest.drain(..used);
    }

    /// Returns the lines without trailing blanks, from `top` on.
    pub(crate) fn text(&self) -> String {
        let lines: Vec<String> =
            self.lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned()).collect();
        lines.join("\n")
    }

    /// Returns the last line without trailing blanks.
    pub(crate) fn last_line(&self) -> String {
        self.lines.last().map(|line| line.iter().collect::<String>().trim_end().to_owned()).unwrap_or_default()
    }

    fn sign(&mut self, sign: char) {
        match sign {
            '\r' => self.column = 0,
            '\n' => self.row += 1,
            '\u{7}' => {}
            sign => {
                self.reach();
                self.lines[self.row][self.column] = sign;
                self.column += 1;
            }
        }
    }

    fn reach(&mut self) {
        if self.lines.len() <= self.row {
            self.lines.resize(self.row + 1, Vec::new());
        }
        let line = &mut self.lines[self.row];
        if line.len() <= self.column {
            line.resize(self.column + 1, ' ');
        }
    }

    fn sequence(&mut self, sequence: &str) {
        let (parameters, letter) = sequence.split_at(sequence.len() - 1);
        let count = parameters.parse().unwrap_or(1);
        match letter {
            "A" => self.row = self.row.saturating_sub(count),
            "B" => self.row += count,
            "C" => self.column += count,
            "D" => self.column = self.column.saturating_sub(count),
            "K" => {
                self.reach();
                self.lines[self.row].truncate(self.column);
            }
            // Colours and modes are ignored.
            "m" | "h" | "l" => {}
            other => panic!("a sequence that is not known: {parameters}{other}"),
        }
    }
}

#[test]
fn sequences_move_and_clear() {
    let mut screen = Screen::default();
    screen.take(b"abc\r\nde\x1b[A\x1b");
    screen.take("[1m!\x1b[0m\x1b[K\r\n\x1b[2Cü".as_bytes());
    assert_eq!(screen.text(), "ab!\ndeü");
}
