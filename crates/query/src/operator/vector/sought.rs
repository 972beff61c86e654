//! Keys that a hash join seeks, as a filter of the rows that a scan below it returns.
//!
//! The join fills the filter once it has the rows of its one side. The scan of the other side then
//! leaves out rows whose keys are surely not among them, before it reads their other columns. The
//! filter is a Bloom filter with two bits of one word for each key, so a few other rows pass, which
//! the join drops.
//!
//! A filter passes only operators that can't fail: a row that is left out raises no error above the
//! scan.

use super::chunk::Chunk;
use super::expression::Expression;
use super::groups::{Groups, Hashed};
use super::rows::Rows;
use sluice_base::sync::{Arc, OnceLock};
use std::borrow::Cow;
use std::ops::Range;

/// The keys that a join seeks in the chunks of a source.
#[derive(Clone)]
pub(super) struct Sought {
    /// The columns of the key, as numbers of the chunk's columns.
    columns: Vec<usize>,
    /// The filter, once the join has made it.
    filter: Arc<OnceLock<KeyFilter>>,
}

/// A Bloom filter of hashed keys.
struct KeyFilter {
    /// A power of two of words.
    words: Vec<u64>,
}

/// A scan's use of a filter.
pub(super) struct Seeking {
    sought: Sought,
    hashed: Hashed,
    /// The numbers of rows that were tested and that passed.
    tested: usize,
    passed: usize,
}

impl Sought {
    /// Returns the filter, not filled yet, of a join with these keys of a source. Returns `None` if
    /// a key isn't a column.
    pub(super) fn new(keys: &[Expression]) -> Option<Sought> {
        let columns = keys.iter().map(Expression::as_column).collect::<Option<Vec<_>>>()?;
        Some(Sought { columns, filter: Arc::default() })
    }

    /// Returns the filter for a source whose columns are these, or `None` if it lacks one.
    pub(super) fn within(&self, columns: &Range<usize>) -> Option<Sought> {
        self.mapped(|number| columns.contains(&number).then(|| number - columns.start))
    }

    /// Returns the filter for a source in which each column has another number, or `None` if the
    /// source lacks one.
    pub(super) fn mapped(&self, place: impl Fn(usize) -> Option<usize>) -> Option<Sought> {
        let columns = self.columns.iter().map(|number| place(*number)).collect::<Option<Vec<_>>>()?;
        Some(Sought { columns, filter: Arc::clone(&self.filter) })
    }

    /// Fills the filter with the keys of `groups`, if a scan has taken it. A filter that is filled
    /// already stays as it is.
    pub(super) fn fill(&self, groups: &Groups) {
        if Arc::strong_count(&self.filter) > 1 {
            self.filter.get_or_init(|| KeyFilter::new(groups.hashes()));
        }
    }
}

impl Seeking {
    /// Returns the use of a filter that has tested no row.
    pub(super) fn new(sought: Sought) -> Seeking {
        Seeking { sought, hashed: Hashed::default(), tested: 0, passed: 0 }
    }

    /// Returns the columns of the key if the filter is filled and leaves out enough rows. It leaves
    /// out enough if at least a quarter of the tested rows didn't pass. `None` otherwise.
    pub(super) fn columns(&self) -> Option<&[usize]> {
        let is_useful = self.tested < TESTED_MIN || self.passed * 4 < self.tested * 3;
        (is_useful && self.sought.filter.get().is_some()).then_some(&self.sought.columns[..])
    }

    /// Replaces `out` by the rows of `chunk` that may have one of the keys. Without a filled filter
    /// these are all rows.
    pub(super) fn select(&mut self, chunk: &Chunk, out: &mut Vec<u32>) {
        let Seeking { sought, hashed, tested, passed } = self;
        let Some(filter) = sought.filter.get() else { return *out = Rows::All(chunk.len).numbers() };
        let keys: Vec<_> = sought.columns.iter().map(|number| Cow::Borrowed(&chunk.columns[*number])).collect();
        hashed.compute(&keys, chunk.len);
        Rows::All(chunk.len).filter_into(out, |row| filter.may_have(hashed.hashes[row]));
        *tested += chunk.len;
        *passed += out.len();
    }
}

impl KeyFilter {
    fn new(hashes: &[u64]) -> KeyFilter {
        let count = (hashes.len() / KEYS_OF_WORD).next_power_of_two();
        let mut words = vec![0; count];
        hashes.iter().for_each(|hash| words[*hash as usize & (count - 1)] |= bits_of(*hash));
        KeyFilter { words }
    }

    /// Whether a key with this hash may be among the keys.
    #[inline]
    fn may_have(&self, hash: u64) -> bool {
        let bits = bits_of(hash);
        self.words[hash as usize & (self.words.len() - 1)] & bits == bits
    }
}

/// Returns the bits of a key in its word. The low bits of the hash select the word.
#[inline]
fn bits_of(hash: u64) -> u64 {
    1 << (hash >> 58) | 1 << (hash >> 52 & 63)
}

/// The greatest average number of keys in a word.
const KEYS_OF_WORD: usize = 4;
/// The number of rows after which a filter that three of four rows pass isn't used any more.
const TESTED_MIN: usize = 8192;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_has_its_keys_and_few_others() {
        let hash = |number: u64| (number + 1).wrapping_mul(0xA54F_F53A_5F1D_36F1);
        for count in [0, 1, 5, 1000] {
            let hashes: Vec<u64> = (0..count).map(hash).collect();
            let filter = KeyFilter::new(&hashes);
            assert!(hashes.iter().all(|hash| filter.may_have(*hash)));
            let others = (count..count + 1000).filter(|number| filter.may_have(hash(*number))).count();
            assert!(others < 150, "{others} of 1000 others pass a filter of {count} keys");
        }
    }
}
