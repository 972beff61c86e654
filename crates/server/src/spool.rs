//! Bytes that wait in order: the first in memory, those beyond a bound in work files of tempdb.
//!
//! If tempdb has no space, the bytes stay in memory, where the session's account counts them.

use sluice_base::sync::Arc;
use sluice_engine::{SqlError, Value};
use sluice_types::{DataType, Length, LongStore, LongValue};
use std::collections::VecDeque;

/// A queue of bytes. Bytes pushed together are taken from the same group.
#[derive(Default)]
pub(crate) struct Spool {
    store: Option<Arc<dyn LongStore>>,
    groups: VecDeque<Group>,
    /// Bytes of the groups in memory.
    memory_bytes: usize,
    /// The group that is being taken, and the number of its bytes that are taken.
    front: Vec<u8>,
    taken: usize,
    /// Whether the taken group ends where a token ends.
    front_ends_token: bool,
}

/// Bytes pushed together, or several pushes.
struct Group {
    bytes: GroupBytes,
    ends_token: bool,
}

enum GroupBytes {
    Memory(Vec<u8>),
    Stored(Arc<LongValue>),
}

impl Spool {
    /// Returns an empty queue. Without a store all bytes stay in memory.
    pub(crate) fn new(store: Option<Arc<dyn LongStore>>) -> Spool {
        Spool { store, ..Spool::default() }
    }

    /// Returns the number of bytes in memory.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.memory_bytes + self.front.len() - self.taken
    }

    /// Appends bytes. `ends_token` says whether a token ends with them.
    pub(crate) fn push(&mut self, bytes: &[u8], ends_token: bool) {
        if bytes.is_empty() {
            return;
        }
        self.memory_bytes += bytes.len();
        if let Some(Group { bytes: GroupBytes::Memory(tail), ends_token: is_end }) = self.groups.back_mut()
            && tail.len() + bytes.len() <= GROUP_BYTES
        {
            tail.extend_from_slice(bytes);
            *is_end = ends_token;
            return;
        }
        self.store_last();
        self.groups.push_back(Group { bytes: GroupBytes::Memory(bytes.to_vec()), ends_token });
    }

    /// Moves the last group to a work file if too many bytes are in memory.
    fn store_last(&mut self) {
        let Some(store) = self.store.as_ref().filter(|_| self.memory_bytes > MEMORY_MAX) else { return };
        let Some(group) = self.groups.back_mut() else { return };
        let GroupBytes::Memory(bytes) = &group.bytes else { return };
        let written = store.create(DataType::VarBinary(Length::Max)).and_then(|mut writer| {
            writer.push(bytes)?;
            writer.finish()
        });
        if let Ok(Value::Long(value)) = written {
            self.memory_bytes -= bytes.len();
            group.bytes = GroupBytes::Stored(value);
        }
    }

    /// Returns the next bytes that were pushed together or in one group; empty if none are left.
    ///
    /// # Errors
    /// The work file can't be read.
    pub(crate) fn front(&mut self) -> Result<&[u8], SqlError> {
        if self.taken == self.front.len() {
            self.taken = 0;
            self.front.clear();
            if let Some(Group { bytes, ends_token }) = self.groups.pop_front() {
                self.front_ends_token = ends_token;
                match bytes {
                    GroupBytes::Memory(bytes) => {
                        self.memory_bytes -= bytes.len();
                        self.front = bytes;
                    }
                    GroupBytes::Stored(value) => {
                        self.front.resize(value.len() as usize, 0);
                        value.read_at(0, &mut self.front)?;
                    }
                }
            } else {
                self.front = Vec::new();
            }
        }
        Ok(&self.front[self.taken..])
    }

    /// Removes the first `count` bytes of [`Spool::front`].
    pub(crate) fn take(&mut self, count: usize) {
        self.taken = (self.taken + count).min(self.front.len());
    }

    /// Drops the bytes behind the first end of a token at the end of a group. Returns whether bytes
    /// were dropped. Keeps everything if a token doesn't end with the last group, since the bytes
    /// that follow would continue it.
    pub(crate) fn cut(&mut self) -> bool {
        if !self.groups.back().is_some_and(|group| group.ends_token) {
            return false;
        }
        let is_within_front = self.taken < self.front.len();
        let kept = match is_within_front && self.front_ends_token {
            true => 0,
            // A message whose first packet isn't sent still has one.
            false => self.groups.iter().position(|group| group.ends_token).map_or(0, |place| place + 1),
        };
        let is_cut = kept < self.groups.len();
        self.groups.truncate(kept);
        let in_memory = |group: &Group| if let GroupBytes::Memory(bytes) = &group.bytes { bytes.len() } else { 0 };
        self.memory_bytes = self.groups.iter().map(in_memory).sum();
        is_cut
    }
}

/// The bytes of a group, unless a single push is longer.
const GROUP_BYTES: usize = 256 * 1024;
/// The bytes that stay in memory.
const MEMORY_MAX: usize = GROUP_BYTES;

#[cfg(test)]
mod tests {
    use super::*;

    fn all(spool: &mut Spool) -> Vec<u8> {
        let mut bytes = Vec::new();
        loop {
            let front = spool.front().expect("it is readable");
            if front.is_empty() {
                return bytes;
            }
            let count = front.len().div_ceil(2);
            bytes.extend_from_slice(&front[..count]);
            spool.take(count);
        }
    }

    #[test]
    fn bytes_come_back_in_order() {
        let instance = sluice_engine::Instance::open(sluice_engine::InstanceOptions::in_memory()).expect("an instance");
        let session = instance.connect().expect("a session");
        let mut spool = Spool::new(session.long_store());
        let mut expected = Vec::new();
        for number in 0..300_u32 {
            let bytes: Vec<u8> = (0..20_000_u32).map(|at| (at ^ number.wrapping_mul(31)) as u8).collect();
            spool.push(&bytes, true);
            expected.extend_from_slice(&bytes);
        }
        assert!(spool.memory_bytes() <= MEMORY_MAX + 2 * GROUP_BYTES, "{}", spool.memory_bytes());
        assert!(spool.groups.iter().any(|group| matches!(group.bytes, GroupBytes::Stored(_))));
        assert!(all(&mut spool) == expected);
        assert_eq!(spool.memory_bytes(), 0);
        drop((spool, session));
        instance.close().expect("it closes");
    }

    #[test]
    fn cut_keeps_whole_tokens() {
        let mut spool = Spool::default();
        for ends_token in [false, true, true] {
            spool.push(&[7; GROUP_BYTES], ends_token);
        }
        assert!(spool.cut());
        assert_eq!(all(&mut spool).len(), 2 * GROUP_BYTES);
        spool.push(&[7; GROUP_BYTES], true);
        spool.push(&[7; GROUP_BYTES], false);
        assert!(!spool.cut());
        spool.push(&[7; GROUP_BYTES], true);
        spool.front().expect("it is readable");
        spool.take(1);
        assert!(spool.cut());
        assert_eq!(all(&mut spool).len(), GROUP_BYTES - 1);
    }
}
