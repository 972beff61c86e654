//! Configured values and values in use of the instance's options (`sys.configurations`).
//!
//! `sp_configure` sets the configured value, which the host writes to disk. RECONFIGURE or the next
//! start makes it the value in use.

use crate::configuration_options::{ConfigurationOption, OPTIONS};
use sluice_base::sync::atomic::{AtomicI32, Ordering};

/// The values of all configuration options: as configured, and in use.
#[derive(Debug)]
pub struct Configurations {
    values: [AtomicI32; OPTIONS.len()],
    in_use: [AtomicI32; OPTIONS.len()],
}

impl Default for Configurations {
    fn default() -> Configurations {
        let defaults = || std::array::from_fn(|place| AtomicI32::new(OPTIONS[place].default));
        Configurations { values: defaults(), in_use: defaults() }
    }
}

impl Configurations {
    /// Returns the configured value of option `id`; 0 if there is no such option.
    pub fn value(&self, id: i32) -> i32 {
        place(id).map_or(0, |place| self.values[place].load(Ordering::Relaxed))
    }

    /// Returns the value of option `id` in use; 0 if there is no such option.
    pub fn in_use(&self, id: i32) -> i32 {
        place(id).map_or(0, |place| self.in_use[place].load(Ordering::Relaxed))
    }

    /// Sets the configured value, which the host has written to disk already.
    pub fn set(&self, id: i32, value: i32) {
        if let Some(place) = place(id) {
            self.values[place].store(value, Ordering::Relaxed);
        }
    }

    /// Makes all configured values the values in use, at the instance's start.
    pub fn install(&self) {
        self.install_those(|_| true);
    }

    /// Makes the configured values the values in use, as RECONFIGURE does: those of the dynamic
    /// options. Other options take effect at the instance's next start.
    pub fn install_dynamic(&self) {
        self.install_those(|option| option.is_dynamic);
    }

    fn install_those(&self, has_effect: impl Fn(&ConfigurationOption) -> bool) {
        for ((value, in_use), option) in self.values.iter().zip(&self.in_use).zip(&OPTIONS) {
            if has_effect(option) {
                in_use.store(value.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
    }
}

/// Returns the option with this id. `None` if there is none.
pub fn option(id: i32) -> Option<&'static ConfigurationOption> {
    Some(&OPTIONS[place(id)?])
}

fn place(id: i32) -> Option<usize> {
    OPTIONS.binary_search_by_key(&id, |option| option.id).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration_options::MAX_SERVER_MEMORY;

    #[test]
    fn option_value_is_in_use_after_install() {
        assert!(OPTIONS.is_sorted_by_key(|option| option.id), "they are found by halving");
        let configurations = Configurations::default();
        configurations.set(MAX_SERVER_MEMORY, 256);
        let both = || (configurations.value(MAX_SERVER_MEMORY), configurations.in_use(MAX_SERVER_MEMORY));
        assert_eq!(both(), (256, i32::MAX));
        configurations.install_dynamic();
        assert_eq!(both(), (256, 256));
        let remote_access = OPTIONS.iter().find(|option| option.name == "remote access").unwrap();
        configurations.set(remote_access.id, 0);
        configurations.install_dynamic();
        assert_eq!(configurations.in_use(remote_access.id), 1, "it takes effect at the next start");
        configurations.install();
        assert_eq!(configurations.in_use(remote_access.id), 0);
        assert!(option(1).is_none());
    }
}
