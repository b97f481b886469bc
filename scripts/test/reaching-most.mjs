// Which test files together reach nearly all functions that any of them reaches, as near tests have noted it.
import { readRecord } from '../near/reached.mjs';

/** Of the functions. The last fiftieth is reached only by files that cost almost as much as all others together. */
const SHARE = 0.98;
/** What a file costs beside its own work, in the unit of the record. */
const BESIDE = 3;

/** By the names of the files. */
const answers = new Map();

/** Of these files, those that add most for what they cost, and those of which nothing is noted yet. */
export function reachingMost(files) {
  const names = files.join();
  if (!answers.has(names)) answers.set(names, choose(files));
  return answers.get(names);
}

function choose(files) {
  const { costs, functions, sets } = readRecord();
  const weights = sets.map(() => 0);
  for (const number of Object.values(functions).flatMap(Object.values)) weights[number] += 1;
  const reached = new Map(files.filter((file) => file in costs).map((file) => [file, new Set()]));
  for (const [number, names] of sets.entries())
    for (const name of names) if (weights[number] > 0) reached.get(name)?.add(number);
  const missing = new Set(reached.values().flatMap((numbers) => [...numbers]));
  const sum = (numbers) => numbers.reduce((all, number) => all + weights[number], 0);
  const enough = sum([...missing]) * (1 - SHARE);
  const chosen = new Set(files.filter((file) => !reached.has(file)));
  while (sum([...missing]) > enough) {
    const worth = (file) => sum([...reached.get(file).intersection(missing)]) / (costs[file] + BESIDE);
    const [file] = [...reached.keys()]
      .map((one) => [one, worth(one)])
      .reduce((best, next) => (next[1] > best[1] ? next : best));
    chosen.add(file);
    for (const number of reached.get(file)) missing.delete(number);
    reached.delete(file);
  }
  return chosen;
}
