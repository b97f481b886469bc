/** The forms in which whole collections leave and enter: a table, one JSON object a line, one JSON array. */
export const FORMATS = ['csv', 'jsonl', 'json'] as const;

export type Format = (typeof FORMATS)[number];

/** How a file of this form is called and declared. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * A text that a spreadsheet would run as a formula, with any number of apostrophes before it. Writing CSV adds one apostrophe
 * to it, and reading removes one. So no text is lost, and none runs as a formula.
 */
export const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
