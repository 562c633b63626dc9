//! The control structures of a file's declarations; `packages/core/src/index/control/control-records.ts` describes the
//! format and reads it.

use parse::facts::{ControlKind, FileFacts};
use parse::token_block::{push_signed, push_unsigned};

/// Number of kinds without calls, which are last.
const KINDS: u32 = ControlKind::Call as u32;

/// The records of a file; `None` without control structures. The first owner is the file, then its declarations follow.
pub fn control_of_file(facts: &FileFacts) -> Option<Vec<u8>> {
    let control = facts.control.read();
    let mut structures: Vec<_> = control.iter().filter(|it| it.kind() != ControlKind::Call).collect();
    structures.sort_by_key(|it| it.within);
    let mut out = Vec::new();
    let mut before = 0;
    for structures in structures.chunk_by(|a, b| a.within == b.within) {
        let within = structures[0].within;
        let owner = (within + 1).cast_unsigned();
        push_unsigned(&mut out, owner - before);
        before = owner;
        push_unsigned(&mut out, structures.len() as u32);
        let declaration = facts.declarations.get(within.cast_unsigned() as usize);
        let mut line = declaration.map_or(1, |it| it.start_line);
        for it in structures {
            push_unsigned(&mut out, it.depth() * KINDS + it.kind() as u32);
            push_signed(&mut out, it.line.cast_signed() - line.cast_signed());
            line = it.line;
        }
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse::facts::Control;

    #[test]
    fn records_have_all_structures_but_calls_by_owner() {
        let of = |kind, depth, line, within| Control::new(kind, depth, line, within);
        let facts = FileFacts {
            control: vec![
                of(ControlKind::Loop, 0, 3, -1),
                of(ControlKind::Call, 1, 3, -1),
                of(ControlKind::Raise, 200, 5, -1),
            ]
            .into(),
            ..FileFacts::default()
        };
        let raise = 200 * 6 + 5;
        let expected = [0, 2, 1, 4, (raise & 0x7f) as u8 | 0x80, (raise >> 7) as u8, 4];
        assert_eq!(control_of_file(&facts).as_deref(), Some(&expected[..]));
        assert_eq!(control_of_file(&FileFacts::default()), None);
    }
}
