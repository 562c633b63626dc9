//! Runs all threads of a program in parallel, so that time is at most characters times steps for any glob.

use std::cell::RefCell;

use super::program::Step;

pub struct Automaton {
    steps: Vec<Step>,
    run: RefCell<Run>,
}

#[derive(Default)]
struct Run {
    /// Threads at this character and at the next one.
    now: Vec<usize>,
    next: Vec<usize>,
    /// By step: the character at which it was last entered, so that no step is entered twice at one character.
    entered: Vec<u64>,
    time: u64,
    open: Vec<usize>,
}

impl Automaton {
    pub fn new(steps: Vec<Step>) -> Self {
        let run = Run {
            entered: vec![0; steps.len()],
            ..Run::default()
        };
        Self {
            steps,
            run: RefCell::new(run),
        }
    }

    /// Whether the program matches the complete text.
    pub fn reads(&self, text: &str) -> bool {
        let run = &mut *self.run.borrow_mut();
        run.begin();
        run.enter(&self.steps, 0);
        for point in text.chars() {
            if run.next.is_empty() {
                return false;
            }
            std::mem::swap(&mut run.now, &mut run.next);
            run.begin();
            for thread in 0..run.now.len() {
                if let Some(after) = after_reading(&self.steps[run.now[thread]], point) {
                    run.enter(&self.steps, after);
                }
            }
        }
        run.next.iter().any(|at| matches!(self.steps[*at], Step::End))
    }
}

impl Run {
    fn begin(&mut self) {
        self.time += 1;
        self.next.clear();
    }

    fn enter(&mut self, steps: &[Step], start: usize) {
        self.open.push(start);
        while let Some(at) = self.open.pop() {
            if self.entered[at] == self.time {
                continue;
            }
            self.entered[at] = self.time;
            match &steps[at] {
                Step::Fork(to) => self.open.extend_from_slice(to),
                _ => self.next.push(at),
            }
        }
    }
}

/// The step after reading a character.
fn after_reading(step: &Step, point: char) -> Option<usize> {
    match step {
        Step::Point(expected, next) => (*expected == point).then_some(*next),
        Step::Name(next) => (point != '/').then_some(*next),
        Step::Any(next) => Some(*next),
        Step::Class(class, next) => (point != '/' && class.holds(point)).then_some(*next),
        Step::Fork(_) | Step::End => None,
    }
}
