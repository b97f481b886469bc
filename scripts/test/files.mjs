import { globSync, readFileSync } from 'node:fs';

/** Folders of tests that are the same on every engine. */
const embeddedOnly = new Set(['content', 'definitions', 'documentation', 'sqlite', 'types']);
/** These tests read from MySQL, wherever they write to. */
const needsMysql = 'import-lin';
/** What the quick run leaves out: crashes, floods, processes that are started, and compilers. */
const slow = new Set(['cli', 'dangers', 'documentation', needsMysql, 'types']);
/** Files that start servers, and files that say so in a comment, get a process of their own. */
const alone = /\/(server-process|documented|importer)\.ts'|^\/\/ Needs a process of its own/m;

/** The test files for this engine, slowest folder first. */
export function filesFor({ key }, { quick, parts, hasMysql }) {
  const isWanted = (file) => {
    const folder = file.split('/')[1];
    if (key !== 'sqlite' && embeddedOnly.has(folder)) return false;
    if (folder === needsMysql && !hasMysql) return false;
    if (quick && slow.has(folder)) return false;
    return parts.length === 0 || parts.some((part) => file.includes(part));
  };
  return globSync('test/**/*.test.ts').filter(isWanted).sort();
}

/** Whether a test file must not share its process with others. */
export function runsAlone(file) {
  return alone.test(readFileSync(file, 'utf8'));
}
