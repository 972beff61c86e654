//! Bulk load of a new tree, page by page, from entries in key order.
//!
//! Each level gathers the cells of one page. A full page is one system record with its allocation
//! and its link, and its separator goes to the level above. The remaining cells of the topmost
//! level go to the root. No entry has its own undo: the tree belongs to its transaction, and a
//! rollback frees it whole. Minimal logging works as in `heap::bulk`.
//!
//! A page's prefix follows from its bounds, and the upper bound is known only with the first key
//! behind the page. So a page is cut where the cells before the cut fit with that prefix, and the
//! rest begins the next page.
//!
//! With page compression, the cells of a full leaf are compressed as `compress.rs` does it, and the
//! leaf takes further entries as long as that makes room.

use super::compress;
use super::node::{self, inner_cell_bytes, separator};
use super::{BTree, descend, insert};
use crate::edit::{self, Edit};
use crate::heap::LOGGED_PAGES;
use crate::heap_cell::STAMP_SIZE;
use crate::layout::{self, BODY, PAGE_ID_SIZE};
use crate::object;
use crate::page_dictionary::{Packed, PageDictionary, SAVED_MIN};
use crate::prefix;
use crate::slotted::SLOT_SIZE;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::ids::{Lsn, PageId, TxnId};
use sluice_buffer::{PAGE_SIZE, PageType};
use sluice_txn::{Storage, StorageError, Transaction};

/// Entries on their way into a new tree. When [`TreeLoad::finish`] has returned, all entries are in
/// the tree, and those not logged are on disk. A load that does not finish must be rolled back.
/// Reading the tree before the end shows nothing or a part.
pub struct TreeLoad<'a> {
    storage: &'a Storage,
    tree: BTree,
    iam_root: PageId,
    stamp: TxnId,
    levels: Vec<Level>,
    /// Whether leaves are compressed.
    compresses: bool,
    /// The last leaf written.
    leaf: PageId,
    /// The number of further pages logged with their cells.
    logged: usize,
    fill: PageFill,
    /// The last record of a page logged without its cells; `None` if all are logged.
    unlogged: Option<Lsn>,
}

/// The part of pages that a load fills, in percent from 1 to 100: FILLFACTOR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageFill {
    /// The leaves.
    pub leaf: u8,
    /// The pages above the leaves.
    pub inner: u8,
}

impl PageFill {
    /// Full pages.
    pub const WHOLE: PageFill = PageFill { leaf: 100, inner: 100 };

    fn limits(self, level: usize) -> Limits {
        match level {
            0 => Limits { bytes: CAPACITY * usize::from(self.leaf) / 100, cells: 1 },
            _ => Limits { bytes: CAPACITY * usize::from(self.inner) / 100, cells: 2 },
        }
    }
}

/// The bytes that a level's pages get, and the cells that a page gets in any case.
#[derive(Clone, Copy)]
struct Limits {
    bytes: usize,
    /// An inner page needs two children, or the levels would not become smaller.
    cells: usize,
}

/// The cells of a level without a page yet.
struct Level {
    /// The lower bound of their page.
    low: Vec<u8>,
    cells: Vec<Cell>,
    /// The dictionary of the cells.
    dictionary: PageDictionary,
    /// The bytes of the cells with their whole keys, and of the dictionary.
    size: usize,
    /// Whether the level has pages already.
    has_pages: bool,
    limits: Limits,
}

struct Cell {
    key: Vec<u8>,
    /// The value, or the child.
    content: Content,
}

enum Content {
    Value {
        value: Vec<u8>,
        /// The value compressed by the level's dictionary.
        tokens: Option<Vec<u8>>,
    },
    Child(PageId),
}

impl BTree {
    /// Begins to load this tree, which `txn` has created and which is empty. Fails with damage if
    /// the root page isn't the root of this tree; that the tree is empty isn't checked. Under the
    /// recovery model SIMPLE or BULK_LOGGED, only the first pages are logged with their cells.
    pub fn bulk_load<'a>(
        &self,
        storage: &'a Storage,
        txn: &mut Transaction,
        fill: PageFill,
    ) -> Result<TreeLoad<'a>, StorageError> {
        let stamp = storage.start(txn)?;
        let root = storage.pool.read(storage.id, self.root)?;
        descend::check(self, storage, self.root, &root, None)?;
        let minimally = storage.recovery_model().allows_minimal_logging();
        Ok(TreeLoad {
            storage,
            tree: *self,
            iam_root: layout::anchor(&root),
            compresses: layout::compresses(&root),
            stamp,
            levels: vec![Level::new(Vec::new(), fill.limits(0))],
            fill,
            leaf: PageId::NONE,
            logged: if minimally { LOGGED_PAGES } else { usize::MAX },
            unlogged: None,
        })
    }
}

impl TreeLoad<'_> {
    /// Adds an entry. Fails with `Duplicate` if its key is not above the previous key. Fails with
    /// `TooLong` beyond the limits of key and entry. A full page is written at once.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> Result<(), StorageError> {
        insert::check_size(key, value)?;
        if self.levels[0].cells.last().is_some_and(|last| last.key.as_slice() >= key) {
            return Err(StorageError::Duplicate);
        }
        self.add(0, Cell { key: key.to_vec(), content: Content::Value { value: value.to_vec(), tokens: None } })
    }

    /// Writes the last pages, and writes unlogged cells to disk. That happens by a checkpoint,
    /// before the transaction can commit.
    pub fn finish(mut self) -> Result<(), StorageError> {
        let mut level = 0;
        loop {
            while !self.levels[level].fits(self.levels[level].cells.len(), None) {
                self.cut(level)?;
            }
            if !self.levels[level].has_pages {
                break;
            }
            let rest = self.levels[level].cells.len();
            self.write_page(level, rest, None)?;
            level += 1;
        }
        self.write_root(level)?;
        self.unlogged.map_or(Ok(()), |last| self.storage.checkpoint_past(last))
    }

    /// Adds a cell to a level.
    fn add(&mut self, level: usize, mut cell: Cell) -> Result<(), StorageError> {
        if level == self.levels.len() {
            self.levels.push(Level::new(cell.key.clone(), self.fill.limits(level)));
        }
        let gathered = &mut self.levels[level];
        if let Content::Value { value, tokens } = &mut cell.content {
            *tokens = gathered.dictionary.shorter(value);
        }
        gathered.size += cell.size();
        gathered.cells.push(cell);
        if !gathered.is_over() || level == 0 && self.compresses && gathered.compress() {
            return Ok(());
        }
        self.cut(level)
    }

    /// Writes as many of a level's cells as fit, except the last, to a page.
    fn cut(&mut self, index: usize) -> Result<(), StorageError> {
        let level = &self.levels[index];
        let mut count = level.cells.len() - 1;
        let high = loop {
            let high = level.bound(count);
            if level.fits(count, Some(high)) {
                break high.to_vec();
            }
            count -= 1;
        };
        self.write_page(index, count, Some(high))
    }

    /// Writes the first cells of a level, which lie below `high`, to a new page.
    fn write_page(&mut self, index: usize, count: usize, high: Option<Vec<u8>>) -> Result<(), StorageError> {
        let (storage, tree) = (self.storage, self.tree);
        let follows = index == 0 && !self.leaf.is_none();
        let mut left = if follows { Some(storage.pool.write(storage.id, self.leaf)?) } else { None };
        let Some(mut new) = object::next_page(storage, self.iam_root, None, Purpose::Work)? else {
            return Err(damaged(storage, self.iam_root, "it gives no page"));
        };
        let (id, page_type) = (new.page.id(), PageType::INDEX.0);
        new.record.edit(id, Edit::Format { page_type, level: index as u8, root: false, object: tree.object });
        if self.compresses && index == 0 {
            new.record.edit(id, Edit::Compresses);
        }
        if let Some(left) = &left {
            new.record.edit(id, Edit::Previous(left.id()));
            new.record.edit(left.id(), Edit::Next(id));
        }
        let level = &mut self.levels[index];
        if count <= level.limits.cells {
            // So few cells fit on a page, but maybe not beside a dictionary made for more of them.
            level.set_tokens(Packed::default());
        }
        let edits = level.edits(count, high.as_deref(), self.stamp);
        let others = left.as_mut().into_iter().collect();
        if self.logged > 0 {
            self.logged -= 1;
            new.record.edits(id, &edits);
            new.log(storage, others)?;
        } else {
            new.record.edit(id, Edit::Unlogged);
            let mut page = new.log(storage, others)?;
            edit::apply_all(&mut page, &edits).expect("the cells of one page were gathered");
            self.unlogged = Some(page.lsn());
        }
        drop(left);
        if index == 0 {
            self.leaf = id;
        }
        level.has_pages = true;
        level.cells.drain(..count);
        level.set_tokens(Packed::default());
        let low = std::mem::replace(&mut level.low, high.unwrap_or_default());
        self.add(index + 1, Cell { key: low, content: Content::Child(id) })
    }

    /// Writes the cells of the topmost level into the root.
    fn write_root(&mut self, index: usize) -> Result<(), StorageError> {
        let level = &self.levels[index];
        if level.cells.is_empty() {
            return Ok(());
        }
        let mut root = self.storage.pool.write(self.storage.id, self.tree.root)?;
        let mut record = SystemRecord::new(Purpose::Work);
        record.edit(root.id(), Edit::Level(index as u8));
        record.edits(root.id(), &level.edits(level.cells.len(), None, self.stamp));
        record.log(self.storage, vec![&mut root])
    }
}

impl Level {
    fn new(low: Vec<u8>, limits: Limits) -> Level {
        Level { low, cells: Vec::new(), dictionary: PageDictionary::default(), size: 0, has_pages: false, limits }
    }

    /// Compresses the values of a leaf's cells. Returns false, without a change, if that saves too
    /// little.
    fn compress(&mut self) -> bool {
        let values = self.cells.iter().filter_map(|cell| match &cell.content {
            Content::Value { value, .. } => Some(value.as_slice()),
            Content::Child(_) => None,
        });
        let packed = Packed::pack(&values.collect::<Vec<_>>());
        let size: usize =
            self.cells.iter().zip(&packed.tokens).map(|(cell, tokens)| cell.size_with(tokens.as_deref())).sum();
        let saves = size + packed.dictionary.bytes().len() + SAVED_MIN <= self.size;
        if saves {
            self.set_tokens(packed);
        }
        saves
    }

    /// Gives the cells their tokens; cells without tokens have their values alone.
    fn set_tokens(&mut self, packed: Packed) {
        let mut all = packed.tokens.into_iter();
        for cell in &mut self.cells {
            if let Content::Value { tokens, .. } = &mut cell.content {
                *tokens = all.next().flatten();
            }
        }
        self.size = packed.dictionary.bytes().len() + self.cells.iter().map(Cell::size).sum::<usize>();
        self.dictionary = packed.dictionary;
    }

    /// Whether the cells cannot all fit on one page, for any next key.
    fn is_over(&self) -> bool {
        let Some(last) = self.cells.last().filter(|_| self.cells.len() > self.limits.cells) else { return false };
        let longest = prefix::between(&self.low, Some(&last.key)).len();
        self.size > self.limits.bytes + self.cells.len().saturating_sub(1) * longest
    }

    /// Whether the first cells fit on a page with the upper bound `high`. An inner node does not
    /// store its first key, so at least the prefix is counted in excess. The least number of cells
    /// fits with any prefix.
    fn fits(&self, count: usize, high: Option<&[u8]>) -> bool {
        if count <= self.limits.cells {
            return true;
        }
        let behind: usize = self.cells[count..].iter().map(Cell::size).sum();
        let prefix = prefix::between(&self.low, high).len();
        self.size - behind + prefix <= self.limits.bytes + count * prefix
    }

    /// Returns the separator between the first cells and the next one.
    fn bound(&self, count: usize) -> &[u8] {
        let behind = &self.cells[count];
        match behind.content {
            Content::Value { .. } => separator(&self.cells[count - 1].key, &behind.key),
            Content::Child(_) => &behind.key,
        }
    }

    /// Encodes the edits that write the first cells to an empty page.
    fn edits(&self, count: usize, high: Option<&[u8]>, stamp: TxnId) -> Vec<u8> {
        let prefix = prefix::between(&self.low, high);
        let mut edits = Vec::with_capacity(PAGE_SIZE);
        Edit::Prefix(prefix).encode(&mut edits);
        if !self.dictionary.bytes().is_empty() {
            Edit::Dictionary(self.dictionary.bytes()).encode(&mut edits);
        }
        for (index, Cell { key, content }) in self.cells[..count].iter().enumerate() {
            let cell = match content {
                Content::Value { tokens: Some(tokens), .. } => {
                    compress::cell_bytes(stamp.0, &key[prefix.len()..], tokens)
                }
                Content::Value { value, .. } => node::leaf_cell_bytes(stamp, &key[prefix.len()..], value),
                Content::Child(child) if index == 0 => inner_cell_bytes(*child, &[], &[]),
                Content::Child(child) => inner_cell_bytes(*child, prefix, key),
            };
            Edit::Append { cell: &cell }.encode(&mut edits);
        }
        edits
    }
}

impl Cell {
    /// Returns the bytes on a page with the whole key, the slot included.
    fn size(&self) -> usize {
        match &self.content {
            Content::Value { tokens, .. } => self.size_with(tokens.as_deref()),
            Content::Child(_) => SLOT_SIZE + self.key.len() + PAGE_ID_SIZE,
        }
    }

    /// Returns [`Cell::size`] with these tokens in place of the value.
    fn size_with(&self, tokens: Option<&[u8]>) -> usize {
        let Content::Value { value, .. } = &self.content else { return self.size() };
        SLOT_SIZE + self.key.len() + STAMP_SIZE + 2 + tokens.unwrap_or(value).len()
    }
}

/// The bytes of a page for cells, slots and prefix.
const CAPACITY: usize = PAGE_SIZE - BODY;
