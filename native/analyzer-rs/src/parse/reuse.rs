//! Lists that are used again for each file: growing them anew costs more than filling them. What a large file made long
//! is given back, since each worker has such lists for each language and files come the largest first.

use hashbrown::HashTable;

/// Bytes of room that a list keeps.
const RETAINED: usize = 1 << 18;
/// Entries for which a table does.
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

/// Empties a table for the next file. One with much room takes long to empty, however little is in it.
pub fn empty_table<T>(table: &mut HashTable<T>) {
    if table.capacity() > RETAINED_ENTRIES {
        *table = HashTable::new();
    }
    table.clear();
}

/// Whether a list with room for so many entries is to be made anew for the next file.
pub fn is_long<T>(capacity: usize) -> bool {
    capacity > RETAINED / size_of::<T>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_large_file_needs_is_given_back() {
        let mut list = vec![0_u32; RETAINED];
        assert!(is_long::<u32>(list.capacity()));
        empty(&mut list);
        assert!(list.is_empty() && !is_long::<u32>(list.capacity()));
        list.resize(RETAINED / size_of::<u32>(), 0);
        let capacity = list.capacity();
        empty(&mut list);
        assert_eq!(list.capacity(), capacity, "what most files need is kept");
    }

    #[test]
    fn a_table_with_much_room_is_given_back() {
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
