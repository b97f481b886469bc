// No engine changes its result: arguments, settings and help are read before a database is opened.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { markdownTable } from '../../server/cli/settings.ts';
import { command, folder, quire, quireUnread } from '../support/server-process.ts';

test('every setting is shown with what is allowed', async () => {
  const { ended, said } = await quire(['settings'], 'none');
  assert.equal(await ended, 0, said());
  assert.match(said(), /^PORT\n {4}.+\n {4}allowed: 0 to 65535\n {4}default: 5000$/m);
});

test('every setting is shown as a table where that is asked for, and nothing else is', async () => {
  const outcome = await command(['settings', '--markdown'], 'none');
  assert.deepEqual(outcome, { code: 0, said: `${markdownTable()}\n` });
});

test('generated files are written into folders that are not there yet, and types only where they changed', async () => {
  for (const [word, again, head] of [
    ['client', 'Wrote', '// Made by `quire client`'],
    ['types', 'up to date', '// Made by `quire types`'],
  ] as const) {
    const file = join(folder, word, 'inside', 'made.ts');
    const write = () => command([word, '--out', file], 'none');
    assert.deepEqual(await write(), { code: 0, said: `Wrote ${file}.\n` });
    assert.ok((await write()).said.includes(again));
    writeFileSync(file, '');
    assert.deepEqual(await write(), { code: 0, said: `Wrote ${file}.\n` });
    assert.ok(readFileSync(file, 'utf8').startsWith(head));
  }
});

test('the client is printed where no file is named', async () => {
  const { code, said } = await command(['client'], 'none');
  assert.equal(code, 0);
  assert.match(said, /^\/\/ Made by `quire client`[\s\S]+\nexport class Quire extends Connection \{/);
});

test('an unknown command ends with exit code 2 and lists all commands', async () => {
  for (const args of [[], ['nothing'], ['constructor']]) {
    const { code, said } = await command(args, 'none');
    assert.equal(code, 2, args.join(' '));
    assert.match(said, /Usage:\n {2}quire start\n/);
    assert.doesNotMatch(said, /\n\s+at /, 'no stack');
  }
});

test('wrong arguments end with exit code 2 and show how to call this command alone', async () => {
  for (const args of [['x'], ['--all']]) {
    const { code, said } = await command(['settings', ...args], 'none');
    assert.equal(code, 2, args.join(' '));
    assert.match(said, /^.+\n\nUsage:\n {2}quire settings \[--markdown\]\n {6}Lists every setting .+\n$/);
  }
});

test('the command that was probably meant is named', async () => {
  const { code, said } = await command(['migrat'], 'none');
  assert.equal(code, 2);
  assert.match(said, /^unknown command 'migrat'; did you mean 'migrate'\?\n/);
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  for (const word of ['version', '--version', '-v']) {
    const { code, said } = await command([word], 'none');
    assert.deepEqual([code, said.trim()], [0, version]);
  }
  for (const args of [
    ['version', 'x'],
    ['version', '--all'],
  ])
    assert.equal((await command(args, 'none')).code, 2, args.join(' '));
});

test('help is shown on demand, and ends with 0', async () => {
  for (const args of [['help'], ['--help'], ['help', 'nothing']]) {
    const { code, said } = await command(args, 'none');
    assert.equal(code, 0, args.join(' '));
    for (const each of [
      'settings',
      'files',
      'client',
      'user',
      'export',
      'migrate',
      'import',
      'import-lin',
      'help',
    ])
      assert.match(said, new RegExp(`^ {2}quire ${each}( |$)`, 'm'));
    assert.doesNotMatch(said, /[\u3400-\u9fff]/, 'English throughout');
  }
});

test('help shows how to call one command', async () => {
  for (const args of [
    ['help', 'seed'],
    ['seed', '--help'],
  ]) {
    const { code, said } = await command(args, 'none');
    assert.equal(code, 0, args.join(' '));
    assert.match(said, /^Usage:\n {2}quire seed \[--dry-run\]\n {6}Writes .+\n$/);
  }
});

test('an invalid setting is all that is printed, with exit code 2', async () => {
  const { ended, said } = await quire(['migrate'], 'none', { PORT: 'x' });
  assert.equal(await ended, 2);
  assert.equal(said(), "PORT: 'x' cannot be used; allowed: 0 to 65535\n");
});

test('a command that is not read to its end ends without a word', async () => {
  const { ended, said } = await quireUnread('migrate', 'unread');
  await ended;
  assert.equal(said(), '');
});
