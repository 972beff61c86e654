//! Lock modes, their compatibility, and the mode that combines two modes of one owner.
//!
//! As in SQL Server's transaction locking and row versioning guide
//! (`relational-databases/sql-server-transaction-locking-and-row-versioning-guide`, "Lock
//! compatibility" and "Key-range locking"). A key-range mode has a part for the range before the
//! key and a part for the key's row. Two modes conflict if either part does.

use sluice_base::waits::WaitType;

/// The mode of a lock: the rights of its owner, and the conflicts with other owners.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum LockMode {
    /// Sch-S: the object's definition stays as it is.
    SchemaStability,
    /// Sch-M: no other owner uses the object at all.
    SchemaModification,
    /// IS: a lower resource is read.
    IntentShared,
    /// IU: a lower resource is read and may be changed.
    IntentUpdate,
    /// IX: a lower resource is changed.
    IntentExclusive,
    /// S: the whole is read.
    Shared,
    /// U: the whole is read and may be changed.
    Update,
    /// X: the whole is changed.
    Exclusive,
    /// SIX: the whole is read and a lower resource is changed.
    SharedIntentExclusive,
    /// SIU: the whole is read and a lower resource may be changed.
    SharedIntentUpdate,
    /// UIX: the whole is read and may be changed, and a lower resource is changed.
    UpdateIntentExclusive,
    /// RangeS-S: a range and its key's row are read.
    RangeSharedShared,
    /// RangeS-U: a range is read and its key's row may be changed.
    RangeSharedUpdate,
    /// RangeI-N: a key is inserted into a range. Its row is not locked.
    RangeInsertNull,
    /// RangeX-X: a range is reserved for its owner and its key's row is changed.
    RangeExclusiveExclusive,
}

use LockMode as M;

impl LockMode {
    /// All modes.
    pub const ALL: [LockMode; 15] = [
        M::SchemaStability,
        M::SchemaModification,
        M::IntentShared,
        M::IntentUpdate,
        M::IntentExclusive,
        M::Shared,
        M::Update,
        M::Exclusive,
        M::SharedIntentExclusive,
        M::SharedIntentUpdate,
        M::UpdateIntentExclusive,
        M::RangeSharedShared,
        M::RangeSharedUpdate,
        M::RangeInsertNull,
        M::RangeExclusiveExclusive,
    ];

    /// Returns SQL Server's name, as in `sys.dm_tran_locks`. For example `Sch-S`, `IX`, `RangeS-U`.
    pub fn name(self) -> &'static str {
        match self {
            M::SchemaStability => "Sch-S",
            M::SchemaModification => "Sch-M",
            M::IntentShared => "IS",
            M::IntentUpdate => "IU",
            M::IntentExclusive => "IX",
            M::Shared => "S",
            M::Update => "U",
            M::Exclusive => "X",
            M::SharedIntentExclusive => "SIX",
            M::SharedIntentUpdate => "SIU",
            M::UpdateIntentExclusive => "UIX",
            M::RangeSharedShared => "RangeS-S",
            M::RangeSharedUpdate => "RangeS-U",
            M::RangeInsertNull => "RangeI-N",
            M::RangeExclusiveExclusive => "RangeX-X",
        }
    }

    /// Whether two owners may hold the modes at the same time.
    #[inline]
    pub fn is_compatible(self, other: LockMode) -> bool {
        self.conflicts() & other.bit() == 0
    }

    /// Whether this mode includes the rights of `other`: it conflicts with every mode that `other`
    /// conflicts with.
    #[inline]
    pub fn covers(self, other: LockMode) -> bool {
        other.conflicts() & !self.conflicts() == 0
    }

    /// Returns the weakest mode that covers both; Sch-M if no mode for keys, or for other
    /// resources, does.
    pub fn joined(self, other: LockMode) -> LockMode {
        let order: &[LockMode] = if self.is_range() || other.is_range() { &KEY_MODES } else { &PLAIN_MODES };
        let covering = order.iter().find(|mode| mode.covers(self) && mode.covers(other));
        covering.copied().unwrap_or(M::SchemaModification)
    }

    /// Whether the mode is weak. Weak modes never conflict with each other: many sessions hold them
    /// on every table in use.
    #[inline]
    pub(crate) fn is_weak(self) -> bool {
        matches!(self, M::SchemaStability | M::IntentShared | M::IntentUpdate | M::IntentExclusive)
    }

    /// Returns the wait type of a wait for this mode. For example LCK_M_S for `Shared`.
    pub(crate) fn wait_type(self) -> WaitType {
        match self {
            M::SchemaStability => WaitType::LockSchemaStability,
            M::SchemaModification => WaitType::LockSchemaModification,
            M::IntentShared => WaitType::LockIntentShared,
            M::IntentUpdate => WaitType::LockIntentUpdate,
            M::IntentExclusive => WaitType::LockIntentExclusive,
            M::Shared => WaitType::LockShared,
            M::Update => WaitType::LockUpdate,
            M::Exclusive => WaitType::LockExclusive,
            M::SharedIntentExclusive => WaitType::LockSharedIntentExclusive,
            M::SharedIntentUpdate => WaitType::LockSharedIntentUpdate,
            M::UpdateIntentExclusive => WaitType::LockUpdateIntentExclusive,
            M::RangeSharedShared => WaitType::LockRangeSharedShared,
            M::RangeSharedUpdate => WaitType::LockRangeSharedUpdate,
            M::RangeInsertNull => WaitType::LockRangeInsertNull,
            M::RangeExclusiveExclusive => WaitType::LockRangeExclusiveExclusive,
        }
    }

    /// Whether the mode also covers the gap before its key.
    pub fn is_range(self) -> bool {
        matches!(self, M::RangeSharedShared | M::RangeSharedUpdate | M::RangeInsertNull | M::RangeExclusiveExclusive)
    }

    /// Returns the mode for a row or a whole table that corresponds to this mode for a key and its
    /// gap: IX for RangeI-N, and a mode without a range unchanged.
    pub fn without_range(self) -> LockMode {
        match self {
            M::RangeSharedShared => M::Shared,
            M::RangeSharedUpdate => M::Update,
            M::RangeInsertNull => M::IntentExclusive,
            M::RangeExclusiveExclusive => M::Exclusive,
            other => other,
        }
    }

    /// Returns the mode on a page that announces this mode on some of its rows: IS for S, IU for U,
    /// and IX for every other mode.
    pub fn intent(self) -> LockMode {
        match self {
            M::Shared => M::IntentShared,
            M::Update => M::IntentUpdate,
            _ => M::IntentExclusive,
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u8
    }

    /// Returns the modes that conflict with this mode.
    const fn conflicts(self) -> u16 {
        CONFLICTS[self as usize]
    }
}

const fn set(modes: &[LockMode]) -> u16 {
    let mut set = 0;
    let mut index = 0;
    while index < modes.len() {
        set |= modes[index].bit();
        index += 1;
    }
    set
}

/// The conflicts of each mode. Symmetric (tested).
const CONFLICTS: [u16; 15] = {
    let schema = M::SchemaModification.bit();
    // The conflicts of a row part (S, U, X) and of a range part (shared, insert, exclusive).
    let row_s = schema
        | set(&[M::IntentExclusive, M::SharedIntentExclusive, M::UpdateIntentExclusive])
        | set(&[M::Exclusive, M::RangeExclusiveExclusive]);
    let row_u = row_s | set(&[M::IntentUpdate, M::SharedIntentUpdate, M::Update, M::RangeSharedUpdate]);
    let row_x = row_u | set(&[M::IntentShared, M::Shared, M::RangeSharedShared]);
    let range_s = schema | set(&[M::RangeInsertNull, M::RangeExclusiveExclusive]);
    let range_i = schema | set(&[M::RangeSharedShared, M::RangeSharedUpdate, M::RangeExclusiveExclusive]);
    let intent_u = schema
        | set(&[M::Update, M::UpdateIntentExclusive, M::Exclusive])
        | set(&[M::RangeSharedUpdate, M::RangeExclusiveExclusive]);
    let intent_x = schema
        | set(&[M::Shared, M::Update, M::Exclusive])
        | set(&[M::SharedIntentUpdate, M::SharedIntentExclusive, M::UpdateIntentExclusive])
        | set(&[M::RangeSharedShared, M::RangeSharedUpdate, M::RangeExclusiveExclusive]);
    [
        schema,
        (1 << 15) - 1,
        schema | set(&[M::Exclusive, M::RangeExclusiveExclusive]),
        intent_u,
        intent_x,
        row_s,
        row_u,
        row_x,
        row_s | intent_x,
        row_s | intent_u,
        row_u | intent_x,
        row_s | range_s,
        row_u | range_s,
        range_i,
        row_x | range_s | range_i,
    ]
};

/// The modes of whole resources, weaker first.
const PLAIN_MODES: [LockMode; 11] = [
    M::SchemaStability,
    M::IntentShared,
    M::IntentUpdate,
    M::Shared,
    M::SharedIntentUpdate,
    M::Update,
    M::IntentExclusive,
    M::SharedIntentExclusive,
    M::UpdateIntentExclusive,
    M::Exclusive,
    M::SchemaModification,
];

/// The modes of keys with ranges, weaker first.
const KEY_MODES: [LockMode; 5] =
    [M::RangeSharedShared, M::RangeSharedUpdate, M::RangeInsertNull, M::Exclusive, M::RangeExclusiveExclusive];

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    /// Checks the guide's tables: a line per requested mode, a column per granted mode; `Y` means
    /// compatible.
    fn check(modes: &[LockMode], table: &[&str]) {
        for (requested, line) in modes.iter().zip(table) {
            for (granted, answer) in modes.iter().zip(line.split(' ')) {
                assert_eq!(requested.is_compatible(*granted), answer == "Y", "{requested:?} beside {granted:?}");
            }
        }
    }

    #[test]
    fn mode_compatibility_matches_sql_server_guide() {
        let plain = [M::IntentShared, M::Shared, M::Update, M::IntentExclusive, M::SharedIntentExclusive, M::Exclusive];
        check(&plain, &["Y Y Y Y Y N", "Y Y Y N N N", "Y Y N N N N", "Y N N Y N N", "Y N N N N N", "N N N N N N"]);
        // The guide's diagram of all modes: the part with intents to update.
        let update = [
            M::IntentShared,
            M::IntentUpdate,
            M::IntentExclusive,
            M::Shared,
            M::SharedIntentUpdate,
            M::Update,
            M::SharedIntentExclusive,
            M::UpdateIntentExclusive,
            M::Exclusive,
        ];
        check(
            &update,
            &[
                "Y Y Y Y Y Y Y Y N",
                "Y Y Y Y Y N Y N N",
                "Y Y Y N N N N N N",
                "Y Y N Y Y Y N N N",
                "Y Y N Y Y N N N N",
                "Y N N Y N N N N N",
                "Y Y N N N N N N N",
                "Y N N N N N N N N",
                "N N N N N N N N N",
            ],
        );
        let key = [
            M::Shared,
            M::Update,
            M::Exclusive,
            M::RangeSharedShared,
            M::RangeSharedUpdate,
            M::RangeInsertNull,
            M::RangeExclusiveExclusive,
        ];
        check(
            &key,
            &[
                "Y Y N Y Y Y N",
                "Y N N Y N Y N",
                "N N N N N Y N",
                "Y Y N Y Y N N",
                "Y N N Y N N N",
                "Y Y Y N N Y N",
                "N N N N N N N",
            ],
        );
    }

    #[test]
    fn schema_stability_conflicts_only_with_modification() {
        for mode in LockMode::ALL {
            assert_eq!(mode.is_compatible(M::SchemaStability), mode != M::SchemaModification, "{mode:?}");
            assert!(!mode.is_compatible(M::SchemaModification));
        }
    }

    #[test]
    fn compatibility_is_symmetric_and_joined_mode_covers_both() {
        for one in LockMode::ALL {
            for other in LockMode::ALL {
                assert_eq!(one.is_compatible(other), other.is_compatible(one), "{one:?} {other:?}");
                let joined = one.joined(other);
                assert!(joined.covers(one) && joined.covers(other), "{one:?} and {other:?} make {joined:?}");
            }
            assert_eq!(one.joined(one), one);
        }
        assert_eq!(M::Shared.joined(M::IntentExclusive), M::SharedIntentExclusive);
        assert_eq!(M::IntentShared.joined(M::IntentExclusive), M::IntentExclusive);
        assert_eq!(M::RangeSharedShared.joined(M::Exclusive), M::RangeExclusiveExclusive);
        assert_eq!(M::Shared.joined(M::Update), M::Update);
        assert_eq!(M::Shared.joined(M::IntentUpdate), M::SharedIntentUpdate);
        assert_eq!(M::IntentUpdate.joined(M::IntentExclusive), M::IntentExclusive);
        assert_eq!(M::Update.joined(M::IntentExclusive), M::UpdateIntentExclusive);
    }
}
