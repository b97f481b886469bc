// Runs the tests that the change since a commit can break, the closest first and for about a minute: `npm run test:near`.
// --since=<commit> says since when, --list runs nothing, --record notes anew which tests reach which functions. See
// docs/guides/testing.md.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { changedFiles, startOf } from './near/changes.mjs';
import { planFor } from './near/plan.mjs';
import { record } from './near/record.mjs';

/** Of what no test is known, so many are named. */
const MOST_NAMED = 5;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    list: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

if (values.record) await record(positionals);
else near(startOf(values.since));

function near(since) {
  const files = changedFiles(since);
  const plan = planFor(files, since);
  console.log(`${count(files.length, 'file')} changed since ${since.slice(0, 8)}:`);
  for (const { what, why, tests } of plan.reasons)
    console.log(`  ${what}: ${count(tests, 'test file')} ${why}`);
  console.log(`\nChosen: ${[...plan.chosen, ...plan.ofConsole].join(' ') || 'none'}\n`);
  if (!values.list) for (const args of plan.commands) run(args);
  if (plan.left.length > 0)
    console.log(
      `Left out: ${count(plan.left.length, 'test file')} less close to the change: npm test has them`,
    );
  if (plan.unknown.length > 0) {
    const some = plan.unknown.slice(0, MOST_NAMED).join(', ');
    const more = plan.unknown.length > MOST_NAMED ? ', …' : '';
    console.log(
      `Left out: ${count(plan.unknown.length, 'place')} of which no test is known: npm test (${some}${more})`,
    );
  }
  console.log('Left out: types, lint and import rules: npm run check');
}

function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

function count(number, what) {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
