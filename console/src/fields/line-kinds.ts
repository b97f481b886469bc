/** Kinds of fields whose controls take one line. */
export const LINE_KINDS: ReadonlySet<string> = new Set([
  'text',
  'slug',
  'email',
  'url',
  'integer',
  'bigint',
  'decimal',
  'boolean',
  'choice',
  'date',
  'reference',
]);
