//! Lists that are reused for each file, because growing them again costs more than filling them. Lists that a large
//! file made long are freed, since each worker has such lists for each language, and the largest files come first.

use hashbrown::HashTable;

/// Maximum capacity of a retained list in bytes.
const RETAINED: usize = 1 << 18;
/// Maximum number of entries of a retained table.
const RETAINED_ENTRIES: usize = 1 << 11;

/// Empties a list for the next file.
pub fn empty<T>(list: &mut Vec<T>) {
    list.clear();
    list.shrink_to(RETAINED / size_of::<T>());
}

pub fn empty_text(text: &mut String) {
    text.clear();
    text.shrink_to(RETAINED);
}

/// Empties a table for the next file. A large table takes long to empty, even with few entries.
pub fn empty_table<T>(table: &mut HashTable<T>) {
    if table.capacity() > RETAINED_ENTRIES {
        *table = HashTable::new();
    }
    table.clear();
}

/// Whether a list with capacity for that number of entries is created again for the next file.
pub fn is_long<T>(capacity: usize) -> bool {
    capacity > RETAINED / size_of::<T>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_lists_are_freed() {
        let mut list = vec![0_u32; RETAINED];
        assert!(is_long::<u32>(list.capacity()));
        empty(&mut list);
        assert!(list.is_empty() && !is_long::<u32>(list.capacity()));
        list.resize(RETAINED / size_of::<u32>(), 0);
        let capacity = list.capacity();
        empty(&mut list);
        assert_eq!(list.capacity(), capacity, "the capacity that most files need remains");
    }

    #[test]
    fn large_tables_are_freed() {
        let mut table = HashTable::new();
        for number in 0..=RETAINED_ENTRIES as u64 {
            table.insert_unique(number, number, |it| *it);
        }
        empty_table(&mut table);
        assert!(table.is_empty() && table.capacity() <= RETAINED_ENTRIES);
        table.insert_unique(1, 1, |it| *it);
        let capacity = table.capacity();
        empty_table(&mut table);
        assert_eq!((table.len(), table.capacity()), (0, capacity));
    }
}
