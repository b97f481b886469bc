// No engine changes its result: arguments and the source decide what is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, quire } from '../support/server-process.ts';
import { importer } from './importer.ts';
import { linSource } from './lin-source.ts';

const name = 'refusing';
const source = await linSource('spring');
const other = await linSource('koa');
const { importLin, counts } = await importer(name, source.url);

async function outcome(...args: string[]) {
  const outcome = await command(['import-lin', ...args], name);
  assert.doesNotMatch(outcome.said, /\n\s+at /, 'no stack');
  return outcome;
}

test('what is called wrongly ends with 2', async () => {
  for (const args of [[], [source.url, 'another'], [source.url, '--aply'], ['--apply', '--time-zone']])
    assert.equal((await outcome(...args)).code, 2, args.join(' '));
  const wrong: [string[], RegExp][] = [
    [['file:./data/nothing.db'], /'\.\/data\/nothing\.db' does not exist/],
    [['oracle://here/lin'], /The source must be mysql/],
    [['mysql://127.0.0.1:3306'], /The source must be mysql/],
    [[source.url, '--time-zone', 'Mars/North'], /no time zone/],
    [[source.url, '--assets', '/nowhere/at/all'], /--assets: '\/nowhere\/at\/all' is no folder.*ENOENT/],
    [[source.url, '--assets', import.meta.filename], /is no folder.*ENOTDIR/],
  ];
  for (const [args, reason] of wrong) {
    const { code, said } = await outcome(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(said, reason);
  }
});

test('a source that cannot be read ends with 1 and says why, but never the password', async () => {
  const secret = (url: string) => url.replace('root@', 'root:not-for-eyes@');
  const refused: [string, RegExp][] = [
    [source.url.replace(/\/[^/]*$/, '/lin_nowhere'), /Unknown database/],
    [Object.assign(new URL(source.url), { port: '1' }).href, /cannot be opened.*ECONNREFUSED/],
    [secret(source.url), /Access denied/],
    [
      source.url.replace(/\/[^/]*$/, '/mysql'),
      /not the database of a Lin CMS: .*it has no lin_user,.*not those of 0\.1 or 0\.2/,
    ],
  ];
  for (const [url, reason] of refused) {
    const { code, said } = await outcome(url);
    assert.equal(code, 1, said);
    assert.match(said, reason);
    assert.doesNotMatch(said, /not-for-eyes/);
  }
});

test('tables of a Lin CMS with other columns are refused by the names of what they lack', async () => {
  const dotnet = await linSource('koa');
  await dotnet.run(
    'alter table lin_permission drop column module, drop column mount, add column router text',
  );
  await dotnet.run('alter table lin_group drop column level');
  const { code, said } = await outcome(dotnet.url);
  assert.equal(code, 1, said);
  assert.match(said, /they have no lin_group\.level, lin_permission\.module, lin_permission\.mount$/m);
  assert.match(said, /not those of lin-cms-koa, lin-cms-spring-boot or lin-cms-flask/);
});

test('times later than now are told, for the zone may be wrong', async () => {
  const zoned = (zone: string) => command(['import-lin', source.url, `--time-zone=${zone}`], name);
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  await source.fill('lin_log', 'id, message, user_id, create_time, update_time', [5, 'now', 1, now, now]);
  const warning =
    /Warning: records with times later than now: 1, the latest .*read as of -11:00.*--time-zone/;
  assert.match((await zoned('-11:00')).said, warning);
  assert.doesNotMatch((await zoned('+00:00')).said, /Warning/);
  await source.run('delete from lin_log');
});

test('a log that would not be kept here is not taken over, but told', async () => {
  await source.fill(
    'lin_log',
    'id, message, user_id, create_time',
    [1, 'old', 1, '2019-01-01'],
    [2, 'new', 1, null],
  );
  const { ended, said } = await quire(['import-lin', source.url], name, { LOG_RETENTION_DAYS: '365' });
  assert.equal(await ended, 0, said());
  assert.match(
    said(),
    /lin_log {2}skipped: the log is kept for 365 days here \(LOG_RETENTION_DAYS\) {2}\[id 1\]/,
  );
});

test('another source is only taken for another one where that is said', async () => {
  await importLin('--apply');
  const { code, said } = await outcome(other.url, '--apply');
  assert.equal(code, 1);
  assert.match(said, new RegExp(`--source ${source.name} .*--source ${other.name}`));
  assert.equal((await outcome(other.url, '--apply', '--source', other.name)).code, 0);
  assert.deepEqual(
    counts(await importLin('--apply', '--source', source.name), 'lin_log').slice(0, 3),
    [2, 0, 2],
  );
});

test('texts that are stored in another spelling are named, with both and the reason', async () => {
  const spelt = await linSource('koa');
  const decomposed = 'cafe\u0301';
  await spelt.fill(
    'lin_user',
    'id, username, nickname',
    [1, 'ＡＢＣ', 'Full width'],
    [2, decomposed, ' Two '],
    [3, 'plain', 'Plain'],
  );
  await spelt.fill('book', 'id, title, author', [7, ` ${decomposed}`, 'plain']);
  const { code, said } = await outcome(spelt.url, `--source=${spelt.name}`);
  assert.equal(code, 0, said);
  for (const line of [
    'lin_user  changed: its username "ＡＢＣ" becomes "ABC": it has one spelling here  [id 1]',
    `lin_user  changed: its username "${decomposed}" becomes "café": letters are stored composed  [id 2]`,
    'lin_user  changed: its nickname " Two " becomes "Two": nothing that cannot be seen is stored at the ends  [id 2]',
    `book  changed: its title " ${decomposed}" becomes "café": nothing that cannot be seen is stored at the ends  [id 7]`,
  ])
    assert.ok(said.split('\n').includes(line), said);
  assert.doesNotMatch(said, /"plain"/i);
});
