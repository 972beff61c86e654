//! Parameters of type xml (MS-TDS 2.2.5.5.3). The bytes have the encoding of their byte order mark
//! or XML declaration, or UTF-8 (`relational-databases/xml/create-instances-of-xml-data`).

use super::*;
use sluice_tds::Put;
use sluice_tds::value::{begin_chunks, end_chunks, put_chunk};

/// Calls sp_executesql with a document of these bytes, and returns it as text.
fn sent(client: &mut Client, bytes: &[u8]) -> Answered {
    client.send(PacketKind::Rpc, Status::NORMAL, |out| {
        Headers::new(0).write(out);
        write_call(&CallHead::new(system(SystemProcedure::ExecuteSql)), out);
        for own in [text("SELECT CAST(@x AS nvarchar(max))"), text("@x xml")] {
            write_parameter(&own, out).expect("a match");
        }
        out.b_varchar("@x");
        out.u8(0);
        TypeInfo::new(DataType::Xml, true, WireCollation::DEFAULT).write(out);
        begin_chunks(None, out);
        put_chunk(bytes, out);
        end_chunks(out);
    });
    client.answer()
}

fn wide(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

#[test]
fn document_parameter_may_have_any_encoding() {
    let served = served();
    let mut client = served.log_in();
    let declared = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><r>é</r>";
    let latin = b"<?xml version='1.0' encoding='windows-1252'?><r>\xE9</r>";
    let big = [&[0xFE, 0xFF][..], &wide(declared, u16::to_be_bytes)].concat();
    let little = [&[0xFF, 0xFE][..], &wide(declared, u16::to_le_bytes)].concat();
    let marked = ["\u{FEFF}<r>é</r>".as_bytes(), b" "].concat();
    for bytes in [
        "<r>é</r>".as_bytes().to_vec(),
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<r>é</r>".as_bytes().to_vec(),
        marked,
        latin.to_vec(),
        big,
        little,
        wide(declared, u16::to_le_bytes),
        wide("<r>é</r>", u16::to_le_bytes),
    ] {
        let answered = sent(&mut client, &bytes);
        assert_eq!((answered.errors(), answered.rows), (vec![], vec![vec![Value::text("<r>é</r>")]]), "{bytes:?}");
    }
    // Insignificant blanks go, as in a conversion.
    let answered = sent(&mut client, b"<r > <a></a> </r>");
    assert_eq!(answered.rows, [vec![Value::text("<r><a/></r>")]]);
    let long = format!("<r>{}</r>", "é".repeat(100_000));
    assert_eq!(sent(&mut client, long.as_bytes()).rows, [vec![Value::text(long.as_str())]]);
    served.end();
}

#[test]
fn malformed_document_parameter_is_refused() {
    let served = served();
    let mut client = served.log_in();
    for (bytes, number) in
        [(&b"<r>"[..], 9400), (b"<r>\xE9</r>", 9420), (b"<?xml version='1.0' encoding='UTF-16'?><r/>", 9402)]
    {
        assert_eq!(sent(&mut client, bytes).errors(), [number], "{bytes:?}");
    }
    assert_eq!(client.batch("SELECT 1").rows, number(1));
    served.end();
}
