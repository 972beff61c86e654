//! DATA_COMPRESSION of tables and indexes: the setting. `types` has the format of rows.

/// The format of the rows of a heap or index (`t-sql/statements/create-table-transact-sql`,
/// DATA_COMPRESSION).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compression {
    /// NONE.
    #[default]
    None,
    /// ROW: values take only the bytes that they need.
    Row,
    /// PAGE: rows as with ROW, and full pages are compressed by a dictionary.
    Page,
}

impl Compression {
    /// Returns the number and the name in `sys.partitions`.
    pub fn number(self) -> (u8, &'static str) {
        match self {
            Compression::None => (0, "NONE"),
            Compression::Row => (1, "ROW"),
            Compression::Page => (2, "PAGE"),
        }
    }

    /// Whether the rows have the compressed format: under ROW and under PAGE.
    pub fn has_compressed_rows(self) -> bool {
        self != Compression::None
    }

    /// Returns the compression with this name in any case. `None` for another name.
    pub fn named(name: &str) -> Option<Compression> {
        Compression::ALL.into_iter().find(|own| own.number().1.eq_ignore_ascii_case(name))
    }

    /// Returns the compression with this number.
    pub fn numbered(number: u8) -> Option<Compression> {
        Compression::ALL.into_iter().find(|own| own.number().0 == number)
    }

    const ALL: [Compression; 3] = [Compression::None, Compression::Row, Compression::Page];
}
