// Makes the sources of a copy tell which of their functions run.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { functionsOf, SET_UP, scriptOf } from './functions.mjs';
import { SOURCES } from './mentions.mjs';

const BROWSERS = 'test/support/browser/chromium.ts';

/**
 * Lets each function of the sources in `folder` call `__reach` with its number first, if there is a `__reach`. Returns the
 * functions by number, as [file, name]; the set-up of a component counts as one.
 */
export function instrument(folder) {
  const numbered = [];
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: folder })).sort()) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const inserted = callsIn(file, text, (name) => numbered.push([file, name]) - 1);
    writeFileSync(path, insert(text, inserted));
  }
  const browsers = join(folder, BROWSERS);
  writeFileSync(browsers, `${readFileSync(browsers, 'utf8')}\n(globalThis as any).__reachIn?.(chromium);\n`);
  return numbered;
}

function callsIn(file, text, numberOf) {
  const calls = functionsOf(file, text).flatMap(({ name, body, offset }) => {
    const call = callOf(numberOf(name));
    const start = offset + body.getStart();
    if (ts.isBlock(body)) return [[start + 1, `${call};`]];
    return [
      [start, `(${call}, `],
      [offset + body.end, ')'],
    ];
  });
  const setUp = file.endsWith('.vue') && scriptOf(file, text);
  return setUp ? [[setUp.start, `${callOf(numberOf(SET_UP))};`], ...calls] : calls;
}

function callOf(number) {
  return `(globalThis as any).__reach?.(${number})`;
}

/** If two are at one position, the outer function's comes first. */
function insert(text, inserted) {
  let [result, from] = ['', 0];
  for (const [at, what] of inserted.sort(([one], [other]) => one - other)) {
    result += text.slice(from, at) + what;
    from = at;
  }
  return result + text.slice(from);
}
