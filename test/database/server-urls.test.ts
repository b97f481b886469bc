// No engine changes its result: URLs are read before anything is connected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../server/database/engine.ts';
import { databaseName, isDatabaseUrl, openEngine, withReplicas } from '../../server/database/open.ts';
import { hostUrls } from '../../server/database/server-url.ts';

const open = (databaseUrl: string) =>
  openEngine({ databaseUrl, databaseConnections: 3, databaseTimeout: 1, databaseWait: 0 });

test('a URL may name several hosts, each with or without a port', () => {
  assert.deepEqual(hostUrls('postgres://me:a%40b@one:1,two,[::1]:3/data?sslmode=require'), [
    'postgres://me:a%40b@one:1/data?sslmode=require',
    'postgres://me:a%40b@two/data?sslmode=require',
    'postgres://me:a%40b@[::1]:3/data?sslmode=require',
  ]);
  assert.deepEqual(hostUrls('postgres://one/data'), ['postgres://one/data']);
  assert.equal(databaseName('postgres://me:secret@one:1,two/data?sslmode=require'), "'data' on one:1, two");
});

for (const [url, is] of [
  ['postgres://one:1,two:2/data', true],
  ['postgresql://one/data', true],
  ['postgres://one:1,two:no/data', false],
  ['postgres://one:99999/data', false],
  ['mysql://one/data', true],
  ['mariadb://one/data', false],
  ['file:data.db', true],
] as const)
  test(`${url} is ${is ? 'a' : 'no'} URL of a database`, () => assert.equal(isDatabaseUrl(url), is));

for (const [url, said] of [
  [
    'postgres://one/data?sslmod=require',
    /unknown parameter 'sslmod'; did you mean 'sslmode'\?; allowed: .*sslrootcert/,
  ],
  ['postgres://one/data?statement_timeout=0', /unknown parameter 'statement_timeout'; allowed: /],
  ['postgres://one/data?max=1', /unknown parameter 'max'; allowed: /],
  ['postgres://one/data?sslmode=required', /'sslmode' is 'required'; allowed: disable, .*verify-full/],
  [
    'postgres://one,two/data?target_session_attrs=standby',
    /'target_session_attrs' is 'standby'; allowed: any, read-write, primary/,
  ],
  ['mysql://one/data?sslmode=require', /unknown parameter 'sslmode'; .*TLS is \?ssl=/],
  ['mysql://one/data?multipleStatements=true', /unknown parameter 'multipleStatements'; allowed: ssl/],
  ['mysql://one,two/data', /several hosts; allowed: one/],
] as const)
  test(`${url} is refused`, () => assert.rejects(open(url), said));

const engine = { name: 'MySQL' } as Engine; // URLs are read before it is asked anything
for (const [url, replica, said] of [
  [
    'mysql://one/data',
    'mysql://two/data',
    /DATABASE_READ_URLS: replicas of MySQL are not read; allowed: replicas of PostgreSQL and MariaDB/,
  ],
  ['file:data.db', 'file:data.db', /DATABASE_READ_URLS: replicas of .* are not read/],
  [
    'postgres://one/data',
    'mysql://two/data',
    /DATABASE_READ_URLS: 'data' on two is of another engine; allowed: postgres:/,
  ],
  [
    'postgres://one/data',
    'postgres://two/data?sslmod=require',
    /DATABASE_READ_URLS: unknown parameter 'sslmod'/,
  ],
] as const)
  test(`${replica} is refused as a replica of ${url}`, () =>
    assert.rejects(
      withReplicas(
        engine,
        { databaseUrl: url, databaseConnections: 3, databaseTimeout: 1, databaseWait: 0 },
        [replica],
      ),
      said,
    ));
