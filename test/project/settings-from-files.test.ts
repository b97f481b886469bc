// No engine changes its result: settings are read before a database is opened.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settingsFrom } from '../../server/settings.ts';
import { temporaryFolder } from '../support/test-database.ts';

const folder = temporaryFolder();
const [SECRET, OTHER] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('a setting with _FILE behind its name is read from that file', () => {
  const settings = settingsFrom({
    QUIRE_SECRET_FILE: file('secret', `${SECRET}\n`),
    DATABASE_URL_FILE: file('url', 'postgres://one/data\r\n'),
    PORT_FILE: file('port', '\ufeff5001'),
  });
  const { secrets, databaseUrl, port } = settings;
  assert.deepEqual([secrets, databaseUrl, port], [[SECRET], 'postgres://one/data', 5001]);
});

for (const [why, given, said] of [
  [
    'is given twice',
    { QUIRE_SECRET: SECRET, QUIRE_SECRET_FILE: file('twice', OTHER) },
    /^QUIRE_SECRET: also given by QUIRE_SECRET_FILE; allowed: one of the two$/,
  ],
  [
    'has a file that is not there',
    { QUIRE_SECRET_FILE: join(folder, 'nowhere') },
    /^QUIRE_SECRET_FILE: ENOENT.*; allowed: a file that can be read$/,
  ],
  ['has a folder', { QUIRE_SECRET_FILE: folder }, /^QUIRE_SECRET_FILE: EISDIR.*; allowed: a file/],
  [
    'has a file with what the setting cannot be',
    { QUIRE_SECRET_FILE: file('short', 'too short') },
    /^QUIRE_SECRET: '…' cannot be used; allowed: at least 32 bytes/,
  ],
  [
    'has an empty file, as one that is not filled yet',
    { QUIRE_SECRET_FILE: file('empty', '\n') },
    /^QUIRE_SECRET_FILE: the file is empty; allowed: a file that can be read$/,
  ],
  [
    'has a file in another encoding',
    {
      QUIRE_SECRET: SECRET,
      DATABASE_URL_FILE: file('latin', Buffer.from('postgres://u:p\xff@h/d', 'latin1')),
    },
    /^DATABASE_URL_FILE: .*UTF-8.*; allowed: a file that can be read$/i,
  ],
] as const)
  test(`a setting that ${why} is refused, and no secret is shown`, () => {
    assert.throws(
      () => settingsFrom(given),
      (error: Error) => {
        assert.match(error.message, said);
        for (const secret of [SECRET, OTHER, 'too short']) assert.ok(!error.message.includes(secret));
        return true;
      },
    );
  });
