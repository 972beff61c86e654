//! By how much a database's file grows when it is full (FILEGROWTH).

/// By so many bytes, or by a part of what the file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileGrowth {
    /// So many bytes; none: not at all.
    Bytes(u64),
    /// So many hundredths of its length; none: not at all.
    Percent(u32),
}

impl FileGrowth {
    /// By how many bytes a file grows that has `length`.
    pub fn step(self, length: u64) -> u64 {
        match self {
            FileGrowth::Bytes(bytes) => bytes,
            FileGrowth::Percent(percent) => {
                (u128::from(length) * u128::from(percent) / 100).min(u64::MAX.into()) as u64
            }
        }
    }

    /// The number that stands for it on disk: bytes as they are, hundredths with the highest bit.
    pub fn to_number(self) -> u64 {
        match self {
            FileGrowth::Bytes(bytes) => bytes & !PERCENT,
            FileGrowth::Percent(percent) => PERCENT | u64::from(percent),
        }
    }

    /// What the number stands for.
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
    fn numbers_come_back() {
        for growth in
            [FileGrowth::Bytes(0), FileGrowth::Bytes(64 << 20), FileGrowth::Percent(0), FileGrowth::Percent(10)]
        {
            assert_eq!(FileGrowth::of_number(growth.to_number()), growth);
        }
        assert_eq!(FileGrowth::Percent(10).step(1000), 100);
        assert_eq!(FileGrowth::Percent(u32::MAX).step(u64::MAX), u64::MAX);
    }
}
