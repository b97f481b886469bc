/** Matches texts that are empty or contain a visible character. */
export const NOT_BLANK = /(?:.*[^\p{C}\p{DI}\p{Z}].*)?/u;
