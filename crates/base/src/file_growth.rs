//! The growth increment of a database file that is full (FILEGROWTH).

/// A growth increment: a number of bytes or a percentage of the file's length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileGrowth {
    /// Number of bytes. Zero disables growth.
    Bytes(u64),
    /// Percentage of the file's length. Zero disables growth.
    Percent(u32),
}

impl FileGrowth {
    /// Returns the bytes by which a file of `length` bytes grows. A percentage is rounded down. 0
    /// means no growth.
    pub fn step(self, length: u64) -> u64 {
        match self {
            FileGrowth::Bytes(bytes) => bytes,
            FileGrowth::Percent(percent) => {
                (u128::from(length) * u128::from(percent) / 100).min(u64::MAX.into()) as u64
            }
        }
    }

    /// Encodes the increment as the number stored on disk. Bytes are stored unchanged, percentages
    /// with the highest bit set.
    pub fn to_number(self) -> u64 {
        match self {
            FileGrowth::Bytes(bytes) => bytes & !PERCENT,
            FileGrowth::Percent(percent) => PERCENT | u64::from(percent),
        }
    }

    /// Decodes a number written by [`to_number`](FileGrowth::to_number).
    pub fn of_number(number: u64) -> FileGrowth {
        match number & PERCENT {
            0 => FileGrowth::Bytes(number),
            _ => FileGrowth::Percent((number & !PERCENT).min(u64::from(u32::MAX)) as u32),
        }
    }
}

const PERCENT: u64 = 1 << 63;

#[cfg(test)]
mod tests {
    use super::FileGrowth;

    #[test]
    fn file_growth_number_roundtrips() {
        for growth in
            [FileGrowth::Bytes(0), FileGrowth::Bytes(64 << 20), FileGrowth::Percent(0), FileGrowth::Percent(10)]
        {
            assert_eq!(FileGrowth::of_number(growth.to_number()), growth);
        }
        assert_eq!(FileGrowth::Percent(10).step(1000), 100);
        assert_eq!(FileGrowth::Percent(u32::MAX).step(u64::MAX), u64::MAX);
    }
}
