// Draws faults at random, the same ones for the same seed and sources.
import { globSync, readFileSync } from 'node:fs';
import { mutationsOf } from './mutations.mjs';

/** Wordings are data: that each language has all of them is a matter of types, what they say one of reading. */
const TEXTS = /^(?:server\/(?:features\/[\w-]+\/)?messages|console\/src\/texts)\/(?:en|zh)[/.]/;

/** Draws `count` lines of the sources, each with one of the faults that it can have; a kind of fault counts once a line. */
export function draw(count, seed, only = '') {
  const random = mulberry32(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const files = globSync(['server/**/*.ts', 'console/src/**/*.{ts,vue}'])
    .filter((file) => !TEXTS.test(file) && file.startsWith(only))
    .sort()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const lines = files.flatMap((each) =>
    each.text.split('\n').map((_, index) => ({ ...each, line: index + 1 })),
  );
  const known = new Map();
  const drawn = new Map();
  while (drawn.size < count && lines.length > 0) {
    const [{ file, text, line }] = lines.splice(Math.floor(random() * lines.length), 1);
    if (!known.has(file)) known.set(file, mutationsOf(file, text));
    const here = known.get(file).filter((each) => each.line === line);
    if (here.length === 0) continue;
    const kind = pick([...new Set(here.map((each) => each.kind))]);
    drawn.set(`${file}:${line}`, { file, text, ...pick(here.filter((each) => each.kind === kind)) });
  }
  return [...drawn.values()].map(withLines);
}

/** With the whole file as it becomes, and the first line that differs, before and after. */
function withLines({ text, start, end, by, ...fault }) {
  const changed = text.slice(0, start) + by + text.slice(end);
  const [before, after] = [text, changed].map((each) => each.split('\n'));
  const index = before.findIndex((line, number) => line !== after[number]);
  return {
    ...fault,
    line: index + 1,
    changed,
    before: before[index].trim(),
    after: (after[index] ?? '').trim(),
  };
}

/** A generator of 32 bits by Tommy Ettinger: small, and the same on every machine. */
function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
