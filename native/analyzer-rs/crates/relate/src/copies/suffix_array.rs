//! Sorts the suffixes of a text that do not start at a separator.

/// In order, with their common prefixes.
pub struct SuffixArray {
    /// Positions in the text.
    pub suffixes: Vec<u32>,
    /// By suffix: length of the prefix that it shares with the one before it; 0 for the first.
    pub common: Vec<u32>,
}

impl SuffixArray {
    /// Prefix doubling that refines only groups that are not sorted yet (Larsson and Sadakane 2007); common prefixes by
    /// Kasai et al. (2001). The last symbol is a separator; separators are different and at least `separators`, which is
    /// larger than all other symbols.
    pub fn new(symbols: &[u32], separators: u32) -> Self {
        let mut rank = vec![0_u32; symbols.len()];
        let mut suffixes = sort_by_symbol(symbols, separators, &mut rank);
        let whole = 0..suffixes.len();
        let mut unsorted = unsorted_groups(&suffixes, &rank, &[whole]);
        let mut step = 1;
        while !unsorted.is_empty() {
            for group in &unsorted {
                sort_group(&mut suffixes[group.clone()], &mut rank, group.start as u32, step);
            }
            unsorted = unsorted_groups(&suffixes, &rank, &unsorted);
            step *= 2;
        }
        let common = common_prefixes(symbols, separators, &suffixes, &rank);
        Self { suffixes, common }
    }
}

/// Fills `rank` with the index of the first suffix of the same group; separators have ranks after all groups.
fn sort_by_symbol(symbols: &[u32], separators: u32, rank: &mut [u32]) -> Vec<u32> {
    let mut firsts = vec![0_u32; separators as usize + 1];
    for symbol in symbols.iter().filter(|symbol| **symbol < separators) {
        firsts[*symbol as usize + 1] += 1;
    }
    for symbol in 1..firsts.len() {
        firsts[symbol] += firsts[symbol - 1];
    }
    let length = firsts[separators as usize];
    let mut next = firsts.clone();
    let mut suffixes = vec![0; length as usize];
    for (at, symbol) in symbols.iter().enumerate() {
        if *symbol >= separators {
            rank[at] = length + symbol - separators;
            continue;
        }
        rank[at] = firsts[*symbol as usize];
        let next = &mut next[*symbol as usize];
        suffixes[*next as usize] = at as u32;
        *next += 1;
    }
    suffixes
}

type Range = std::ops::Range<usize>;

/// Runs of equal rank longer than one, inside ranges.
fn unsorted_groups(suffixes: &[u32], rank: &[u32], ranges: &[Range]) -> Vec<Range> {
    let mut groups = Vec::new();
    for range in ranges {
        let mut from = range.start;
        let is_same = |a: &u32, b: &u32| rank[*a as usize] == rank[*b as usize];
        for group in suffixes[range.clone()].chunk_by(is_same) {
            if group.len() > 1 {
                groups.push(from..from + group.len());
            }
            from += group.len();
        }
    }
    groups
}

/// Sorts a group of suffixes that agree in their first `step` symbols by the `step` symbols after them.
fn sort_group(group: &mut [u32], rank: &mut [u32], first: u32, step: usize) {
    let mut keyed: Vec<(u32, u32)> = group.iter().map(|at| (rank[*at as usize + step], *at)).collect();
    keyed.sort_unstable();
    let mut own = first;
    for (index, (key, at)) in keyed.iter().enumerate() {
        if index > 0 && *key != keyed[index - 1].0 {
            own = first + index as u32;
        }
        group[index] = *at;
        rank[*at as usize] = own;
    }
}

fn common_prefixes(symbols: &[u32], separators: u32, suffixes: &[u32], rank: &[u32]) -> Vec<u32> {
    let mut common = vec![0; suffixes.len()];
    let mut length = 0;
    for (at, symbol) in symbols.iter().enumerate() {
        if *symbol >= separators || rank[at] == 0 {
            length = 0;
            continue;
        }
        let other = suffixes[rank[at] as usize - 1] as usize;
        while symbols[at + length] == symbols[other + length] {
            length += 1;
        }
        common[rank[at] as usize] = length as u32;
        length = length.saturating_sub(1);
    }
    common
}
