//! Encodings of scripts and output files (`tools/sqlcmd/sqlcmd-utility`, -f and -u).

use sluice_engine::CodePage;
use std::io::{self, BufRead, Write};

/// The encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf16 { is_big_endian: bool },
    Page(CodePage),
}

/// The encodings that the command line determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encodings {
    /// Scripts without a byte-order mark.
    pub(crate) input: Encoding,
    /// Output files.
    pub(crate) output: Encoding,
}

/// Reads the lines of a script. A byte-order mark overrides the encoding. One line at a time is in
/// memory.
pub(crate) struct Lines<R> {
    input: R,
    encoding: Encoding,
    has_begun: bool,
    bytes: Vec<u8>,
}

/// Writes text in an encoding. Text comes in as UTF-8. A byte-order mark comes first in UTF-16.
pub(crate) struct Encoder<W> {
    out: W,
    encoding: Encoding,
    /// The incomplete character at the end of the last write.
    rest: Vec<u8>,
    has_begun: bool,
}

impl Default for Encodings {
    fn default() -> Encodings {
        let utf_8 = Encoding::Page(CodePage::Utf8);
        Encodings { input: utf_8, output: utf_8 }
    }
}

impl Encoding {
    /// UTF-16, little-endian.
    pub(crate) const WIDE: Encoding = Encoding::Utf16 { is_big_endian: false };

    /// Returns the encoding with Windows' number. 1200 and 1201 are UTF-16. `None` for an unknown
    /// code page.
    pub(crate) fn from_number(number: &str) -> Option<Encoding> {
        match number.trim() {
            "1200" => Some(Encoding::WIDE),
            "1201" => Some(Encoding::Utf16 { is_big_endian: true }),
            other => CodePage::of_number(other.parse().ok()?).map(Encoding::Page),
        }
    }

    /// Returns the text; an error for bytes that aren't valid.
    fn decoded(self, bytes: &[u8]) -> io::Result<String> {
        let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
        match self {
            Encoding::Page(CodePage::Utf8) => String::from_utf8(bytes.to_vec())
                .map_err(|_| invalid("it isn't valid UTF-8; -f i:NUMBER names its code page")),
            Encoding::Page(page) => Ok(page.text(bytes)),
            Encoding::Utf16 { is_big_endian } => {
                let (pairs, rest) = bytes.as_chunks::<2>();
                let unit =
                    |pair: &[u8; 2]| if is_big_endian { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
                let text = String::from_utf16(&pairs.iter().map(unit).collect::<Vec<u16>>()).ok();
                text.filter(|_| rest.is_empty()).ok_or_else(|| invalid("it isn't valid UTF-16"))
            }
        }
    }
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of a script of which nothing is read.
    pub(crate) fn new(input: R, encoding: Encoding) -> Lines<R> {
        Lines { input, encoding, has_begun: false, bytes: Vec::new() }
    }

    /// Returns the next line with its line end; `None` at the end of the script. Fails with kind
    /// `InvalidData` for bytes that aren't valid UTF-8 or UTF-16.
    pub(crate) fn next(&mut self) -> io::Result<Option<String>> {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.skip_mark()?;
        }
        self.bytes.clear();
        match self.encoding {
            Encoding::Page(_) => drop(self.input.read_until(b'\n', &mut self.bytes)?),
            Encoding::Utf16 { is_big_endian } => self.read_wide_line(is_big_endian)?,
        }
        if self.bytes.is_empty() { Ok(None) } else { self.encoding.decoded(&self.bytes).map(Some) }
    }

    /// Adopts and skips a byte-order mark.
    fn skip_mark(&mut self) -> io::Result<()> {
        let begin = self.input.fill_buf()?;
        let marks: [(&[u8], Encoding); 3] = [
            (&[0xef, 0xbb, 0xbf], Encoding::Page(CodePage::Utf8)),
            (&[0xff, 0xfe], Encoding::WIDE),
            (&[0xfe, 0xff], Encoding::Utf16 { is_big_endian: true }),
        ];
        if let Some((mark, encoding)) = marks.into_iter().find(|(mark, _)| begin.starts_with(mark)) {
            self.encoding = encoding;
            self.input.consume(mark.len());
        }
        Ok(())
    }

    fn read_wide_line(&mut self, is_big_endian: bool) -> io::Result<()> {
        let end: [u8; 2] = if is_big_endian { [0, b'\n'] } else { [b'\n', 0] };
        // A line end is two bytes at an even position.
        loop {
            let count = self.input.read_until(end[1], &mut self.bytes)?;
            let is_end = self.bytes.len().is_multiple_of(2) && self.bytes.ends_with(&end);
            if count == 0 || is_end {
                return Ok(());
            }
        }
    }
}

impl<W: Write> Encoder<W> {
    /// Returns a writer that has written nothing, not even a mark.
    pub(crate) fn new(out: W, encoding: Encoding) -> Encoder<W> {
        Encoder { out, encoding, rest: Vec::new(), has_begun: false }
    }

    fn encoded(&mut self, text: &str) -> Vec<u8> {
        match self.encoding {
            Encoding::Page(page) => page.bytes(text),
            Encoding::Utf16 { is_big_endian } => {
                let mark = if std::mem::replace(&mut self.has_begun, true) { None } else { Some(0xfeff) };
                let bytes = |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
                mark.into_iter().chain(text.encode_utf16()).flat_map(bytes).collect()
            }
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.encoding == Encoding::Page(CodePage::Utf8) {
            return self.out.write(bytes);
        }
        self.rest.extend_from_slice(bytes);
        let whole = CodePage::Utf8.whole(&self.rest);
        let rest = self.rest.split_off(whole);
        let text = CodePage::Utf8.text(&std::mem::replace(&mut self.rest, rest));
        let encoded = self.encoded(&text);
        self.out.write_all(&encoded)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], encoding: Encoding) -> Vec<String> {
        let mut lines = Lines::new(bytes, encoding);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn marks_determine_the_encoding() {
        let page = Encoding::Page(CodePage::Page1252);
        let wide = |is_big_endian: bool| -> Vec<u8> {
            let bytes = |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
            // The second letter has the byte of a line end.
            "\u{feff}aĊ\u{a00}\nЖ".encode_utf16().flat_map(bytes).collect()
        };
        for is_big_endian in [false, true] {
            assert_eq!(lines(&wide(is_big_endian), page), ["aĊ\u{a00}\n", "Ж"]);
        }
        assert_eq!(lines("\u{feff}é\n".as_bytes(), page), ["é\n"]);
        assert_eq!(lines(b"\xe9\n\x80", page), ["é\n", "€"]);
        let utf_8 = Encoding::Page(CodePage::Utf8);
        assert!(Lines::new(&b"\xe9\n"[..], utf_8).next().unwrap_err().to_string().contains("-f"));
        assert!(lines(b"", utf_8).is_empty());
    }

    #[test]
    fn output_is_encoded_across_writes() {
        let written = |encoding: Encoding| {
            let mut encoder = Encoder::new(Vec::new(), encoding);
            "é€".as_bytes().iter().for_each(|byte| encoder.write_all(&[*byte]).unwrap());
            encoder.out
        };
        assert_eq!(written(Encoding::Page(CodePage::Page1252)), b"\xe9\x80");
        assert_eq!(written(Encoding::WIDE), b"\xff\xfe\xe9\x00\xac\x20");
        assert_eq!(written(Encoding::Page(CodePage::Utf8)), "é€".as_bytes());
    }
}
