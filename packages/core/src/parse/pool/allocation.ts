/**
 * Makes the allocators return memory when it is freed. That of glibc keeps up to 32 MB of each large block by default, and a
 * heap for each thread; mimalloc, which oxc-parser has, keeps all until later allocations: 80 MB after 0.8 MB of JSX. Other
 * systems do not know the variables.
 */
export const ALLOCATION = {
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_ARENA_MAX: '1',
  MIMALLOC_PURGE_DELAY: '0',
};
