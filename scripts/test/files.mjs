import { globSync, readFileSync } from 'node:fs';

/** Folders of tests that are the same on every engine. */
const embeddedOnly = new Set(['console', 'content', 'definitions', 'documentation', 'sqlite', 'types']);
/** These tests read from MySQL, wherever they write to. */
const needsMysql = 'import-lin';
/** What the quick run leaves out: crashes, floods, processes that are started, and compilers. */
const slow = new Set(['cli', 'console', 'dangers', 'documentation', needsMysql, 'types']);
/** Files that say so in a comment get a process of their own. */
const alone = /^\/\/ Needs a process of its own/m;
/** Files that say so in a comment run on SQLite alone, as those folders do. */
const sameOnEvery = /^\/\/ No engine changes its result/m;

/** The test files for this engine, slowest folder first. */
export function filesFor({ key }, { quick, parts, hasMysql }) {
  const isWanted = (file) => {
    const folder = file.split('/')[1];
    if (key !== 'sqlite' && (embeddedOnly.has(folder) || says(file, sameOnEvery))) return false;
    if (folder === needsMysql && !hasMysql) return false;
    if (quick && slow.has(folder)) return false;
    return parts.length === 0 || parts.some((part) => file.includes(part));
  };
  return globSync('test/**/*.test.ts').filter(isWanted).sort();
}

/** Whether a test file must not share its process with others. */
export function runsAlone(file) {
  return says(file, alone);
}

function says(file, comment) {
  return comment.test(readFileSync(file, 'utf8'));
}
