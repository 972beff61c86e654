//! Principals, memberships and permissions. Every database has three trees; master has three more
//! for the server's principals.
//!
//! The key of a permission holds everything but GRANT or DENY. The key of a membership holds
//! everything.

use super::principal_row;
use super::stored::{SIGN, StoredCatalog, Trees, damaged, object_key, object_of, unreadable};
use super::system_table::system_table;
use sluice_access::{BTree, boot};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::Security;
use sluice_catalog::security::{Granted, Member, Permission, PrincipalId, Scope, SecurableClass, codes, ids};
use sluice_txn::{Storage, StorageError, Transaction};
use std::ops::Bound;

/// Creates the server's trees in master. The caller commits. Sets their boot slots and grants the
/// permission that everybody has on a new server.
pub(super) fn create_server(storage: &Storage, transaction: &mut Transaction) -> Result<(), StorageError> {
    for (slot, object) in SERVER_TREES {
        let tree = BTree::create(storage, transaction, object)?;
        boot::set(storage, slot, tree.root)?;
        if slot == PERMISSIONS_SLOT {
            tree.insert(storage, transaction, &permission_key(&EVERYBODYS), &permission_value(&EVERYBODYS))?;
        }
    }
    Ok(())
}

/// Returns the server's trees, or `None` if the database isn't master. The trees are those of the
/// server's principals, permissions and memberships; `None` also if only some of them exist.
pub(super) fn server_trees(storage: &Storage) -> Result<Option<Trees>, StorageError> {
    let mut found = Vec::new();
    for (slot, object) in SERVER_TREES {
        let root = boot::get(storage, slot)?;
        if !root.is_none() {
            found.push(BTree { root, object });
        }
    }
    Ok(match found.as_slice() {
        [principals, permissions, members] => {
            Some(Trees { principals: *principals, permissions: *permissions, members: *members })
        }
        _ => None,
    })
}

impl StoredCatalog<'_> {
    /// Returns the trees of `scope`. Fails for the server's scope outside master.
    pub(super) fn trees(&self, scope: Scope) -> Result<Trees, StorageError> {
        match scope {
            Scope::Database => Ok(self.security),
            Scope::Server => self.server.ok_or_else(|| {
                damaged(self.storage, self.objects.root, "the boot page names no system table of logins")
            }),
        }
    }

    /// Loads the principals, memberships and permissions of `scope`. Scans the three trees of the
    /// scope. Fails with `Damaged` if a row can't be read.
    pub(super) fn load_security(&self, scope: Scope) -> Result<Security, StorageError> {
        let trees = self.trees(scope)?;
        let all = |tree: &BTree| {
            let mut rows = Vec::new();
            let mut scan = tree.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
            while let Some((key, row)) = scan.next()? {
                rows.push((key.to_vec(), row.to_vec()));
            }
            Ok::<_, StorageError>(rows)
        };
        let broken = |tree: &BTree| damaged(self.storage, tree.root, "a row of users or permissions cannot be read");
        let (mut principals, mut members, mut permissions) = (Vec::new(), Vec::new(), Vec::new());
        for (key, row) in all(&trees.principals)? {
            let principal = object_of(&key).and_then(|id| principal_row::decode(PrincipalId(id.0), &row));
            let unreadable = || {
                let table = system_table(trees.principals.object).unwrap_or("sysowners");
                unreadable(self.storage, (table, trees.principals.root), (&principal_row::layout(), &row))
            };
            principals.push(Arc::new(principal.ok_or_else(unreadable)?));
        }
        for (key, _) in all(&trees.members)? {
            members.push(member_of(&key).ok_or_else(|| broken(&trees.members))?);
        }
        for (key, row) in all(&trees.permissions)? {
            permissions.push(permission_of(&key, &row).ok_or_else(|| broken(&trees.permissions))?);
        }
        Ok(Security::new(scope, principals, members, permissions))
    }
}

/// Returns the key of a principal: its id, in an encoding that keeps the order.
pub(super) fn principal_key(id: PrincipalId) -> [u8; 4] {
    object_key(ObjectId(id.0))
}

/// Returns the key of a membership: the role's id, then the member's id, big-endian.
pub(super) fn member_key(member: Member) -> [u8; 8] {
    let mut key = [0; 8];
    key[..4].copy_from_slice(&principal_key(member.role));
    key[4..].copy_from_slice(&principal_key(member.member));
    key
}

/// Returns the key of a permission: class, major and minor id, grantee, grantor and permission
/// code, in an encoding that keeps the order of numbers.
pub(super) fn permission_key(permission: &Permission) -> [u8; PERMISSION_KEY] {
    let mut key = [0; PERMISSION_KEY];
    key[0] = permission.class as u8;
    let numbers = [permission.major, permission.minor, permission.grantee.0, permission.grantor.0];
    for (place, number) in numbers.into_iter().enumerate() {
        key[1 + 4 * place..][..4].copy_from_slice(&(number as u32 ^ SIGN).to_be_bytes());
    }
    key[17..].copy_from_slice(&permission.code);
    key
}

/// Returns the value of a permission: whether it is granted, denied or granted WITH GRANT OPTION.
pub(super) fn permission_value(permission: &Permission) -> [u8; 1] {
    [permission.granted.code()]
}

fn member_of(key: &[u8]) -> Option<Member> {
    let (role, member) = key.split_at_checked(4)?;
    Some(Member { role: PrincipalId(object_of(role)?.0), member: PrincipalId(object_of(member)?.0) })
}

fn permission_of(key: &[u8], row: &[u8]) -> Option<Permission> {
    let key: &[u8; PERMISSION_KEY] = key.try_into().ok()?;
    let number = |place: usize| object_of(&key[1 + 4 * place..][..4]).map(|id| id.0);
    Some(Permission {
        class: SecurableClass::of_number(key[0])?,
        major: number(0)?,
        minor: number(1)?,
        grantee: PrincipalId(number(2)?),
        grantor: PrincipalId(number(3)?),
        code: key[17..].try_into().ok()?,
        granted: Granted::of_code(*row.first()?)?,
    })
}

/// Value of a membership's row: a tree needs a value.
pub(super) const MEMBER_VALUE: [u8; 1] = [1];
/// Boot slots and object ids of a database's trees: principals, permissions, members.
pub(super) const DATABASE_TREES: [(u8, ObjectId); 3] = [(10, ObjectId(13)), (11, ObjectId(14)), (12, ObjectId(15))];
/// Boot slots and object ids of the server's trees in master.
const SERVER_TREES: [(u8, ObjectId); 3] = [(16, ObjectId(58)), (18, ObjectId(60)), (17, ObjectId(59))];
const PERMISSIONS_SLOT: u8 = 18;
/// The initial permission of the server role public: to see which databases exist.
const EVERYBODYS: Permission = Permission {
    class: SecurableClass::Server,
    major: 0,
    minor: 0,
    grantee: ids::SERVER_PUBLIC,
    code: codes::VIEW_ANY_DATABASE,
    grantor: ids::SA,
    granted: Granted::Grant,
};
/// Bytes of class, major id, minor id, grantee, grantor and code.
const PERMISSION_KEY: usize = 21;
