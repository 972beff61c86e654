//! What the options of the instance are set to, and what they are now (`sys.configurations`).
//!
//! `sp_configure` sets an option, which the host keeps on disk; RECONFIGURE, or the next start, has it take effect.

use crate::configuration_options::{ConfigurationOption, OPTIONS};
use sluice_base::sync::atomic::{AtomicI32, Ordering};

/// The values of all options.
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
    /// What the option `id` is set to; 0 if there is none such.
    pub fn value(&self, id: i32) -> i32 {
        place(id).map_or(0, |place| self.values[place].load(Ordering::Relaxed))
    }

    /// What the option `id` is now.
    pub fn in_use(&self, id: i32) -> i32 {
        place(id).map_or(0, |place| self.in_use[place].load(Ordering::Relaxed))
    }

    /// Sets an option, which the host has written down; not yet in use.
    pub fn set(&self, id: i32, value: i32) {
        if let Some(place) = place(id) {
            self.values[place].store(value, Ordering::Relaxed);
        }
    }

    /// Has all options be what they are set to.
    pub fn install(&self) {
        for (value, in_use) in self.values.iter().zip(&self.in_use) {
            in_use.store(value.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

/// The option with the id `id`.
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
    fn a_value_is_in_use_once_it_is_installed() {
        assert!(OPTIONS.is_sorted_by_key(|option| option.id), "they are found by halving");
        let configurations = Configurations::default();
        configurations.set(MAX_SERVER_MEMORY, 256);
        let both = || (configurations.value(MAX_SERVER_MEMORY), configurations.in_use(MAX_SERVER_MEMORY));
        assert_eq!(both(), (256, i32::MAX));
        configurations.install();
        assert_eq!(both(), (256, 256));
        assert!(option(1).is_none());
    }
}
