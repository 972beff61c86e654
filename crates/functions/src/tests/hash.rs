//! HASHBYTES with the standards' test vectors, and the guarantees of checksums.

use super::calls::{Session, TestArgument, call};
use crate::registry::find;
use sluice_base::sync::Arc;
use sluice_types::{DataType, Length, LongValue, Value};

fn hash(algorithm: &str, message: &str) -> String {
    let Value::Bytes(bytes) = call("HASHBYTES", &[TestArgument::text(algorithm), TestArgument::text(message)]).unwrap()
    else {
        panic!("no bytes")
    };
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn digests_match_standard_test_vectors() {
    // RFC 1319, A.5; RFC 1320, A.5; RFC 1321, A.5; FIPS 180-4's examples.
    assert_eq!(hash("MD2", "abc"), "da853b0d3f88d99b30283a69e6ded6bb");
    assert_eq!(hash("MD4", "abc"), "a448017aaf21d8525fc10ae87aa6729d");
    assert_eq!(hash("MD5", "abc"), "900150983cd24fb0d6963f7d28e17f72");
    assert_eq!(hash("SHA1", "abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
    assert_eq!(hash("sha2_256", "abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(
        hash("SHA2_512", "abc"),
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
         2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    );
    let long = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";
    assert_eq!(hash("SHA2_256", long), "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    assert_eq!(
        hash("SHA2_512", long),
        "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018\
         501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
    );
    let digits = "12345678901234567890123456789012345678901234567890123456789012345678901234567890";
    assert_eq!(hash("MD4", digits), "e33b4ddc9c38f2199c3e7b164fcc0536");
    assert_eq!(hash("MD5", digits), "57edf4a22be3c955ac49da2e2107b67a");
}

/// A value of more than one window has one digest, in whichever form it is kept.
#[test]
fn long_value_digest_is_that_of_its_bytes() {
    let text: String = "aäb€".chars().cycle().take(100_001).collect();
    for data_type in [DataType::varchar(Length::Max), DataType::NVarChar(Length::Max)] {
        let bytes: Vec<u8> = match data_type.code_page() {
            Some(page) => page.bytes(&text),
            None => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        };
        let long = Value::Long(Arc::new(LongValue::in_memory(bytes.clone(), data_type)));
        let binary = DataType::VarBinary(Length::Max);
        for algorithm in ["MD2", "MD4", "MD5", "SHA1", "SHA2_256", "SHA2_512"] {
            let function = find("HASHBYTES").unwrap();
            let digest = |value: &Value, data_type| {
                let signature = function.bind(&[Some(DataType::SYSNAME), Some(data_type)]).unwrap();
                function.call(&Session::new(), &signature, &[Value::text(algorithm), value.clone()]).unwrap()
            };
            let expected = digest(&Value::bytes(bytes.clone()), binary);
            assert_eq!(digest(&Value::text(&*text), data_type), expected, "{algorithm} of {data_type} in memory");
            assert_eq!(digest(&long, data_type), expected, "{algorithm} of {data_type} in windows");
        }
    }
}

#[test]
fn checksum_is_by_value_and_binary_checksum_by_bytes() {
    let sum = |name, text| call(name, &[TestArgument::text(text)]).unwrap();
    assert_eq!(sum("CHECKSUM", "Abc"), sum("CHECKSUM", "aBC  "));
    assert_ne!(sum("CHECKSUM", "abc"), sum("CHECKSUM", "abd"));
    assert_ne!(sum("BINARY_CHECKSUM", "Abc"), sum("BINARY_CHECKSUM", "abc"));
    assert_eq!(sum("BINARY_CHECKSUM", "abc"), sum("BINARY_CHECKSUM", "abc "));
    let two = |left, right| call("CHECKSUM", &[TestArgument::int(left), TestArgument::int(right)]).unwrap();
    assert_ne!(two(1, 2), two(2, 1), "the order counts");
}
