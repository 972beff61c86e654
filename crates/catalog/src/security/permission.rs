//! Permissions: what can be granted on what, and which other permission has it with it.

use super::permission_table::TABLE;

/// A permission's code, as `sys.database_permissions.type` has it: four characters.
pub type Code = [u8; 4];

/// What something is that permissions are granted on. The numbers are those of `sys.database_permissions.class`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum SecurableClass {
    /// The database.
    Database = 0,
    /// A table, view, function, procedure or sequence; or a column.
    Object = 1,
    /// A schema.
    Schema = 3,
    /// A user or a role of a database.
    Principal = 4,
    /// A user's type.
    Type = 6,
    /// The server.
    Server = 100,
    /// A login or a server role.
    ServerPrincipal = 101,
}

/// A permission that can be granted on a class of securables (`relational-databases/security/permissions-database-engine.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PermissionType {
    /// On what.
    pub class: SecurableClass,
    /// Its code.
    pub code: Code,
    /// Its name.
    pub name: &'static str,
    /// The permission on the same thing that has it with it.
    pub covered_by: Option<Code>,
    /// The permission on what the thing is in that has it with it.
    pub implied_by: Option<(SecurableClass, Code)>,
}

impl PermissionType {
    /// Whether it can be granted on a role; or, where that is not asked for, on a login or a user.
    pub fn is_of(&self, is_role: bool) -> bool {
        match self.class {
            SecurableClass::Principal | SecurableClass::ServerPrincipal => {
                self.code != if is_role { codes::IMPERSONATE } else { codes::TAKE_OWNERSHIP }
            }
            _ => true,
        }
    }

    /// What implies it from above: ALTER of a role by another permission than ALTER of a user.
    pub fn implied_for(&self, is_role: bool) -> Option<(SecurableClass, Code)> {
        let (class, code) = self.implied_by?;
        let code = match (self.class, is_role, code) {
            (SecurableClass::Principal, true, codes::ALTER) => codes::ALTER_ANY_ROLE,
            (SecurableClass::Principal, false, codes::ALTER) => codes::ALTER_ANY_USER,
            (SecurableClass::ServerPrincipal, true, codes::ALTER_ANY_LOGIN) => codes::ALTER_ANY_SERVER_ROLE,
            _ => code,
        };
        Some((class, code))
    }
}

/// The codes of those that the engine asks for.
pub mod codes {
    use super::Code;

    /// The permission of that name.
    pub const ALTER: Code = *b"AL  ";
    /// The permission of that name.
    pub const ALTER_ANY_CONNECTION: Code = *b"ALCO";
    /// The permission of that name.
    pub const ALTER_ANY_DATABASE: Code = *b"ALDB";
    /// The permission of that name.
    pub const ALTER_ANY_LOGIN: Code = *b"ALLG";
    /// The permission of that name.
    pub const ALTER_ANY_ROLE: Code = *b"ALRL";
    /// The permission of that name.
    pub const ALTER_ANY_DATABASE_SCOPED_CONFIGURATION: Code = *b"ALDC";
    /// The permission of that name.
    pub const ALTER_ANY_SCHEMA: Code = *b"ALSM";
    /// The permission of that name.
    pub const ALTER_ANY_SERVER_ROLE: Code = *b"ALSR";
    /// The permission of that name.
    pub const ALTER_ANY_USER: Code = *b"ALUS";
    /// The permission of that name.
    pub const ALTER_SERVER_STATE: Code = *b"ALSS";
    /// The permission of that name.
    pub const ALTER_SETTINGS: Code = *b"ALST";
    /// The permission of that name.
    pub const BACKUP_DATABASE: Code = *b"BADB";
    /// The permission of that name.
    pub const BACKUP_LOG: Code = *b"BALO";
    /// The permission of that name.
    pub const CHECKPOINT: Code = *b"CP  ";
    /// The permission of that name.
    pub const CONNECT: Code = *b"CO  ";
    /// The permission of that name.
    pub const CONNECT_ANY_DATABASE: Code = *b"CADB";
    /// The permission of that name.
    pub const CONNECT_SQL: Code = *b"COSQ";
    /// The permission of that name.
    pub const CONTROL: Code = *b"CL  ";
    /// The permission of that name.
    pub const CREATE_ANY_DATABASE: Code = *b"CRDB";
    /// The permission of that name.
    pub const CREATE_DATABASE: Code = *b"CRDB";
    /// The permission of that name.
    pub const CREATE_FUNCTION: Code = *b"CRFN";
    /// The permission of that name.
    pub const CREATE_PROCEDURE: Code = *b"CRPR";
    /// The permission of that name.
    pub const CREATE_ROLE: Code = *b"CRRL";
    /// The permission of that name.
    pub const CREATE_SCHEMA: Code = *b"CRSM";
    /// The permission of that name.
    pub const CREATE_SEQUENCE: Code = *b"CRSO";
    /// The permission of that name.
    pub const CREATE_SERVER_ROLE: Code = *b"CRSR";
    /// The permission of that name.
    pub const CREATE_SYNONYM: Code = *b"CRSN";
    /// The permission of that name.
    pub const CREATE_TABLE: Code = *b"CRTB";
    /// The permission of that name.
    pub const CREATE_TYPE: Code = *b"CRTY";
    /// The permission of that name.
    pub const CREATE_VIEW: Code = *b"CRVW";
    /// The permission of that name.
    pub const DELETE: Code = *b"DL  ";
    /// The permission of that name.
    pub const EXECUTE: Code = *b"EX  ";
    /// The permission of that name.
    pub const IMPERSONATE: Code = *b"IM  ";
    /// The permission of that name.
    pub const IMPERSONATE_ANY_LOGIN: Code = *b"IAL ";
    /// The permission of that name.
    pub const INSERT: Code = *b"IN  ";
    /// The permission of that name.
    pub const REFERENCES: Code = *b"RF  ";
    /// The permission of that name.
    pub const SELECT: Code = *b"SL  ";
    /// The permission of that name.
    pub const SHOWPLAN: Code = *b"SPLN";
    /// The permission of that name.
    pub const TAKE_OWNERSHIP: Code = *b"TO  ";
    /// The permission of that name.
    pub const UPDATE: Code = *b"UP  ";
    /// The permission of that name.
    pub const VIEW_ANY_DATABASE: Code = *b"VWDB";
    /// The permission of that name.
    pub const VIEW_ANY_DEFINITION: Code = *b"VWAD";
    /// The permission of that name.
    pub const VIEW_DATABASE_STATE: Code = *b"VWDS";
    /// The permission of that name.
    pub const VIEW_DEFINITION: Code = *b"VW  ";
    /// The permission of that name.
    pub const VIEW_SERVER_STATE: Code = *b"VWSS";
}

impl SecurableClass {
    /// The class with that number.
    pub fn of_number(number: u8) -> Option<SecurableClass> {
        use SecurableClass as C;
        [C::Database, C::Object, C::Schema, C::Principal, C::Type, C::Server, C::ServerPrincipal]
            .into_iter()
            .find(|class| *class as u8 == number)
    }

    /// As `class_desc` has it.
    pub fn words(self) -> &'static str {
        match self {
            SecurableClass::Database => "DATABASE",
            SecurableClass::Object => "OBJECT_OR_COLUMN",
            SecurableClass::Schema => "SCHEMA",
            SecurableClass::Principal => "DATABASE_PRINCIPAL",
            SecurableClass::Type => "TYPE",
            SecurableClass::Server => "SERVER",
            SecurableClass::ServerPrincipal => "SERVER_PRINCIPAL",
        }
    }

    /// Whether it is the server's, not a database's.
    pub fn is_of_server(self) -> bool {
        matches!(self, SecurableClass::Server | SecurableClass::ServerPrincipal)
    }
}

/// All permissions, class by class.
pub fn permission_types() -> &'static [PermissionType] {
    TABLE
}

/// The permission of a class that has the code.
pub fn type_of(class: SecurableClass, code: Code) -> Option<&'static PermissionType> {
    TABLE.iter().find(|known| known.class == class && known.code == code)
}
