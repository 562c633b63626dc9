//! Parts of dotted names.

pub fn first_part(dotted: &str) -> &str {
    dotted.split_once('.').map_or(dotted, |(first, _)| first)
}
