/** The pattern of a text that is empty, or has something that can be seen. */
export const NOT_BLANK = /(?:.*[^\p{C}\p{DI}\p{Z}].*)?/u;
