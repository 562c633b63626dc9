//! Lists that are used again for each file: growing them anew costs more than filling them. What a large file made long
//! is given back, since each worker has such lists for each language and files come the largest first.

/// Bytes of room that a list keeps.
const KEPT: usize = 1 << 18;

/// Empties a list for the next file.
pub fn empty<T>(list: &mut Vec<T>) {
    list.clear();
    list.shrink_to(KEPT / size_of::<T>());
}

pub fn empty_text(text: &mut String) {
    text.clear();
    text.shrink_to(KEPT);
}

/// Whether a list or table with room for so many entries is to be made anew for the next file.
pub fn is_long<T>(capacity: usize) -> bool {
    capacity > KEPT / size_of::<T>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_large_file_needs_is_given_back() {
        let mut list = vec![0_u32; KEPT];
        assert!(is_long::<u32>(list.capacity()));
        empty(&mut list);
        assert!(list.is_empty() && !is_long::<u32>(list.capacity()));
        list.resize(KEPT / size_of::<u32>(), 0);
        let room = list.capacity();
        empty(&mut list);
        assert_eq!(list.capacity(), room, "what most files need is kept");
    }
}
