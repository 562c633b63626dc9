//! The minimal cost of any scan: walk the folders, read every file, hash it. For the bench of the parse cache.

use std::fs::{read, read_dir};
use std::path::PathBuf;

use sha2::{Digest, Sha256};

fn main() -> std::io::Result<()> {
    let mut folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let mut bytes = 0;
    let mut mixed = 0;
    while let Some(folder) = folders.pop() {
        for entry in read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                let content = read(entry.path())?;
                bytes += content.len();
                mixed ^= Sha256::digest(&content)[0];
            }
        }
    }
    // Printed, so that the compiler does not remove the work.
    println!("{bytes} bytes {mixed:02x}");
    Ok(())
}
