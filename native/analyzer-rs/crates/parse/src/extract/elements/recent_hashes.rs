//! A cache of hashes of short byte strings: each string has one slot, and replaces the one that was there. A slot has the
//! bytes themselves, so that a look-up touches one cache line.

use std::hash::Hasher;

use rustc_hash::FxHasher;

const SLOTS_LOG2: u32 = 14;
const LONGEST: usize = 55;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Slot {
    hash: u64,
    /// 0 for an unused slot: a stream has no empty opening.
    length: u8,
    bytes: [u8; LONGEST],
}

#[derive(Default)]
pub struct RecentHashes {
    /// Created for the first string.
    slots: Vec<Slot>,
}

impl RecentHashes {
    pub fn get(&self, bytes: &[u8]) -> Option<u64> {
        let slot = self.slots.get(slot_of(bytes))?;
        (slot.bytes.get(..usize::from(slot.length)) == Some(bytes)).then_some(slot.hash)
    }

    /// Caches a string unless it is long.
    pub fn set(&mut self, bytes: &[u8], hash: u64) {
        if bytes.len() > LONGEST {
            return;
        }
        if self.slots.is_empty() {
            let unused = Slot {
                hash: 0,
                length: 0,
                bytes: [0; LONGEST],
            };
            self.slots.resize(1 << SLOTS_LOG2, unused);
        }
        let slot = &mut self.slots[slot_of(bytes)];
        slot.hash = hash;
        slot.length = bytes.len() as u8;
        slot.bytes[..bytes.len()].copy_from_slice(bytes);
    }
}

fn slot_of(bytes: &[u8]) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    // The hasher's highest bits depend on all bytes.
    (hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SLOTS_LOG2)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cached_string_has_its_hash_until_another_one_has_its_slot() {
        let mut recent = RecentHashes::default();
        assert_eq!(recent.get(b".name"), None);
        recent.set(b".name", 7);
        assert_eq!(recent.get(b".name"), Some(7));
        assert_eq!(recent.get(b".other"), None);
        let is_same_slot = |other: &String| other != ".name" && slot_of(other.as_bytes()) == slot_of(b".name");
        let other = (0..)
            .map(|number| format!(".{number}"))
            .find(is_same_slot)
            .expect("one of many");
        recent.set(other.as_bytes(), 8);
        assert_eq!(recent.get(b".name"), None);
        assert_eq!(recent.get(other.as_bytes()), Some(8));
    }

    #[test]
    fn a_long_string_is_not_cached() {
        let mut recent = RecentHashes::default();
        recent.set(&[b'a'; LONGEST], 1);
        recent.set(&[b'a'; LONGEST + 1], 2);
        assert_eq!(recent.get(&[b'a'; LONGEST]), Some(1));
        assert_eq!(recent.get(&[b'a'; LONGEST + 1]), None);
    }
}
