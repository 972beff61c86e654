//! The configuration options of the instance, stored in master.
//!
//! | boot slot of master | object id | key | value |
//! |---|---|---|---|
//! | 14 | 62 | the option's id, u32 big-endian | the value, i32; an option never set has no row |

use crate::master_tree::MasterTree;
use sluice_base::ids::ObjectId;
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Mutex;
use sluice_session::configuration_options::{ConfigurationOption, MAX_SERVER_MEMORY, RECOVERY_INTERVAL};
use sluice_session::configurations::Configurations;
use sluice_table::Database;
use sluice_txn::{Storage, StorageError};
use std::sync::Arc;

/// The options in memory and on disk. Values on disk change first.
pub(crate) struct Configuration {
    pub(crate) values: Configurations,
    tree: MasterTree,
    /// The memory limit from the instance's options, in bytes.
    opened_with: u64,
    /// Held while an option is written.
    setting: Mutex<()>,
}

impl Configuration {
    /// Reads the options and puts them into effect. Also limits the memory as they say. A row that
    /// cannot be decoded is damage.
    pub(crate) fn open(master: &Arc<Storage>, broker: &MemoryBroker) -> Result<Configuration, StorageError> {
        let tree = MasterTree::open(master, SLOT, OBJECT)?;
        let rows = tree.rows("a row of sysconfigures can't be read", |key, value| {
            let (id, value) = (key.try_into().ok()?, value.try_into().ok()?);
            Some((u32::from_be_bytes(id) as i32, i32::from_le_bytes(value)))
        })?;
        let values = Configurations::default();
        rows.into_iter().for_each(|(id, value)| values.set(id, value));
        values.install();
        let configuration = Configuration { values, tree, opened_with: broker.limit(), setting: Mutex::new(()) };
        configuration.limit_memory(broker);
        Ok(configuration)
    }

    /// Stores a value durably, then shows it. It takes effect with [`Configuration::install`]. A
    /// failure changes nothing.
    pub(crate) fn set(&self, option: &ConfigurationOption, value: i32) -> Result<(), StorageError> {
        let _setting = self.setting.lock();
        self.tree.replace(&option.id.to_be_bytes(), &value.to_le_bytes())?;
        self.values.set(option.id, value);
        Ok(())
    }

    /// Puts the configured values of dynamic options into effect. [`Configuration::apply_to`] does
    /// so in a database.
    pub(crate) fn install(&self, broker: &MemoryBroker) {
        self.values.install_dynamic();
        self.limit_memory(broker);
    }

    /// Applies the options to an open database.
    pub(crate) fn apply_to(&self, database: &Database) {
        database.set_recovery_interval(self.values.in_use(RECOVERY_INTERVAL).unsigned_abs());
    }

    /// Sets the memory limit: 'max server memory', or the limit from the instance's options while
    /// it isn't set.
    fn limit_memory(&self, broker: &MemoryBroker) {
        broker.set_limit(match self.values.in_use(MAX_SERVER_MEMORY) {
            i32::MAX => self.opened_with,
            megabytes => u64::from(megabytes.unsigned_abs()) << 20,
        });
    }
}

/// The slot of master's boot page.
const SLOT: u8 = 14;
const OBJECT: ObjectId = ObjectId(62);
