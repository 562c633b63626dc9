#include "tree_sitter/array.h"
#include "tree_sitter/parser.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum TokenType {
    NEWLINE,
    INDENT,
    DEDENT,
    STRING_START,
    STRING_CONTENT,
    ESCAPE_INTERPOLATION,
    STRING_END,
    COMMENT,
    CLOSE_PAREN,
    CLOSE_BRACKET,
    CLOSE_BRACE,
    EXCEPT,
    STATEMENT_BREAK,
};

typedef enum {
    SingleQuote = 1 << 0,
    DoubleQuote = 1 << 1,
    BackQuote = 1 << 2,
    Raw = 1 << 3,
    Format = 1 << 4,
    Triple = 1 << 5,
    Bytes = 1 << 6,
} Flags;

typedef struct {
    char flags;
} Delimiter;

static inline Delimiter new_delimiter() { return (Delimiter){0}; }

static inline bool is_format(Delimiter *delimiter) { return delimiter->flags & Format; }

static inline bool is_raw(Delimiter *delimiter) { return delimiter->flags & Raw; }

static inline bool is_triple(Delimiter *delimiter) { return delimiter->flags & Triple; }

static inline bool is_bytes(Delimiter *delimiter) { return delimiter->flags & Bytes; }

static inline int32_t end_character(Delimiter *delimiter) {
    if (delimiter->flags & SingleQuote) {
        return '\'';
    }
    if (delimiter->flags & DoubleQuote) {
        return '"';
    }
    if (delimiter->flags & BackQuote) {
        return '`';
    }
    return 0;
}

static inline void set_format(Delimiter *delimiter) { delimiter->flags |= Format; }

static inline void set_raw(Delimiter *delimiter) { delimiter->flags |= Raw; }

static inline void set_triple(Delimiter *delimiter) { delimiter->flags |= Triple; }

static inline void set_bytes(Delimiter *delimiter) { delimiter->flags |= Bytes; }

static inline void set_end_character(Delimiter *delimiter, int32_t character) {
    switch (character) {
        case '\'':
            delimiter->flags |= SingleQuote;
            break;
        case '"':
            delimiter->flags |= DoubleQuote;
            break;
        case '`':
            delimiter->flags |= BackQuote;
            break;
        default:
            assert(false);
    }
}

typedef struct {
    Array(uint16_t) indents;
    Array(Delimiter) delimiters;
    bool inside_interpolated_string;
    // Comments between here and the next statement, and what follows them. Without
    // these each comment of a run would read all others.
    uint32_t comments;
    uint16_t statement_indent;
    char statement_start;
} Scanner;

// How the text after comments begins: with a keyword that only begins statements, with one
// that can also continue a statement, or with '@' or the end of the file.
enum StatementStart { UNKNOWN_START, KEYWORD_START, CONTINUING_KEYWORD, DECORATOR_OR_END };

// While it recovers from an error the scanner reads ahead over so many comments.
static const uint32_t MOST_COMMENTS_IN_RECOVERY = 64;

// It reads ahead over so many line continuations; the parser takes the others one by one.
static const uint32_t MOST_CONTINUATIONS = 16;

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline void skip(TSLexer *lexer) { lexer->advance(lexer, true); }

// Letters that the scanner has read ahead: enough for a keyword.
typedef struct {
    char letters[9];
    uint32_t size;
} Word;

// Words that can begin a statement but not stand inside an expression. Those of the first
// row can also come after a decorator, or after a clause of the same statement.
static const char STATEMENT_KEYWORDS[][9] = {
    "class",  "def",      "elif",   "except",   "finally", //
    "assert", "break",    "continue", "del",    "global", "import", "nonlocal",
    "pass",   "raise",    "return", "try",      "while",  "with",
};
static const uint32_t CONTINUING_KEYWORDS = 5;

static inline bool is_word_character(int32_t character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_' || character >= 0x80;
}

// The statement that begins here, if this is not the rest of an expression whose bracket is open.
static enum StatementStart read_statement_start(TSLexer *lexer, Word *word) {
    if (word->size == 0 && (lexer->eof(lexer) || lexer->lookahead == '@')) {
        return DECORATOR_OR_END;
    }
    while (word->size < sizeof(word->letters) - 1 && lexer->lookahead >= 'a' && lexer->lookahead <= 'z') {
        word->letters[word->size++] = (char)lexer->lookahead;
        advance(lexer);
    }
    if (is_word_character(lexer->lookahead)) {
        return UNKNOWN_START;
    }
    for (uint32_t i = 0; i < sizeof(STATEMENT_KEYWORDS) / sizeof(STATEMENT_KEYWORDS[0]); i++) {
        if (strcmp(word->letters, STATEMENT_KEYWORDS[i]) == 0) {
            return i < CONTINUING_KEYWORDS ? CONTINUING_KEYWORD : KEYWORD_START;
        }
    }
    return UNKNOWN_START;
}

// Of the text after the comments, if there are any here.
static enum StatementStart statement_start(Scanner *scanner, TSLexer *lexer, Word *word) {
    return scanner->comments > 0 ? (enum StatementStart)scanner->statement_start : read_statement_start(lexer, word);
}

// Ends everything that is open, so that the parser continues with a statement.
static bool break_statement(Scanner *scanner, TSLexer *lexer) {
    scanner->inside_interpolated_string = false;
    array_clear(&scanner->delimiters);
    lexer->result_symbol = STATEMENT_BREAK;
    return true;
}

bool tree_sitter_python_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
    Scanner *scanner = (Scanner *)payload;

    bool error_recovery_mode = valid_symbols[STRING_CONTENT] && valid_symbols[INDENT];
    bool within_brackets = valid_symbols[CLOSE_BRACE] || valid_symbols[CLOSE_PAREN] || valid_symbols[CLOSE_BRACKET];

    bool advanced_once = false;
    if (valid_symbols[ESCAPE_INTERPOLATION] && scanner->delimiters.size > 0 &&
        (lexer->lookahead == '{' || lexer->lookahead == '}') && !error_recovery_mode) {
        Delimiter *delimiter = array_back(&scanner->delimiters);
        if (is_format(delimiter)) {
            lexer->mark_end(lexer);
            bool is_left_brace = lexer->lookahead == '{';
            advance(lexer);
            advanced_once = true;
            if ((lexer->lookahead == '{' && is_left_brace) || (lexer->lookahead == '}' && !is_left_brace)) {
                advance(lexer);
                lexer->mark_end(lexer);
                lexer->result_symbol = ESCAPE_INTERPOLATION;
                return true;
            }
            return false;
        }
    }

    if (valid_symbols[STRING_CONTENT] && scanner->delimiters.size > 0 && !error_recovery_mode) {
        Delimiter *delimiter = array_back(&scanner->delimiters);
        int32_t end_char = end_character(delimiter);
        bool has_content = advanced_once;
        while (lexer->lookahead) {
            if ((advanced_once || lexer->lookahead == '{' || lexer->lookahead == '}') && is_format(delimiter)) {
                lexer->mark_end(lexer);
                lexer->result_symbol = STRING_CONTENT;
                return has_content;
            }
            if (lexer->lookahead == '\\') {
                if (is_raw(delimiter)) {
                    // Step over the backslash.
                    advance(lexer);
                    // Step over any escaped quotes.
                    if (lexer->lookahead == end_character(delimiter) || lexer->lookahead == '\\') {
                        advance(lexer);
                    }
                    // Step over newlines
                    if (lexer->lookahead == '\r') {
                        advance(lexer);
                        if (lexer->lookahead == '\n') {
                            advance(lexer);
                        }
                    } else if (lexer->lookahead == '\n') {
                        advance(lexer);
                    }
                    continue;
                }
                if (is_bytes(delimiter)) {
                    lexer->mark_end(lexer);
                    advance(lexer);
                    if (lexer->lookahead == 'N' || lexer->lookahead == 'u' || lexer->lookahead == 'U') {
                        // In bytes string, \N{...}, \uXXXX and \UXXXXXXXX are
                        // not escape sequences
                        // https://docs.python.org/3/reference/lexical_analysis.html#string-and-bytes-literals
                        advance(lexer);
                    } else {
                        lexer->result_symbol = STRING_CONTENT;
                        return has_content;
                    }
                } else {
                    lexer->mark_end(lexer);
                    lexer->result_symbol = STRING_CONTENT;
                    return has_content;
                }
            } else if (lexer->lookahead == end_char) {
                if (is_triple(delimiter)) {
                    lexer->mark_end(lexer);
                    advance(lexer);
                    if (lexer->lookahead == end_char) {
                        advance(lexer);
                        if (lexer->lookahead == end_char) {
                            if (has_content) {
                                lexer->result_symbol = STRING_CONTENT;
                            } else {
                                advance(lexer);
                                lexer->mark_end(lexer);
                                array_pop(&scanner->delimiters);
                                lexer->result_symbol = STRING_END;
                                scanner->inside_interpolated_string = false;
                            }
                            return true;
                        }
                        lexer->mark_end(lexer);
                        lexer->result_symbol = STRING_CONTENT;
                        return true;
                    }
                    lexer->mark_end(lexer);
                    lexer->result_symbol = STRING_CONTENT;
                    return true;
                }
                if (has_content) {
                    lexer->result_symbol = STRING_CONTENT;
                } else {
                    advance(lexer);
                    array_pop(&scanner->delimiters);
                    lexer->result_symbol = STRING_END;
                    scanner->inside_interpolated_string = false;
                }
                lexer->mark_end(lexer);
                return true;

            } else if (lexer->lookahead == '\n' && has_content && !is_triple(delimiter)) {
                return false;
            }
            advance(lexer);
            has_content = true;
        }
    }

    lexer->mark_end(lexer);

    // The parser gave up a statement inside of a string.
    if (valid_symbols[STATEMENT_BREAK] && !error_recovery_mode && scanner->delimiters.size > 0) {
        return break_statement(scanner, lexer);
    }

    const uint32_t known_comments = valid_symbols[COMMENT] ? scanner->comments : 0;
    bool at_known_comment = false;
    scanner->comments = 0;
    uint32_t continuations = 0;

    bool found_end_of_line = false;
    uint16_t indent_length = 0;
    int32_t first_comment_indent_length = -1;
    for (;;) {
        if (lexer->lookahead == '\n') {
            found_end_of_line = true;
            indent_length = 0;
            skip(lexer);
        } else if (lexer->lookahead == ' ') {
            indent_length++;
            skip(lexer);
        } else if (lexer->lookahead == '\r' || lexer->lookahead == '\f') {
            indent_length = 0;
            skip(lexer);
        } else if (lexer->lookahead == '\t') {
            indent_length += 8;
            skip(lexer);
        } else if (lexer->lookahead == '#' &&
                   (known_comments > 0 || valid_symbols[INDENT] || valid_symbols[DEDENT] || valid_symbols[NEWLINE] ||
                    valid_symbols[EXCEPT])) {
            // If we haven't found an EOL yet,
            // then this is a comment after an expression:
            //   foo = bar # comment
            // Just return, since we don't want to generate an indent/dedent
            // token.
            if (!found_end_of_line) {
                return false;
            }
            if (first_comment_indent_length == -1) {
                first_comment_indent_length = (int32_t)indent_length;
            }
            if (known_comments > 0) {
                at_known_comment = true;
                scanner->comments = known_comments;
                indent_length = scanner->statement_indent;
                break;
            }
            if (error_recovery_mode && scanner->comments == MOST_COMMENTS_IN_RECOVERY) {
                return false;
            }
            scanner->comments++;
            while (lexer->lookahead && lexer->lookahead != '\n') {
                skip(lexer);
            }
            skip(lexer);
            indent_length = 0;
        } else if (lexer->lookahead == '\\' && continuations < MOST_CONTINUATIONS) {
            continuations++;
            skip(lexer);
            if (lexer->lookahead == '\r') {
                skip(lexer);
            }
            if (lexer->lookahead == '\n' || lexer->eof(lexer)) {
                skip(lexer);
            } else {
                return false;
            }
        } else if (lexer->eof(lexer)) {
            indent_length = 0;
            found_end_of_line = true;
            break;
        } else {
            break;
        }
    }

    Word word = {{0}, 0};
    if (scanner->comments > 0 && !at_known_comment) {
        scanner->statement_indent = indent_length;
        scanner->statement_start = (char)read_statement_start(lexer, &word);
    }
    if (found_end_of_line) {
        if (scanner->indents.size > 0) {
            uint16_t current_indent_length = *array_back(&scanner->indents);

            if (valid_symbols[INDENT] && indent_length > current_indent_length) {
                array_push(&scanner->indents, indent_length);
                lexer->result_symbol = INDENT;
                return true;
            }

            bool next_tok_is_string_start =
                lexer->lookahead == '\"' || lexer->lookahead == '\'' || lexer->lookahead == '`';

            if (indent_length < current_indent_length && !scanner->inside_interpolated_string &&

                // Wait to create a dedent token until we've consumed any
                // comments
                // whose indentation matches the current block.
                first_comment_indent_length < (int32_t)current_indent_length) {
                if (valid_symbols[DEDENT]) {
                    array_pop(&scanner->indents);
                    lexer->result_symbol = DEDENT;
                    return true;
                }
                // The parser passed over an indent in an error: there is no block to close.
                if (valid_symbols[STATEMENT_BREAK]) {
                    array_pop(&scanner->indents);
                    return break_statement(scanner, lexer);
                }
                // Where no dedent is expected, a lesser indentation is that of an
                // expression in brackets, or the one before it has an error.
                if (!valid_symbols[NEWLINE] && !(valid_symbols[STRING_START] && next_tok_is_string_start) &&
                    !within_brackets && statement_start(scanner, lexer, &word) != UNKNOWN_START) {
                    return break_statement(scanner, lexer);
                }
            }
        }

        // A statement inside of brackets or of another statement, which is not complete.
        // Of the keywords that continue a statement only those in brackets are unexpected.
        if (!valid_symbols[NEWLINE] && !valid_symbols[INDENT] && !valid_symbols[STATEMENT_BREAK]) {
            enum StatementStart start = statement_start(scanner, lexer, &word);
            bool is_nested = within_brackets || scanner->inside_interpolated_string;
            if (start == KEYWORD_START || (start == CONTINUING_KEYWORD && is_nested)) {
                if (within_brackets && scanner->delimiters.size == 0) {
                    // The end of the line lets the parser insert one missing bracket.
                    lexer->result_symbol = NEWLINE;
                    return true;
                }
                return break_statement(scanner, lexer);
            }
        }

        // While the parser recovers from an error, no string goes on at a statement.
        if (error_recovery_mode && scanner->delimiters.size > 0) {
            enum StatementStart start = statement_start(scanner, lexer, &word);
            if (start == KEYWORD_START || start == CONTINUING_KEYWORD) {
                return break_statement(scanner, lexer);
            }
        }

        if (valid_symbols[NEWLINE] && !error_recovery_mode) {
            lexer->result_symbol = NEWLINE;
            return true;
        }
    }

    if (at_known_comment) {
        while (!lexer->eof(lexer) && lexer->lookahead != '\n') {
            advance(lexer);
        }
        lexer->mark_end(lexer);
        scanner->comments--;
        lexer->result_symbol = COMMENT;
        return true;
    }

    if (first_comment_indent_length == -1 && valid_symbols[STRING_START]) {
        Delimiter delimiter = new_delimiter();

        bool has_flags = false;
        for (uint32_t i = 0; i < word.size || lexer->lookahead;) {
            int32_t letter = i < word.size ? word.letters[i] : lexer->lookahead;
            if (letter == 'f' || letter == 'F' || letter == 't' || letter == 'T') {
                set_format(&delimiter);
            } else if (letter == 'r' || letter == 'R') {
                set_raw(&delimiter);
            } else if (letter == 'b' || letter == 'B') {
                set_bytes(&delimiter);
            } else if (letter != 'u' && letter != 'U') {
                if (i < word.size) {
                    return false;
                }
                break;
            }
            has_flags = true;
            if (i < word.size) {
                i++;
            } else {
                advance(lexer);
            }
        }

        if (lexer->lookahead == '`') {
            set_end_character(&delimiter, '`');
            advance(lexer);
            lexer->mark_end(lexer);
        } else if (lexer->lookahead == '\'') {
            set_end_character(&delimiter, '\'');
            advance(lexer);
            lexer->mark_end(lexer);
            if (lexer->lookahead == '\'') {
                advance(lexer);
                if (lexer->lookahead == '\'') {
                    advance(lexer);
                    lexer->mark_end(lexer);
                    set_triple(&delimiter);
                }
            }
        } else if (lexer->lookahead == '"') {
            set_end_character(&delimiter, '"');
            advance(lexer);
            lexer->mark_end(lexer);
            if (lexer->lookahead == '"') {
                advance(lexer);
                if (lexer->lookahead == '"') {
                    advance(lexer);
                    lexer->mark_end(lexer);
                    set_triple(&delimiter);
                }
            }
        }

        if (end_character(&delimiter)) {
            array_push(&scanner->delimiters, delimiter);
            lexer->result_symbol = STRING_START;
            scanner->inside_interpolated_string = is_format(&delimiter);
            return true;
        }
        if (has_flags) {
            return false;
        }
    }

    return false;
}

unsigned tree_sitter_python_external_scanner_serialize(void *payload, char *buffer) {
    Scanner *scanner = (Scanner *)payload;

    size_t size = 0;

    buffer[size++] = (char)(scanner->inside_interpolated_string | (scanner->comments > 0) << 1);
    if (scanner->comments > 0) {
        memcpy(&buffer[size], &scanner->comments, sizeof(scanner->comments));
        size += sizeof(scanner->comments);
        memcpy(&buffer[size], &scanner->statement_indent, sizeof(scanner->statement_indent));
        size += sizeof(scanner->statement_indent);
        buffer[size++] = scanner->statement_start;
    }

    size_t delimiter_count = scanner->delimiters.size;
    if (delimiter_count > UINT8_MAX) {
        delimiter_count = UINT8_MAX;
    }
    buffer[size++] = (char)delimiter_count;

    if (delimiter_count > 0) {
        memcpy(&buffer[size], scanner->delimiters.contents, delimiter_count);
    }
    size += delimiter_count;

    uint32_t iter = 1;
    for (; iter < scanner->indents.size && size + 1 < TREE_SITTER_SERIALIZATION_BUFFER_SIZE; ++iter) {
        uint16_t indent_value = *array_get(&scanner->indents, iter);
        buffer[size++] = (char)(indent_value & 0xFF);
        buffer[size++] = (char)((indent_value >> 8) & 0xFF);
    }

    return size;
}

void tree_sitter_python_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    Scanner *scanner = (Scanner *)payload;

    array_delete(&scanner->delimiters);
    array_delete(&scanner->indents);
    array_push(&scanner->indents, 0);
    scanner->comments = 0;
    scanner->statement_start = UNKNOWN_START;

    if (length > 0) {
        size_t size = 0;

        const char flags = buffer[size++];
        scanner->inside_interpolated_string = (bool)(flags & 1);
        if (flags & 2) {
            memcpy(&scanner->comments, &buffer[size], sizeof(scanner->comments));
            size += sizeof(scanner->comments);
            memcpy(&scanner->statement_indent, &buffer[size], sizeof(scanner->statement_indent));
            size += sizeof(scanner->statement_indent);
            scanner->statement_start = buffer[size++];
        }

        size_t delimiter_count = (uint8_t)buffer[size++];
        if (delimiter_count > 0) {
            array_reserve(&scanner->delimiters, delimiter_count);
            scanner->delimiters.size = delimiter_count;
            memcpy(scanner->delimiters.contents, &buffer[size], delimiter_count);
            size += delimiter_count;
        }

        for (; size + 1 < length; size += 2) {
            uint16_t indent_value = (unsigned char)buffer[size] | ((unsigned char)buffer[size + 1] << 8);
            array_push(&scanner->indents, indent_value);
        }
    }
}

void *tree_sitter_python_external_scanner_create() {
#if defined(__STDC_VERSION__) && (__STDC_VERSION__ >= 201112L)
    _Static_assert(sizeof(Delimiter) == sizeof(char), "");
#else
    assert(sizeof(Delimiter) == sizeof(char));
#endif
    Scanner *scanner = calloc(1, sizeof(Scanner));
    array_init(&scanner->indents);
    array_init(&scanner->delimiters);
    tree_sitter_python_external_scanner_deserialize(scanner, NULL, 0);
    return scanner;
}

void tree_sitter_python_external_scanner_destroy(void *payload) {
    Scanner *scanner = (Scanner *)payload;
    array_delete(&scanner->indents);
    array_delete(&scanner->delimiters);
    free(scanner);
}
