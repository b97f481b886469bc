// No engine changes its result: settings and definitions are read before a database is opened.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { productOf } from '../../../server/database/mysql/product.ts';
import { CannotStart } from '../../../server/errors.ts';
import { readSettings } from '../../../server/settings.ts';
import { openServer } from '../../../server/start.ts';
import { folder, launch } from '../../support/server-process.ts';

const notDatabase = join(folder, 'a file');
writeFileSync(notDatabase, 'This is no database, but it is long enough to be looked at. '.repeat(100));

/** What a start with these settings is refused with. */
async function refusal(name: string, settings: Record<string, string>): Promise<string> {
  const DATABASE_URL = `file:${join(folder, name, 'quire.db')}`;
  try {
    const server = await openServer(readSettings({ DATABASE_URL, ...settings }));
    await server.close();
  } catch (error) {
    assert.ok(error instanceof CannotStart, String(error));
    return error.message;
  }
  assert.fail('it starts');
}

describe('a setting that cannot be used is told by name, with what is allowed', () => {
  const bad: Record<string, readonly string[]> = {
    PORT: ['99999', '1e3'],
    HOST: [''],
    DATABASE_URL: [
      'oracle://somewhere',
      'file://elsewhere/x.db',
      `file:${notDatabase}`,
      `file:${notDatabase}/quire.db`,
      `file:${folder}`,
    ],
    BOOK_LOGIN_REQUIRED: ['maybe'],
    CONTENT_DIR: ['/nowhere', notDatabase],
    TRUST_PROXY: ['::::', '10.0.0.0/33', '1.2.3.4.5', ',', '10.0.0.0/08', 'fe80::1%eth0/64'],
    WEBHOOK_NETWORKS: ['10.0.0.0/08', 'fe80::1%eth0', '10.0.0.0/-1', '10.0.0.0/', 'localhost'],
    LOG_RETENTION_DAYS: ['-1'],
    UPLOAD_TYPES: ['jpeg', 'html', 'exe1', 'png,bmp', '.png'],
  };
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      it(`${name}=${value.replace(folder, '…')}`, async () => {
        const said = await refusal('setting', {
          QUIRE_SECRET: '0123456789abcdef0123456789abcdef',
          [name]: value,
        });
        assert.match(said, new RegExp(`^${name}: .*allowed: `));
      });
    }
  }
  it('several at once, each on a line of its own', async () => {
    const said = await refusal('several', {
      PORT: 'abc',
      DATABASE_URL: 'oracle://somewhere',
      UPLOAD_TYPES: '',
    });
    assert.match(said, /^PORT: .*\nDATABASE_URL: .*\nUPLOAD_TYPES: /);
    assert.equal(said.split('\n').length, 3);
  });
  it('QUIRE_SECRET, which is not shown', async () => {
    const said = await refusal('secret', { QUIRE_SECRET: 'only-short' });
    assert.match(said, /^QUIRE_SECRET: .*allowed: /);
    const plain = await refusal('plain-secret', { QUIRE_SECRET: 'x'.repeat(32) });
    assert.match(plain, /^QUIRE_SECRET: .*allowed: .*different/);
    assert.doesNotMatch(said, /only-short/);
  });
  it('QUIRE_SECRET, where it cannot be kept', async () => {
    const said = await refusal('kept', { DATABASE_URL: `file:${notDatabase}/x.db` });
    assert.match(said, /^QUIRE_SECRET: .*DATABASE_URL.*allowed: /);
  });
});

describe('a definition that cannot be used is told by name:', () => {
  const collection = (rest: string) =>
    `import { defineCollection, everyone, ownRecords, login, reference, recordsWhere, text } from 'quire-cms';
     export default defineCollection({ label: 'None', audit: 'full', ${rest} });`;
  const fields = 'fields: { title: text({ max: 5 }) }';
  const writers = 'create: everyone, update: everyone, delete: everyone';
  const definitions = {
    undeclared: collection(`name: 'undeclared', path: '/v1/undeclared', ${fields}`),
    without_delete: collection(
      `name: 'without_delete', path: '/v1/x', ${fields}, access: { read: everyone, create: everyone, update: everyone }`,
    ),
    no_such_field: collection(
      `name: 'x', path: '/v1/x', ${fields}, access: { ${writers}, read: recordsWhere(everyone, { no_such_field: 1 }) }`,
    ),
    ruled_by_record: collection(
      `name: 'x', path: '/v1/x', fields: { ruled_by_record: reference('x', { tree: true, read: ownRecords(login) }) }, access: { ${writers}, read: everyone }`,
    ),
    reserved: collection(`name: 'reserved', fields: { is_deleted: text({ max: 5 }) }`),
    dangling: collection(`name: 'holder', fields: { other: reference('dangling') }`),
    sample: collection(`name: 'sample', ${fields}, samples: [{ title: 'too long' }]`),
    nothing: 'export const nothing = 1;',
    throwing: `throw new Error('as it pleases');`,
    unreadable: 'export default {',
    astray: `import 'no-such-package'; export default 1;`,
  };
  for (const [name, source] of Object.entries(definitions)) {
    it(name, async () => {
      const content = join(folder, `content-${name}`);
      mkdirSync(content);
      writeFileSync(join(content, `${name}.ts`), source);
      assert.match(await refusal(`definition-${name}`, { CONTENT_DIR: content }), new RegExp(name));
    });
  }
});

describe('a start that is refused ends with 2 and no stack', () => {
  const ended = async (name: string, settings: Record<string, string>) => {
    const { ended, said } = await launch(name, { DATABASE_WAIT: '0', ...settings });
    assert.equal(await ended, 2, said());
    assert.doesNotMatch(said(), /\n\s+at |Quire is ready/);
    return said();
  };
  it('for a file that is no database', async () => {
    const settings = {
      QUIRE_SECRET: '0123456789abcdef0123456789abcdef',
      DATABASE_URL: `file:${notDatabase}`,
    };
    assert.match(await ended('ended', settings), /^DATABASE_URL: .*allowed: /);
  });
  it('for a folder in which the system lets nobody create files', async () => {
    const QUIRE_SECRET = '0123456789abcdef0123456789abcdef';
    for (const secret of ['', QUIRE_SECRET]) {
      const settings = { QUIRE_SECRET: secret, DATABASE_URL: 'file:/proc/nowhere/a.db' };
      const said = await ended('nowhere', settings);
      assert.match(said, /DATABASE_URL.*mkdir '\/proc.*; allowed: /);
    }
  });
  for (const scheme of ['postgres', 'mysql']) {
    it(`for a server of ${scheme} that does not answer, and the password is not shown`, async () => {
      const settings = {
        QUIRE_SECRET: '0123456789abcdef0123456789abcdef',
        DATABASE_URL: `${scheme}://quire:not-for-eyes@127.0.0.1:1/quire`,
      };
      const said = await ended(scheme, settings);
      assert.match(said, /^DATABASE_URL: 'quire' on 127\.0\.0\.1:1 cannot be opened \(.+\); allowed: /);
      assert.doesNotMatch(said, /not-for-eyes/);
    });
  }
  it('for a way to ask for TLS that would not be heard', async () => {
    const settings = {
      QUIRE_SECRET: '0123456789abcdef0123456789abcdef',
      DATABASE_URL: 'mysql://127.0.0.1:1/quire?sslmode=require',
    };
    assert.match(await ended('tls', settings), /^DATABASE_URL: .*sslmode.*; allowed: .*rejectUnauthorized/);
  });
  it('for a server that is too old', () => {
    for (const version of ['5.7.44-log', '8.0.16', '10.3.39-MariaDB-0+deb10u2', '10.5.29-MariaDB', '5.5.62'])
      assert.throws(() => productOf(version), /is older than/, version);
    for (const [version, product] of [
      ['8.0.19-0ubuntu5', 'MySQL'],
      ['9.7.4-2', 'MySQL'],
      ['10.6.3-MariaDB', 'MariaDB'],
      ['10.11.14-MariaDB-0+deb12u2', 'MariaDB'],
      ['8.0.11-TiDB-v8.5.0', 'TiDB'],
    ])
      assert.equal(productOf(version ?? ''), product);
  });
  it('for an invalid host', async () => {
    const said = await ended('host', { HOST: 'no such host', QUIRE_ADMIN_PASSWORD: 'first words' });
    assert.match(said, /^HOST, PORT: .*allowed: /);
  });
  it('for a port that is taken, and tells the password that it has made', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const said = await ended('taken', { PORT: String(port), QUIRE_ADMIN_PASSWORD: '' });
    taken.close();
    assert.match(said, /with the password {2}\S+/);
  });
});
