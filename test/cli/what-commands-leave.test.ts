// No engine changes its result: how commands end is the same on each.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { command, databaseNamed, folder, openHere, quire } from '../support/server-process.ts';
import { until } from '../support/until.ts';

describe('a command that the server refuses says why, in English whatever the language, and ends with exit code 1:', () => {
  const out = join(folder, 'out.csv');
  for (const [args, words] of [
    [
      ['undo', '--request', 'none', '--apply', '7'],
      /nothing was changed: there are 0 changes to undo, not 7$/m,
    ],
    [['undo', '--undo', '99', '--apply', '1'], /^there is no such/im],
    [
      ['export', 'book', '--out', out, '--query', 'filter[nothing][eq]=1'],
      /^Invalid input: filter.nothing is not a field/m,
    ],
    [['export', 'book', '--out', out, '--query', 'sort=nothing'], /^Invalid input: sort/m],
    [['user', 'erase', 'nobody-here'], /^nobody-here: There is no such user$/m],
    [['user', 'erase', 'root'], /^root: .*super administrator/im],
  ] as const)
    test(args.join(' ').replace(out, 'out.csv'), async () => {
      const { code, said } = await command(args, 'refusing', { LANGUAGE: 'zh' });
      assert.equal(code, 1, said);
      assert.match(said, words);
      assert.doesNotMatch(said, /[\u4e00-\u9fff]|\n\s+at /);
    });
});

describe('a command ends by itself, and leaves nothing in the folder for temporary files:', () => {
  const asserting = { CONTENT_DIR: 'test/projects/asserting/content' };
  for (const [args, settings, expected] of [
    [['access', 'test'], asserting, 1],
    [['access', 'test'], { CONTENT_DIR: 'content' }, 2],
    [['export', 'book', '--out', join(folder, 'books.csv')], {}, 0],
    [['export', 'book', '--out', join(folder, 'books.csv'), '--query', 'sort=nothing'], {}, 1],
  ] as const)
    test(`${args.slice(0, 2).join(' ')} with exit code ${expected}`, async () => {
      const TMPDIR = join(folder, `tmp-${args[0]}-${expected}`);
      mkdirSync(TMPDIR);
      const { ended, said } = await quire(args, 'leaving', { ...settings, TMPDIR });
      assert.equal(await ended, expected, said());
      assert.deepEqual(readdirSync(TMPDIR), []);
    });
});

test('a command runs jobs that wait, and no schedule: a server keeps its times', async () => {
  const { change, look } = await databaseNamed('scheduled');
  await (await openHere('scheduled')).close();
  await change('delete from quire_job');
  const kind = 'sweep ended sessions';
  const open = await openHere('scheduled', {}, false);
  await change(
    `insert into quire_job (kind, data, delivery, state, due_time, tries, create_time, create_user_id)
     values ('${kind}', '', 'by hand', 'waiting', 0, 0, 0, 0)`,
  );
  await until(async () => (await look(`select id from quire_job where state = 'done'`)).length > 0);
  await open.close();
  assert.deepEqual(await look('select kind, delivery from quire_job'), [{ kind, delivery: 'by hand' }]);
});
