/** The forms in which whole records leave and enter: a table, one JSON object a line, one JSON array. */
export const FORMATS = ['csv', 'jsonl', 'json'] as const;

export type Format = (typeof FORMATS)[number];

/** How a file of this form is called and declared. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * What a spreadsheet would run as a formula, with any number of apostrophes before it. In CSV such a text is given one
 * apostrophe more; reading takes one away. So no text is lost, and none is a formula.
 */
export const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
