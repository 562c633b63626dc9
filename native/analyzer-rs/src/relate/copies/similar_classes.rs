//! Finds similar classes: 3·|A∩B| ≥ |A|+|B|, which is a Jaccard coefficient of at least 1/2. Exact: prefix filter
//! (Chaudhuri et al. 2006), size and positional filter (PPJoin, Xiao et al. 2008) exclude only dissimilar pairs.

use std::cmp::Ordering;

use super::set_classes::SetClasses;

pub struct SimilarClasses {
    /// By rank: start of its postings, and number of remaining ones.
    first: Vec<u32>,
    length: Vec<u32>,
    /// Class, and position of the 5-gram in it.
    postings: Vec<(u32, u32)>,
    is_removed: Vec<bool>,
    /// By class: common 5-grams so far, -1 when the pair cannot be similar.
    common: Vec<i32>,
}

#[derive(Clone, Copy)]
pub struct SimilarClass {
    pub other: u32,
    pub common: u32,
}

impl SimilarClasses {
    /// `is_wanted`: whether answers include a class.
    pub fn new(classes: &SetClasses, is_wanted: impl Fn(u32) -> bool) -> Self {
        let ranks = classes.rank_count as usize;
        let count = classes.list.len() as u32;
        let wanted = || (0..count).filter(|it| is_wanted(*it));
        let mut length = vec![0_u32; ranks];
        for rank in wanted().flat_map(|it| prefix(classes, it)) {
            length[*rank as usize] += 1;
        }
        let mut first = Vec::with_capacity(ranks + 1);
        let mut sum = 0;
        for length in &mut length {
            first.push(sum);
            sum += std::mem::take(length);
        }
        let mut postings = vec![(0, 0); sum as usize];
        for it in wanted() {
            let positions = classes.list[it as usize].alone..;
            for (rank, position) in prefix(classes, it).iter().zip(positions) {
                let length = &mut length[*rank as usize];
                postings[(first[*rank as usize] + *length) as usize] = (it, position);
                *length += 1;
            }
        }
        Self {
            first,
            length,
            postings,
            is_removed: vec![false; count as usize],
            common: vec![0; count as usize],
        }
    }

    /// Excludes a class from later answers.
    pub fn remove(&mut self, it: u32) {
        self.is_removed[it as usize] = true;
    }

    /// The other classes that are similar and not removed.
    pub fn of(&mut self, classes: &SetClasses, it: u32) -> Vec<SimilarClass> {
        let mut touched = Vec::new();
        let positions = classes.list[it as usize].alone..;
        for (rank, position) in prefix(classes, it).iter().zip(positions) {
            self.visit(classes, it, *rank, position, &mut touched);
        }
        let mut found = Vec::new();
        for other in touched {
            if std::mem::take(&mut self.common[other as usize]) <= 0 {
                continue;
            }
            let common = intersection(classes.ranks(it), classes.ranks(other));
            if are_similar(
                common,
                classes.list[it as usize].size,
                classes.list[other as usize].size,
            ) {
                found.push(SimilarClass { other, common });
            }
        }
        found
    }

    /// Visits the postings of a rank and drops those of removed classes.
    fn visit(&mut self, classes: &SetClasses, it: u32, rank: u32, position: u32, touched: &mut Vec<u32>) {
        let own = classes.list[it as usize].size;
        let first = self.first[rank as usize] as usize;
        let end = first + self.length[rank as usize] as usize;
        let mut to = first;
        for at in first..end {
            let (other, its_position) = self.postings[at];
            if self.is_removed[other as usize] {
                continue;
            }
            self.postings[to] = (other, its_position);
            to += 1;
            let its = classes.list[other as usize].size;
            let common = self.common[other as usize];
            if other == it || common < 0 || 2 * own.min(its) < own.max(its) {
                continue;
            }
            if common == 0 {
                touched.push(other);
            }
            let most = common as u32 + (own - position).min(its - its_position);
            self.common[other as usize] = if are_similar(most, own, its) { common + 1 } else { -1 };
        }
        self.length[rank as usize] = (to - first) as u32;
    }
}

pub fn are_similar(common: u32, size: u32, other: u32) -> bool {
    3 * u64::from(common) >= u64::from(size) + u64::from(other)
}

/// The shared 5-grams among the first ⌊|A|/2⌋+1.
fn prefix(classes: &SetClasses, it: u32) -> &[u32] {
    let class = &classes.list[it as usize];
    let ranks = classes.ranks(it);
    let length = (class.size / 2 + 1).saturating_sub(class.alone) as usize;
    &ranks[..length.min(ranks.len())]
}

fn intersection(a: &[u32], b: &[u32]) -> u32 {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(left), Some(right)) = (a.get(i), b.get(j)) {
        match left.cmp(right) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    common
}
