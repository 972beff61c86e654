//! Round trips of LOGIN7, and the specification's example.

use super::*;
use proptest::prelude::*;

/// MS-TDS 4.2, without the packet's header.
const EXAMPLE: &[u8] = &[
    0x88, 0x00, 0x00, 0x00, 0x02, 0x00, 0x09, 0x72, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07, 0x00, 0x01, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0xE0, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x09, 0x04, 0x00, 0x00, 0x5E, 0x00,
    0x08, 0x00, 0x6E, 0x00, 0x02, 0x00, 0x72, 0x00, 0x00, 0x00, 0x72, 0x00, 0x07, 0x00, 0x80, 0x00, 0x00, 0x00, 0x80,
    0x00, 0x00, 0x00, 0x80, 0x00, 0x04, 0x00, 0x88, 0x00, 0x00, 0x00, 0x88, 0x00, 0x00, 0x00, 0x00, 0x50, 0x8B, 0xE2,
    0xB7, 0x8F, 0x88, 0x00, 0x00, 0x00, 0x88, 0x00, 0x00, 0x00, 0x88, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x73,
    0x00, 0x6B, 0x00, 0x6F, 0x00, 0x73, 0x00, 0x74, 0x00, 0x6F, 0x00, 0x76, 0x00, 0x31, 0x00, 0x73, 0x00, 0x61, 0x00,
    0x4F, 0x00, 0x53, 0x00, 0x51, 0x00, 0x4C, 0x00, 0x2D, 0x00, 0x33, 0x00, 0x32, 0x00, 0x4F, 0x00, 0x44, 0x00, 0x42,
    0x00, 0x43, 0x00,
];

#[test]
fn specification_example_round_trips() {
    let expected = Login {
        tds_version: 0x7209_0002,
        packet_size: 4096,
        client_version: 0x0700_0000,
        client_pid: 0x100,
        option_flags_1: 0xE0,
        option_flags_2: 0x03,
        lcid: 0x409,
        host_name: "skostov1".into(),
        user_name: "sa".into(),
        app_name: "OSQL-32".into(),
        library_name: "ODBC".into(),
        client_id: [0x00, 0x50, 0x8B, 0xE2, 0xB7, 0x8F],
        ..Login::default()
    };
    let read = Login::read(EXAMPLE).expect("a log-in");
    assert_eq!(read, expected);
    assert_eq!(read.agreed_version(), Ok(TdsVersion::V7_2));
    let mut written = Vec::new();
    expected.write(&mut written);
    assert_eq!(written, EXAMPLE);
}

/// 2.2.6.4: the halves of each byte are swapped, then XORed with 0xA5: "a" (0x61, 0x00) becomes
/// 0xB3, 0xA5.
#[test]
fn passwords_are_scrambled() {
    assert_eq!(scrambled("a"), [0x16 ^ 0xA5, 0xA5]);
    assert_eq!(scrambled("a"), [0xB3, 0xA5]);
    assert_eq!(unscrambled(&[0xB3, 0xA5]), "a");
    let login = Login { password: Password("Secret1!".into()), ..Login::default() };
    assert!(!format!("{login:?}").contains("Secret"));
}

#[test]
fn names_over_128_units_are_rejected() {
    let mut bytes = EXAMPLE.to_vec();
    // cchHostName.
    bytes[38] = 129;
    assert_eq!(Login::read(&bytes), Err(ProtocolError::too_long("LOGIN7's HostName", 129, 128)));
    bytes[38] = 100;
    assert_eq!(Login::read(&bytes), Err(ProtocolError::truncated(PLACE)));
    assert_eq!(Login::read(&EXAMPLE[..93]), Err(ProtocolError::truncated(PLACE)));
    assert_eq!(
        Login::read(&vec![0; MESSAGE_MAX + 1]).map_err(|error| error.fault),
        Err(crate::Fault::TooLong { length: MESSAGE_MAX as u64 + 1, limit: MESSAGE_MAX as u64 })
    );
}

#[test]
fn agreed_version_is_the_highest_supported() {
    let agreed = |tds_version| Login { tds_version, ..Login::default() }.agreed_version().ok();
    for version in [TdsVersion::V7_2, TdsVersion::V7_3B, TdsVersion::V7_4, TdsVersion::V8_0] {
        assert_eq!(agreed(version.number()), Some(version));
    }
    assert_eq!(agreed(0x7000_0000), Some(TdsVersion::V7_0));
    assert_eq!(agreed(0x0700_0000), None);
}

prop_compose! {
    fn login()(
        numbers in any::<[u32; 5]>(),
        flags in any::<[u8; 4]>(),
        time_zone in any::<i32>(),
        names in proptest::collection::vec("[a-zé😀\u{0}]{0,40}", 9),
        passwords in any::<(bool, bool)>(),
        client_id in any::<[u8; 6]>(),
        sspi in proptest::collection::vec(any::<u8>(), 0..40),
        features in proptest::option::of(proptest::collection::vec((0..=0xFEu8, proptest::collection::vec(any::<u8>(), 0..20)), 0..4)),
    ) -> Login {
        let mut names = names.into_iter();
        let mut name = || names.next().unwrap_or_default();
        let features: Option<Vec<Feature>> = features.map(|all| all.into_iter().map(|(id, data)| Feature { id, data }).collect());
        let has_extension = if features.is_some() { HAS_EXTENSION } else { 0 };
        Login {
            tds_version: numbers[0] | 0x7300_0000, packet_size: numbers[1], client_version: numbers[2], client_pid: numbers[3],
            connection_id: numbers[4], option_flags_1: flags[0], option_flags_2: flags[1], type_flags: flags[2],
            option_flags_3: flags[3] & !HAS_EXTENSION | has_extension, time_zone, lcid: numbers[0] ^ 5,
            host_name: name(), user_name: name(), password: Password(if passwords.0 { name() } else { String::new() }),
            app_name: name(), server_name: name(), library_name: name(), language: name(), database: name(), client_id, sspi,
            attach_file: name(), new_password: Password(if passwords.1 { "n€w".into() } else { String::new() }), features,
        }
    }
}

proptest! {
    #[test]
    fn written_login_is_read_back(login in login()) {
        let mut bytes = Vec::new();
        login.write(&mut bytes);
        prop_assert_eq!(Login::read(&bytes), Ok(login));
    }

    #[test]
    fn corrupted_login_never_panics(login in login(), changes in proptest::collection::vec((0..200usize, any::<u8>()), 0..6), end in any::<u16>()) {
        let mut bytes = Vec::new();
        login.write(&mut bytes);
        for (place, byte) in changes {
            let place = place % bytes.len();
            bytes[place] = byte;
        }
        let _ = Login::read(&bytes);
        bytes.truncate(usize::from(end) % bytes.len());
        let _ = Login::read(&bytes);
    }
}
