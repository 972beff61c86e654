//! The state that a session keeps for its functions between batches: RAND, CONTEXT_INFO,
//! `sp_set_session_context`, and language settings. A session's requests share it, so every value
//! has its own lock or is atomic.

use crate::language::{LANGUAGES, Language};
use crate::set_options::SetOptions;
use sluice_base::random::Random;
use sluice_base::sync::atomic::{AtomicI32, AtomicU8, AtomicU16, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_types::date_text::DateOrder;
use sluice_types::{DataType, Value};
use std::collections::BTreeMap;

/// The values of one session. They live as long as the session; a reset gives them their first
/// values again.
#[derive(Debug)]
pub struct SessionValues {
    // SET DATEFIRST; 0 for the language's default.
    date_first: AtomicU8,
    // SET DATEFORMAT, by its number; OF_LANGUAGE for the language's default.
    date_order: AtomicU8,
    // The index of the language.
    language: AtomicU8,
    text_size: AtomicI32,
    set_options: AtomicU16,
    rand: Mutex<Option<RandState>>,
    context_info: Mutex<Option<[u8; CONTEXT_INFO_BYTES]>>,
    context: Mutex<BTreeMap<String, ContextValue>>,
    documents: Mutex<Documents>,
}

/// The documents of `sp_xml_preparedocument`, by handle.
#[derive(Debug, Default)]
struct Documents {
    all: BTreeMap<i32, Arc<str>>,
    last: i32,
}

/// A value of the session context. Its key is in lower case.
#[derive(Clone, PartialEq, Debug)]
pub struct ContextValue {
    /// The value, never NULL.
    pub value: Value,
    /// The value's type.
    pub data_type: DataType,
    /// Whether the value can't change during the session.
    pub read_only: bool,
}

/// The settings of SET LANGUAGE, DATEFIRST and DATEFORMAT. Kept to be restored when a module
/// returns that changed them; the numbers are as in [`SessionValues`].
#[derive(Clone, Copy, Debug)]
pub struct DateSettings {
    language: u8,
    first: u8,
    order: u8,
}

/// The two generators of L'Ecuyer's combination (Efficient and portable combined random number
/// generators, 1988). RAND's documented results come from them.
#[derive(Clone, Copy, Debug)]
struct RandState(i64, i64);

/// The greatest value of SET TEXTSIZE, which drivers set.
pub const TEXT_SIZE_MAX: i32 = i32::MAX;
/// The value after SET TEXTSIZE 0, and of sessions whose client sets none
/// (`t-sql/statements/set-textsize-transact-sql.md`).
pub const TEXT_SIZE_DEFAULT: i32 = 4096;
/// Marks the language's default date order.
const OF_LANGUAGE: u8 = u8::MAX;
/// The length of CONTEXT_INFO.
pub const CONTEXT_INFO_BYTES: usize = 128;

impl Default for SessionValues {
    fn default() -> SessionValues {
        SessionValues {
            date_first: AtomicU8::new(0),
            date_order: AtomicU8::new(OF_LANGUAGE),
            language: AtomicU8::new(0),
            text_size: AtomicI32::new(TEXT_SIZE_MAX),
            set_options: AtomicU16::new(SetOptions::INITIAL.bits()),
            rand: Mutex::default(),
            context_info: Mutex::default(),
            context: Mutex::default(),
            documents: Mutex::default(),
        }
    }
}

impl SessionValues {
    /// Resets the values to those of a new session, including a read-only context. Prepared
    /// documents are dropped, and the SET options are the initial ones.
    pub fn clear(&self) {
        self.restore_dates(DateSettings { language: 0, first: 0, order: OF_LANGUAGE });
        self.set_text_size(TEXT_SIZE_MAX);
        self.show_options(SetOptions::INITIAL);
        *self.rand.lock() = None;
        *self.context_info.lock() = None;
        self.context.lock().clear();
        *self.documents.lock() = Documents::default();
    }

    /// Returns the first day of the week, from 1 for Monday to 7: from SET DATEFIRST, or the
    /// language's.
    pub fn date_first(&self) -> u8 {
        match self.date_first.load(Ordering::Relaxed) {
            0 => self.language().first_day,
            day => day,
        }
    }

    /// Sets the first day of the week, from 1 for Monday to 7. The caller checks the range.
    pub fn set_date_first(&self, day: u8) {
        self.date_first.store(day, Ordering::Relaxed);
    }

    /// Returns the order of the numbers in date strings: from SET DATEFORMAT, or the language's.
    #[inline]
    pub fn date_order(&self) -> DateOrder {
        match self.date_order.load(Ordering::Relaxed) {
            OF_LANGUAGE => self.language().date_order,
            order => DateOrder::ALL[usize::from(order)],
        }
    }

    /// Sets the order of the numbers in date strings.
    pub fn set_date_order(&self, order: DateOrder) {
        self.date_order.store(order as u8, Ordering::Relaxed);
    }

    /// Returns the language of SET LANGUAGE.
    pub fn language(&self) -> &'static Language {
        &LANGUAGES[usize::from(self.language.load(Ordering::Relaxed))]
    }

    /// Sets the language. Its first day of the week and date order apply until SET DATEFIRST and
    /// SET DATEFORMAT; days and orders that these have set stay.
    pub fn set_language(&self, language: &'static Language) {
        let place = LANGUAGES.iter().position(|known| known.id == language.id).unwrap_or_default();
        self.language.store(place as u8, Ordering::Relaxed);
    }

    /// Returns language, first day of the week and order of dates, which a module restores at its
    /// end.
    pub fn date_settings(&self) -> DateSettings {
        DateSettings {
            language: self.language.load(Ordering::Relaxed),
            first: self.date_first.load(Ordering::Relaxed),
            order: self.date_order.load(Ordering::Relaxed),
        }
    }

    /// Restores language, first day of the week and order of dates.
    pub fn restore_dates(&self, settings: DateSettings) {
        self.language.store(settings.language, Ordering::Relaxed);
        self.date_first.store(settings.first, Ordering::Relaxed);
        self.date_order.store(settings.order, Ordering::Relaxed);
    }

    /// Returns SET TEXTSIZE: the number of bytes that SELECT sends of a long value.
    pub fn text_size(&self) -> i32 {
        self.text_size.load(Ordering::Relaxed)
    }

    /// Sets SET TEXTSIZE, the number of bytes that SELECT sends of a long value.
    pub fn set_text_size(&self, bytes: i32) {
        self.text_size.store(bytes, Ordering::Relaxed);
    }

    /// Returns the SET options of the running program, for functions and views.
    pub fn set_options(&self) -> SetOptions {
        SetOptions::from_bits(self.set_options.load(Ordering::Relaxed)).in_language(self.language())
    }

    /// Shows the SET options of the running program to functions and views of any session.
    pub fn show_options(&self, options: SetOptions) {
        self.set_options.store(options.bits(), Ordering::Relaxed);
    }

    /// Returns the next number of RAND, between 0 and 1 exclusive: after `seed`, or continuing the
    /// session's sequence.
    pub fn rand(&self, seed: Option<i32>, random: &Random) -> f64 {
        let mut state = self.rand.lock();
        let from = match (seed, *state) {
            (Some(seed), _) => RandState::seeded(seed),
            (None, Some(state)) => state,
            (None, None) => RandState::seeded(random.next_u64() as i32),
        };
        let (next, number) = from.next();
        *state = Some(next);
        number
    }

    /// Returns the value of SET CONTEXT_INFO; `None` before the first SET.
    pub fn context_info(&self) -> Option<[u8; CONTEXT_INFO_BYTES]> {
        *self.context_info.lock()
    }

    /// Sets CONTEXT_INFO to the first 128 bytes, padded with zeros; further bytes are dropped.
    pub fn set_context_info(&self, bytes: &[u8]) {
        let mut info = [0; CONTEXT_INFO_BYTES];
        let length = bytes.len().min(CONTEXT_INFO_BYTES);
        info[..length].copy_from_slice(&bytes[..length]);
        *self.context_info.lock() = Some(info);
    }

    /// Adds a prepared document and returns its handle. Returns `None` if the session's documents
    /// would be too large together. Also if the handles, odd numbers that only grow, are used up.
    pub fn add_document(&self, document: &str) -> Option<i32> {
        let mut documents = self.documents.lock();
        let bytes: usize = documents.all.values().map(|document| document.len()).sum();
        if bytes.saturating_add(document.len()) > DOCUMENT_BYTES_MAX {
            return None;
        }
        // SQL Server's handles are odd numbers.
        documents.last = if documents.last == 0 { 1 } else { documents.last.checked_add(2)? };
        let handle = documents.last;
        documents.all.insert(handle, document.into());
        Some(handle)
    }

    /// Removes a prepared document. Returns false if there is none of this handle.
    pub fn remove_document(&self, handle: i32) -> bool {
        self.documents.lock().all.remove(&handle).is_some()
    }

    /// Returns the document that `sp_xml_preparedocument` gave this handle. `None` for an unknown
    /// or removed handle.
    pub fn document(&self, handle: i32) -> Option<Arc<str>> {
        self.documents.lock().all.get(&handle).cloned()
    }

    /// Returns the value of `key`, compared without case, or `None` if none is set.
    pub fn context(&self, key: &str) -> Option<ContextValue> {
        self.context.lock().get(&key.to_lowercase()).cloned()
    }

    /// Stores a value under `key`, in any case of letters, or removes it. Returns false and changes
    /// nothing if the existing value is read-only.
    pub fn set_context(&self, key: &str, value: Option<ContextValue>) -> bool {
        let mut context = self.context.lock();
        let key = key.to_lowercase();
        if context.get(&key).is_some_and(|known| known.read_only) {
            return false;
        }
        match value {
            Some(value) => context.insert(key, value),
            None => context.remove(&key),
        };
        true
    }
}

impl RandState {
    /// A seed of 0 selects the generator's own seed.
    fn seeded(seed: i32) -> RandState {
        let first = if seed == 0 { FIRST_SEED } else { i64::from(seed).rem_euclid(FIRST_MODULUS) };
        RandState(first, SECOND_SEED)
    }

    fn next(self) -> (RandState, f64) {
        let first = self.0 * 40_014 % FIRST_MODULUS;
        let second = self.1 * 40_692 % SECOND_MODULUS;
        let difference = first - second;
        let number = if difference < 1 { difference + FIRST_MODULUS - 1 } else { difference };
        (RandState(first, second), number as f64 * SCALE)
    }
}

/// The bytes of all prepared documents of a session.
const DOCUMENT_BYTES_MAX: usize = 64 << 20;
const FIRST_MODULUS: i64 = 2_147_483_563;
const SECOND_MODULUS: i64 = 2_147_483_399;
const FIRST_SEED: i64 = 12_345;
const SECOND_SEED: i64 = 67_890;
/// The paper's factor: the inverse of the modulus, to seven digits.
const SCALE: f64 = 4.656_613e-10;
