/** Matches texts that are empty or contain a visible character. */
export const NOT_BLANK = /(?:.*[^\p{C}\p{DI}\p{Z}].*)?/u;

/** Matches texts without blanks at the ends and without invisible characters, by which one name could pass for another. */
export const VISIBLE = /(?!\s)[^\p{C}\p{DI}\p{Zl}\p{Zp}]+(?<!\s)/u;
