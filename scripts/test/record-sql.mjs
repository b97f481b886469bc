// Loaded into what tests run, and into what they start: notes for each test file the structures of SQL that SQLite is given.
import { appendFileSync, mkdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { nameOf, structureOf } from './sql-structure.mjs';

const { TEST_RECORD: folder } = process.env;
const noted = new Map();
mkdirSync(folder, { recursive: true });

/** What tests start may run on the machine's own Node, which can be too old to have SQLite. */
if (isBuiltin('node:sqlite')) {
  const { DatabaseSync } = await import('node:sqlite');
  for (const method of ['prepare', 'exec']) recordCallsOf(DatabaseSync.prototype, method);
}

function recordCallsOf(prototype, method) {
  const original = prototype[method];
  prototype[method] = function record(sql, ...others) {
    const { TEST_FILE: file } = process.env;
    const structure = structureOf(sql);
    if (file && structure !== undefined) note(file, structure);
    return Reflect.apply(original, this, [sql, ...others]);
  };
}

/** At once: a process may be killed, and a thread ended, before either could tell at its end. */
function note(file, structure) {
  const known = noted.get(file) ?? new Set();
  noted.set(file, known);
  if (known.has(structure)) return;
  known.add(structure);
  appendFileSync(join(folder, `${file.replaceAll('/', '~')}.txt`), `${nameOf(structure)} ${structure}\n`);
}
