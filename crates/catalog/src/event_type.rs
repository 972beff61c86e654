//! DDL events, event groups and the log-on event
//! (`relational-databases/triggers/ddl-event-groups`, `logon-triggers`).

use crate::event_table::EVENT_TYPES;

/// The number of an event or of an event group, as in `sys.trigger_event_types`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventType(pub u16);

macro_rules! events {
    ($($name:ident = $number:literal,)*) => {
        impl EventType {
            $(#[doc = concat!("The event ", stringify!($name), ".")] pub const $name: EventType = EventType($number);)*
        }

        #[cfg(test)]
        const NAMED: &[(EventType, &str)] = &[$((EventType::$name, stringify!($name)),)*];
    };
}

events! {
    CREATE_TABLE = 21,
    ALTER_TABLE = 22,
    DROP_TABLE = 23,
    CREATE_INDEX = 24,
    ALTER_INDEX = 25,
    DROP_INDEX = 26,
    CREATE_STATISTICS = 27,
    UPDATE_STATISTICS = 28,
    DROP_STATISTICS = 29,
    CREATE_SYNONYM = 34,
    DROP_SYNONYM = 36,
    CREATE_VIEW = 41,
    ALTER_VIEW = 42,
    DROP_VIEW = 43,
    CREATE_PROCEDURE = 51,
    ALTER_PROCEDURE = 52,
    DROP_PROCEDURE = 53,
    CREATE_FUNCTION = 61,
    ALTER_FUNCTION = 62,
    DROP_FUNCTION = 63,
    CREATE_TRIGGER = 71,
    ALTER_TRIGGER = 72,
    DROP_TRIGGER = 73,
    CREATE_TYPE = 91,
    DROP_TYPE = 93,
    CREATE_USER = 131,
    ALTER_USER = 132,
    DROP_USER = 133,
    CREATE_ROLE = 134,
    ALTER_ROLE = 135,
    DROP_ROLE = 136,
    CREATE_APPLICATION_ROLE = 137,
    ALTER_APPLICATION_ROLE = 138,
    DROP_APPLICATION_ROLE = 139,
    CREATE_SCHEMA = 141,
    ALTER_SCHEMA = 142,
    DROP_SCHEMA = 143,
    CREATE_LOGIN = 144,
    ALTER_LOGIN = 145,
    DROP_LOGIN = 146,
    GRANT_SERVER = 167,
    DENY_SERVER = 168,
    REVOKE_SERVER = 169,
    GRANT_DATABASE = 170,
    DENY_DATABASE = 171,
    REVOKE_DATABASE = 172,
    CREATE_DATABASE = 201,
    ALTER_DATABASE = 202,
    DROP_DATABASE = 203,
    ALTER_AUTHORIZATION_SERVER = 204,
    ALTER_AUTHORIZATION_DATABASE = 205,
    ADD_ROLE_MEMBER = 207,
    DROP_ROLE_MEMBER = 208,
    ADD_SERVER_ROLE_MEMBER = 209,
    DROP_SERVER_ROLE_MEMBER = 210,
    ALTER_EXTENDED_PROPERTY = 211,
    ALTER_INSTANCE = 214,
    ALTER_MESSAGE = 215,
    BIND_DEFAULT = 218,
    BIND_RULE = 219,
    CREATE_DEFAULT = 220,
    CREATE_EXTENDED_PROPERTY = 222,
    CREATE_MESSAGE = 227,
    CREATE_RULE = 229,
    DROP_DEFAULT = 231,
    DROP_EXTENDED_PROPERTY = 233,
    DROP_MESSAGE = 237,
    DROP_RULE = 239,
    RENAME = 241,
    UNBIND_DEFAULT = 242,
    UNBIND_RULE = 243,
    CREATE_SERVER_ROLE = 300,
    ALTER_SERVER_ROLE = 301,
    DROP_SERVER_ROLE = 302,
    CREATE_SEQUENCE = 303,
    ALTER_SEQUENCE = 304,
    DROP_SEQUENCE = 305,
}

impl EventType {
    /// The log-on event, which is in no group.
    pub const LOGON: EventType = EventType(147);

    /// Returns the DDL events and event groups in the order of their numbers.
    pub fn all() -> impl Iterator<Item = EventType> {
        EVENT_TYPES.iter().map(|(number, ..)| EventType(*number))
    }

    /// Returns the event or group called `name`, in any case. The log-on event is known only by its
    /// own name.
    pub fn of_name(name: &str) -> Option<EventType> {
        if name.eq_ignore_ascii_case(LOGON) {
            return Some(EventType::LOGON);
        }
        let found = EVENT_TYPES.iter().find(|(.., known)| known.eq_ignore_ascii_case(name));
        found.map(|(number, ..)| EventType(*number))
    }

    /// Returns the name of the event or group. The log-on event is in no table, so any unknown
    /// number has its name.
    pub fn name(self) -> &'static str {
        self.row().map_or(LOGON, |(.., name)| name)
    }

    /// Returns the group that directly contains the event or group. `None` for the outermost group
    /// and the log-on event.
    pub fn parent(self) -> Option<EventType> {
        self.row().map(|(_, parent, _)| EventType(*parent)).filter(|parent| parent.0 != 0)
    }

    /// Whether the number is that of a group.
    pub fn is_group(self) -> bool {
        self.0 >= FIRST_GROUP
    }

    /// Whether this is `other`, or a part of the group `other`.
    pub fn is_within(self, other: EventType) -> bool {
        self == other || self.parent().is_some_and(|parent| parent.is_within(other))
    }

    /// Whether a trigger ON DATABASE can name the event or group.
    pub fn is_of_databases(self) -> bool {
        self == DDL_EVENTS || self.is_within(DDL_DATABASE_LEVEL_EVENTS)
    }

    fn row(self) -> Option<&'static (u16, u16, &'static str)> {
        let place = EVENT_TYPES.binary_search_by_key(&self.0, |(number, ..)| *number).ok()?;
        EVENT_TYPES.get(place)
    }
}

const LOGON: &str = "LOGON";
const DDL_EVENTS: EventType = EventType(10001);
const DDL_DATABASE_LEVEL_EVENTS: EventType = EventType(10016);
const FIRST_GROUP: u16 = 10000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_the_engine_have_the_documented_numbers() {
        NAMED.iter().for_each(|(event, name)| assert_eq!(event.name(), *name));
        assert!(EVENT_TYPES.is_sorted_by_key(|(number, ..)| *number));
    }

    #[test]
    fn groups_contain_their_events_and_groups() {
        let group = |name| EventType::of_name(name).expect("a documented group");
        assert!(EventType::CREATE_TABLE.is_within(group("ddl_table_view_events")));
        assert!(EventType::CREATE_TABLE.is_within(group("DDL_EVENTS")));
        assert!(!EventType::CREATE_LOGIN.is_within(group("DDL_DATABASE_LEVEL_EVENTS")));
        assert!(!EventType::CREATE_LOGIN.is_of_databases() && EventType::RENAME.is_of_databases());
    }
}
