//! Finds similar classes: 3·|A∩B| ≥ |A|+|B|, which is a Jaccard coefficient of at least 1/2. Exact: prefix filter
//! (Chaudhuri et al. 2006), size and positional filter (PPJoin, Xiao et al. 2008) exclude only dissimilar pairs.

#![allow(unsafe_code)]

use super::set_classes::SetClasses;

pub struct SimilarClasses {
    /// By rank.
    of_ranks: Vec<RankPostings>,
    postings: Vec<Posting>,
    /// Bits of a class in a posting.
    class_bits: u32,
    /// A rank with fewer postings has none of another class.
    least: u32,
    states: Vec<ClassState>,
}

/// A class in its low bits, and the position of the 5-gram in it, or the highest position that fits. A lower position
/// excludes less, so a class that is similar is never missed. Half the memory of two numbers.
#[derive(Clone, Copy, Default)]
struct Posting(u32);

impl Posting {
    fn new(class_bits: u32, class: u32, position: u32) -> Self {
        let highest = u32::MAX.checked_shr(class_bits).unwrap_or(0);
        let position = position.min(highest);
        Self(class | position.checked_shl(class_bits).unwrap_or(0))
    }

    #[inline]
    fn parts(self, class_bits: u32) -> (u32, u32) {
        let position = self.0.checked_shr(class_bits).unwrap_or(0);
        (self.0 & !u32::MAX.checked_shl(class_bits).unwrap_or(0), position)
    }
}

/// Instead of the first posting of a rank that has too few.
const NONE: u32 = u32::MAX;

/// The postings of a rank: the first, and the number of remaining ones.
#[derive(Clone, Copy, Default)]
struct RankPostings {
    first: u32,
    length: u32,
}

/// What a visit of postings needs of a class, side by side in memory.
#[derive(Clone, Copy)]
struct ClassState {
    /// Number of 5-grams; 0 if the class is removed.
    size: u32,
    /// Common 5-grams so far; -1 if there are some, but too few for a similar pair.
    common: i32,
}

impl SimilarClasses {
    /// Finds all classes, for any of them.
    pub fn new(classes: &SetClasses) -> Self {
        // Equal declarations are one class, so most of their 5-grams have only its own posting.
        Self::find(classes, |_| true, 2)
    }

    /// Finds some of the classes, for any of all.
    pub fn some(classes: &SetClasses, is_found: impl Fn(u32) -> bool) -> Self {
        Self::find(classes, is_found, 1)
    }

    fn find(classes: &SetClasses, is_found: impl Fn(u32) -> bool, least: u32) -> Self {
        let ranks = classes.rank_count as usize;
        let all = (0..classes.list.len() as u32).filter(|it| is_found(*it));
        let class_bits = u32::BITS - (classes.list.len() as u32).leading_zeros();
        let mut of_ranks = vec![RankPostings::default(); ranks];
        for rank in all.clone().flat_map(|it| prefix(classes, it)) {
            of_ranks[*rank as usize].length += 1;
        }
        let mut sum = 0;
        for its in &mut of_ranks {
            let length = std::mem::take(&mut its.length);
            its.first = if length < least { NONE } else { sum };
            sum += if length < least { 0 } else { length };
        }
        let mut postings = vec![Posting::default(); sum as usize];
        for it in all {
            let positions = classes.list[it as usize].alone..;
            for (rank, position) in prefix(classes, it).iter().zip(positions) {
                let its = &mut of_ranks[*rank as usize];
                if its.first == NONE {
                    continue;
                }
                postings[(its.first + its.length) as usize] = Posting::new(class_bits, it, position);
                its.length += 1;
            }
        }
        Self {
            of_ranks,
            postings,
            class_bits,
            least,
            states: classes
                .list
                .iter()
                .map(|it| ClassState {
                    size: it.size,
                    common: 0,
                })
                .collect(),
        }
    }

    /// Excludes a class from later answers.
    pub fn remove(&mut self, it: u32) {
        self.states[it as usize].size = 0;
    }

    /// The other classes that are not removed and may be similar: at least those that are.
    pub fn candidates(&mut self, classes: &SetClasses, it: u32) -> Vec<u32> {
        let mut touched = Vec::new();
        let mut position = classes.list[it as usize].alone;
        for ranks in prefix(classes, it).chunks(RANKS_AT_ONCE) {
            self.prefetch(ranks);
            for rank in ranks {
                self.visit(it, *rank, (classes.list[it as usize].size, position), &mut touched);
                position += 1;
            }
        }
        touched.retain(|other| std::mem::take(&mut self.states[*other as usize].common) > 0);
        touched
    }

    /// Starts to load the first postings of some ranks: their addresses are unpredictable, and waiting for one after another
    /// takes an eighth of the time of all groups (259 MB of source).
    fn prefetch(&self, ranks: &[u32]) {
        let mut firsts = [0; RANKS_AT_ONCE];
        for (first, rank) in firsts.iter_mut().zip(ranks) {
            *first = self.of_ranks[*rank as usize].first as usize;
        }
        for first in &firsts[..ranks.len()] {
            prefetch(&self.postings, *first);
        }
    }

    /// Visits the postings of a rank and drops those of removed classes.
    /// `own`, `position`: size of the class, and position of the 5-gram in it.
    fn visit(&mut self, it: u32, rank: u32, (own, position): (u32, u32), touched: &mut Vec<u32>) {
        let RankPostings { first, length } = self.of_ranks[rank as usize];
        if length < self.least {
            return;
        }
        let first = first as usize;
        let end = first + length as usize;
        let mut to = first;
        for at in first..end {
            let posting = self.postings[at];
            let (other, its_position) = posting.parts(self.class_bits);
            let ClassState { size: its, common } = self.states[other as usize];
            if its == 0 {
                continue;
            }
            self.postings[to] = posting;
            to += 1;
            if other == it || common < 0 || 2 * own.min(its) < own.max(its) {
                continue;
            }
            let most = common as u32 + (own - position).min(its - its_position);
            if are_similar(most, own, its) {
                if common == 0 {
                    touched.push(other);
                }
                self.states[other as usize].common = common + 1;
            } else if common > 0 {
                self.states[other as usize].common = -1;
            }
            // Else the first common 5-gram comes too late, and so do all others.
        }
        self.of_ranks[rank as usize].length = (to - first) as u32;
    }
}

/// Ranks whose postings are loaded at once.
const RANKS_AT_ONCE: usize = 32;

/// Starts to load an item into the cache; does nothing on other processors.
#[inline]
fn prefetch<T>(items: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(at) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of an item, and nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, at);
}

/// The number of common 5-grams of two classes, or of two declarations of one class; `None` if they are not similar.
pub fn common(classes: &SetClasses, it: u32, other: u32) -> Option<u32> {
    let [own, its] = [it, other].map(|class| &classes.list[class as usize]);
    let least = (u64::from(own.size) + u64::from(its.size)).div_ceil(3);
    if it == other {
        let common = own.size - own.alone;
        return (u64::from(common) >= least).then_some(common);
    }
    intersection(classes.ranks(it), classes.ranks(other), least)
}

fn are_similar(common: u32, size: u32, other: u32) -> bool {
    3 * u64::from(common) >= u64::from(size) + u64::from(other)
}

/// The shared 5-grams among the first ⌊|A|/2⌋+1.
fn prefix(classes: &SetClasses, it: u32) -> &[u32] {
    let class = &classes.list[it as usize];
    let ranks = classes.ranks(it);
    let length = (class.size / 2 + 1).saturating_sub(class.alone) as usize;
    &ranks[..length.min(ranks.len())]
}

/// Steps between checks whether enough common elements are possible.
const STEPS: usize = 16;

/// The number of common elements; `None` if it is below `least`.
fn intersection(a: &[u32], b: &[u32], least: u64) -> Option<u32> {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let most = common as usize + (a.len() - i).min(b.len() - j);
        if (most as u64) < least {
            return None;
        }
        for _ in 0..STEPS {
            let (Some(left), Some(right)) = (a.get(i), b.get(j)) else {
                break;
            };
            // Without branches, because which one is smaller is unpredictable.
            i += usize::from(left <= right);
            j += usize::from(right <= left);
            common += u32::from(left == right);
        }
    }
    (u64::from(common) >= least).then_some(common)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_posting_has_its_class_and_a_position_that_is_not_higher() {
        for (bits, class, position, expected) in [
            (18, 200_000, 16_000, 16_000),
            (18, 200_000, 20_000, 16_383),
            (1, 1, 7, 7),
            (32, u32::MAX, 7, 0),
        ] {
            assert_eq!(Posting::new(bits, class, position).parts(bits), (class, expected));
        }
    }
}
