//! `analyzer-rs`: the native engine by itself.
#![deny(unsafe_code)]

fn main() {
    println!("{}", env!("CARGO_PKG_VERSION"));
}
