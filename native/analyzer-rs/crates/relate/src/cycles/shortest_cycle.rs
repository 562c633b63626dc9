//! A shortest cycle of a graph.

use super::graph::Graph;

/// Starts at its least vertex; of several cycles the lexicographically least, without repeating the first vertex;
/// `None` without a cycle.
///
/// For each vertex in ascending order one backward search computes the distance of every vertex to it; a cycle
/// through it then follows the least successor that is one step nearer. Each search is limited to the length of the
/// best cycle, and skips earlier vertices and vertices that are on no cycle without those, so that a long ring costs
/// one search.
///
/// A. Itai, M. Rodeh: Finding a minimum circuit in a graph, SIAM J. Comput. 7(4), 1978, doi:10.1137/0207033
pub fn shortest_cycle(graph: &Graph) -> Option<Vec<u32>> {
    let mut core = CyclicCore::new(graph);
    let mut distance: Vec<Option<u32>> = vec![None; graph.count()];
    let mut best: Option<Vec<u32>> = None;
    for start in 0..graph.count() as u32 {
        if best.as_ref().is_some_and(|it| it.len() == 1) {
            break;
        }
        if !core.has(start) {
            continue;
        }
        let longest = best.as_ref().map_or(graph.count(), |it| it.len() - 1) as u32;
        let (closes, reached) = measure(&core, start, longest, &mut distance);
        if closes {
            best = Some(walk(&core, start, &distance));
        }
        for vertex in reached {
            distance[vertex as usize] = None;
        }
        core.remove(start);
    }
    best
}

/// Computes the distance to `start` of the reached vertices. Returns whether a cycle of at most `longest` vertices
/// contains it, and the reached vertices.
fn measure(core: &CyclicCore<'_>, start: u32, longest: u32, distance: &mut [Option<u32>]) -> (bool, Vec<u32>) {
    distance[start as usize] = Some(0);
    let mut reached = vec![start];
    let mut at = 0;
    while let Some(&vertex) = reached.get(at) {
        at += 1;
        let next = distance[vertex as usize].unwrap_or(0) + 1;
        if next > longest {
            break;
        }
        for &before in core.backward.successors(vertex) {
            if before == start {
                return (true, reached);
            }
            if core.has(before) && distance[before as usize].is_none() {
                distance[before as usize] = Some(next);
                reached.push(before);
            }
        }
    }
    (false, reached)
}

/// The least of the shortest cycles through `start`.
fn walk(core: &CyclicCore<'_>, start: u32, distance: &[Option<u32>]) -> Vec<u32> {
    let mut cycle = vec![start];
    let steps = core.successors(start).filter_map(|next| distance[next as usize]).min();
    let mut left = steps.unwrap_or(0);
    let mut at = start;
    while left > 0 {
        if let Some(nearer) = core.successors(at).find(|it| distance[*it as usize] == Some(left)) {
            cycle.push(nearer);
            at = nearer;
        }
        left -= 1;
    }
    cycle
}

/// A graph without removed vertices and without those that then have no predecessor or no successor.
struct CyclicCore<'a> {
    backward: Graph,
    forward: &'a Graph,
    left: Vec<bool>,
    ways_in: Vec<u32>,
    ways_out: Vec<u32>,
}

impl<'a> CyclicCore<'a> {
    fn new(graph: &'a Graph) -> Self {
        let backward = graph.reversed();
        let count = graph.count();
        let (ways_in, ways_out) = (degrees(&backward), degrees(graph));
        let mut core = Self {
            backward,
            forward: graph,
            left: vec![true; count],
            ways_in,
            ways_out,
        };
        for vertex in 0..count {
            if core.ways_in[vertex] == 0 || core.ways_out[vertex] == 0 {
                core.remove(vertex as u32);
            }
        }
        core
    }

    fn has(&self, vertex: u32) -> bool {
        self.left[vertex as usize]
    }

    /// The remaining ones, in ascending order.
    fn successors(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.forward
            .successors(vertex)
            .iter()
            .copied()
            .filter(|it| self.has(*it))
    }

    fn remove(&mut self, vertex: u32) {
        let mut queue = vec![vertex];
        let mut at = 0;
        while let Some(&it) = queue.get(at) {
            at += 1;
            if !std::mem::take(&mut self.left[it as usize]) {
                continue;
            }
            queue.extend(
                self.forward
                    .successors(it)
                    .iter()
                    .filter(|next| less_one(&mut self.ways_in, **next)),
            );
            queue.extend(
                self.backward
                    .successors(it)
                    .iter()
                    .filter(|before| less_one(&mut self.ways_out, **before)),
            );
        }
    }
}

fn degrees(graph: &Graph) -> Vec<u32> {
    (0..graph.count() as u32)
        .map(|vertex| graph.successors(vertex).len() as u32)
        .collect()
}

/// Whether no vertex remains.
fn less_one(counts: &mut [u32], vertex: u32) -> bool {
    let count = &mut counts[vertex as usize];
    *count = count.wrapping_sub(1);
    *count == 0
}
