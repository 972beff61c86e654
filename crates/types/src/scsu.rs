//! The Standard Compression Scheme for Unicode (SCSU, Unicode Technical Standard 6), for the texts
//! of compressed rows.
//!
//! [`compress`] writes a valid SCSU stream in single-byte mode: ASCII and the active window take a
//! byte each, other characters switch, define or quote a window, or quote the UTF-16 unit. Texts
//! mostly beyond the windows (ideographs, Hangul) don't get shorter, so callers keep them as
//! UTF-16.
//! [`expand`] reads what [`compress`] writes. It refuses the other tags of SCSU (Unicode mode,
//! extended windows) as damage.

/// The windows of a stream: the start of each, and the active one.
struct Windows {
    starts: [u16; 8],
    active: usize,
    /// The next window that a definition replaces. Window 0, Latin-1, is never replaced.
    next: usize,
}

impl Windows {
    /// The windows at the beginning of every stream.
    fn new() -> Windows {
        Windows { starts: [0x0080, 0x00C0, 0x0400, 0x0600, 0x0900, 0x3040, 0x30A0, 0xFF00], active: 0, next: 1 }
    }

    fn has(&self, window: usize, unit: u16) -> bool {
        unit.checked_sub(self.starts[window]).is_some_and(|offset| offset < 0x80)
    }

    fn find(&self, unit: u16) -> Option<usize> {
        (0..self.starts.len()).find(|window| self.has(*window, unit))
    }

    /// Returns the byte of a unit in a window that has it.
    fn byte(&self, window: usize, unit: u16) -> u8 {
        HIGH | (unit - self.starts[window]) as u8
    }

    fn unit(&self, window: usize, byte: u8) -> u16 {
        self.starts[window].wrapping_add(u16::from(byte & !HIGH))
    }
}

/// Appends the SCSU stream of the text `utf16` (little-endian) to `out`. ASCII control characters
/// that mean something to SCSU are quoted.
pub(crate) fn compress(utf16: &[[u8; 2]], out: &mut Vec<u8>) {
    let mut windows = Windows::new();
    for (place, pair) in utf16.iter().enumerate() {
        let unit = u16::from_le_bytes(*pair);
        if is_passed(unit) {
            out.push(unit as u8);
        } else if unit < 0x80 {
            out.extend([QUOTE, unit as u8]);
        } else if windows.has(windows.active, unit) {
            out.push(windows.byte(windows.active, unit));
        } else {
            let next = utf16[place + 1..].iter().map(|pair| u16::from_le_bytes(*pair)).find(|unit| *unit >= 0x80);
            push_outside(unit, next, &mut windows, out);
        }
    }
}

/// Appends a unit that isn't in the active window. `next` is the next unit beyond ASCII: a window
/// that has it too becomes the active one.
fn push_outside(unit: u16, next: Option<u16>, windows: &mut Windows, out: &mut Vec<u8>) {
    if let Some(window) = windows.find(unit) {
        if next.is_some_and(|next| windows.has(window, next)) {
            windows.active = window;
            out.push(SWITCH + window as u8);
        } else {
            out.push(QUOTE + window as u8);
        }
        out.push(windows.byte(window, unit));
        return;
    }
    let is_near = |start: u16| next.is_some_and(|next| next >= start && next - start < 0x80);
    match definition(unit) {
        Some((code, start)) if is_near(start) => {
            let window = windows.next;
            windows.next = window % 7 + 1;
            (windows.starts[window], windows.active) = (start, window);
            out.extend([DEFINE + window as u8, code, windows.byte(window, unit)]);
        }
        _ => out.extend([QUOTE_UNIT, (unit >> 8) as u8, unit as u8]),
    }
}

/// Appends the UTF-16 (little-endian) of an SCSU stream to `out`. Returns `None` if the bytes are
/// damaged. Only what [`compress`] writes is understood.
pub(crate) fn expand(stream: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let mut windows = Windows::new();
    let mut bytes = stream.iter().copied();
    while let Some(byte) = bytes.next() {
        let mut following = || bytes.next();
        let unit = match byte {
            HIGH.. => windows.unit(windows.active, byte),
            QUOTE..SDX_BEFORE => {
                let (window, byte) = (usize::from(byte - QUOTE), following()?);
                match byte {
                    HIGH.. => windows.unit(window, byte),
                    // The static window 0 is ASCII. The others are never written.
                    _ if window == 0 => byte.into(),
                    _ => return None,
                }
            }
            QUOTE_UNIT => u16::from_be_bytes([following()?, following()?]),
            SWITCH..DEFINE => {
                windows.active = usize::from(byte - SWITCH);
                continue;
            }
            DEFINE..BLANK => {
                windows.active = usize::from(byte - DEFINE);
                windows.starts[windows.active] = start_of(following()?)?;
                continue;
            }
            _ if is_passed(byte.into()) => byte.into(),
            _ => return None,
        };
        out.extend(unit.to_le_bytes());
    }
    Some(())
}

/// Returns a byte that may be appended to a text in SCSU without changing it: the tag that switches
/// to window 0.
pub(crate) const fn padding() -> u8 {
    SWITCH
}

/// Whether the unit is a byte of its own in single-byte mode.
fn is_passed(unit: u16) -> bool {
    matches!(unit, 0 | 9 | 10 | 13 | 0x20..0x80)
}

/// Returns the code and the start of a window that has `unit`, or `None` if no window can.
fn definition(unit: u16) -> Option<(u8, u16)> {
    let code = match unit {
        0x0080..0x3400 => unit / 0x80,
        0xE000.. => (unit - GAP) / 0x80,
        _ => return None,
    } as u8;
    Some((code, start_of(code)?))
}

/// Returns the start of the window with this code.
fn start_of(code: u8) -> Option<u16> {
    match code {
        0x01..=0x67 => Some(u16::from(code) * 0x80),
        0x68..=0xA7 => Some(u16::from(code) * 0x80 + GAP),
        _ => None,
    }
}

/// Bytes from here on are characters of the active window.
const HIGH: u8 = 0x80;
/// SQ0 to SQ7: the next byte is of window 0 to 7.
const QUOTE: u8 = 0x01;
/// Behind SQ7.
const SDX_BEFORE: u8 = 0x09;
/// SQU: the next two bytes are a UTF-16 unit.
const QUOTE_UNIT: u8 = 0x0E;
/// SC0 to SC7: window 0 to 7 becomes active.
const SWITCH: u8 = 0x10;
/// SD0 to SD7: the next byte defines window 0 to 7, which becomes active.
const DEFINE: u8 = 0x18;
const BLANK: u8 = 0x20;
/// Windows of codes from 0x68 on begin this much later.
const GAP: u16 = 0xAC00;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pairs(text: &str) -> Vec<[u8; 2]> {
        text.encode_utf16().map(u16::to_le_bytes).collect()
    }

    fn compressed(text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        compress(&pairs(text), &mut out);
        out
    }

    /// The examples of UTS 6, section 9, that need no Unicode mode.
    #[test]
    fn streams_match_examples_of_standard() {
        let german = [0xD6, 0x6C, 0x20, 0x66, 0x6C, 0x69, 0x65, 0xDF, 0x74];
        assert_eq!(compressed("Öl fließt"), german);
        let russian = [0x12, 0x9C, 0xBE, 0xC1, 0xBA, 0xB2, 0xB0];
        assert_eq!(compressed("Москва"), russian);
    }

    #[test]
    fn foreign_tags_are_refused() {
        for stream in
            [&[0x0B, 0, 0][..], &[0x0C], &[0x0F, 0x4E, 0], &[0x02, 0x20], &[0x18, 0], &[0x18, 0xFF], &[0x0E, 0]]
        {
            assert_eq!(expand(stream, &mut Vec::new()), None, "{stream:x?}");
        }
    }

    proptest! {
        #[test]
        fn text_roundtrips(units in proptest::collection::vec(prop_oneof![any::<u16>(), 0..0x180u16, 0x400..0x500u16, 0x3040..0x3100u16], 0..60)) {
            let units: Vec<[u8; 2]> = units.into_iter().map(u16::to_le_bytes).collect();
            let (mut stream, mut back) = (Vec::new(), Vec::new());
            compress(&units, &mut stream);
            expand(&stream, &mut back).expect("a stream");
            prop_assert_eq!(back, units.concat());
        }

        #[test]
        fn any_bytes_are_read_or_refused(stream in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _any = expand(&stream, &mut Vec::new());
        }
    }
}
