//! Unsigned LEB128, and small numbers of either sign as 0, -1, 1, -2, 2 ….

#[derive(Default)]
pub struct VarintWriter {
    pub bytes: Vec<u8>,
}

impl VarintWriter {
    #[inline]
    pub fn unsigned(&mut self, value: u32) {
        if value < 0x80 {
            self.bytes.push(value as u8);
        } else {
            self.long(value);
        }
    }

    fn long(&mut self, value: u32) {
        let mut rest = value;
        while rest >= 0x80 {
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    pub fn signed(&mut self, value: i32) {
        self.unsigned(((value << 1) ^ (value >> 31)) as u32);
    }
}

pub struct VarintReader<'b> {
    pub rest: &'b [u8],
}

impl VarintReader<'_> {
    /// `None` if the bytes end within a number.
    #[inline]
    pub fn unsigned(&mut self) -> Option<u32> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        if byte < 0x80 {
            return Some(u32::from(byte));
        }
        let mut value = u32::from(byte & 0x7f);
        let mut shift = 7;
        loop {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            value |= u32::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
            shift += 7;
        }
    }

    /// `None` if the bytes end before so many numbers.
    #[inline]
    pub fn skip(&mut self, count: usize) -> Option<()> {
        let mut count = count;
        // Eight bytes end at most eight numbers.
        while count >= size_of::<u64>()
            && let Some((bytes, rest)) = self.rest.split_first_chunk()
        {
            let ends = !u64::from_le_bytes(*bytes) & 0x8080_8080_8080_8080;
            count -= ends.count_ones() as usize;
            self.rest = rest;
        }
        for _ in 0..count {
            let end = self.rest.iter().position(|byte| *byte < 0x80)?;
            self.rest = &self.rest[end + 1..];
        }
        Some(())
    }

    #[inline]
    pub fn signed(&mut self) -> Option<i32> {
        let value = self.unsigned()?;
        Some((value >> 1) as i32 ^ -((value & 1) as i32))
    }
}
