//! Delays log-ins from an address after failed ones, so that few passwords can be guessed.
//!
//! A waiting client gets no answer before its turn, whether its password is right or wrong and on
//! however many connections. An address whose turn is too far off is refused at once. The first
//! failures cost nothing, because people mistype. A successful log-in clears the failures of its
//! own login, not those of other logins. The number of addresses is bounded; the longest quiet one
//! is forgotten first.

use sluice_base::sync::Mutex;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

/// The addresses with failed log-ins.
#[derive(Default)]
pub(crate) struct Throttle {
    addresses: Mutex<BTreeMap<IpAddr, Address>>,
}

#[derive(Default)]
struct Address {
    failures: u64,
    /// The number of failures per login, by its folded name.
    logins: BTreeMap<String, u64>,
    failed_ns: u64,
    /// The time at which the next log-in is answered.
    turn_ns: u64,
}

impl Throttle {
    /// Reserves a turn for a log-in from the address and returns the wait for it. Returns `None`,
    /// reserving nothing, if the wait would exceed eight seconds. Without a failure, or once it is
    /// forgotten, the wait is zero. Each waiting log-in moves the next turn.
    pub(crate) fn turn(&self, address: IpAddr, now_ns: u64) -> Option<Duration> {
        let mut addresses = self.addresses.lock();
        let Some(entry) = addresses.get_mut(&whole(address)) else { return Some(Duration::ZERO) };
        if now_ns.saturating_sub(entry.failed_ns) > FORGOTTEN_NS {
            addresses.remove(&whole(address));
            return Some(Duration::ZERO);
        }
        let turn_ns = entry.turn_ns.max(now_ns);
        let wait_ns = turn_ns - now_ns;
        if wait_ns > WAIT_NS_MAX {
            return None;
        }
        entry.turn_ns = turn_ns + gap_ns(entry.failures);
        Some(Duration::from_nanos(wait_ns))
    }

    /// Records a failed log-in as `login` from the address. From the fourth failure on, the next
    /// turn moves by a gap that grows to a second. If there are too many addresses, the one that
    /// was quiet for longest is forgotten. An IPv6 address counts by its first 64 bits. Failures of
    /// logins beyond the remembered number stay until the address is forgotten.
    pub(crate) fn failed(&self, address: IpAddr, login: &str, now_ns: u64) {
        let mut addresses = self.addresses.lock();
        if addresses.len() >= ADDRESSES_MAX && !addresses.contains_key(&whole(address)) {
            let quietest = addresses.iter().min_by_key(|(_, entry)| entry.failed_ns).map(|(address, _)| *address);
            quietest.and_then(|quietest| addresses.remove(&quietest));
        }
        let entry = addresses.entry(whole(address)).or_default();
        let login = folded(login);
        // Failures of a login that isn't remembered stay until the address is forgotten.
        if entry.logins.contains_key(&login) || entry.logins.len() < LOGINS_MAX {
            *entry.logins.entry(login).or_default() += 1;
        }
        entry.failures += 1;
        entry.failed_ns = now_ns;
        entry.turn_ns = entry.turn_ns.max(now_ns + gap_ns(entry.failures));
    }

    /// Records a successful log-in: earlier failures of `login` were mistakes. Failures of other
    /// logins still count.
    pub(crate) fn let_in(&self, address: IpAddr, login: &str) {
        let mut addresses = self.addresses.lock();
        let Some(entry) = addresses.get_mut(&whole(address)) else { return };
        let Some(own) = entry.logins.remove(&folded(login)) else { return };
        entry.failures -= own;
        if entry.failures == 0 {
            addresses.remove(&whole(address));
        }
    }
}

/// Returns the address that failures count for. An IPv6 address counts by its network half, because
/// the client can choose the rest.
fn whole(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        address => address,
    }
}

/// Returns a login's name as the server compares it, truncated to the longest valid name.
fn folded(login: &str) -> String {
    login.chars().take(LOGIN_NAME_MAX).flat_map(char::to_lowercase).collect()
}

/// Returns the distance between turns after `failures`.
fn gap_ns(failures: u64) -> u64 {
    match failures.checked_sub(FREE_FAILURES + 1) {
        None => 0,
        Some(more) => (FIRST_GAP_NS << more.min(4)).min(GAP_NS_MAX),
    }
}

const FREE_FAILURES: u64 = 3;
const FIRST_GAP_NS: u64 = 100_000_000;
const GAP_NS_MAX: u64 = 1_000_000_000;
/// The longest wait. At a gap of one second it also limits the waiting connections of an address
/// to eight.
const WAIT_NS_MAX: u64 = 8_000_000_000;
const FORGOTTEN_NS: u64 = 600_000_000_000;
const ADDRESSES_MAX: usize = 4_096;
/// The number of logins counted per address. With [`ADDRESSES_MAX`] this bounds the memory that
/// guessers can fill.
const LOGINS_MAX: usize = 16;
const LOGIN_NAME_MAX: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn log_ins_are_delayed_after_some_failures() {
        let (throttle, guesser) = (Throttle::default(), address("192.0.2.7"));
        for _ in 0..FREE_FAILURES {
            assert_eq!(throttle.turn(guesser, SECOND), Some(Duration::ZERO));
            throttle.failed(guesser, "sa", SECOND);
        }
        assert_eq!(throttle.turn(guesser, SECOND), Some(Duration::ZERO));
        throttle.failed(guesser, "sa", SECOND);
        assert_eq!(throttle.turn(guesser, SECOND), Some(Duration::from_millis(100)));
        for _ in 0..20 {
            throttle.failed(guesser, "sa", SECOND);
        }
        // Connections queue one behind another up to the limit.
        let waits: Vec<_> = (0..20).map_while(|_| throttle.turn(guesser, SECOND)).collect();
        assert!(waits.len() == 8 && waits.is_sorted(), "{waits:?}");
        assert_eq!(throttle.turn(guesser, SECOND), None);
        assert_eq!(throttle.turn(address("192.0.2.8"), SECOND), Some(Duration::ZERO));
        throttle.let_in(guesser, "own");
        assert_eq!(throttle.turn(guesser, SECOND), None);
        throttle.let_in(guesser, "SA");
        assert_eq!(throttle.turn(guesser, SECOND), Some(Duration::ZERO));
    }

    #[test]
    fn own_log_in_keeps_failures_of_other_logins() {
        let (throttle, guesser) = (Throttle::default(), address("192.0.2.7"));
        for _ in 0..20 {
            throttle.failed(guesser, "victim", SECOND);
            throttle.failed(guesser, "own", SECOND);
            throttle.let_in(guesser, "own");
        }
        let waits: Vec<_> = (0..20).map_while(|_| throttle.turn(guesser, SECOND)).collect();
        assert!(waits.len() < 20 && waits.last().is_some_and(|wait| !wait.is_zero()), "{waits:?}");
        // Failures of logins beyond the remembered ones count too.
        (0..100).for_each(|number| throttle.failed(guesser, &number.to_string(), SECOND));
        assert_eq!(throttle.addresses.lock()[&guesser].logins.len(), LOGINS_MAX);
        assert_eq!(throttle.turn(guesser, SECOND), None);
    }

    #[test]
    fn ipv6_network_is_one_address_and_failures_expire() {
        let throttle = Throttle::default();
        for host in 1..=9 {
            throttle.failed(address(&format!("2001:db8::{host}")), "sa", SECOND);
        }
        assert!(throttle.turn(address("2001:db8::ffff"), SECOND).is_some_and(|wait| !wait.is_zero()));
        assert_eq!(throttle.turn(address("2001:db8:0:1::1"), SECOND), Some(Duration::ZERO));
        assert_eq!(throttle.turn(address("2001:db8::1"), SECOND + FORGOTTEN_NS + 1), Some(Duration::ZERO));
    }

    #[test]
    fn number_of_addresses_is_bounded() {
        let throttle = Throttle::default();
        for number in 0..2 * ADDRESSES_MAX as u32 {
            throttle.failed(IpAddr::V4(number.into()), "sa", u64::from(number));
        }
        let addresses = throttle.addresses.lock();
        assert!(addresses.len() == ADDRESSES_MAX && !addresses.contains_key(&address("0.0.0.1")));
    }
}
