// Pure: no engine changes its result.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countInserts } from '../../server/database/mysql/dumps.ts';
import { toolAccess as mysqlAccess } from '../../server/database/mysql/tool-access.ts';
import { toolAccess as postgresAccess } from '../../server/database/postgres/tool-access.ts';

describe('PostgreSQL’s programs', () => {
  for (const [url, dbname, password] of [
    ['postgres://me:p%40ss@db/quire', 'postgres://me@db/quire', 'p@ss'],
    [
      'postgres://me@db:6432/quire?sslmode=no-verify',
      'postgres://me@db:6432/quire?sslmode=require',
      undefined,
    ],
    [
      'postgres://me@db/q?sslmode=require',
      'postgres://me@db/q?sslmode=verify-full&sslrootcert=system',
      undefined,
    ],
    [
      'postgres://me@db/q?sslmode=require&uselibpqcompat=true',
      'postgres://me@db/q?sslmode=require',
      undefined,
    ],
    [
      'postgres://me@db/q?sslmode=verify-full&sslrootcert=/ca.pem',
      'postgres://me@db/q?sslmode=verify-full&sslrootcert=%2Fca.pem',
      undefined,
    ],
    ['postgres://me@db/q?sslmode=disable', 'postgres://me@db/q?sslmode=disable', undefined],
    [
      'postgres://me@localhost/q?host=/run/sockets',
      'postgres://me@localhost/q?host=%2Frun%2Fsockets',
      undefined,
    ],
    [
      'postgres://me@db/q?options=-c%20search_path%3Da',
      'postgres://me@db/q?options=-c%20search_path%3Da',
      undefined,
    ],
  ] as const)
    it(`reach ${url} with a password that no argument shows, checking no less than Quire`, () => {
      const { args, env } = postgresAccess(url);
      assert.deepEqual(args, ['--no-password', `--dbname=${dbname}`]);
      assert.equal(env.PGPASSWORD, password);
    });
});

describe('the programs of MariaDB and MySQL', () => {
  for (const [url, isMysqls, expected] of [
    [
      'mysql://me:p%40ss@db/quire',
      false,
      ['--protocol=tcp', '--host=db', '--port=3306', '--user=me', '--skip-ssl'],
    ],
    [
      'mysql://me@[::1]:33/q',
      true,
      ['--protocol=tcp', '--host=::1', '--port=33', '--user=me', '--get-server-public-key'],
    ],
    ['mysql://me@db/q?socketPath=/run/s', false, ['--socket=/run/s', '--user=me', '--skip-ssl']],
    [
      'mysql://db/q?ssl={"rejectUnauthorized":true}',
      false,
      ['--protocol=tcp', '--host=db', '--port=3306', '--ssl', '--ssl-verify-server-cert'],
    ],
    [
      'mysql://db/q?ssl={"rejectUnauthorized":true}',
      true,
      ['--protocol=tcp', '--host=db', '--port=3306', '--ssl-mode=VERIFY_IDENTITY'],
    ],
    [
      'mysql://db/q?ssl={"rejectUnauthorized":false}',
      true,
      ['--protocol=tcp', '--host=db', '--port=3306', '--ssl-mode=REQUIRED'],
    ],
  ] as const)
    it(`reach ${url} ${isMysqls ? 'as MySQL’s' : 'as MariaDB’s'}, with a password that no argument shows`, () => {
      const { args, env } = mysqlAccess(url, isMysqls);
      assert.deepEqual(args, ['--no-defaults', ...expected]);
      assert.equal(env.MYSQL_PWD, url.includes('p%40ss') ? 'p@ss' : '');
    });

  it('cannot be told of other certificates', () => {
    for (const ssl of ['{"ca":"x"}', 'Amazon RDS'])
      assert.throws(
        () => mysqlAccess(`mysql://db/q?ssl=${ssl}`, false),
        /cannot be told to the client programs/,
      );
  });
});

it('records of an SQL dump are counted wherever it is cut, and texts are not', async () => {
  const dump = [
    'CREATE TABLE `a` (',
    '  `x` text);',
    "INSERT INTO `a` VALUES (1,'INSERT INTO `b` VALUES (1)\\nINSERT INTO `b` VALUES (2)');",
    `INSERT INTO \`a\` VALUES (2,'${'x'.repeat(500)}');`,
    'INSERT INTO `b` VALUES',
    '(3);',
    '',
  ].join('\n');
  for (const size of [1, 2, 3, 7, 40, 1000]) {
    const records: Record<string, number> = { a: 0, b: 0, c: 0 };
    const passed: Buffer[] = [];
    for await (const chunk of countInserts(cut(Buffer.from(dump), size), records)) passed.push(chunk);
    assert.deepEqual(records, { a: 2, b: 1, c: 0 }, `in pieces of ${size}`);
    assert.equal(Buffer.concat(passed).toString(), dump);
  }
});

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
