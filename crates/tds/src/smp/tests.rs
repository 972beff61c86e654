//! Round trips of SMP packets, and flow control between two ends.

use super::*;
use proptest::prelude::*;

fn header(kind: SmpKind, session: u16, payload_bytes: u32, sequence: u32, window: u32) -> SmpHeader {
    SmpHeader { kind, session, payload_bytes, sequence, window }
}

#[test]
fn syn_has_the_documented_bytes() {
    let syn = SmpFlow::for_client(7).control(SmpKind::Syn);
    // MC-SMP 2.2.2: the length is 16, the sequence number 0.
    assert_eq!(syn.bytes(), [0x53, 0x01, 7, 0, 16, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0]);
    assert_eq!(SmpHeader::read(syn.bytes()), Ok(syn));
}

#[test]
fn invalid_headers_are_refused() {
    let bytes = header(SmpKind::Ack, 0, 0, 0, 4).bytes();
    for (at, value) in [(0, 0x52), (1, 0), (1, 3), (1, 6), (1, 0x10), (4, 15), (4, 17), (7, 1)] {
        let mut wrong = bytes;
        wrong[at] = value;
        assert!(SmpHeader::read(wrong).is_err(), "{at} {value}");
    }
    let longest = header(SmpKind::Data, 0, 32_767, 1, 4);
    assert_eq!(SmpHeader::read(longest.bytes()), Ok(longest));
    assert!(SmpHeader::read(header(SmpKind::Data, 0, 32_768, 1, 4).bytes()).is_err());
    assert!(take_packet(&mut [0x12].as_slice()).is_err());
}

#[test]
fn packets_beyond_the_window_are_refused() {
    let syn = SmpFlow::for_client(0).control(SmpKind::Syn);
    let mut server = SmpFlow::for_server(&syn).expect("a session");
    let data = |sequence| header(SmpKind::Data, 0, 1, sequence, 4);
    assert!(server.receive(&data(2)).is_err(), "a packet is missing");
    let mut server = SmpFlow::for_server(&syn).expect("a session");
    for sequence in 1..=4 {
        assert_eq!(server.receive(&data(sequence)), Ok(()));
    }
    assert!(server.clone().receive(&data(5)).is_err());
    server.accept(1);
    assert!(!server.owes_ack());
    server.accept(1);
    assert!(server.owes_ack());
    assert_eq!(server.control(SmpKind::Ack).window, 6);
    assert!(!server.owes_ack());
    assert_eq!(server.receive(&data(5)), Ok(()));
    assert!(server.receive(&header(SmpKind::Ack, 0, 0, 4, 4)).is_err(), "an ACK repeats the last number");
    assert!(SmpFlow::for_server(&header(SmpKind::Syn, 0, 0, 1, 4)).is_err());
}

#[test]
fn numbers_wrap() {
    let syn = header(SmpKind::Syn, 0, 0, 0, u32::MAX);
    let mut flow = SmpFlow::for_server(&syn).expect("a session");
    // The window of SYN is the first that counts, whatever it is.
    assert!(flow.can_send());
    let ack = |window| header(SmpKind::Ack, 0, 0, 0, window);
    assert_eq!(flow.receive(&ack(2)), Ok(()));
    assert_eq!(flow.receive(&ack(u32::MAX)), Ok(()), "it is behind the known one");
    let sent = std::iter::from_fn(|| flow.can_send().then(|| flow.data(1).sequence));
    assert_eq!(sent.take(9).collect::<Vec<_>>(), [1, 2]);
}

proptest! {
    #[test]
    fn written_headers_are_read_back(
        kind in prop::sample::select(vec![SmpKind::Syn, SmpKind::Ack, SmpKind::Fin, SmpKind::Data]),
        session: u16, sequence: u32, window: u32, payload in proptest::collection::vec(any::<u8>(), 0..300), cut in 0..400usize,
    ) {
        let payload = if kind == SmpKind::Data { payload } else { Vec::new() };
        let written = header(kind, session, payload.len() as u32, sequence, window);
        let mut bytes = written.bytes().to_vec();
        bytes.extend_from_slice(&payload);
        let mut part = &bytes[..cut.min(bytes.len() - 1)];
        let before = part;
        prop_assert_eq!(take_packet(&mut part), Ok(None));
        prop_assert_eq!(part, before);
        bytes.push(0x53);
        let mut rest = bytes.as_slice();
        prop_assert_eq!(take_packet(&mut rest), Ok(Some((written, payload.as_slice()))));
        prop_assert_eq!(rest, [0x53]);
    }

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100), window: u32) {
        let mut flow = SmpFlow::for_server(&header(SmpKind::Syn, 0, 0, 0, window)).expect("a session");
        let mut rest = bytes.as_slice();
        while let Ok(Some((header, payload))) = take_packet(&mut rest) {
            prop_assert_eq!(payload.len(), header.payload_bytes as usize);
            let _ = flow.receive(&header);
        }
    }

    /// Two ends that send and process packets in any order: no packet is refused, and neither end
    /// is ever blocked for good.
    #[test]
    fn two_ends_agree(steps in proptest::collection::vec((any::<bool>(), any::<bool>()), 1..300)) {
        let mut client = SmpFlow::for_client(3);
        let mut server = SmpFlow::for_server(&client.control(SmpKind::Syn)).expect("a session");
        // Packets on their way to the server and to the client, and packets not processed yet.
        let mut ways = [Vec::new(), Vec::new()];
        let mut waiting = [0, 0];
        for (is_client, is_sending) in steps {
            let place = usize::from(is_client);
            let (end, way) = (if is_client { &mut client } else { &mut server }, 1 - place);
            if is_sending {
                if end.can_send() {
                    ways[way].push(end.data(1));
                }
                continue;
            }
            for header in ways[place].drain(..) {
                prop_assert_eq!(end.receive(&header), Ok(()));
                waiting[place] += u32::from(header.kind == SmpKind::Data);
            }
            end.accept(std::mem::take(&mut waiting[place]));
            if end.owes_ack() {
                ways[way].push(end.control(SmpKind::Ack));
            }
        }
        for _ in 0..2 {
            for (end, place) in [(&mut server, 0), (&mut client, 1)] {
                for header in std::mem::take(&mut ways[place]) {
                    prop_assert_eq!(end.receive(&header), Ok(()));
                    waiting[place] += u32::from(header.kind == SmpKind::Data);
                }
                end.accept(std::mem::take(&mut waiting[place]));
                ways[1 - place].push(end.control(SmpKind::Ack));
            }
        }
        for (end, place) in [(&mut server, 0), (&mut client, 1)] {
            for header in std::mem::take(&mut ways[place]) {
                prop_assert_eq!(end.receive(&header), Ok(()));
            }
            prop_assert!(end.can_send());
        }
    }
}
