//! Frames on a pipe: `u32 length of the rest | u32 length of the header | header, JSON as UTF-8 | body`, integers
//! little-endian. `packages/core/src/parse/pool/wire.ts` is the other side.

use std::io::{self, ErrorKind, Read, Write};

const LENGTH: usize = 4;

/// Reads frames into one buffer, which grows to the largest frame.
pub struct FrameReader<Source> {
    source: Source,
    buffer: Vec<u8>,
}

pub struct Frame<'b> {
    pub header: &'b [u8],
    pub body: &'b [u8],
}

impl<Source: Read> FrameReader<Source> {
    pub fn new(source: Source) -> Self {
        Self {
            source,
            buffer: Vec::new(),
        }
    }

    /// `None` at the end of the frames; an error if they end within one.
    pub fn read(&mut self) -> io::Result<Option<Frame<'_>>> {
        let mut length = [0; LENGTH];
        if self.source.read(&mut length[..1])? == 0 {
            return Ok(None);
        }
        self.source.read_exact(&mut length[1..])?;
        let length = u64::from(u32::from_le_bytes(length));
        self.buffer.clear();
        // Not allocated at once: the sender may state any length.
        let read = self.source.by_ref().take(length).read_to_end(&mut self.buffer)?;
        let broken = || io::Error::new(ErrorKind::UnexpectedEof, "a frame is not complete");
        if read as u64 != length {
            return Err(broken());
        }
        let (header_length, rest) = self.buffer.split_first_chunk::<LENGTH>().ok_or_else(broken)?;
        let (header, body) = rest
            .split_at_checked(u32::from_le_bytes(*header_length) as usize)
            .ok_or_else(broken)?;
        Ok(Some(Frame { header, body }))
    }
}

/// In one piece, so that the pipe has the complete frame before the next file starts.
pub fn write_frame(target: &mut impl Write, header: &str, body: &[u8]) -> io::Result<()> {
    let length = LENGTH + header.len() + body.len();
    let mut frame = Vec::with_capacity(LENGTH + length);
    frame.extend_from_slice(&(length as u32).to_le_bytes());
    frame.extend_from_slice(&(header.len() as u32).to_le_bytes());
    frame.extend_from_slice(header.as_bytes());
    frame.extend_from_slice(body);
    target.write_all(&frame)?;
    target.flush()
}
