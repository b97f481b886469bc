// What a statement of SQL has in common with others that an engine reads in the same way.
import { createHash } from 'node:crypto';

const CREATES_TABLE = /^(?:create table "\w+" \(|create virtual table |(?:create|drop) trigger )/;
const EXPLAINS = /^explain\b/i;
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
 * What several statements have in common; undefined for those that depend on more than the test. Tests copy databases that
 * others made, so which file creates a table, or its triggers, depends on their order. The server asks for the plan of what was
 * slow, so which statements it explains depends on the machine.
 */
export function structureOf(sql) {
  if (CREATES_TABLE.test(sql) || EXPLAINS.test(sql)) return undefined;
  return STEPS.reduce((text, [what, by]) => text.replace(what, by), sql)
    .toLowerCase()
    .trim();
}

/** A short name for a structure. */
export function nameOf(structure) {
  return createHash('sha256').update(structure).digest('base64url').slice(0, 8);
}
