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

/** A short name for the structure of a statement. */
export function structureOf(sql) {
  const structure = STEPS.reduce((text, [what, by]) => text.replace(what, by), sql).toLowerCase();
  return createHash('sha256').update(structure.trim()).digest('base64url').slice(0, 8);
}
