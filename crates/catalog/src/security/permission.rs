//! Permissions: the permissions of each class of securables, and the permissions that cover or
//! imply them.

use super::permission_table::TABLE;

/// A permission's code of four characters, as in `sys.database_permissions.type`.
pub type Code = [u8; 4];

/// The class of a securable. The numbers are those of `sys.database_permissions.class`.
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
    /// A user-defined type.
    Type = 6,
    /// The server.
    Server = 100,
    /// A login or a server role.
    ServerPrincipal = 101,
}

/// The sorts of principals, which have different permissions on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrincipalSort {
    /// A login or user.
    Person,
    /// A role of a database or of the server.
    Role,
    /// An application role.
    ApplicationRole,
}

/// A permission on a class of securables
/// (`relational-databases/security/permissions-database-engine.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PermissionType {
    /// The class of securables.
    pub class: SecurableClass,
    /// The code.
    pub code: Code,
    /// The name.
    pub name: &'static str,
    /// The permission on the same securable that covers this permission.
    pub covered_by: Option<Code>,
    /// The permission on the containing securable that implies this permission.
    pub implied_by: Option<(SecurableClass, Code)>,
}

impl PermissionType {
    /// Whether the permission applies to principals of the sort `sort`. True for the permissions of
    /// other securables.
    pub fn is_of(&self, sort: PrincipalSort) -> bool {
        match (self.class, sort) {
            (SecurableClass::Principal | SecurableClass::ServerPrincipal, PrincipalSort::Person) => {
                self.code != codes::TAKE_OWNERSHIP
            }
            (SecurableClass::Principal | SecurableClass::ServerPrincipal, PrincipalSort::Role) => {
                self.code != codes::IMPERSONATE
            }
            (SecurableClass::Principal | SecurableClass::ServerPrincipal, PrincipalSort::ApplicationRole) => {
                ![codes::IMPERSONATE, codes::TAKE_OWNERSHIP].contains(&self.code)
            }
            _ => true,
        }
    }

    /// Returns the implying permission on the containing securable. ALTER of a role is implied by
    /// another permission than ALTER of a user or an application role. Likewise for logins and
    /// server roles. `None` if no containing securable implies it.
    pub fn implied_for(&self, sort: PrincipalSort) -> Option<(SecurableClass, Code)> {
        let (class, code) = self.implied_by?;
        let code = match (self.class, sort, code) {
            (SecurableClass::Principal, PrincipalSort::Role, codes::ALTER) => codes::ALTER_ANY_ROLE,
            (SecurableClass::Principal, PrincipalSort::Person, codes::ALTER) => codes::ALTER_ANY_USER,
            (SecurableClass::Principal, PrincipalSort::ApplicationRole, codes::ALTER) => {
                codes::ALTER_ANY_APPLICATION_ROLE
            }
            (SecurableClass::ServerPrincipal, PrincipalSort::Role, codes::ALTER_ANY_LOGIN) => {
                codes::ALTER_ANY_SERVER_ROLE
            }
            _ => code,
        };
        Some((class, code))
    }
}

/// The codes of the permissions that the engine checks.
pub mod codes {
    use super::Code;

    /// ADMINISTER BULK OPERATIONS.
    pub const ADMINISTER_BULK_OPERATIONS: Code = *b"ADBO";
    /// ALTER.
    pub const ALTER: Code = *b"AL  ";
    /// ALTER ANY APPLICATION ROLE.
    pub const ALTER_ANY_APPLICATION_ROLE: Code = *b"ALAR";
    /// ALTER ANY CONNECTION.
    pub const ALTER_ANY_CONNECTION: Code = *b"ALCO";
    /// ALTER ANY EVENT SESSION.
    pub const ALTER_ANY_EVENT_SESSION: Code = *b"AAES";
    /// ALTER ANY DATABASE.
    pub const ALTER_ANY_DATABASE: Code = *b"ALDB";
    /// ALTER ANY LOGIN.
    pub const ALTER_ANY_LOGIN: Code = *b"ALLG";
    /// ALTER ANY ROLE.
    pub const ALTER_ANY_ROLE: Code = *b"ALRL";
    /// ALTER ANY DATABASE DDL TRIGGER.
    pub const ALTER_ANY_DATABASE_DDL_TRIGGER: Code = *b"ALTG";
    /// ALTER ANY DATABASE SCOPED CONFIGURATION.
    pub const ALTER_ANY_DATABASE_SCOPED_CONFIGURATION: Code = *b"ALDC";
    /// ALTER ANY SCHEMA.
    pub const ALTER_ANY_SCHEMA: Code = *b"ALSM";
    /// ALTER ANY SERVER ROLE.
    pub const ALTER_ANY_SERVER_ROLE: Code = *b"ALSR";
    /// ALTER ANY USER.
    pub const ALTER_ANY_USER: Code = *b"ALUS";
    /// ALTER SERVER STATE.
    pub const ALTER_SERVER_STATE: Code = *b"ALSS";
    /// ALTER TRACE.
    pub const ALTER_TRACE: Code = *b"ALTR";
    /// ALTER SETTINGS.
    pub const ALTER_SETTINGS: Code = *b"ALST";
    /// BACKUP DATABASE.
    pub const BACKUP_DATABASE: Code = *b"BADB";
    /// BACKUP LOG.
    pub const BACKUP_LOG: Code = *b"BALO";
    /// CHECKPOINT.
    pub const CHECKPOINT: Code = *b"CP  ";
    /// CONNECT.
    pub const CONNECT: Code = *b"CO  ";
    /// CONNECT ANY DATABASE.
    pub const CONNECT_ANY_DATABASE: Code = *b"CADB";
    /// CONNECT SQL.
    pub const CONNECT_SQL: Code = *b"COSQ";
    /// CONTROL.
    pub const CONTROL: Code = *b"CL  ";
    /// CREATE ANY DATABASE.
    pub const CREATE_ANY_DATABASE: Code = *b"CRDB";
    /// CREATE DATABASE.
    pub const CREATE_DATABASE: Code = *b"CRDB";
    /// CREATE FUNCTION.
    pub const CREATE_FUNCTION: Code = *b"CRFN";
    /// CREATE PROCEDURE.
    pub const CREATE_PROCEDURE: Code = *b"CRPR";
    /// CREATE ROLE.
    pub const CREATE_ROLE: Code = *b"CRRL";
    /// CREATE SCHEMA.
    pub const CREATE_SCHEMA: Code = *b"CRSM";
    /// CREATE SEQUENCE.
    pub const CREATE_SEQUENCE: Code = *b"CRSO";
    /// CREATE DEFAULT.
    pub const CREATE_DEFAULT: Code = *b"CRDF";
    /// CREATE RULE.
    pub const CREATE_RULE: Code = *b"CRRU";
    /// CREATE SERVER ROLE.
    pub const CREATE_SERVER_ROLE: Code = *b"CRSR";
    /// CREATE SYNONYM.
    pub const CREATE_SYNONYM: Code = *b"CRSN";
    /// CREATE TABLE.
    pub const CREATE_TABLE: Code = *b"CRTB";
    /// CREATE TYPE.
    pub const CREATE_TYPE: Code = *b"CRTY";
    /// CREATE VIEW.
    pub const CREATE_VIEW: Code = *b"CRVW";
    /// DELETE.
    pub const DELETE: Code = *b"DL  ";
    /// EXECUTE.
    pub const EXECUTE: Code = *b"EX  ";
    /// IMPERSONATE.
    pub const IMPERSONATE: Code = *b"IM  ";
    /// IMPERSONATE ANY LOGIN.
    pub const IMPERSONATE_ANY_LOGIN: Code = *b"IAL ";
    /// INSERT.
    pub const INSERT: Code = *b"IN  ";
    /// REFERENCES.
    pub const REFERENCES: Code = *b"RF  ";
    /// SELECT.
    pub const SELECT: Code = *b"SL  ";
    /// SHOWPLAN.
    pub const SHOWPLAN: Code = *b"SPLN";
    /// SHUTDOWN.
    pub const SHUTDOWN: Code = *b"SHDN";
    /// TAKE OWNERSHIP.
    pub const TAKE_OWNERSHIP: Code = *b"TO  ";
    /// UPDATE.
    pub const UPDATE: Code = *b"UP  ";
    /// VIEW ANY DATABASE.
    pub const VIEW_ANY_DATABASE: Code = *b"VWDB";
    /// VIEW ANY DEFINITION.
    pub const VIEW_ANY_DEFINITION: Code = *b"VWAD";
    /// VIEW DATABASE STATE.
    pub const VIEW_DATABASE_STATE: Code = *b"VWDS";
    /// VIEW DEFINITION.
    pub const VIEW_DEFINITION: Code = *b"VW  ";
    /// VIEW SERVER STATE.
    pub const VIEW_SERVER_STATE: Code = *b"VWSS";
}

impl SecurableClass {
    /// Returns the class with this number. `None` for a class without permissions here.
    pub fn of_number(number: u8) -> Option<SecurableClass> {
        use SecurableClass as C;
        [C::Database, C::Object, C::Schema, C::Principal, C::Type, C::Server, C::ServerPrincipal]
            .into_iter()
            .find(|class| *class as u8 == number)
    }

    /// Returns the text of `class_desc`. They are the names of the views, so objects and columns
    /// share one.
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

    /// Whether the class belongs to the server rather than to a database.
    pub fn is_of_server(self) -> bool {
        matches!(self, SecurableClass::Server | SecurableClass::ServerPrincipal)
    }
}

/// Returns all permissions, class by class.
pub fn permission_types() -> &'static [PermissionType] {
    TABLE
}

/// Returns the permission with this class and code. `None` if the class has no such permission.
pub fn type_of(class: SecurableClass, code: Code) -> Option<&'static PermissionType> {
    TABLE.iter().find(|known| known.class == class && known.code == code)
}
