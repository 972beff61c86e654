//! Filling a new tree by the page, from entries in the order of their keys.
//!
//! Each level gathers the cells of one page; a page that is full is one system record with its
//! allocation and its link, and its separator goes to the level above. What is left in the end of
//! the topmost level is the root's. No entry is undone by itself: the tree is its transaction's
//! own, and a rollback frees it whole. Minimal logging, and why it is right: `heap::bulk`. A page's
//! prefix follows from its bounds, and its upper one is known only with the first key behind it; so
//! a page is cut where what comes before fits with that prefix, and the rest begins the next.

use super::node::{self, inner_cell_bytes, separator};
use super::{BTree, descend, insert};
use crate::edit::{self, Edit};
use crate::heap::LOGGED_PAGES;
use crate::heap_cell::STAMP_SIZE;
use crate::layout::{self, BODY, PAGE_ID_SIZE};
use crate::object;
use crate::prefix;
use crate::slotted::SLOT_SIZE;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::ids::{Lsn, PageId, TxnId};
use sluice_buffer::{PAGE_SIZE, PageType};
use sluice_txn::{Storage, StorageError, Transaction};

/// Entries on their way into a new tree. What was put in is there, and what is not in the log is on
/// disk, when [`TreeLoad::finish`] has returned; a load that does not come to that is to be rolled
/// back.
pub struct TreeLoad<'a> {
    storage: &'a Storage,
    tree: BTree,
    iam_root: PageId,
    stamp: TxnId,
    levels: Vec<Level>,
    /// The leaf that was written last.
    leaf: PageId,
    /// How many pages more are logged with their cells.
    logged: usize,
    /// The last record of a page whose cells are not logged; none if all are.
    unlogged: Option<Lsn>,
}

/// The cells of a level that have no page yet.
#[derive(Default)]
struct Level {
    /// The lower bound of the page that they are for.
    low: Vec<u8>,
    cells: Vec<Cell>,
    /// What they take with their whole keys.
    size: usize,
    /// Whether the level has pages already.
    has_pages: bool,
}

struct Cell {
    key: Vec<u8>,
    /// The value, or the child.
    content: Content,
}

enum Content {
    Value(Vec<u8>),
    Child(PageId),
}

impl BTree {
    /// Begins to fill this tree, which `txn` itself has made and into which nobody has put an
    /// entry.
    pub fn bulk_load<'a>(&self, storage: &'a Storage, txn: &mut Transaction) -> Result<TreeLoad<'a>, StorageError> {
        let stamp = storage.start(txn)?;
        let root = storage.pool.read(storage.id, self.root)?;
        descend::check(self, storage, self.root, &root, None)?;
        let minimally = storage.recovery_model().allows_minimal_logging();
        Ok(TreeLoad {
            storage,
            tree: *self,
            iam_root: layout::anchor(&root),
            stamp,
            levels: vec![Level::default()],
            leaf: PageId::NONE,
            logged: if minimally { LOGGED_PAGES } else { usize::MAX },
            unlogged: None,
        })
    }
}

impl TreeLoad<'_> {
    /// Puts an entry in behind the others. `Duplicate` if its key is not above the one before.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> Result<(), StorageError> {
        insert::check_size(key, value)?;
        if self.levels[0].cells.last().is_some_and(|last| last.key.as_slice() >= key) {
            return Err(StorageError::Duplicate);
        }
        self.add(0, Cell { key: key.to_vec(), content: Content::Value(value.to_vec()) })
    }

    /// Puts the last entries on their pages, and brings to disk what the log does not have.
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

    /// Adds a cell to those of a level.
    fn add(&mut self, level: usize, cell: Cell) -> Result<(), StorageError> {
        if level == self.levels.len() {
            self.levels.push(Level { low: cell.key.clone(), ..Level::default() });
        }
        let gathered = &mut self.levels[level];
        gathered.size += cell.size();
        gathered.cells.push(cell);
        if gathered.is_over() { self.cut(level) } else { Ok(()) }
    }

    /// Puts as many of a level's cells as fit, but not the last, on a page.
    fn cut(&mut self, index: usize) -> Result<(), StorageError> {
        let level = &self.levels[index];
        let mut count = level.cells.len() - 1;
        let high = loop {
            let high = level.bound(count);
            // One cell fits whatever its prefix is.
            if count == 1 || level.fits(count, Some(high)) {
                break high.to_vec();
            }
            count -= 1;
        };
        self.write_page(index, count, Some(high))
    }

    /// Puts the first cells of a level, which lie below `high`, on a page of their own.
    fn write_page(&mut self, index: usize, count: usize, high: Option<Vec<u8>>) -> Result<(), StorageError> {
        let (storage, tree) = (self.storage, self.tree);
        let follows = index == 0 && !self.leaf.is_none();
        let mut left = if follows { Some(storage.pool.write(storage.id, self.leaf)?) } else { None };
        let Some(mut new) = object::next_page(storage, self.iam_root, None, Purpose::Work)? else {
            return Err(damaged(storage, self.iam_root, "it gives no page"));
        };
        let (id, page_type) = (new.page.id(), PageType::INDEX.0);
        new.record.edit(id, Edit::Format { page_type, level: index as u8, root: false, object: tree.object });
        if let Some(left) = &left {
            new.record.edit(id, Edit::Previous(left.id()));
            new.record.edit(left.id(), Edit::Next(id));
        }
        let level = &mut self.levels[index];
        let edits = level.edits(count, high.as_deref(), self.stamp);
        let others = left.as_mut().into_iter().collect();
        if self.logged > 0 {
            self.logged -= 1;
            new.record.edits(id, &edits);
            new.log(storage, others)?;
        } else {
            let mut page = new.log(storage, others)?;
            edit::apply_all(&mut page, &edits).expect("the cells of one page were gathered");
            self.unlogged = Some(page.lsn());
        }
        drop(left);
        if index == 0 {
            self.leaf = id;
        }
        level.has_pages = true;
        let gone: usize = level.cells.drain(..count).map(|cell| cell.size()).sum();
        level.size -= gone;
        let low = std::mem::replace(&mut level.low, high.unwrap_or_default());
        self.add(index + 1, Cell { key: low, content: Content::Child(id) })
    }

    /// Puts the cells of the topmost level into the root.
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
    /// Whether the cells cannot all be on one page, whatever comes behind them.
    fn is_over(&self) -> bool {
        let Some(last) = self.cells.last() else { return false };
        let longest = prefix::between(&self.low, Some(&last.key)).len();
        self.size > CAPACITY + self.cells.len().saturating_sub(1) * longest
    }

    /// Whether the first cells fit on a page, with what lies below `high`. An inner node's first
    /// key is its lower bound, which it does not have: at least the prefix is counted too much.
    fn fits(&self, count: usize, high: Option<&[u8]>) -> bool {
        let behind: usize = self.cells[count..].iter().map(Cell::size).sum();
        let prefix = prefix::between(&self.low, high).len();
        self.size - behind + prefix <= CAPACITY + count * prefix
    }

    /// What separates the first cells from those behind them.
    fn bound(&self, count: usize) -> &[u8] {
        let behind = &self.cells[count];
        match behind.content {
            Content::Value(_) => separator(&self.cells[count - 1].key, &behind.key),
            Content::Child(_) => &behind.key,
        }
    }

    /// The edits that put the first cells on an empty page.
    fn edits(&self, count: usize, high: Option<&[u8]>, stamp: TxnId) -> Vec<u8> {
        let prefix = prefix::between(&self.low, high);
        let mut edits = Vec::with_capacity(PAGE_SIZE);
        Edit::Prefix(prefix).encode(&mut edits);
        for (index, Cell { key, content }) in self.cells[..count].iter().enumerate() {
            let cell = match content {
                Content::Value(value) => node::leaf_cell_bytes(stamp, &key[prefix.len()..], value),
                Content::Child(child) if index == 0 => inner_cell_bytes(*child, &[], &[]),
                Content::Child(child) => inner_cell_bytes(*child, prefix, key),
            };
            Edit::Append { cell: &cell }.encode(&mut edits);
        }
        edits
    }
}

impl Cell {
    /// What it takes on a page with its whole key, the slot included.
    fn size(&self) -> usize {
        SLOT_SIZE
            + self.key.len()
            + match &self.content {
                Content::Value(value) => STAMP_SIZE + 2 + value.len(),
                Content::Child(_) => PAGE_ID_SIZE,
            }
    }
}

/// The bytes of a page for cells, slots and prefix.
const CAPACITY: usize = PAGE_SIZE - BODY;
