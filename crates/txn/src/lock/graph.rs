//! The search for a cycle in the graph of waits.

use super::owner_cell::OwnerId;
use sluice_base::hash::HashSet;

/// Returns the owners of a cycle through `start`, `start` first, or `None` if there is no such
/// cycle. `blockers` returns the owners that an owner waits for. Searches depth first and calls
/// `blockers` once for each owner that it reaches.
pub(super) fn cycle_through(start: OwnerId, mut blockers: impl FnMut(OwnerId) -> Vec<OwnerId>) -> Option<Vec<OwnerId>> {
    let mut seen = HashSet::default();
    // The path from `start` to the current owner, and the untried edges of each owner on it.
    let mut way = vec![start];
    let mut left = vec![blockers(start)];
    while let Some(choices) = left.last_mut() {
        let Some(next) = choices.pop() else {
            left.pop();
            way.pop();
            continue;
        };
        if next == start {
            return Some(way);
        }
        if seen.insert(next) {
            way.push(next);
            left.push(blockers(next));
        }
    }
    None
}

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    fn search(edges: &[(u64, &[u64])]) -> Option<Vec<u64>> {
        let blockers = |owner: OwnerId| {
            let found = edges.iter().find(|(from, _)| *from == owner.0);
            found.map_or(Vec::new(), |(_, to)| to.iter().map(|id| OwnerId(*id)).collect())
        };
        cycle_through(OwnerId(1), blockers).map(|way| way.into_iter().map(|id| id.0).collect())
    }

    #[test]
    fn only_cycles_through_start_are_found() {
        assert_eq!(search(&[(1, &[2, 3]), (2, &[3]), (3, &[])]), None);
        assert_eq!(search(&[(1, &[2]), (2, &[3]), (3, &[2])]), None, "another's, found when that one began to wait");
        assert_eq!(search(&[(1, &[2, 4]), (2, &[3]), (3, &[1]), (4, &[])]), Some(vec![1, 2, 3]));
        assert_eq!(search(&[(1, &[1])]), Some(vec![1]));
    }
}
