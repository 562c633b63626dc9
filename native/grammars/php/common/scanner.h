#include "tree_sitter/array.h"
#include "tree_sitter/parser.h"

#include <string.h>
#include <wchar.h>
#include <wctype.h>

enum TokenType {
    AUTOMATIC_SEMICOLON,
    ENCAPSED_STRING_CHARS,
    ENCAPSED_STRING_CHARS_AFTER_VARIABLE,
    EXECUTION_STRING_CHARS,
    EXECUTION_STRING_CHARS_AFTER_VARIABLE,
    ENCAPSED_STRING_CHARS_HEREDOC,
    ENCAPSED_STRING_CHARS_AFTER_VARIABLE_HEREDOC,
    EOF_TOKEN,
    HEREDOC_START,
    HEREDOC_END,
    NOWDOC_STRING,
    HALT_COMPILER_DATA,
    CAST_START,
    NAME_SEGMENT,
    PHP_TAG,
    LINE_START, // Never produced: valid after the end of a line in a heredoc
    SENTINEL_ERROR, // Unused token used to indicate error recovery mode
};

typedef Array(int32_t) String;

static inline bool string_eq(String *self, String *other) {
    if (self->size != other->size) {
        return false;
    }
    if (self->size == 0) {
        return self->size == other->size;
    }
    return memcmp(self->contents, other->contents, self->size * sizeof(self->contents[0])) == 0;
}

typedef struct {
    bool end_word_indentation_allowed;
    String word;
} Heredoc;

#define heredoc_new()                                                                                                  \
    {                                                                                                                  \
        .end_word_indentation_allowed = false,                                                                         \
        .word = array_new(),                                                                                           \
    };

typedef struct {
    bool has_leading_whitespace;
    Array(Heredoc) heredocs;
} Scanner;

typedef enum { Error, End } ScanContentResult;

static inline void reset_heredoc(Heredoc *heredoc) {
    array_delete(&heredoc->word);
    heredoc->end_word_indentation_allowed = false;
}

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline void skip(TSLexer *lexer) { lexer->advance(lexer, true); }

static unsigned serialize(Scanner *scanner, char *buffer) {
    unsigned size = 0;

    buffer[size++] = (char)scanner->heredocs.size;
    for (unsigned j = 0; j < scanner->heredocs.size; j++) {
        Heredoc *heredoc = &scanner->heredocs.contents[j];
        unsigned word_size = heredoc->word.size * sizeof(heredoc->word.contents[0]);
        if (size + 5 + word_size >= TREE_SITTER_SERIALIZATION_BUFFER_SIZE) {
            return 0;
        }
        buffer[size++] = (char)heredoc->end_word_indentation_allowed;
        memcpy(&buffer[size], &heredoc->word.size, sizeof(uint32_t));
        size += sizeof(uint32_t);
        if (heredoc->word.size > 0) {
            memcpy(&buffer[size], heredoc->word.contents, word_size);
            size += word_size;
        }
    }

    return size;
}

static void deserialize(Scanner *scanner, const char *buffer, unsigned length) {
    unsigned size = 0;
    scanner->has_leading_whitespace = false;

    for (uint32_t i = 0; i < scanner->heredocs.size; i++) {
        reset_heredoc(array_get(&scanner->heredocs, i));
    }

    if (length == 0) {
        return;
    }

    uint8_t open_heredoc_count = buffer[size++];
    for (unsigned i = 0; i < open_heredoc_count; i++) {
        Heredoc *heredoc = NULL;
        if (i < scanner->heredocs.size) {
            heredoc = array_get(&scanner->heredocs, i);
        } else {
            Heredoc new_heredoc = heredoc_new();
            array_push(&scanner->heredocs, new_heredoc);
            heredoc = array_back(&scanner->heredocs);
        }

        heredoc->end_word_indentation_allowed = buffer[size++];
        memcpy(&heredoc->word.size, &buffer[size], sizeof(uint32_t));
        size += sizeof(uint32_t);
        unsigned word_size = heredoc->word.size * sizeof(heredoc->word.contents[0]);
        if (word_size > 0) {
            array_reserve(&heredoc->word, heredoc->word.size);
            memcpy(heredoc->word.contents, &buffer[size], word_size);
            size += word_size;
        }
    }

    assert(size == length);
}

// A statement ends before the comments that precede a closing tag. Without a limit each
// comment of a run would read all that follow it.
static const unsigned MOST_COMMENTS = 16;

static inline bool scan_whitespace(TSLexer *lexer) {
    for (unsigned comments = 0;; comments++) {
        while (iswspace(lexer->lookahead)) {
            advance(lexer);
        }

        if (lexer->lookahead == '/' && comments < MOST_COMMENTS) {
            advance(lexer);

            if (lexer->lookahead == '/') {
                advance(lexer);
                while (lexer->lookahead != 0 && lexer->lookahead != '\n') {
                    advance(lexer);
                }
            } else {
                return false;
            }
        } else {
            return true;
        }
    }
}

static inline bool is_valid_name_char(TSLexer *lexer) {
    return iswalnum(lexer->lookahead) || lexer->lookahead == '_' || lexer->lookahead >= 0x80;
}

static inline bool is_escapable_sequence(TSLexer *lexer) {
    // Note: remember to also update the escape_sequence rule in the
    // main grammar whenever changing this method
    int32_t letter = lexer->lookahead;

    if (letter == 'n' || letter == 'r' || letter == 't' || letter == 'v' || letter == 'e' || letter == 'f' ||
        letter == '\\' || letter == '$' || letter == '"') {
        return true;
    }

    // Hex
    if (letter == 'x') {
        advance(lexer);
        return iswxdigit(lexer->lookahead);
    }

    // Unicode
    if (letter == 'u') {
        return true; // We handle the case where this is not really an escape
                     // sequence in grammar.js - this is needed to support the
                     // edge case "\u{$a}" in which case "\u" is to be
                     // interpreted as characters and {$a} as a variable
    }

    // Octal
    return iswdigit(lexer->lookahead) && lexer->lookahead >= '0' && lexer->lookahead <= '7';
}

static String scan_heredoc_word(TSLexer *lexer) {
    String result = (String)array_new();

    while (is_valid_name_char(lexer)) {
        array_push(&result, lexer->lookahead);
        advance(lexer);
    }

    return result;
}

// PHP's own: 'iswspace' depends on the C library, and the wasm and native builds
// of this scanner must agree.
static inline bool is_blank(TSLexer *lexer) { return lexer->lookahead == ' ' || lexer->lookahead == '\t'; }

static inline bool is_line_end(TSLexer *lexer) { return lexer->lookahead == '\n' || lexer->lookahead == '\r'; }

// Advances over the tag if it is here. Since PHP 7.3 a tag at the beginning of a
// line closes the heredoc or nowdoc unless it is followed by a name character.
static inline bool scan_end_tag(Heredoc *heredoc, TSLexer *lexer, bool *has_consumed_content) {
    for (uint32_t i = 0; i < heredoc->word.size; i++) {
        if (lexer->lookahead != heredoc->word.contents[i]) {
            return false;
        }
        advance(lexer);
        *has_consumed_content = true;
    }
    return !is_valid_name_char(lexer);
}

static inline bool scan_nowdoc_string(Scanner *scanner, TSLexer *lexer) {
    bool has_consumed_content = false;
    if (scanner->heredocs.size == 0) {
        return false;
    }

    // While PHP requires the nowdoc end tag to be the very first on a new line,
    // there may be an arbitrary amount of whitespace before the closing token
    while (is_blank(lexer) || is_line_end(lexer)) {
        advance(lexer);
        has_consumed_content = true;
    }

    if (scan_end_tag(array_back(&scanner->heredocs), lexer, &has_consumed_content)) {
        return false;
    }

    for (bool has_content = has_consumed_content;; has_content = true) {
        lexer->mark_end(lexer);

        switch (lexer->lookahead) {
            case '\n':
            case '\r':
                return has_content;
            default:
                if (lexer->eof(lexer)) {
                    return false;
                }
                advance(lexer);
        }
    }

    return false;
}

static bool scan_encapsed_part_string(Scanner *scanner, TSLexer *lexer, bool is_after_variable, bool is_heredoc,
                                      bool is_execution_string, bool is_line_start) {
    bool has_consumed_content = false;

    if (is_heredoc && scanner->heredocs.size > 0) {
        // While PHP requires the heredoc end tag to be the very first on a new
        // line, there may be an arbitrary amount of whitespace before the
        // closing token However, we should not consume \r or \n
        while (is_blank(lexer)) {
            advance(lexer);
            has_consumed_content = true;
        }

        // Not the column of the lexer, which reads the whole line again for each part of it
        Heredoc *heredoc = array_back(&scanner->heredocs);
        if (scan_end_tag(heredoc, lexer, &has_consumed_content) && is_line_start) {
            return false;
        }
    }

    for (bool has_content = has_consumed_content;; has_content = true) {
        lexer->mark_end(lexer);

        switch (lexer->lookahead) {
            case '"':
                if (!is_heredoc && !is_execution_string) {
                    return has_content;
                }
                advance(lexer);
                break;
            case '`':
                if (is_execution_string) {
                    return has_content;
                }
                advance(lexer);
                break;
            case '\n':
            case '\r':
                if (is_heredoc) {
                    return has_content;
                }
                advance(lexer);
                break;
            case '\\':
                advance(lexer);

                // \{ should not be interpreted as an escape sequence, but both
                // should be consumed as normal characters
                if (lexer->lookahead == '{') {
                    advance(lexer);
                    break;
                }

                if (is_execution_string && lexer->lookahead == '`') {
                    return has_content;
                }

                if (is_heredoc && lexer->lookahead == '\\') {
                    advance(lexer);
                    break;
                }

                if (is_escapable_sequence(lexer)) {
                    return has_content;
                }
                break;
            case '$':
                advance(lexer);

                if ((is_valid_name_char(lexer) && !iswdigit(lexer->lookahead)) || lexer->lookahead == '{') {
                    return has_content;
                }
                break;
            case '-':
                if (is_after_variable) {
                    advance(lexer);
                    if (lexer->lookahead == '>') {
                        advance(lexer);
                        if (is_valid_name_char(lexer)) {
                            return has_content;
                        }
                        break;
                    }
                    break;
                }
            case '[':
                if (is_after_variable) {
                    return has_content;
                }
                advance(lexer);
                break;
            case '{':
                advance(lexer);
                if (lexer->lookahead == '$') {
                    return has_content;
                }
                break;
            default:
                if (lexer->eof(lexer)) {
                    return false;
                }
                advance(lexer);
        }

        is_after_variable = false;
    }

    return false;
}

static const char CAST_TYPES[][8] = {
    "array", "binary", "bool", "boolean", "double", "float", "int", "integer", "object", "real", "string", "unset", "void",
};

// Whether a parenthesis here opens a cast: to PHP '(int)' is one token, which may
// hold spaces and tabs; '(int::f())' is something else. The token is only the '('.
static inline bool scan_cast_start(TSLexer *lexer) {
    advance(lexer);
    lexer->mark_end(lexer);
    while (is_blank(lexer)) {
        advance(lexer);
    }
    char type[8] = {0};
    for (unsigned i = 0; is_valid_name_char(lexer); i++) {
        int32_t letter = lexer->lookahead | 0x20;
        if (i == sizeof(type) - 1 || letter < 'a' || letter > 'z') {
            return false;
        }
        type[i] = (char)letter;
        advance(lexer);
    }
    while (is_blank(lexer)) {
        advance(lexer);
    }
    if (lexer->lookahead != ')') {
        return false;
    }
    for (unsigned i = 0; i < sizeof(CAST_TYPES) / sizeof(CAST_TYPES[0]); i++) {
        if (strcmp(type, CAST_TYPES[i]) == 0) {
            return true;
        }
    }
    return false;
}

static const char NAMESPACE[] = "namespace";

// Whether a name here is directly followed by a backslash and another name; 'namespace\\' is relative.
static inline bool scan_name_segment(TSLexer *lexer) {
    bool is_namespace = true;
    unsigned length = 0;
    for (; is_valid_name_char(lexer); length++) {
        is_namespace = is_namespace && length < sizeof(NAMESPACE) - 1 && lexer->lookahead < 0x80 &&
                       (lexer->lookahead | 0x20) == NAMESPACE[length];
        advance(lexer);
    }
    lexer->mark_end(lexer);
    if (lexer->lookahead != '\\' || (is_namespace && length == sizeof(NAMESPACE) - 1)) {
        return false;
    }
    advance(lexer);
    return is_valid_name_char(lexer) && !(lexer->lookahead >= '0' && lexer->lookahead <= '9');
}

static const char PHP[] = "php";

// An opening tag: '<?php' before a space, a line end or the end of the file, '<?=' or '<?'. '<?phpx' is text.
static inline bool scan_php_tag(TSLexer *lexer) {
    if (lexer->lookahead != '<') {
        return false;
    }
    advance(lexer);
    if (lexer->lookahead != '?') {
        return false;
    }
    advance(lexer);
    lexer->result_symbol = PHP_TAG;
    if (lexer->lookahead == '=') {
        advance(lexer);
        lexer->mark_end(lexer);
        return true;
    }
    lexer->mark_end(lexer);
    for (unsigned i = 0; i < sizeof(PHP) - 1; i++) {
        if (lexer->lookahead >= 0x80 || (lexer->lookahead | 0x20) != PHP[i]) {
            return true;
        }
        advance(lexer);
    }
    lexer->mark_end(lexer);
    return is_blank(lexer) || is_line_end(lexer) || lexer->eof(lexer);
}

static bool scan(Scanner *scanner, TSLexer *lexer, const bool *valid_symbols) {
    const bool is_error_recovery = valid_symbols[SENTINEL_ERROR];

    if (is_error_recovery) {
        while (is_blank(lexer) || is_line_end(lexer)) {
            skip(lexer);
        }
        return scan_php_tag(lexer);
    }

    if (valid_symbols[PHP_TAG] && lexer->lookahead == '<') {
        return scan_php_tag(lexer);
    }

    scanner->has_leading_whitespace = false;

    if (valid_symbols[HALT_COMPILER_DATA]) {
        bool has_data = false;
        while (!lexer->eof(lexer)) {
            advance(lexer);
            has_data = true;
        }
        lexer->mark_end(lexer);
        lexer->result_symbol = HALT_COMPILER_DATA;
        return has_data;
    }

    lexer->mark_end(lexer);

    if (valid_symbols[ENCAPSED_STRING_CHARS_AFTER_VARIABLE]) {
        lexer->result_symbol = ENCAPSED_STRING_CHARS_AFTER_VARIABLE;
        return scan_encapsed_part_string(scanner, lexer,
                                         /* is_after_variable */ true,
                                         /* is_heredoc */ false,
                                         /* is_execution_string */ false,
                                         /* is_line_start */ false);
    }

    if (valid_symbols[ENCAPSED_STRING_CHARS]) {
        lexer->result_symbol = ENCAPSED_STRING_CHARS;
        return scan_encapsed_part_string(scanner, lexer,
                                         /* is_after_variable */ false,
                                         /* is_heredoc */ false,
                                         /* is_execution_string */ false,
                                         /* is_line_start */ false);
    }

    if (valid_symbols[EXECUTION_STRING_CHARS_AFTER_VARIABLE]) {
        lexer->result_symbol = EXECUTION_STRING_CHARS_AFTER_VARIABLE;
        return scan_encapsed_part_string(scanner, lexer,
                                         /* is_after_variable */ true,
                                         /* is_heredoc */ false,
                                         /* is_execution_string */ true,
                                         /* is_line_start */ false);
    }

    if (valid_symbols[EXECUTION_STRING_CHARS]) {
        lexer->result_symbol = EXECUTION_STRING_CHARS;
        return scan_encapsed_part_string(scanner, lexer,
                                         /* is_after_variable */ false,
                                         /* is_heredoc */ false,
                                         /* is_execution_string */ true,
                                         /* is_line_start */ false);
    }

    if (valid_symbols[ENCAPSED_STRING_CHARS_AFTER_VARIABLE_HEREDOC]) {
        lexer->result_symbol = ENCAPSED_STRING_CHARS_AFTER_VARIABLE_HEREDOC;
        return scan_encapsed_part_string(scanner, lexer,
                                         /* is_after_variable */ true,
                                         /* is_heredoc */ true,
                                         /* is_execution_string */ false,
                                         /* is_line_start */ false);
    }

    if (valid_symbols[ENCAPSED_STRING_CHARS_HEREDOC]) {
        lexer->result_symbol = ENCAPSED_STRING_CHARS_HEREDOC;
        return scan_encapsed_part_string(scanner, lexer,
                                         /* is_after_variable */ false,
                                         /* is_heredoc */ true,
                                         /* is_execution_string */ false,
                                         /* is_line_start */ valid_symbols[LINE_START]);
    }

    if (valid_symbols[NOWDOC_STRING]) {
        lexer->result_symbol = NOWDOC_STRING;
        return scan_nowdoc_string(scanner, lexer);
    }

    if (valid_symbols[HEREDOC_END]) {
        lexer->result_symbol = HEREDOC_END;
        if (scanner->heredocs.size == 0) {
            return false;
        }

        Heredoc heredoc = *array_back(&scanner->heredocs);

        while (iswspace(lexer->lookahead)) {
            skip(lexer);
        }

        String word = scan_heredoc_word(lexer);
        if (!string_eq(&word, &heredoc.word)) {
            array_delete(&word);
            return false;
        }
        array_delete(&word);

        lexer->mark_end(lexer);
        Heredoc closed = array_pop(&scanner->heredocs);
        array_delete(&closed.word);
        return true;
    }

    if (valid_symbols[CAST_START] || valid_symbols[NAME_SEGMENT]) {
        while (is_blank(lexer) || is_line_end(lexer)) {
            skip(lexer);
        }
        if (valid_symbols[CAST_START] && lexer->lookahead == '(') {
            lexer->result_symbol = CAST_START;
            return scan_cast_start(lexer);
        }
        bool is_digit = lexer->lookahead >= '0' && lexer->lookahead <= '9';
        if (valid_symbols[NAME_SEGMENT] && !is_digit && is_valid_name_char(lexer)) {
            lexer->result_symbol = NAME_SEGMENT;
            return scan_name_segment(lexer);
        }
    }

    if (!scan_whitespace(lexer)) {
        return false;
    }

    if (valid_symbols[EOF_TOKEN] && lexer->eof(lexer)) {
        lexer->result_symbol = EOF_TOKEN;
        return true;
    }

    if (valid_symbols[HEREDOC_START]) {
        lexer->result_symbol = HEREDOC_START;
        Heredoc heredoc = heredoc_new();

        while (iswspace(lexer->lookahead)) {
            skip(lexer);
        }

        heredoc.word = scan_heredoc_word(lexer);
        if (heredoc.word.size == 0) {
            array_delete(&heredoc.word);
            return false;
        }
        lexer->mark_end(lexer);

        array_push(&scanner->heredocs, heredoc);
        return true;
    }

    if (valid_symbols[AUTOMATIC_SEMICOLON]) {
        lexer->result_symbol = AUTOMATIC_SEMICOLON;

        if (lexer->lookahead != '?') {
            return false;
        }

        advance(lexer);

        return lexer->lookahead == '>';
    }

    return false;
}

static inline void *external_scanner_create() {
    Scanner *scanner = ts_calloc(1, sizeof(Scanner));
    array_init(&scanner->heredocs);
    return scanner;
}

static inline unsigned external_scanner_serialize(void *payload, char *buffer) {
    Scanner *scanner = (Scanner *)payload;
    return serialize(scanner, buffer);
}

static inline void external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    Scanner *scanner = (Scanner *)payload;
    deserialize(scanner, buffer, length);
}

static inline bool external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
    Scanner *scanner = (Scanner *)payload;
    return scan(scanner, lexer, valid_symbols);
}

static inline void external_scanner_destroy(void *payload) {
    Scanner *scanner = (Scanner *)payload;
    for (size_t i = 0; i < scanner->heredocs.size; i++) {
        array_delete(&scanner->heredocs.contents[i].word);
    }
    array_delete(&scanner->heredocs);
    ts_free(scanner);
}
