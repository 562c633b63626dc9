//! Declarations by class: declarations of one class share the same 5-grams with every other declaration, because
//! their sets are equal except for 5-grams that occur nowhere else. In a class without such 5-grams the sets are
//! equal.

use hashbrown::HashTable;

use super::gram_sets::GramSets;

#[derive(Clone, Copy)]
pub struct SetClass {
    /// Number of 5-grams, and of those that occur in no other declaration.
    pub size: u32,
    pub alone: u32,
    /// Where its ranks start and end in the list of all.
    start: u32,
    end: u32,
}

#[derive(Default)]
pub struct SetClasses {
    /// By declaration; `None` if no 5-gram is shared.
    pub class_of: Vec<Option<u32>>,
    pub list: Vec<SetClass>,
    /// Shared 5-grams of each class, ascending: rarest first.
    ranks: Vec<u32>,
    pub rank_count: u32,
}

impl SetClasses {
    pub fn new(sets: &GramSets) -> Self {
        let (rank_of, rank_count) = rank_grams(sets);
        let mut ranks: Vec<u32> = Vec::new();
        let mut classes = Self {
            rank_count,
            ..Self::default()
        };
        let mut known: HashTable<u32> = HashTable::new();
        let mut reader = sets.reader();
        for set in &sets.list {
            let from = ranks.len();
            let its = reader.grams(set).map(|gram| rank_of[gram as usize]);
            ranks.extend(its.filter(|rank| *rank != ALONE));
            let end = ranks.len();
            if end == from {
                classes.class_of.push(None);
                continue;
            }
            ranks[from..end].sort_unstable();
            let own = SetClass {
                size: set.size,
                alone: set.size - (end - from) as u32,
                start: from as u32,
                end: end as u32,
            };
            let (list, its) = (&classes.list, &ranks[from..end]);
            let hash_of = |it: &SetClass| hash(it.size, &ranks[it.start as usize..it.end as usize]);
            let is_same = |other: &u32| {
                let other = &list[*other as usize];
                other.size == own.size && &ranks[other.start as usize..other.end as usize] == its
            };
            let number = match known.find(hash_of(&own), is_same) {
                Some(same) => {
                    let same = *same;
                    ranks.truncate(from);
                    same
                }
                None => {
                    let number = list.len() as u32;
                    known.insert_unique(hash_of(&own), number, |it| hash_of(&list[*it as usize]));
                    classes.list.push(own);
                    number
                }
            };
            classes.class_of.push(Some(number));
        }
        ranks.shrink_to_fit();
        classes.ranks = ranks;
        classes
    }

    pub fn ranks(&self, class: u32) -> &[u32] {
        let class = &self.list[class as usize];
        &self.ranks[class.start as usize..class.end as usize]
    }
}

/// Instead of the rank of a 5-gram that occurs in a single declaration.
const ALONE: u32 = u32::MAX;

/// Orders 5-grams by (frequency, number). Returns the rank of each number, and the number of ranks.
fn rank_grams(sets: &GramSets) -> (Vec<u32>, u32) {
    let mut ranks = vec![0_u32; sets.distinct as usize];
    let mut reader = sets.reader();
    for set in &sets.list {
        reader.grams(set).for_each(|gram| ranks[gram as usize] += 1);
    }
    // Until here its counts.
    let largest = ranks.iter().copied().max().unwrap_or(0);
    let mut next = vec![0_u32; largest as usize + 2];
    for count in ranks.iter().filter(|count| **count > 1) {
        next[*count as usize + 1] += 1;
    }
    for count in 1..next.len() {
        next[count] += next[count - 1];
    }
    let mut rank_count = 0;
    for its in &mut ranks {
        if *its < 2 {
            *its = ALONE;
            continue;
        }
        let rank = &mut next[*its as usize];
        *its = *rank;
        *rank += 1;
        rank_count += 1;
    }
    (ranks, rank_count)
}

fn hash(size: u32, ranks: &[u32]) -> u64 {
    let mix = |hash: u64, value: u32| (hash.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x517c_c1b7_2722_0a95);
    ranks.iter().copied().fold(mix(0, size), mix)
}
