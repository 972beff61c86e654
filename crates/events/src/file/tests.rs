//! Files of `event_file`: when they are written, which are kept, and what is read of them.

use super::writer::EventFile;
use super::{FileEnvironment, FileEvents, WriterCall};
use crate::definition::{SessionDefinition, parsed};
use crate::record::Record;
use sluice_base::clock::{Clock, ManualClock};
use sluice_base::error_log::ErrorLog;
use sluice_base::events::{EventKind, FieldValue, Raised};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_vfs::mem::MemFs;
use std::path::PathBuf;
use std::time::Duration;

struct World {
    clock: Arc<ManualClock>,
    environment: Arc<FileEnvironment>,
    broker: Arc<MemoryBroker>,
}

impl World {
    fn new() -> World {
        let clock = Arc::new(ManualClock::new(0));
        let environment = FileEnvironment {
            vfs: Arc::new(MemFs::new(1)),
            folder: PathBuf::from("/"),
            error_log: Arc::new(ErrorLog::new(clock.clone())),
            call: WriterCall::default(),
        };
        World { clock, environment: Arc::new(environment), broker: MemoryBroker::new(64 << 20) }
    }

    /// Opens the target of a session with the target's parameters and the session's options.
    fn open(&self, parameters: &str, options: &str) -> EventFile {
        let text = format!(
            "CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.sql_batch_starting \
             ADD TARGET package0.event_file (SET filename = N'e.xel', {parameters}) WITH ({options})"
        );
        let session = SessionDefinition::new(65_536, parsed(&text).expect("it is valid")).expect("its objects exist");
        EventFile::open((&session.targets[0], &session), &self.environment, &self.broker, &*self.clock)
            .expect("the file can be created")
    }

    /// Passes an event with `bytes` bytes of text to the target.
    fn take(&self, file: &EventFile, bytes: usize) {
        let fields = vec![FieldValue::Text("x".repeat(bytes).into())];
        let raised = Raised { kind: EventKind::SqlBatchStarting, utc_ns: self.clock.utc_ns(), fields };
        file.take(&Arc::new(Record { raised, actions: Vec::new() }), &*self.clock);
    }

    /// Returns the number of files, and the number of events in them.
    fn stored(&self) -> (usize, usize) {
        let files = self.environment.vfs.list(&self.environment.folder).expect("the folder exists");
        let events = FileEvents::open(&self.environment, "e_0_*.xel", None).expect("there are files");
        let events: Result<Vec<_>, _> = events.collect();
        (files.len(), events.expect("the files are whole").len())
    }
}

#[test]
fn full_file_is_followed_and_the_oldest_removed() {
    let world = World::new();
    let file = world.open("max_file_size = 1, max_rollover_files = 2", "MAX_MEMORY = 1 MB");
    let sizes = (1..=7).map(|_| {
        world.take(&file, 400_000);
        file.write_all(&*world.clock);
        world.stored()
    });
    // Two events fit into a file of 1 MB.
    assert_eq!(sizes.collect::<Vec<_>>(), [(1, 1), (1, 2), (2, 3), (2, 4), (2, 3), (2, 4), (2, 3)]);
}

#[test]
fn events_are_written_when_old_or_many() {
    let world = World::new();
    let file = world.open("max_file_size = 1", "MAX_MEMORY = 256 KB, MAX_DISPATCH_LATENCY = 3 SECONDS");
    world.take(&file, 10);
    file.write_due(&*world.clock);
    assert_eq!(world.stored(), (1, 0));
    world.clock.advance(Duration::from_secs(3));
    file.write_due(&*world.clock);
    assert_eq!(world.stored(), (1, 1));
    world.take(&file, 200_000);
    file.write_due(&*world.clock);
    assert_eq!(world.stored(), (1, 2), "half of the buffer is full");
}

#[test]
fn full_buffer_loses_one_event_or_all() {
    let world = World::new();
    for (mode, kept, lost) in [("ALLOW_SINGLE_EVENT_LOSS", 2, (1, 0)), ("ALLOW_MULTIPLE_EVENT_LOSS", 1, (2, 1))] {
        let file = world.open("max_file_size = 0", &format!("MAX_MEMORY = 256 KB, EVENT_RETENTION_MODE = {mode}"));
        let (_, before) = world.stored();
        (0..3).for_each(|_| world.take(&file, 120_000));
        file.write_all(&*world.clock);
        assert_eq!(world.stored().1 - before, kept, "{mode}");
        assert_eq!((file.dropped_events.get(), file.dropped_buffers.get()), lost, "{mode}");
    }
    assert_eq!(world.broker.held_of_heap(), 0, "nothing stays charged");
}

#[test]
fn file_is_read_from_a_block_on() {
    let world = World::new();
    let file = world.open("max_file_size = 1", "MAX_MEMORY = 1 MB");
    for _ in 0..3 {
        world.take(&file, 10);
        file.write_all(&*world.clock);
    }
    let all = FileEvents::open(&world.environment, "e*.xel", None).expect("there is a file");
    let all: Vec<_> = all.map(|event| event.expect("it is whole")).collect();
    let path = all[0].path.to_string();
    let behind = |offset| FileEvents::open(&world.environment, "e*.xel", Some((&path, offset))).map(Iterator::count);
    assert_eq!(behind(all[0].offset).ok(), Some(2));
    assert_eq!(behind(all[2].offset).ok(), Some(0));
    assert_eq!(behind(all[1].offset + 1).map_err(|error| error.number), Err(25722));
    assert_eq!(FileEvents::open(&world.environment, "f*.xel", None).err().map(|error| error.number), Some(25718));
}
