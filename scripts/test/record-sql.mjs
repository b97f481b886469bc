// Loaded into what tests run, and into what they start: notes for each test file the structures of SQL that SQLite is given.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { structureOf } from './sql-structure.mjs';

const { TEST_RECORD: folder } = process.env;
const noted = new Map();
mkdirSync(folder, { recursive: true });

for (const method of ['prepare', 'exec']) {
  const original = DatabaseSync.prototype[method];
  DatabaseSync.prototype[method] = function record(sql, ...others) {
    const { TEST_FILE: file } = process.env;
    if (file) note(file, structureOf(sql));
    return Reflect.apply(original, this, [sql, ...others]);
  };
}

/** At once: a process may be killed, and a thread ended, before either could tell at its end. */
function note(file, structure) {
  const known = noted.get(file) ?? new Set();
  noted.set(file, known);
  if (known.has(structure)) return;
  known.add(structure);
  appendFileSync(join(folder, `${file.replaceAll('/', '~')}.txt`), `${structure}\n`);
}
