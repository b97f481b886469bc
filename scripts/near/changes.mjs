// What has changed since a commit: files, their lines, and the functions and names in which these lie.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { functionsOf, parse, SET_UP, scriptOf } from './functions.mjs';

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** A commit as git names it. By default, where this branch left main; on main, the last commit, or the one before if nothing has changed. */
export function startOf(since) {
  if (since !== undefined) return git('rev-parse', '--verify', `${since}^{commit}`).trim();
  const head = git('rev-parse', 'HEAD').trim();
  const left = hasMain() ? git('merge-base', 'HEAD', 'main').trim() : head;
  if (left !== head) return left;
  return changedFiles(head).length > 0 ? head : git('rev-parse', 'HEAD^').trim();
}

function hasMain() {
  try {
    git('rev-parse', '--verify', '--quiet', 'main');
    return true;
  } catch {
    return false;
  }
}

/** Files that differ from the commit, with what is not committed. */
export function changedFiles(since) {
  const list = (...args) =>
    git(...args)
      .split('\0')
      .filter(Boolean);
  const changed = list('diff', '--name-only', '--no-renames', '-z', since);
  return [...new Set([...changed, ...list('ls-files', '-oz', '--exclude-standard')])].sort();
}

/**
 * The places of a source file that have changed: `{ file, name }` for a function, `{ file, word }` for what stands outside of
 * functions and has a name. `isWhole` of a file that is new or gone.
 */
export function changedPlaces(file, since) {
  const now = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const before = textAt(since, file);
  if (now === undefined || before === undefined) return [{ file, isWhole: true }];
  const hunks = git('diff', '--unified=0', '--no-renames', '--no-ext-diff', since, '--', file)
    .split('\n')
    .map((line) => HUNK.exec(line))
    .filter(Boolean);
  const places = hunks.flatMap(([, from, count = '1', to, added = '1']) => [
    ...placesIn(file, before, Number(from), Number(count)),
    ...placesIn(file, now, Number(to), Number(added)),
  ]);
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

/** The innermost functions, or outside of them the names, that hold these lines. */
export function placesIn(file, text, first, count) {
  const script = scriptOf(file, text);
  if (!script) return [{ file, isWhole: true }];
  const lines = text.split('\n');
  const functions = functionsOf(file, text);
  const source = parse(file, script.code);
  const places = [];
  let at = lines.slice(0, first - 1).reduce((sum, line) => sum + line.length + 1, 0);
  for (const line of lines.slice(first - 1, first - 1 + count)) {
    const [from, to] = [at + line.length - line.trimStart().length, at + line.trimEnd().length];
    at += line.length + 1;
    if (from >= to || /^(?:\/\/|\/\*|\*)/.test(line.trim())) continue;
    const inside = functions.filter(({ start, end }) => start < to && end > from);
    const around = inside.filter(({ start, end }) => start <= from && end >= to).at(-1);
    const here = inside.filter(({ start }) => start >= from);
    for (const { name } of new Set([around, ...here].filter(Boolean))) places.push({ file, name });
    if (!around && here.length === 0) places.push(...outside(file, source, script.start, from));
  }
  return places;
}

/** What a line outside of functions belongs to: the property and the constant in which it stands. */
function outside(file, source, start, from) {
  if (file.endsWith('.vue') && (from < start || from > start + source.end)) return [{ file, name: SET_UP }];
  const statement = source.statements.find((each) => each.end > from - start);
  if (
    !statement ||
    ts.isImportDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement)
  )
    return [{ file, isType: true }];
  const names = namesAround(statement, from - start);
  const place = file.endsWith('.vue') ? [{ file, name: SET_UP }] : [];
  return names.length > 0 ? [...place, { file, words: names }] : [...place, { file, isWhole: true }];
}

/** The names of the constant and of the properties in it that hold this place, the innermost first. */
function namesAround(node, at) {
  const child = ts.forEachChild(node, (each) =>
    each.getFullStart() <= at && each.end > at ? each : undefined,
  );
  const own =
    (ts.isVariableDeclaration(node) ||
      ts.isPropertyAssignment(node) ||
      ts.isClassDeclaration(node) ||
      ts.isPropertyDeclaration(node)) &&
    node.name
      ? [node.name.getText()]
      : [];
  return [...(child ? namesAround(child, at) : []), ...own.map((name) => name.replace(/['"]/g, ''))];
}

function textAt(commit, file) {
  try {
    return git('show', `${commit}:${file}`);
  } catch {
    return undefined;
  }
}

function git(...args) {
  return execFileSync('git', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
}
