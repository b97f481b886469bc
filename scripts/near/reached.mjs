// The record of which test files reach which functions, in one generated file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const place = new URL('./reached.json', import.meta.url);
/** The cost of all files together; each file costs a part of it. */
export const WHOLE = 10_000;
/** The cost of a file whose time is not known. */
const USUAL = 20;

/**
 * `costs` by test file, and `sets` of test files; `functions` names a set for each function of a source file that is not
 * reached like the function around it.
 */
export function readRecord() {
  if (!existsSync(place)) return { costs: {}, sets: [], functions: {} };
  const { costs, sets, functions } = JSON.parse(readFileSync(place, 'utf8'));
  const tests = Object.keys(costs);
  return { costs, functions, sets: sets.map((bits) => namesOf(bits, tests)) };
}

/** The test files that reach a function: those of the innermost function around it that is known. */
export function testsReaching({ functions, sets }, file, name) {
  const known = functions[file];
  for (let each = name; known && each !== ''; each = outer(each)) if (each in known) return sets[known[each]];
  return undefined;
}

/** The name of the function around a function. */
function outer(name) {
  return name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
}

/** A record with what a run has noted about all files, or about some; the rest stays as it was known. */
export function merge(former, { functions, reached, taken, isAll }) {
  const kept = isAll
    ? []
    : Object.keys(former.costs).filter((test) => existsSync(test) && !reached.has(test));
  const tests = [...new Set([...kept, ...reached.keys()])].sort();
  const isKept = new Set(kept);
  const by = new Map(functions.map((each) => [each.join('\n'), new Set()]));
  for (const [test, numbers] of reached)
    for (const number of numbers) by.get(functions[number].join('\n')).add(test);
  if (!isAll)
    for (const [key, set] of by) {
      const [file, name] = key.split('\n');
      for (const test of testsReaching(former, file, name) ?? []) if (isKept.has(test)) set.add(test);
    }
  return { costs: costsOf(tests, taken, isAll ? {} : former.costs), by, tests };
}

function costsOf(tests, taken, former) {
  const all = [...taken.values()].reduce((sum, ms) => sum + ms, 0);
  const cost = (test) =>
    former[test] ??
    (Object.keys(former).length > 0 || !taken.has(test) ? USUAL : Math.ceil((WHOLE * taken.get(test)) / all));
  return Object.fromEntries(tests.map((test) => [test, cost(test)]));
}

/** A function that the same test files reach as the one around it needs no entry. */
export function writeRecord({ costs, by, tests }) {
  const numbers = new Map(tests.map((test, number) => [test, number]));
  const sets = new Map();
  const numberOf = (bits) => sets.get(bits) ?? sets.set(bits, sets.size).get(bits);
  const functions = {};
  for (const [key, reaching] of by) {
    const [file, name] = key.split('\n');
    const number = numberOf(bitsOf([...reaching].map((test) => numbers.get(test))));
    functions[file] ??= {};
    const known = functions[file];
    let above = outer(name);
    while (above !== '' && !(above in known)) above = outer(above);
    if (known[above] !== number) known[name] = number;
  }
  const lines = [
    `"costs": ${records(Object.entries(costs))}`,
    `"sets": [\n${[...sets.keys()].map((bits) => JSON.stringify(bits)).join(',\n')}\n]`,
    `"functions": ${records(Object.entries(functions))}`,
  ];
  writeFileSync(place, `{\n${lines.join(',\n')}\n}\n`);
}

function records(entries) {
  return `{\n${entries.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',\n')}\n}`;
}

function bitsOf(numbers) {
  const bits = Buffer.alloc(Math.ceil((Math.max(-1, ...numbers) + 1) / 8));
  for (const number of numbers) bits[number >> 3] |= 1 << (number & 7);
  return bits.toString('base64');
}

function namesOf(text, tests) {
  const bits = Buffer.from(text, 'base64');
  return tests.filter((_, number) => (bits[number >> 3] ?? 0) & (1 << (number & 7)));
}
