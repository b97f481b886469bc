// Which test files a change asks for: those that reach what has changed, the closest first, as far as their cost allows.
import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';
import { importersAmong } from './importing.mjs';
import { hasWord, MOST_MENTIONS, makeMentions } from './mentions.mjs';
import { testsReaching, WHOLE } from './reached.mjs';

/** What all chosen files may cost together: about a minute on two cores. */
const BUDGET = WHOLE / 12;
/** Of each place that has changed these are chosen, whatever they cost. */
const FIRST = 2;
/** More than any closeness. */
const ABOUT = 2;
/** Words of paths that say nothing of what a file is about. */
const COMMON = new Set(['server', 'console', 'features', 'test', 'module', 'index', 'messages']);
/** Of a name outside of functions, what uses it; and what uses what uses it. */
const STEPS = 2;
/** A step from what has changed to what uses it. */
const FURTHER = 0.9;

/** Answers questions about a record and the sources as they are now: `candidatesFor` a place, test files by how close they are. */
export function makeChooser(record) {
  const tests = globSync('test/**/*.test.ts').sort();
  const mentions = makeMentions();
  const importersOf = importersAmong(tests);

  /** A test that imports what has changed is about it, even if the record does not know the test yet. */
  function candidatesFor(place, steps = STEPS) {
    if (place.isType) return equally(tests.filter((test) => test.startsWith('test/types/')));
    const found = place.words ? candidatesForWords(place, steps) : candidatesInFunctions(place);
    for (const test of importersOf(place.file))
      if (found.has(test) || !(test in record.costs)) found.set(test, ABOUT + (found.get(test) ?? 0));
    return found;
  }

  function candidatesInFunctions(place) {
    const near = closeness(record, place.file);
    const reaching = place.isWhole ? undefined : testsReaching(record, place.file, place.name);
    if (reaching) return new Map(reaching.map((test) => [test, near.get(test) ?? 0]));
    if (near.size > 0) return near;
    const named = namedLike(tests, place.file);
    return named.size > 0 ? named : closenessToFolder(record, place.file);
  }

  function candidatesForWords({ file, words }, steps) {
    const all = new Map();
    const add = (test, score) => all.set(test, Math.max(score, all.get(test) ?? 0));
    const naming = tests.filter((test) => hasWord(test, words[0]));
    if (naming.length <= MOST_MENTIONS) for (const test of naming) add(test, 1);
    for (const place of mentions(words, file))
      if (!place.words || (steps > 0 && place.words.length > 0))
        for (const [test, score] of candidatesFor(place, steps - 1)) add(test, score * FURTHER);
    return all.size > 0 ? all : candidatesFor({ file, isWhole: true });
  }

  return { candidatesFor, tests, costs: record.costs };
}

/** Test files that are equally close. */
export function equally(tests) {
  return new Map(tests.map((test) => [test, 0]));
}

/** How much test files are about a source file: the part of its functions that each reaches, rare ones counting more. */
function closeness({ costs, functions, sets }, file) {
  const scores = new Map();
  let all = 0;
  for (const number of new Set(Object.values(functions[file] ?? {}))) {
    const reaching = sets[number];
    const weight = Math.log((Object.keys(costs).length + 1) / (reaching.length + 1));
    if (reaching.length > 0) all += weight;
    for (const test of reaching) scores.set(test, (scores.get(test) ?? 0) + weight);
  }
  const words = file.split(/[/.-]/).filter((word) => word.length > 3);
  const named = (test) => words.filter((word) => test.includes(word)).length / words.length;
  for (const [test, score] of scores) scores.set(test, score / (all || 1) + named(test) / 4);
  return scores;
}

/** Of a file that the record does not know: test files whose paths have words of its path, rare ones counting more. */
function namedLike(tests, file) {
  const scores = new Map();
  for (const word of new Set(file.split(/[/.-]/).filter((one) => one.length > 2 && !COMMON.has(one)))) {
    const named = tests.filter((test) => test.split(/[/.-]/).includes(word));
    const weight = Math.log((tests.length + 1) / (named.length + 1));
    for (const test of named) scores.set(test, (scores.get(test) ?? 0) + weight);
  }
  return scores;
}

/** As `closeness`, to the other files of a folder, or of the one above it. */
function closenessToFolder(record, file) {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const beside = Object.keys(record.functions).filter((each) => each.startsWith(`${folder}/`));
    const all = new Map();
    for (const each of beside)
      for (const [test, score] of closeness(record, each))
        all.set(test, (all.get(test) ?? 0) + score / beside.length);
    if (all.size > 0) return all;
  }
  return new Map();
}

/** Takes the closest of each place in turn, until the budget is spent. `asked` run in any case. */
export function chooseWithin(costs, asked, candidates, budget = BUDGET) {
  const chosen = new Set(asked);
  const cost = (test) => costs[test] ?? WHOLE / 500;
  const queues = candidates.map((scores) =>
    [...scores]
      .sort(([a, one], [b, two]) => two - one || cost(a) - cost(b))
      .map(([test]) => test)
      .filter((test) => existsSync(test)),
  );
  let spent = 0;
  for (let round = 0; queues.some((queue) => queue.length > round); round += 1)
    for (const test of queues.flatMap((queue) => queue.slice(round, round + 1))) {
      if (chosen.has(test) || (round >= FIRST && spent + cost(test) > budget)) continue;
      chosen.add(test);
      spent += cost(test);
    }
  const left = new Set(queues.flat().filter((test) => !chosen.has(test)));
  return { chosen: [...chosen].sort(), left: [...left].sort() };
}
