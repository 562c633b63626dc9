//! Compiles a pattern to a nondeterministic automaton (K. Thompson, Regular Expression Search Algorithm, 1968).

use super::pattern::{Class, Pattern, Piece, Segment};

/// One state of the automaton. `Fork` continues at each target without reading; `Name` reads any character except a
/// slash.
pub enum Step {
    Fork(Vec<usize>),
    Point(char, usize),
    Class(Class, usize),
    Name(usize),
    Any(usize),
    End,
}

pub fn compile(pattern: &Pattern) -> Vec<Step> {
    let mut steps = Vec::new();
    let count = pattern.segments.len();
    for (index, segment) in pattern.segments.iter().enumerate() {
        add_segment(&mut steps, segment, index == count - 1);
    }
    steps.push(Step::End);
    steps
}

fn add_segment(steps: &mut Vec<Step>, segment: &Segment, last: bool) {
    let at = steps.len();
    match segment {
        Segment::Name(pieces) => {
            for piece in pieces {
                add_piece(steps, piece);
            }
            if !last {
                let next = steps.len() + 1;
                steps.push(Step::Point('/', next));
            }
        }
        Segment::AnyDepth if last => {
            steps.push(Step::Any(at + 1));
            steps.push(Step::Fork(vec![at, at + 2]));
        }
        Segment::AnyDepth => {
            steps.push(Step::Fork(vec![at + 1, at + 4]));
            steps.push(Step::Fork(vec![at + 2, at + 3]));
            steps.push(Step::Any(at + 1));
            steps.push(Step::Point('/', at + 4));
        }
    }
}

fn add_piece(steps: &mut Vec<Step>, piece: &Piece) {
    let at = steps.len();
    match piece {
        Piece::Literal(point) => steps.push(Step::Point(*point, at + 1)),
        Piece::One => steps.push(Step::Name(at + 1)),
        Piece::Many => {
            steps.push(Step::Fork(vec![at + 1, at + 2]));
            steps.push(Step::Name(at));
        }
        Piece::Class(class) => steps.push(Step::Class(class.clone(), at + 1)),
        Piece::Choice(options) => add_choice(steps, options),
    }
}

fn add_choice(steps: &mut Vec<Step>, options: &[Vec<Piece>]) {
    let fork = steps.len();
    steps.push(Step::Fork(Vec::new()));
    let mut begins = Vec::new();
    let mut joins = Vec::new();
    for option in options {
        begins.push(steps.len());
        for piece in option {
            add_piece(steps, piece);
        }
        joins.push(steps.len());
        steps.push(Step::Fork(Vec::new()));
    }
    let end = steps.len();
    for join in joins {
        steps[join] = Step::Fork(vec![end]);
    }
    steps[fork] = Step::Fork(begins);
}
