// Which test files reach all structures of SQL, so that the servers need not run the others. `npm run test:record` writes them anew.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const place = new URL('./chosen.json', import.meta.url);
const { files, structures } = existsSync(place)
  ? JSON.parse(readFileSync(place, 'utf8'))
  : { files: [], structures: [] };

/** In the order of what each adds for what it costs. */
export const chosenFiles = files;

/** The structures that files of a run have met and no chosen file has, by file. */
export function unknownIn(folder, isSteady) {
  const known = new Set(structures);
  const found = [...structuresByFile(folder)].filter(([file]) => isSteady(file));
  return found
    .map(([file, met]) => [file, [...met].filter((one) => !known.has(one))])
    .filter(([, unknown]) => unknown.length > 0);
}

/**
 * Chooses files until all that was met is covered, and writes them. Only files that do the same in each run count. `isMore`
 * keeps what is chosen already and adds to it.
 */
export function choose(folder, { isMore, isCandidate, isSteady, secondsOf }) {
  const kept = isMore ? { files, structures } : { files: [], structures: [] };
  const met = [...structuresByFile(folder)].filter(([file]) => isSteady(file));
  const candidates = new Map(met.filter(([file]) => isCandidate(file)));
  const missing = new Set([...candidates.values()].flatMap((each) => [...each]));
  for (const one of kept.structures) missing.delete(one);
  const all = [...new Set([...kept.structures, ...met.flatMap(([, each]) => [...each])])].sort();
  const chosen = [...kept.files];
  while (missing.size > 0) {
    const gains = [...candidates].map(([file, each]) => ({
      file,
      gain: [...each].filter((one) => missing.has(one)).length / secondsOf(file),
    }));
    const [best] = gains.sort((one, other) => other.gain - one.gain);
    chosen.push(best.file);
    for (const one of candidates.get(best.file)) missing.delete(one);
    candidates.delete(best.file);
  }
  writeFileSync(place, `${JSON.stringify({ files: chosen, structures: all }, null, 2)}\n`);
  return { files: chosen, structures: all };
}

/** What `record-sql.mjs` has noted. */
function structuresByFile(folder) {
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/\.txt$/, '').replaceAll('~', '/'),
      new Set(readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)),
    ]),
  );
}
