//! API server cursors, which a client uses by handle
//! (`relational-databases/system-stored-procedures/cursor-stored-procedures-transact-sql.md`):
//! their kind and the position of their fetch buffer.
//!
//! The output values of `scrollopt` and `ccopt` report the kind that was really made. A cursor that
//! reads its rows anew needs a table with a key, otherwise it becomes STATIC and READ_ONLY. A
//! DYNAMIC cursor becomes KEYSET.

use crate::cursor_sight::{CursorFacts, CursorModel, CursorOperation, CursorSight};
use crate::open_cursor::Open;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// An open API cursor.
pub struct ApiCursor {
    /// The name that the client's statements use, if it gave one.
    pub name: Option<Box<str>>,
    /// Kind of the cursor, and its fetch and close options.
    pub scroll: Scroll,
    /// Concurrency option, as `ccopt` reports it.
    pub concurrency: i32,
    /// Rows of the cursor. `at` is the first row of the fetch buffer, from 1.
    pub open: Open,
    /// Number of rows in the fetch buffer.
    pub rows: usize,
    /// Facts that other sessions see.
    pub sight: Arc<CursorSight>,
}

/// Kind and options of a cursor, in the bits of `scrollopt`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scroll(i32);

/// The options that a client requests.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// `scrollopt`.
    pub scroll: i32,
    /// `ccopt`.
    pub concurrency: i32,
}

impl Wanted {
    /// Returns the requested options; the defaults are KEYSET and OPTIMISTIC.
    pub fn from_options(scroll: Option<i32>, concurrency: Option<i32>) -> Wanted {
        Wanted { scroll: scroll.unwrap_or(KEYSET), concurrency: concurrency.unwrap_or(OPTIMISTIC) }
    }

    /// Returns the options of a statement that says FOR READ ONLY.
    pub fn read_only(self) -> Wanted {
        Wanted { concurrency: self.concurrency & !(LOCKS | OPTIMISTIC | BY_VALUES) | READ_ONLY, ..self }
    }

    /// Whether statements that can't have a cursor are executed without one (ALLOW_DIRECT).
    pub fn allows_direct(self) -> bool {
        self.concurrency & ALLOW_DIRECT != 0
    }

    /// Whether the rows must have a key, because they are updated or read anew.
    pub fn wants_key(self) -> bool {
        !self.is_static() && (self.updates() || self.scroll & FORWARD_ONLY == 0)
    }

    /// Whether the client requests STATIC or FAST_FORWARD, which are read-only.
    pub fn is_static(self) -> bool {
        self.scroll & (STATIC | FAST_FORWARD) != 0
    }

    /// Whether rows may be updated through the cursor.
    pub fn updates(self) -> bool {
        self.concurrency & READ_ONLY == 0 && self.concurrency & (LOCKS | OPTIMISTIC | BY_VALUES) != 0
    }

    /// Whether the cursor allows only NEXT.
    pub fn goes_forward_alone(self) -> bool {
        self.scroll & FORWARD_ONLY != 0
    }

    /// Whether the client requests DYNAMIC, so the rows need no key.
    pub fn is_dynamic(self) -> bool {
        self.scroll & DYNAMIC != 0
    }

    /// Whether the client requests SCROLL_LOCKS: fetched rows get update locks until the
    /// transaction ends.
    pub fn locks(self) -> bool {
        self.concurrency & (LOCKS | OPTIMISTIC | BY_VALUES) == LOCKS
    }

    /// Whether updates are detected by comparing values rather than rowversions.
    pub fn by_values(self) -> bool {
        self.concurrency & BY_VALUES != 0
    }

    /// Returns the kind and concurrency of the cursor to make; `is_keyed` says that the rows have a
    /// key. If the client lists acceptable kinds (CHECK_ACCEPTED_TYPES), a kind other than the
    /// requested one must be in the list. Fails with 16955 if no acceptable kind is possible.
    /// Without a preference, a cursor with a key is KEYSET and one without is STATIC. Without a key
    /// it's read-only.
    pub fn made(self, is_keyed: bool) -> Result<(Scroll, i32), SqlError> {
        let wanted = match self.scroll & (FORWARD_ONLY | FAST_FORWARD | STATIC) {
            0 if is_keyed => KEYSET,
            0 => STATIC,
            kind => kind,
        };
        let checks = self.scroll & CHECK_ACCEPTED != 0;
        let is_accepted = |kind: i32| !checks || self.scroll & (kind << TO_ACCEPTABLE) != 0;
        let kind = if self.scroll & wanted != 0 || is_accepted(wanted) {
            Some(wanted)
        } else {
            [STATIC, FORWARD_ONLY, FAST_FORWARD].into_iter().find(|kind| *kind != wanted && is_accepted(*kind))
        };
        let kind = kind.ok_or_else(unacceptable)?;
        let keeps_key = is_keyed && matches!(kind, KEYSET | FORWARD_ONLY);
        let concurrency = match self.concurrency & (OPTIMISTIC | BY_VALUES) {
            _ if !keeps_key || !self.updates() => READ_ONLY,
            _ if self.locks() => LOCKS,
            BY_VALUES => BY_VALUES,
            _ => OPTIMISTIC,
        };
        let is_fine = self.concurrency & CHECK_ACCEPTED == 0
            || self.concurrency & (concurrency | concurrency << TO_ACCEPTABLE) != 0;
        if !is_fine {
            return Err(unacceptable());
        }
        Ok((Scroll(kind | self.scroll & (AUTO_FETCH | AUTO_CLOSE)), concurrency))
    }
}

impl Scroll {
    /// The output value of `scrollopt` for a result without a cursor, which can be read once.
    pub const DIRECT: i32 = FORWARD_ONLY;

    /// The output value of `scrollopt`: the cursor's type alone. Clients take the whole value as
    /// the type.
    pub fn told(self) -> i32 {
        self.0 & !(AUTO_FETCH | AUTO_CLOSE)
    }

    /// Whether the cursor allows only NEXT.
    pub fn goes_forward_alone(self) -> bool {
        self.0 & (FORWARD_ONLY | FAST_FORWARD) != 0
    }

    /// Whether opening the cursor fetches rows.
    pub fn fetches(self) -> bool {
        self.0 & AUTO_FETCH != 0
    }

    /// Whether the cursor closes if opening it fetched all rows.
    pub fn closes(self) -> bool {
        self.0 & AUTO_CLOSE != 0
    }
}

impl ApiCursor {
    /// Number of rows to fetch by default.
    pub const ROWS_DEFAULT: usize = 20;

    /// Returns an opened cursor before its first row, of this kind and concurrency. `created_ns` is
    /// the present time in nanoseconds since 1970.
    pub fn new(
        (scroll, concurrency): (Scroll, i32),
        open: Open,
        (created_ns, closes_on_commit): (i64, bool),
    ) -> ApiCursor {
        let model = match scroll.0 & (FAST_FORWARD | STATIC) {
            FAST_FORWARD => CursorModel::FastForward,
            STATIC => CursorModel::Static,
            _ if open.reader.is_none() => CursorModel::Static,
            _ if open.passes => CursorModel::Dynamic,
            _ => CursorModel::Keyset,
        };
        let facts = CursorFacts {
            id: 0,
            name: "".into(),
            is_api: true,
            is_local: false,
            level: 0,
            closes_on_commit,
            created_ns,
            used_ns: Some(created_ns),
            model,
            is_read_only: concurrency == READ_ONLY,
            locks: concurrency == LOCKS,
            scrolls: !scroll.goes_forward_alone(),
            is_open: true,
            rows: i32::try_from(open.count()).unwrap_or(i32::MAX),
            fetch_status: CursorFacts::NOT_FETCHED,
            columns: i16::try_from(open.width).ok(),
            row_count: 0,
            last_operation: CursorOperation::Open,
            at: Some(0),
            buffer_rows: 1,
        };
        ApiCursor { name: None, scroll, concurrency, open, rows: 0, sight: Arc::new(CursorSight::new(facts)) }
    }

    /// Publishes the position after a fetch of up to `wanted` rows at `now_ns`; 0 means those of
    /// the fetch before.
    pub fn show_fetch(&self, wanted: usize, now_ns: i64) {
        self.sight.change(|facts| {
            facts.at = (self.open.at <= self.open.count()).then_some(self.open.at);
            if wanted > 0 {
                facts.buffer_rows = i32::try_from(wanted).unwrap_or(i32::MAX);
            }
            facts.fetch_status = if self.rows > 0 { 0 } else { -1 };
            (facts.row_count, facts.last_operation) = (self.rows as i64, CursorOperation::Fetch);
            facts.used_ns = Some(now_ns);
        });
    }

    /// Moves the buffer and returns the fetch status. Returns `None` for an invalid fetch type.
    /// Only the position is computed: the caller reads the rows.
    pub fn go(&mut self, kind: i32, row: i64, wanted: usize) -> Option<i32> {
        let moved = moved((self.open.at, self.rows, self.open.count()), kind, row, wanted)?;
        (self.open.at, self.rows) = (moved.0, moved.1);
        Some(moved.2)
    }

    /// The output values of INFO: the current row and the number of rows. The current row is 0
    /// before the first row and -1 behind the last.
    pub fn info(&self) -> (i32, i32) {
        let at = if self.open.at > self.open.count() { -1 } else { i32::try_from(self.open.at).unwrap_or(i32::MAX) };
        (at, i32::try_from(self.open.count()).unwrap_or(i32::MAX))
    }
}

/// Computes a fetch from a buffer of `held` rows at `at`, in a cursor of `count` rows. Returns the
/// new first row, the new number of rows and the status, or `None` for an invalid fetch type.
fn moved((at, held, count): (usize, usize, usize), kind: i32, row: i64, wanted: usize) -> Option<(usize, usize, i32)> {
    let (at, held, count, wanted) = (at as i64, held as i64, count as i64, wanted as i64);
    // Before the first row, the next row is row 1, however many rows were held.
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
        PREVIOUS | PREVIOUS_AS_IT_IS => (at - wanted, wanted, 0),
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
    let rows = if first >= 1 { rows.min(count + 1 - first).max(0) } else { 0 };
    Some((first as usize, rows as usize, status))
}

/// Returns 16955: no acceptable kind of cursor is possible.
fn unacceptable() -> SqlError {
    SqlError::no_acceptable_cursor()
}

/// Fetch type: the first rows.
pub const FIRST: i32 = 0x0001;
/// Fetch type: the next rows.
pub const NEXT: i32 = 0x0002;
/// Fetch type: the previous rows.
pub const PREVIOUS: i32 = 0x0004;
/// Fetch type: the last rows.
pub const LAST: i32 = 0x0008;
/// Fetch type: rows from an absolute position.
pub const ABSOLUTE: i32 = 0x0010;
/// Fetch type: rows from a position relative to the current one.
pub const RELATIVE: i32 = 0x0020;
/// Fetch type: the same rows again.
pub const REFRESH: i32 = 0x0080;
/// Fetch type: position and row count only.
pub const INFO: i32 = 0x0100;
/// Fetch type: the previous rows, without rows of the current buffer.
pub const PREVIOUS_AS_IT_IS: i32 = 0x0200;
/// Flag of a fetch: keeps the values that detect a row's changes.
pub const SKIP_CONCURRENCY: i32 = 0x0400;
/// Status bit: a fast-forward cursor was closed automatically.
pub const CLOSED_BY_ITSELF: i32 = 16;
/// `ccopt`: the cursor updates no rows.
pub const READ_ONLY: i32 = 0x0001;
const AT_THE_BEGINNING: i32 = 2;
const KEYSET: i32 = 0x0001;
const DYNAMIC: i32 = 0x0002;
const FORWARD_ONLY: i32 = 0x0004;
const STATIC: i32 = 0x0008;
const FAST_FORWARD: i32 = 0x0010;
const AUTO_FETCH: i32 = 0x2000;
const AUTO_CLOSE: i32 = 0x4000;
/// Bit of both options: only the kinds whose acceptable bits are set may be made.
const CHECK_ACCEPTED: i32 = 0x8000;
/// Distance from the bit of a kind to the bit that accepts the kind.
const TO_ACCEPTABLE: u32 = 16;
/// `ccopt`: statements that can't have a cursor are executed all the same.
const ALLOW_DIRECT: i32 = 0x2000;
const LOCKS: i32 = 0x0002;
const OPTIMISTIC: i32 = 0x0004;
const BY_VALUES: i32 = 0x0008;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fetch_buffer_moves_by_fetch_type() {
        let mut place = (0, 0);
        let mut go = |kind, row, wanted| {
            let to = moved((place.0, place.1, 6), kind, row, wanted);
            if let Some((at, rows, _)) = to {
                place = (at, rows);
            }
            (place.0, place.1, to.map(|to| to.2))
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
    fn cursor_options_report_the_kind_made() {
        let told = |scroll, concurrency, is_keyed| {
            let made = Wanted::from_options(scroll, concurrency).made(is_keyed);
            made.map(|(scroll, concurrency)| (scroll.told(), concurrency)).map_err(|error| error.number)
        };
        assert_eq!(told(None, None, true), Ok((KEYSET, OPTIMISTIC)));
        assert_eq!(told(None, None, false), Ok((STATIC, READ_ONLY)));
        // DYNAMIC, with SCROLL_LOCKS; by values.
        assert_eq!(told(Some(0x0002), Some(LOCKS), true), Ok((KEYSET, LOCKS)));
        assert_eq!(told(Some(FORWARD_ONLY), Some(BY_VALUES), true), Ok((FORWARD_ONLY, BY_VALUES)));
        assert_eq!(told(Some(FORWARD_ONLY), Some(BY_VALUES), false), Ok((FORWARD_ONLY, READ_ONLY)));
        assert_eq!(told(Some(STATIC), Some(OPTIMISTIC), true), Ok((STATIC, READ_ONLY)));
        // The answer has the type without AUTO_FETCH.
        assert_eq!(told(Some(FAST_FORWARD | AUTO_FETCH), Some(READ_ONLY), false), Ok((FAST_FORWARD, READ_ONLY)));
        // KEYSET; STATIC, FORWARD_ONLY, DYNAMIC are acceptable.
        assert_eq!(told(Some(0x8001 | 0x8_0000), None, false), Ok((STATIC, READ_ONLY)));
        assert_eq!(told(Some(0x8001 | 0x4_0000), None, false), Ok((FORWARD_ONLY, READ_ONLY)));
        assert_eq!(told(Some(0x8001 | 0x2_0000), None, false), Err(16955));
        // SCROLL_LOCKS alone, and whether READ_ONLY is acceptable.
        assert_eq!(told(None, Some(0x8002 | 0x1_0000), false), Ok((STATIC, READ_ONLY)));
        assert_eq!(told(None, Some(0x8002 | 0x2_0000), false), Err(16955));
    }
}
