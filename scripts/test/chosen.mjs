// Which test files reach all structures of SQL, so that the servers need not run the others. `npm run test:record` writes them anew.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canRunOnServers, secondsOf } from './files.mjs';

const place = new URL('./chosen.json', import.meta.url);
const { files, structures } = existsSync(place)
  ? JSON.parse(readFileSync(place, 'utf8'))
  : { files: [], structures: [] };

/** In the order of what each adds for what it costs. */
export const chosenFiles = files;

/**
 * Inputs or moments that are others in each run, in a test file or in what it imports: a browser asks more where it is slower.
 * And a process that is killed in its work.
 */
const random = /fast-check|Math\.random|randomInt|support\/(pairs|in-turn|browser)/;
const kills = /SIGKILL|\/crashes\//;
/** Of a file's unknown structures. */
const MOST_SHOWN = 5;

/** Chooses files from what a run has met, or prints what it has met and no chosen file has; then it returns false. */
export function judgeStructures(folder, isChosenAnew, isMore) {
  if (isChosenAnew) {
    const made = choose(folder, isMore);
    console.log(`${made.files.length} files reach all ${made.structures.length} structures of SQL.`);
    return true;
  }
  const all = unknownIn(folder);
  for (const [file, unknown] of all) {
    console.error(
      `${file} gives SQL of ${unknown.length} structures that no test on a server has: run npm run test:record`,
    );
    for (const text of unknown.slice(0, MOST_SHOWN)) console.error(`  ${text.slice(0, 300)}`);
  }
  return all.length === 0;
}

/** The texts of structures that files of a run have met and no chosen file has, by file. */
function unknownIn(folder) {
  const known = new Set(structures);
  const found = [...structuresByFile(folder)].filter(([file]) => isSteady(file));
  return found
    .map(([file, met]) => [file, [...met].flatMap(([name, text]) => (known.has(name) ? [] : [text]))])
    .filter(([, unknown]) => unknown.length > 0);
}

/**
 * Chooses files until all that was met is covered, and writes them. Only files that do the same in each run count. `isMore`
 * keeps what is chosen already and adds to it.
 */
function choose(folder, isMore) {
  const kept = isMore ? { files, structures } : { files: [], structures: [] };
  const met = [...structuresByFile(folder)].filter(([file]) => isSteady(file));
  const candidates = new Map(met.filter(([file]) => canRunOnServers(file)));
  const missing = new Set([...candidates.values()].flatMap((each) => [...each.keys()]));
  for (const one of kept.structures) missing.delete(one);
  const all = [...new Set([...kept.structures, ...met.flatMap(([, each]) => [...each.keys()])])].sort();
  const chosen = [...kept.files];
  while (missing.size > 0) {
    const gains = [...candidates].map(([file, each]) => ({
      file,
      gain: [...each.keys()].filter((one) => missing.has(one)).length / secondsOf(file),
    }));
    const [best] = gains.sort((one, other) => other.gain - one.gain);
    chosen.push(best.file);
    for (const one of candidates.get(best.file).keys()) missing.delete(one);
    candidates.delete(best.file);
  }
  writeFileSync(place, `${JSON.stringify({ files: chosen, structures: all }, null, 2)}\n`);
  return { files: chosen, structures: all };
}

/** What `record-sql.mjs` has noted: the texts of structures by their names, by file. */
function structuresByFile(folder) {
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/\.txt$/, '').replaceAll('~', '/'),
      new Map(
        [...readFileSync(join(folder, name), 'utf8').matchAll(/^(\S+) (.*)$/gm)].map((line) => line.slice(1)),
      ),
    ]),
  );
}

/** Whether another run of a test file gives the same SQL. */
function isSteady(file) {
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/from '(\..*)'/g)]
    .map(([, path]) => join(dirname(file), path))
    .filter((path) => path.startsWith('test/') && existsSync(path));
  const texts = [text, ...imported.map((path) => readFileSync(path, 'utf8'))];
  return !kills.test(file + text) && !texts.some((each) => random.test(each));
}
