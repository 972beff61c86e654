//! Decodes any bytes as LOGIN7 and as PRELOGIN.
//!
//! A message is decoded or refused without a panic. A decoded message encodes and decodes the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sluice_tds::encryption::{Policy, settle};
use sluice_tds::login::Login;
use sluice_tds::prelogin::Prelogin;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(prelogin) = Prelogin::read(bytes) {
        let _ = settle(Policy::Offered, prelogin.encryption, false);
        let mut written = Vec::new();
        prelogin.write(&mut written);
        assert_eq!(Prelogin::read(&written), Ok(prelogin));
    }
    if let Ok(login) = Login::read(bytes) {
        let mut written = Vec::new();
        login.write(&mut written);
        assert_eq!(Login::read(&written), Ok(login));
    }
});
