/** The largest id that any engine keeps exactly: 2^63 - 1. */
export const MAX_INT64 = 9_223_372_036_854_775_807n;
export const MIN_INT64 = -9_223_372_036_854_775_808n;

/** The texts of one index together; in UTF-8 that is what each engine's index can hold beside a few numbers. */
export const MAX_INDEXED_CHARACTERS = 600;
/** MySQL and MariaDB keep a text in a column of at least this width, and an index over columns of this total width. */
export const MIN_COLUMN_CHARACTERS = 64;
export const MAX_INDEXED_WIDTH = 740;
/** Texts that may be longer are neither sorted nor grouped by: servers sort by keys as wide as the longest one allowed. */
export const MAX_SORTED_CHARACTERS = 10_000;

/** A list answers this many items unless asked, and never more than the maximum. */
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Rows of few fields come in longer pages: up to this many rows, and this many fields of all of them together. */
export const MAX_LIST_SIZE = 1000;
export const MAX_PAGE_VALUES = 10_000;

/** A JSON body: its size in bytes, how deep it may nest, and how many values, different names and exact numbers it may hold. */
export const MAX_BODY_BYTES = 1_048_576;
export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_VALUES = 50_000;
export const MAX_JSON_NAMES = 10_000;
export const MAX_JSON_EXACT_NUMBERS = 10_000;

/** The most rows that one request may write. */
export const MAX_BULK_ITEMS = 1000;

/**
 * The limits of one list: conditions, levels of brackets, values of one `in`, words of a search, columns to sort or group by,
 * and aggregates.
 */
export const MAX_CONDITIONS = 100;
export const MAX_FILTER_DEPTH = 10;
export const MAX_CHOICES = 100;
export const MAX_WORDS = 8;
/** How many words and comparisons by `contains` and `starts` one list may look for: each reads texts to their end. */
export const MAX_TEXT_CONDITIONS = 8;
/** How many branches and lines of a tree one list may ask for, and how many levels a tree may have. */
export const MAX_TREE_CONDITIONS = 8;
export const MAX_TREE_LEVELS = 100;
export const MAX_SORT_COLUMNS = 4;
export const MAX_MEASURES = 20;

/** How many references a list may follow one behind the other, and how many it may expand in all: one statement each. */
export const MAX_HOPS = 3;
export const MAX_EXPANDED = 10;
/** How many rows one of these may bring into one page. */
export const MAX_FOLLOWED = 2000;

/** The limits of one answer: expanded rows, each counted as often as it appears, and characters of all values. */
export const MAX_PLACED = 5000;
export const MAX_ANSWER_CHARACTERS = 2_000_000;
