//! The control structure of programs in that of their file.

use super::file_places::EmbeddedProgram;
use crate::facts::Control;

/// In order of lines.
pub fn with_control(mut rows: Vec<Control>, programs: &[EmbeddedProgram]) -> Vec<Control> {
    for it in programs {
        let control = it.facts.control.read();
        rows.extend(
            control
                .iter()
                .map(|row| Control::new(row.kind(), row.depth(), it.line(row.line), it.within)),
        );
    }
    rows.sort_by_key(|row| row.line);
    rows
}
