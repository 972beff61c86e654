//! Forward reading of a log in use: in memory, on disk, across virtual log files, and during
//! truncation.

use super::*;

fn read(log: &Log, from: Lsn, end: Lsn) -> Records {
    let (mut stream, mut records) = (log.stream(from, end), Vec::new());
    while let Some(record) = stream.next().unwrap() {
        records.push((record.lsn, record.body.to_vec()));
    }
    records
}

#[test]
fn stream_returns_records_from_buffer_and_file() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let mut written = Records::new();
    for number in 0..3_000u32 {
        let body = [&number.to_le_bytes()[..], &[7; 100]].concat();
        let lsn = log.append(20, &[&body], Space::Reserving(0)).unwrap();
        written.push((lsn, body));
        if number % 700 == 699 {
            log.harden(lsn, Harden::Request).unwrap();
            assert_eq!(read(&log, Lsn::NONE, Lsn(u64::MAX)), written, "after {number}");
        }
    }
    assert_eq!(read(&log, Lsn::NONE, Lsn(u64::MAX)), written, "some are in memory only");
    let (from, end) = (written[1_000].0, written[2_500].0);
    assert_eq!(read(&log, from, end), written[1_000..2_500]);
    assert_eq!(read(&log, Lsn(from.0 + 1), end), written[1_001..2_500], "no record begins there");
    assert_eq!(read(&log, Lsn(u64::MAX), Lsn(u64::MAX)), []);
}

#[test]
fn stream_skips_truncated_records() {
    let world = World::new();
    let (_, log) = world.start().unwrap();
    let append = || log.append(20, &[&[1; 4_000]], Space::Reserving(0)).unwrap();
    let first = append();
    let mut stream = log.stream(Lsn::NONE, Lsn(u64::MAX));
    assert_eq!(stream.next().unwrap().map(|record| record.lsn), Some(first));
    let mut last = first;
    while log.vlfs().iter().filter(|vlf| vlf.active).count() < 3 {
        last = append();
    }
    log.harden(last, Harden::Request).unwrap();
    log.set_checkpoint(last, last).unwrap();
    let mut rest = Vec::new();
    while let Some(record) = stream.next().unwrap() {
        rest.push(record.lsn);
    }
    assert_eq!(rest.last(), Some(&last));
    assert_eq!(read(&log, Lsn::NONE, Lsn(u64::MAX)).first().map(|(lsn, _)| *lsn), Some(last), "what is kept");
}
