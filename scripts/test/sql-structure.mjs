// What a statement of SQL has in common with others that an engine reads in the same way.
import { createHash } from 'node:crypto';

/** Lists of any length, and names of any record, are one structure. */
const STEPS = [
  [/\/\*.*?\*\//gs, ' '],
  [/'(?:[^']|'')*'/g, '?'],
  [/(?:"[^"]*"|`[^`]*`)/g, 'n'],
  [/\bx'[0-9a-f]*'/gi, '?'],
  [/(?:\$\d+|\?\d*|\b\d+(?:\.\d+)?\b)/g, '?'],
  [/\s+/g, ' '],
  [/n(?:\.n)+/g, 'n'],
  [/n as n/g, 'n'],
  [/\bn = \?/g, 'n=?'],
  [/(n|\?|n=\?)(?:, \1)+/g, '$1…'],
  [/(\((?:\?|\?…)\))(?:, \((?:\?|\?…)\))+/g, '$1…'],
];

/**
 * The structures of a statement, which several runs of a test give alike. Of a table they are those of its columns: tests copy
 * databases with the same tables, so which test file creates a table depends on their order.
 */
export function structuresOf(sql) {
  const text = STEPS.reduce((before, [what, by]) => before.replace(what, by), sql)
    .toLowerCase()
    .trim();
  const [, table, columns] = /^(create table n) \((.*)\)$/.exec(text) ?? [];
  if (columns === undefined) return [text];
  return columns.split(/, (?=n )/).map((column) => `${table} (${column})`);
}

/** A short name for a structure. */
export function nameOf(structure) {
  return createHash('sha256').update(structure).digest('base64url').slice(0, 8);
}
