// The character classes that scanners of grammars see, for the self-test of `character_classes.rs`.
#include <stdint.h>
#include <wctype.h>

uint32_t analyzer_scanner_classes(uint32_t code) {
  wint_t character = (wint_t)code;
  return (iswspace(character) != 0) | (iswalpha(character) != 0) << 1 | (iswalnum(character) != 0) << 2;
}
