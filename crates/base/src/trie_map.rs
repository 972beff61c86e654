//! A hash map whose clones share their common parts.
//!
//! A clone costs one reference count; a change copies the path from the root to one leaf. The map
//! suits states that many readers hold and writers derive from one another, such as a database's
//! catalog. It is a hash trie with 32 children per node (Bagwell, "Ideal Hash Trees", 2001).
//! Entries with equal hashes share a leaf. Iteration is in the order of hashes, which is the same
//! in every run.

use crate::hash::FixedHasher;
use crate::sync::Arc;
use std::borrow::Borrow;
use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, Hash};

/// A map with cheap clones.
#[derive(Clone)]
pub struct TrieMap<K, V> {
    root: Option<Arc<Node<K, V>>>,
    len: usize,
}

enum Node<K, V> {
    /// Children by five bits of the hash: a bit set with a bit per present child, and the children
    /// in the order of their bits.
    Branch(u32, Vec<Arc<Node<K, V>>>),
    /// Entries of one hash.
    Leaf(u64, Vec<(K, V)>),
}

impl<K: Hash + Eq + Clone, V: Clone> TrieMap<K, V> {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the map is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the value of `key`, or `None` without one. Doesn't copy anything.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let hash = hash_of(key);
        let (mut node, mut shift) = (self.root.as_ref()?, 0);
        loop {
            match &**node {
                Node::Branch(bits, children) => {
                    let bit = bit_of(hash, shift);
                    if bits & bit == 0 {
                        return None;
                    }
                    node = &children[place_of(*bits, bit)];
                    shift += BITS;
                }
                Node::Leaf(of, entries) if *of == hash => {
                    return entries.iter().find(|(known, _)| known.borrow() == key).map(|(_, value)| value);
                }
                Node::Leaf(..) => return None,
            }
        }
    }

    /// Whether `key` has a value.
    pub fn contains_key<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get(key).is_some()
    }

    /// Sets the value of `key` and returns the previous value. Nodes shared with a clone are copied
    /// first, so the clone doesn't change. `None` if the key is new.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let hash = hash_of(&key);
        let before = match &mut self.root {
            Some(root) => insert(root, (hash, 0), key, value),
            empty => {
                *empty = Some(Arc::new(Node::Leaf(hash, vec![(key, value)])));
                None
            }
        };
        self.len += usize::from(before.is_none());
        before
    }

    /// Removes `key` and returns its value. Returns `None`, without copying a node, if there is no
    /// such key. Clones don't change.
    pub fn remove<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        // Removing a missing key must copy no path.
        self.get(key)?;
        let root = self.root.as_mut()?;
        let (removed, is_empty) = remove(root, (hash_of(key), 0), key);
        if is_empty {
            self.root = None;
        }
        self.len -= usize::from(removed.is_some());
        removed
    }

    /// Returns all entries in the order of their hashes.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { open: self.root.iter().map(std::slice::from_ref).map(<[_]>::iter).collect(), entries: [].iter() }
    }

    /// Returns all values in the order of their keys' hashes.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }
}

/// An iterator over the entries of a [`TrieMap`].
pub struct Iter<'m, K, V> {
    open: Vec<std::slice::Iter<'m, Arc<Node<K, V>>>>,
    entries: std::slice::Iter<'m, (K, V)>,
}

impl<'m, K, V> Iterator for Iter<'m, K, V> {
    type Item = (&'m K, &'m V);

    fn next(&mut self) -> Option<(&'m K, &'m V)> {
        loop {
            if let Some((key, value)) = self.entries.next() {
                return Some((key, value));
            }
            match self.open.last_mut()?.next() {
                None => {
                    self.open.pop();
                }
                Some(node) => match &**node {
                    Node::Branch(_, children) => self.open.push(children.iter()),
                    Node::Leaf(_, entries) => self.entries = entries.iter(),
                },
            }
        }
    }
}

impl<K: Hash + Eq + Clone, V: Clone> FromIterator<(K, V)> for TrieMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> TrieMap<K, V> {
        let mut map = TrieMap::default();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

impl<K, V> Default for TrieMap<K, V> {
    fn default() -> TrieMap<K, V> {
        TrieMap { root: None, len: 0 }
    }
}

impl<K: Hash + Eq + Clone + fmt::Debug, V: Clone + fmt::Debug> fmt::Debug for TrieMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Clone, V: Clone> Clone for Node<K, V> {
    fn clone(&self) -> Node<K, V> {
        match self {
            Node::Branch(bits, children) => Node::Branch(*bits, children.clone()),
            Node::Leaf(hash, entries) => Node::Leaf(*hash, entries.clone()),
        }
    }
}

fn insert<K: Eq + Clone, V: Clone>(
    node: &mut Arc<Node<K, V>>,
    (hash, shift): (u64, u32),
    key: K,
    value: V,
) -> Option<V> {
    if let Node::Leaf(of, _) = **node
        && of != hash
    {
        // The leaf moves down until its hash and the new hash differ.
        let leaf = std::mem::replace(node, Arc::new(Node::Branch(0, Vec::new())));
        *node = Arc::new(Node::Branch(bit_of(of, shift), vec![leaf]));
    }
    match Arc::make_mut(node) {
        Node::Branch(bits, children) => {
            let bit = bit_of(hash, shift);
            let place = place_of(*bits, bit);
            if *bits & bit != 0 {
                return insert(&mut children[place], (hash, shift + BITS), key, value);
            }
            *bits |= bit;
            children.insert(place, Arc::new(Node::Leaf(hash, vec![(key, value)])));
            None
        }
        Node::Leaf(_, entries) => match entries.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => Some(std::mem::replace(known, value)),
            None => {
                entries.push((key, value));
                None
            }
        },
    }
}

/// Removes a present key. Returns its value and whether the node is empty afterwards.
fn remove<K: Clone + Borrow<Q>, V: Clone, Q: Eq + ?Sized>(
    node: &mut Arc<Node<K, V>>,
    (hash, shift): (u64, u32),
    key: &Q,
) -> (Option<V>, bool) {
    match Arc::make_mut(node) {
        Node::Leaf(_, entries) => {
            let place = entries.iter().position(|(known, _)| known.borrow() == key);
            let removed = place.map(|place| entries.swap_remove(place).1);
            (removed, entries.is_empty())
        }
        Node::Branch(bits, children) => {
            let bit = bit_of(hash, shift);
            let place = place_of(*bits, bit);
            let (removed, is_empty) = remove(&mut children[place], (hash, shift + BITS), key);
            if is_empty {
                *bits &= !bit;
                children.remove(place);
            }
            (removed, children.is_empty())
        }
    }
}

fn hash_of<Q: Hash + ?Sized>(key: &Q) -> u64 {
    BuildHasherDefault::<FixedHasher>::default().hash_one(key)
}

/// Returns the child's bit for a hash at `shift`. Beyond the last bit of the hash, all hashes have
/// the same bit, because only equal hashes get there.
fn bit_of(hash: u64, shift: u32) -> u32 {
    1 << (hash.checked_shr(shift).unwrap_or(0) & (CHILDREN - 1))
}

/// Returns the index of a bit's child, present or not, among the present children.
fn place_of(bits: u32, bit: u32) -> usize {
    (bits & (bit - 1)).count_ones() as usize
}

const BITS: u32 = 5;
const CHILDREN: u64 = 1 << BITS;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeMap;

    /// A key with frequent hash collisions: only its two low bits are hashed.
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
    struct Colliding(u32);

    impl Hash for Colliding {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            (self.0 & 3).hash(state);
        }
    }

    fn agrees_with_model<K: Hash + Ord + Clone + fmt::Debug>(key: impl Fn(u32) -> K) {
        let random = Random::seeded(7);
        let (mut map, mut model) = (TrieMap::default(), BTreeMap::new());
        let mut kept = Vec::new();
        for step in 0..20_000u64 {
            let which = key((random.next_u64() % 600) as u32);
            if random.next_u64() % 5 < 2 {
                assert_eq!(map.remove(&which), model.remove(&which));
            } else {
                assert_eq!(map.insert(which.clone(), step), model.insert(which, step));
            }
            if step % 4_000 == 0 {
                kept.push((map.clone(), model.clone()));
            }
        }
        kept.push((map, model));
        for (map, model) in kept {
            assert_eq!(map.len(), model.len());
            let entries: BTreeMap<K, u64> = map.iter().map(|(key, value)| (key.clone(), *value)).collect();
            assert_eq!(entries, model, "a clone keeps its state");
            assert!((0..600).all(|number| map.get(&key(number)) == model.get(&key(number))));
        }
    }

    #[test]
    fn trie_map_agrees_with_ordered_map() {
        agrees_with_model(|number| number);
    }

    #[test]
    fn trie_map_keeps_colliding_keys_apart() {
        agrees_with_model(Colliding);
    }

    #[test]
    fn emptied_trie_map_has_no_nodes() {
        let mut map: TrieMap<u32, u32> = (0..1_000).map(|number| (number, number)).collect();
        (0..1_000).for_each(|number| assert_eq!(map.remove(&number), Some(number)));
        assert!(map.root.is_none() && map.is_empty());
    }
}
