/** The largest id that any engine keeps exactly: 2^63 - 1. */
export const MAX_INT64 = 9_223_372_036_854_775_807n;
export const MIN_INT64 = -9_223_372_036_854_775_808n;

/** The digits of a decimal: as many as its type has on MariaDB and MySQL, so every column of theirs can move in. */
export const MAX_DECIMAL_DIGITS = 65;
/** 64 bits hold this number of digits, whatever they are. */
export const MAX_INT64_DIGITS = 18;
/** The characters in which a decimal of more digits is stored. */
export const WIDE_DECIMAL_LENGTH = MAX_DECIMAL_DIGITS + 1;

/** The texts of one index together; in UTF-8 that is what each engine's index can hold beside a few numbers. */
export const MAX_INDEXED_CHARACTERS = 600;
/** MySQL and MariaDB keep a text in a column of at least this width. */
export const MIN_COLUMN_CHARACTERS = 64;
/** The width of those columns that one index may cover. */
export const MAX_INDEXED_WIDTH = 740;
/** Fields with longer texts are neither sorted nor grouped by: servers sort by keys as wide as the longest text allowed. */
export const MAX_SORTED_CHARACTERS = 10_000;

/** The items on a page of a list without `count`, and the most that `count` may ask for. */
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Pages with few fields may be longer: up to this many records, and this many values in all records together. */
export const MAX_LIST_SIZE = 1000;
export const MAX_PAGE_VALUES = 10_000;

/** A JSON body: its size in bytes, how deep it may nest, and how many values, different names and exact numbers it may hold. */
export const MAX_BODY_BYTES = 1_048_576;
export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_VALUES = 50_000;
export const MAX_JSON_NAMES = 10_000;
export const MAX_JSON_EXACT_NUMBERS = 10_000;

/** The most records that one request may write. */
export const MAX_BULK_ITEMS = 1000;

/** The filter of one list: its conditions, its depth, and the values of one `in`, of which a statement names a hundred. */
export const MAX_CONDITIONS = 100;
export const MAX_FILTER_DEPTH = 10;
export const MAX_VALUES = 1000;
/** The values of one `in` in the body of a search. */
export const MAX_SEARCHED_VALUES = 10_000;
export const MAX_CHOICES = 100;
/** The words of `q`. */
export const MAX_WORDS = 8;
/** The words of `q` and the conditions with `contains` or `starts` together: each reads texts to their end. */
export const MAX_TEXT_CONDITIONS = 8;
/** The conditions with `below` or `above` in one list, and the levels of a tree. */
export const MAX_TREE_CONDITIONS = 8;
export const MAX_TREE_LEVELS = 100;
/** The columns to sort or group by, and the measures of one aggregate, such as `sum.price`. */
export const MAX_SORT_COLUMNS = 4;
export const MAX_MEASURES = 20;

/** The length of a path of references, and how many references one list may expand: each costs a statement. */
export const MAX_HOPS = 3;
export const MAX_EXPANDED = 10;
/** The most records that one expanded reference may bring into a page. */
export const MAX_FOLLOWED = 2000;

/** One answer: its expanded records, each counted as often as it appears, and the characters of all its values. */
export const MAX_PLACED = 5000;
export const MAX_ANSWER_CHARACTERS = 2_000_000;
