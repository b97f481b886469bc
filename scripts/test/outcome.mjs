import { possibleOn } from './files.mjs';

/** Prints what failed, what was left out and the totals. Sets the exit code. */
export function printOutcomes(reports, { seconds, hasMysql, set, turn, words }) {
  const outcomes = reports.map((report) => report.outcome());
  for (const failure of outcomes.flatMap(({ failures }) => failures)) console.error(`\n${failure}`);
  const unstable = outcomes.flatMap((outcome) => outcome.unstable);
  if (unstable.length > 0)
    console.log('\nUNSTABLE: these tests failed, then passed when their file ran once more, alone:');
  for (const failure of unstable) console.log(`\n${failure}`);
  console.log(`\nBehaviour tests by engine, in ${seconds} s:`);
  for (const { summary } of outcomes) console.log(`  ${summary}`);
  const left = words.length > 0 ? [] : leftOutOf(reports, hasMysql, set, turn);
  for (const line of [...skippedIn(outcomes), ...left]) console.log(`  Left out: ${line}`);
  const total = (count) => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
  const unsteady = unstable.length > 0 ? `, ${unstable.length} unstable` : '';
  console.log(
    `\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped${unsteady}`,
  );
  if (total('failed') > 0) process.exitCode = 1;
}

/** What the tests themselves skipped, by their reasons. */
function skippedIn(outcomes) {
  const all = new Map();
  for (const [why, files] of outcomes.flatMap(({ leftOut }) => [...leftOut]))
    for (const file of files) all.set(why, (all.get(why) ?? new Set()).add(file));
  return [...all].map(([why, files]) => `${filesIn(files.size)}: ${why}`);
}

/** What the set does not run, and which command does. */
function leftOutOf(reports, hasMysql, set, turn) {
  const missing = hasMysql
    ? []
    : [`${filesIn(countOf('import-lin/'))}: imports from Lin CMS need MySQL or MariaDB`];
  if (set === 'night') return missing;
  const lines = reports.flatMap(({ engine, files, isReachable }) => {
    const left = possibleOn(engine, hasMysql).length - files.length;
    if (left === 0 || !isReachable) return [];
    const where =
      engine.key === 'sqlite'
        ? `npm run test:all has them, and other turns (this was ${turn})`
        : 'npm run test:night has them';
    return `${filesIn(left)} on ${engine.name}: ${where}`;
  });
  return [...missing, ...lines];
}

function countOf(word) {
  return possibleOn({ key: 'sqlite' }, true).filter((file) => file.includes(word)).length;
}

function filesIn(count) {
  return count === 1 ? '1 file' : `${count} files`;
}
