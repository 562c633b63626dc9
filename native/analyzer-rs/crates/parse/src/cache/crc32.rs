//! CRC-32 (RFC 1952), eight bytes per step (Kounavis and Berry, A systematic approach to building high performance
//! software-based CRC generators, 2005).

const POLYNOMIAL: u32 = 0xedb8_8320;
const TABLES: [[u32; 256]; 8] = tables();

pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    let (steps, rest) = bytes.as_chunks::<8>();
    for step in steps {
        let word = u64::from_le_bytes(*step) ^ u64::from(crc);
        let of_byte = |at: u32| TABLES[7 - at as usize][(word >> (8 * at)) as usize & 0xff];
        crc = of_byte(0) ^ of_byte(1) ^ of_byte(2) ^ of_byte(3) ^ of_byte(4) ^ of_byte(5) ^ of_byte(6) ^ of_byte(7);
    }
    for byte in rest {
        crc = (crc >> 8) ^ TABLES[0][usize::from(crc as u8 ^ byte)];
    }
    !crc
}

const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut value = 0;
    while value < 256 {
        let mut crc = value as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 {
                (crc >> 1) ^ POLYNOMIAL
            } else {
                crc >> 1
            };
            bit += 1;
        }
        tables[0][value] = crc;
        value += 1;
    }
    let mut step = 1;
    while step < 8 {
        let mut value = 0;
        while value < 256 {
            let before = tables[step - 1][value];
            tables[step][value] = (before >> 8) ^ tables[0][(before & 0xff) as usize];
            value += 1;
        }
        step += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn is_that_of_the_standard() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"The quick brown fox jumps over the lazy dog"), 0x414f_a339);
    }
}
