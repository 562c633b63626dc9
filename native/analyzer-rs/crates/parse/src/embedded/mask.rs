//! The code of a file as a text with the lines and offsets of the file.

use std::ops::Range;

use super::regions::{BOM, FoundCode, ScriptImport};

/// Its bytes with all else replaced by spaces. A region ends with CR, which ends a comment and does not start a line; the import of a
/// script is written over its tag.
pub fn masked_code(source: &[u8], found: &FoundCode) -> Vec<u8> {
    let mut code = vec![b' '; source.len()];
    for at in memchr::memchr_iter(b'\n', source) {
        code[at] = b'\n';
    }
    if source.starts_with(BOM) {
        code[..BOM.len()].copy_from_slice(BOM);
    }
    for ScriptImport { tag, value } in &found.imports {
        let quoted = value.start - 1..value.end + 1;
        code[*tag..tag + b"import".len()].copy_from_slice(b"import");
        code[quoted.clone()].copy_from_slice(&source[quoted]);
        end_line(&mut code, value.end + 1);
    }
    for (index, region) in found.regions.iter().enumerate() {
        code[region.clone()].copy_from_slice(&source[region.clone()]);
        end_line(&mut code, region.end);
        if index > 0 && continues(source, region) {
            code[region.start - 1] = b';';
        }
    }
    code
}

fn end_line(code: &mut [u8], at: usize) {
    if let Some(byte) = code.get_mut(at).filter(|byte| **byte != b'\n') {
        *byte = b'\r';
    }
}

/// Whether the first token of a region would be read as part of the statement before.
fn continues(source: &[u8], region: &Range<usize>) -> bool {
    let text = &source[region.clone()];
    let Some(first) = text.iter().position(|byte| *byte > b' ') else {
        return false;
    };
    let rest = &text[first..];
    let is_comment = rest.starts_with(b"//") || rest.starts_with(b"/*");
    b"([`+-/".contains(&rest[0]) && !is_comment
}
