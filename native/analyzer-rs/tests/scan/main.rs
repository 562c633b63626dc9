//! `scan` as a program that keeps views: what it prints is what it prints without a cache, whatever became of the
//! project or of the cache meanwhile.

mod changes;
mod damage;
mod large;
mod program;
