import { existsSync, globSync } from 'node:fs';
import { chosenFiles } from '../test/chosen.mjs';
import { changedPlaces } from './changes.mjs';
import { chooseWithin, equally, makeChooser } from './choose.mjs';
import { importing } from './importing.mjs';
import { readRecord } from './reached.mjs';

const SOURCE = /^(?:contract|server|console\/src)\/.*\.(?:ts|vue)$/;
const TEST = /^test\/.*\.test\.ts$/;
/** These tell in a second whether something is no longer what is written down of it. */
const RECORDED = [
  [/^(?:contract|server)\//, 'test/types/built-in-routes.test.ts'],
  [/^server\/settings\//, 'test/documentation/settings.test.ts'],
];
/** What runs only on one server, and so is not in the record. */
const OF_ENGINE = { postgres: /^server\/database\/postgres\//, mysql: /^server\/database\/mysql\// };
/** What says of a server's own code that it works, with the first files in the order of what each adds. */
const ON_ENGINE = ['test/database/', 'test/dangers/crashes/lost-connections'];
const MOST_ON_ENGINE = 8;
/** By what else has changed: the tests that read or start it. */
const OTHERS = [
  [/^(?:docs\/|[A-Z]+\.md$)/, /^test\/documentation\/(?!pages|tutorial|example|shop)/],
  [/^docs\/(?!design)|^README/, /^test\/documentation\/pages/],
  [/^(?:content|examples)\//, /^test\/documentation\/(?:tutorial|example|shop)|^test\/cli\/quire/],
  [/^scripts\/(?:test|near|power)/, /^test\/documentation\/test-/],
  [/^(?:scripts\/build|package|create-quire-cms|server\/.*\.mjs$)/, /^test\/(?:package|cli\/quire)/],
  [/^console\/(?:src\/styles|public|index|vite)/, /^test\/console\/(?:journeys|looks)/],
];

/** What to run for a change, and why: `commands` are the arguments of each Node to start. */
export function planFor(files, since) {
  const chooser = makeChooser(readRecord());
  const isSource = (file) => SOURCE.test(file);
  const places = files.filter(isSource).flatMap((file) => changedPlaces(file, since));
  return plan(chooser, files, places);
}

/** As `planFor`, for places that are known already. With a `budget` of 0 the closest files of each place are all. */
export function plan(chooser, files, places, budget) {
  const changed = files.filter((file) => TEST.test(file) && existsSync(file));
  const recorded = RECORDED.filter(([of]) => files.some((file) => of.test(file))).map(([, test]) => test);
  const found = places.map((place) => ({
    what: nameOf(place),
    why: whyOf(place),
    scores: chooser.candidatesFor(place),
  }));
  for (const file of files.filter((each) => !SOURCE.test(each) && !TEST.test(each)))
    found.push(otherwise(chooser, file));
  const candidates = found.map(({ scores }) => scores);
  const { chosen, left } = chooseWithin(chooser.costs, [...changed, ...recorded], candidates, budget);
  const ofConsole = files.some(
    (file) => file.startsWith('console/') || file.startsWith('server/client/runtime/'),
  )
    ? globSync('console/test/*.test.ts').sort()
    : [];
  const engines = Object.keys(OF_ENGINE).filter((key) => files.some((file) => OF_ENGINE[key].test(file)));
  return {
    ...{ chosen, left, ofConsole },
    reasons: [
      ...changed.map((what) => ({ what, why: 'has changed', tests: 1 })),
      ...recorded.map((what) => ({ what, why: 'compares what is recorded', tests: 1 })),
      ...found.map(({ what, why, scores }) => ({ what, why, tests: scores.size })),
    ],
    unknown: found.filter(({ scores }) => scores.size === 0).map(({ what }) => what),
    commands: commandsFor(chosen, ofConsole, engines),
  };
}

function commandsFor(chosen, ofConsole, engines) {
  const commands = [];
  if (ofConsole.length > 0) commands.push(['--test', '--test-reporter=dot', ...ofConsole]);
  if (chosen.length > 0) commands.push(['scripts/test.mjs', '--engine=sqlite', ...chosen]);
  for (const engine of engines)
    commands.push([
      'scripts/test.mjs',
      `--engine=${engine}`,
      ...ON_ENGINE,
      ...chosenFiles.slice(0, MOST_ON_ENGINE),
    ]);
  return commands;
}

function nameOf({ file, name, words }) {
  return name || words ? `${file} ${name ?? words[0]}` : file;
}

function whyOf({ name, words, isType }) {
  if (isType) return 'of types, as only types or imports have changed';
  if (words) return 'reach what uses it';
  return name ? 'reach it' : 'reach its functions or its folder';
}

function otherwise(chooser, file) {
  const wanted = OTHERS.filter(([changed]) => changed.test(file)).map(([, tests]) => tests);
  const of = chooser.tests.filter((test) => wanted.some((each) => each.test(test)));
  const using = file.startsWith('test/') ? importing(chooser.tests, file) : [];
  return { what: file, why: 'use it', scores: equally([...of, ...using]) };
}
