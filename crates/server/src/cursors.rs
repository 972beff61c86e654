//! Cursors by RPC: `sp_cursoropen` and its kin (`relational-databases/system-stored-procedures/cursor-stored-procedures-transact-sql.md`).
//!
//! The rows of a cursor are those that its statement has when it is opened, so every cursor is STATIC and READ_ONLY, or goes forward alone:
//! that is told in `scrollopt` and `ccopt`. Its rows are the session's; here is where its client stands among them.

use crate::answer::Answer;
use sluice_engine::{ColumnInfo, CursorFacts, DataType, Message, Session, SessionEnded, Sink, SqlError, Value};
use sluice_tds::request::{Argument, ArgumentValue, ParameterFlags};
use sluice_tds::{ReturnValue, TypeInfo, WireCollation};
use std::collections::BTreeMap;

/// The cursors of a connection, by their handles.
#[derive(Default)]
pub(crate) struct Cursors {
    open: BTreeMap<i32, Position>,
}

/// Where a client stands in a cursor.
struct Position {
    facts: CursorFacts,
    scroll: Scroll,
    /// The first row of the fetch buffer, from 1; 0 before the first row, one more than there are behind the last.
    at: usize,
    /// How many rows the buffer has.
    rows: usize,
}

/// What a cursor is, as `scrollopt` says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scroll(i32);

impl Scroll {
    /// What is made of the kind that was asked for: itself, or STATIC. Where its client says which kinds it can do with (CHECK_ACCEPTED_TYPES), it is one
    /// of these; 16955 if there is none that it could be.
    pub(crate) fn asked(option: Option<i32>) -> Result<Scroll, SqlError> {
        let option = option.unwrap_or(KEYSET);
        let wanted = match option & (FORWARD_ONLY | FAST_FORWARD) {
            0 => STATIC,
            kind => kind,
        };
        let is_accepted = |kind: i32| option & CHECK_ACCEPTED == 0 || option & (kind << TO_ACCEPTABLE) != 0;
        let asked_for = option & wanted != 0;
        let kind = match wanted {
            wanted if asked_for || is_accepted(wanted) => Some(wanted),
            _ => [FORWARD_ONLY, FAST_FORWARD].into_iter().find(|kind| is_accepted(*kind)),
        };
        kind.map(|kind| Scroll(kind | option & (AUTO_FETCH | AUTO_CLOSE))).ok_or_else(unacceptable)
    }

    /// As it is told.
    pub(crate) fn told(self) -> i32 {
        self.0
    }

    fn goes_forward_alone(self) -> bool {
        self.0 & (FORWARD_ONLY | FAST_FORWARD) != 0
    }
}

/// The concurrency that `ccopt` tells, which is READ_ONLY whatever is asked for: 16955 for a client that says that it can't do with that.
pub(crate) fn concurrency(option: Option<i32>) -> Result<i32, SqlError> {
    let option = option.unwrap_or(READ_ONLY);
    let is_accepted = option & (CHECK_ACCEPTED | READ_ONLY_ACCEPTABLE) != CHECK_ACCEPTED;
    if is_accepted || option & READ_ONLY != 0 { Ok(READ_ONLY) } else { Err(unacceptable()) }
}

impl Cursors {
    /// A cursor has been opened: its columns are told, and its first rows if it fetches by itself. The number that `rowcount` gives back, and the
    /// status.
    pub(crate) fn opened(
        &mut self,
        facts: CursorFacts,
        scroll: Scroll,
        wanted: Option<i32>,
        session: &mut Session,
        answer: &mut Answer<'_>,
    ) -> Result<(i32, i32), SessionEnded> {
        let count = i32::try_from(facts.count).unwrap_or(i32::MAX);
        let handle = facts.handle;
        let mut position = Position { facts, scroll, at: 0, rows: 0 };
        let mut status = 0;
        let mut told = count;
        if scroll.0 & AUTO_FETCH != 0 {
            let wanted =
                wanted.and_then(|rows| usize::try_from(rows).ok()).filter(|rows| *rows > 0).unwrap_or(ROWS_DEFAULT);
            (position.at, position.rows) = (1, wanted.min(position.facts.count));
            told = i32::try_from(position.rows).unwrap_or(i32::MAX);
        }
        position.send(false, session, answer)?;
        if scroll.0 & AUTO_CLOSE != 0 && scroll.0 & AUTO_FETCH != 0 && position.rows == position.facts.count {
            session.close_cursor(handle);
            status = CLOSED_BY_ITSELF;
        } else {
            self.open.insert(handle, position);
        }
        Ok((told, status))
    }

    /// `sp_cursorfetch`, by a client that knows the columns, or not. The status, and what INFO gives back; the error if there is no such cursor, or it does not go that way.
    pub(crate) fn fetch(
        &mut self,
        (arguments, is_known): (&[Argument], bool),
        session: &mut Session,
        answer: &mut Answer<'_>,
    ) -> Result<Result<(i32, Vec<ReturnValue>), SqlError>, SessionEnded> {
        let handle = number(arguments.first()).unwrap_or_default();
        let Some(position) = self.open.get_mut(&handle) else { return Ok(Err(unknown("sp_cursorfetch", handle))) };
        let kind = number(arguments.get(1)).unwrap_or(NEXT) & !SKIP_CONCURRENCY;
        let row = i64::from(number(arguments.get(2)).unwrap_or_default());
        if !session.has_cursor(handle) {
            // COMMIT has closed it.
            self.open.remove(&handle);
            return Ok(Err(unknown("sp_cursorfetch", handle)));
        }
        if kind == INFO {
            return Ok(Ok((0, position.info(arguments))));
        }
        let wanted = number(arguments.get(3)).unwrap_or(ROWS_DEFAULT as i32);
        let Ok(wanted) = usize::try_from(wanted) else { return Ok(Err(invalid("nrows"))) };
        let is_backward = matches!(kind, PREVIOUS | PREVIOUS_AS_IT_IS | LAST | ABSOLUTE | RELATIVE);
        if position.scroll.goes_forward_alone() && is_backward {
            let word = match kind {
                LAST => "last",
                ABSOLUTE => "absolute",
                RELATIVE => "relative",
                _ => "prior",
            };
            // 16911: only NEXT goes with a cursor that goes forward alone.
            return Ok(Err(SqlError::new(16911, 16, 1, vec!["sp_cursorfetch".to_owned(), word.to_owned()])));
        }
        let Some(status) = position.go(kind, row, wanted) else { return Ok(Err(invalid("fetchtype"))) };
        position.send(is_known, session, answer)?;
        Ok(Ok((status, Vec::new())))
    }

    /// `sp_cursorclose`; -1 is every cursor.
    pub(crate) fn close(&mut self, arguments: &[Argument], session: &mut Session) -> Result<(), SqlError> {
        let handle = number(arguments.first()).unwrap_or_default();
        if handle == ALL {
            for handle in std::mem::take(&mut self.open).into_keys() {
                // One that COMMIT has closed is gone already.
                session.close_cursor(handle);
            }
            return Ok(());
        }
        let known = self.open.remove(&handle);
        session.close_cursor(handle);
        known.map(drop).ok_or_else(|| unknown("sp_cursorclose", handle))
    }

    /// `sp_cursoroption`: what a cursor is, and its name, which no statement can use.
    pub(crate) fn option(&self, arguments: &[Argument]) -> Result<Vec<ReturnValue>, SqlError> {
        let handle = number(arguments.first()).unwrap_or_default();
        let position = self.open.get(&handle).ok_or_else(|| unknown("sp_cursoroption", handle))?;
        let value = match number(arguments.get(1)) {
            // A cursor has no texts by pointers, and none of its rows is changed by a name.
            Some(TEXT_POINTERS | NAME | TEXT_DATA) => return Ok(Vec::new()),
            Some(SCROLL_OPTION) => position.scroll.0,
            Some(CONCURRENCY_OPTION) => READ_ONLY,
            Some(ROW_COUNT) => i32::try_from(position.facts.count).unwrap_or(i32::MAX),
            _ => return Err(invalid("code")),
        };
        Ok(returned(arguments, 2, value).into_iter().collect())
    }

    /// `sp_cursor`: no row is changed through a cursor that is read only.
    pub(crate) fn change(&self, arguments: &[Argument]) -> SqlError {
        let handle = number(arguments.first()).unwrap_or_default();
        if self.open.contains_key(&handle) {
            // 16929: it is read only.
            SqlError::new(16929, 16, 1, Vec::new())
        } else {
            unknown("sp_cursor", handle)
        }
    }
}

impl Position {
    /// Moves the buffer; the status, or none where that is no way to move.
    fn go(&mut self, kind: i32, row: i64, wanted: usize) -> Option<i32> {
        let count = self.facts.count as i64;
        let (at, held, wanted) = (self.at as i64, self.rows as i64, wanted as i64);
        // Before the first row as many rows were held as none.
        let behind = if at == 0 { 1 } else { at + held };
        let (mut first, mut rows, mut status) = match kind {
            FIRST if wanted == 0 => (0, 0, 0),
            LAST if wanted == 0 => (count + 1, 0, 0),
            _ if wanted == 0 && kind != REFRESH => return None,
            FIRST => (1, wanted, 0),
            NEXT => (behind, wanted, 0),
            LAST => ((count - wanted + 1).max(1), wanted, 0),
            ABSOLUTE if row < 0 => (count + 1 + row, wanted, 0),
            ABSOLUTE => (row, wanted, 0),
            RELATIVE => (at.saturating_add(row), wanted, 0),
            PREVIOUS => (at - wanted, wanted, 0),
            PREVIOUS_AS_IT_IS => (at - wanted, wanted, 0),
            REFRESH => (at, held, 0),
            _ => return None,
        };
        let is_back = matches!(kind, PREVIOUS | PREVIOUS_AS_IT_IS);
        if first < 1 && is_back && at > 1 {
            status = AT_THE_BEGINNING;
            if kind == PREVIOUS_AS_IT_IS {
                rows = at - 1;
            }
            first = 1;
        }
        let first = first.clamp(0, count + 1);
        (self.at, self.rows) = (first as usize, 0);
        if first >= 1 {
            self.rows = rows.min(count + 1 - first).max(0) as usize;
        }
        Some(status)
    }

    /// What INFO gives back: the current row, and how many there are.
    fn info(&self, arguments: &[Argument]) -> Vec<ReturnValue> {
        let at = if self.at > self.facts.count { -1 } else { i32::try_from(self.at).unwrap_or(i32::MAX) };
        let count = i32::try_from(self.facts.count).unwrap_or(i32::MAX);
        [returned(arguments, 2, at), returned(arguments, 3, count)].into_iter().flatten().collect()
    }

    /// Sends the columns and the rows of the buffer, each with its state behind it.
    fn send(&self, is_known: bool, session: &mut Session, answer: &mut Answer<'_>) -> Result<(), SessionEnded> {
        let mut columns = self.facts.columns.clone();
        columns.push(ColumnInfo::expression(ROW_STATE, DataType::Int, true));
        answer.cursor_columns(&columns, is_known);
        for place in (self.at..self.at + self.rows).filter(|place| *place >= 1) {
            match session.cursor_row(self.facts.handle, place - 1)? {
                Ok(mut row) => {
                    row.push(Value::Int(FETCHED));
                    answer.row(&row);
                }
                Err(error) => {
                    answer.broken_off();
                    answer.message(Message::Error(error.at_line(1)));
                    return Ok(());
                }
            }
        }
        answer.done(Some(self.rows as u64));
        Ok(())
    }
}

/// An integer that was given.
pub(crate) fn number(argument: Option<&Argument>) -> Option<i32> {
    match &argument?.value {
        ArgumentValue::Scalar(_, value) => value.as_i64().and_then(|number| i32::try_from(number).ok()),
        ArgumentValue::Table(..) => None,
    }
}

/// What the parameter at `place` gives back, if it was passed.
pub(crate) fn returned(arguments: &[Argument], place: usize, value: i32) -> Option<ReturnValue> {
    let argument = arguments.get(place).filter(|argument| argument.flags.has(ParameterFlags::OUTPUT))?;
    let name = argument.name.clone();
    let info = TypeInfo::of(DataType::Int, true, WireCollation::default());
    Some(ReturnValue { ordinal: place as u16, name, is_of_function: false, info, value: Value::Int(value) })
}

/// 16955: no cursor could be made that its client can do with.
fn unacceptable() -> SqlError {
    SqlError::new(16955, 16, 1, Vec::new())
}

/// 16909: there is no cursor of that handle.
fn unknown(procedure: &str, handle: i32) -> SqlError {
    SqlError::new(16909, 16, 1, vec![procedure.to_owned(), format!("{handle:x}")])
}

/// 16902: a parameter has a value that it can't have.
fn invalid(parameter: &str) -> SqlError {
    SqlError::new(16902, 16, 1, vec!["sp_cursor".to_owned(), parameter.to_owned()])
}

const KEYSET: i32 = 0x0001;
const FORWARD_ONLY: i32 = 0x0004;
const STATIC: i32 = 0x0008;
const FAST_FORWARD: i32 = 0x0010;
const AUTO_FETCH: i32 = 0x2000;
const AUTO_CLOSE: i32 = 0x4000;
/// Of both options: those bits count that say what is acceptable.
const CHECK_ACCEPTED: i32 = 0x8000;
/// From the bit of a kind of cursor to the one that says that it is acceptable.
const TO_ACCEPTABLE: u32 = 16;
/// What `ccopt` tells.
const READ_ONLY: i32 = 0x0001;
const READ_ONLY_ACCEPTABLE: i32 = 0x1_0000;
const FIRST: i32 = 0x0001;
const NEXT: i32 = 0x0002;
const PREVIOUS: i32 = 0x0004;
const LAST: i32 = 0x0008;
const ABSOLUTE: i32 = 0x0010;
const RELATIVE: i32 = 0x0020;
const REFRESH: i32 = 0x0080;
const INFO: i32 = 0x0100;
const PREVIOUS_AS_IT_IS: i32 = 0x0200;
const SKIP_CONCURRENCY: i32 = 0x0400;
const TEXT_POINTERS: i32 = 1;
const NAME: i32 = 2;
const TEXT_DATA: i32 = 3;
const SCROLL_OPTION: i32 = 4;
const CONCURRENCY_OPTION: i32 = 5;
const ROW_COUNT: i32 = 6;
const AT_THE_BEGINNING: i32 = 2;
const CLOSED_BY_ITSELF: i32 = 16;
const ALL: i32 = -1;
const ROWS_DEFAULT: usize = 20;
const ROW_STATE: &str = "ROWSTAT";
const FETCHED: i32 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    fn cursor(count: usize) -> Position {
        let facts = CursorFacts { handle: 1, columns: Vec::new(), count };
        let scroll = Scroll::asked(Some(STATIC)).expect("a kind");
        Position { facts, scroll, at: 0, rows: 0 }
    }

    #[test]
    fn a_buffer_goes_where_it_is_told() {
        let mut cursor = cursor(6);
        let mut go = |kind, row, wanted| {
            let status = cursor.go(kind, row, wanted);
            (cursor.at, cursor.rows, status)
        };
        assert_eq!(go(NEXT, 0, 4), (1, 4, Some(0)));
        assert_eq!(go(NEXT, 0, 4), (5, 2, Some(0)));
        assert_eq!(go(NEXT, 0, 4), (7, 0, Some(0)));
        assert_eq!(go(PREVIOUS, 0, 2), (5, 2, Some(0)));
        assert_eq!(go(ABSOLUTE, -1, 1), (6, 1, Some(0)));
        assert_eq!(go(ABSOLUTE, 4, 1), (4, 1, Some(0)));
        // The page's examples.
        assert_eq!(go(PREVIOUS, 0, 5), (1, 5, Some(2)));
        assert_eq!(go(ABSOLUTE, 4, 1), (4, 1, Some(0)));
        assert_eq!(go(PREVIOUS_AS_IT_IS, 6, 5), (1, 3, Some(2)));
        assert_eq!(go(RELATIVE, 2, 2), (3, 2, Some(0)));
        assert_eq!(go(LAST, 0, 2), (5, 2, Some(0)));
        assert_eq!(go(LAST, 0, 0), (7, 0, Some(0)));
        assert_eq!(go(FIRST, 0, 0), (0, 0, Some(0)));
        assert_eq!(go(PREVIOUS, 0, 1), (0, 0, Some(0)));
        assert_eq!(go(NEXT, 0, 9), (1, 6, Some(0)));
        assert_eq!(go(NEXT, 0, 0).2, None);
    }

    #[test]
    fn what_a_cursor_can_be_is_told() {
        let told = |option| Scroll::asked(option).map(Scroll::told).map_err(|error| error.number);
        assert_eq!(told(None), Ok(STATIC));
        assert_eq!(told(Some(0x0002)), Ok(STATIC));
        assert_eq!(told(Some(FAST_FORWARD | AUTO_FETCH)), Ok(FAST_FORWARD | AUTO_FETCH));
        assert!(Scroll::asked(Some(FORWARD_ONLY)).is_ok_and(Scroll::goes_forward_alone));
        // KEYSET; STATIC, FORWARD_ONLY, DYNAMIC are acceptable.
        assert_eq!(told(Some(0x8001 | 0x8_0000)), Ok(STATIC));
        assert_eq!(told(Some(0x8001 | 0x4_0000)), Ok(FORWARD_ONLY));
        assert_eq!(told(Some(0x8001 | 0x2_0000)), Err(16955));
        let told = |option| concurrency(option).map_err(|error| error.number);
        // SCROLL_LOCKS alone, and whether READ_ONLY is acceptable.
        assert_eq!((told(None), told(Some(0x0002))), (Ok(READ_ONLY), Ok(READ_ONLY)));
        assert_eq!((told(Some(0x8002 | 0x1_0000)), told(Some(0x8002 | 0x2_0000))), (Ok(READ_ONLY), Err(16955)));
    }
}
