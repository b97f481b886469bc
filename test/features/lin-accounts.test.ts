// No engine changes its result: how users of a Lin CMS are taken over is decided without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Applicant, accountOf } from '../../server/features/import-lin/account.ts';
import type { RecordDecision } from '../../server/features/import-lin/decision.ts';
import type { Identity } from '../../server/features/import-lin/identities.ts';
import { Report } from '../../server/features/import-lin/report.ts';

const HASH = `sha1$salt$1$${'a'.repeat(40)}`;
const record = { id: '7', username: 'ann', nickname: 'Ann', active: null, avatar: null, email: null };

function applicant({
  record: own = {},
  ...more
}: { readonly record?: object } & Partial<Omit<Applicant, 'record'>>) {
  return {
    record: { ...record, ...own },
    ...{ here: [], firstNamed: new Map(), firstKeyed: new Map([['ann', '7']]) },
    ...{ firstAddressed: new Map([['ann@lin.example', '7']]), pictures: new Map() },
    ...more,
  } as unknown as Applicant;
}

const byPassword = (more: object = {}) => ({ identifier: 'ann', credential: HASH, ...more }) as Identity;

describe('a user who is taken over', () => {
  const noPassword = 'its password is of no known format: an administrator must set one';
  for (const [what, given, password, account, changes] of [
    [
      'as they are',
      {},
      byPassword(),
      { username: 'ann', nickname: 'Ann', active: true, avatar: null, email: null },
      [],
    ],
    ['without a nickname', { record: { nickname: ' ' } }, byPassword(), { nickname: 'ann' }, []],
    ['with no nickname at all', { record: { nickname: null } }, byPassword(), { nickname: 'ann' }, []],
    ['active', { record: { active: '1' } }, byPassword(), { active: true }, []],
    ['inactive', { record: { active: '2' } }, byPassword(), { active: false }, []],
    ['without a password', {}, undefined, {}, [noPassword]],
    ['with a password of another kind', {}, byPassword({ credential: 'md5' }), {}, [noPassword]],
    [
      'with another name to sign in',
      {},
      byPassword({ identifier: 'anna' }),
      {},
      ["it signs in as 'ann', no longer as 'anna'"],
    ],
    [
      'with an address',
      { record: { email: 'Ann@lin.example' } },
      byPassword(),
      { email: 'Ann@lin.example' },
      [],
    ],
    [
      'with an invalid address',
      { record: { email: 'ann' } },
      byPassword(),
      { email: null },
      [/^the address is left out: 'ann' /],
    ],
    [
      'with an address of another user there',
      { record: { email: 'ann@lin.example' }, firstAddressed: new Map([['ann@lin.example', '3']]) },
      byPassword(),
      { email: null },
      ["the address is left out: 'ann@lin.example' is also the address of user 3 there"],
    ],
    [
      'with an address of the second user here',
      { record: { email: 'ann@lin.example' }, here: [{ email_key: null }, { email_key: 'ann@lin.example' }] },
      byPassword(),
      { email: null },
      ["the address is left out: 'ann@lin.example' is the address of another user here"],
    ],
    [
      'with the name of another user here',
      {
        here: [
          { username: 'bob', name_key: 'bob' },
          { username: 'Ann', name_key: 'ann' },
        ],
      },
      byPassword(),
      { name_key: null },
      ["it signs in only as 'ann', in this case: 'Ann' is another user here"],
    ],
    [
      'with the name of another user there',
      { firstKeyed: new Map([['ann', '3']]) },
      byPassword(),
      { name_key: null },
      ["it signs in only as 'ann', in this case: user 3 there has the same name in another case"],
    ],
    [
      'with a picture',
      { record: { avatar: 'a.png' }, pictures: new Map([['a.png', { isHere: true, path: 'b/a.png' }]]) },
      byPassword(),
      { avatar: 'b/a.png' },
      [],
    ],
    [
      'with a picture whose path is not known yet',
      { record: { avatar: 'a.png' }, pictures: new Map([['a.png', { isHere: true, path: undefined }]]) },
      byPassword(),
      { avatar: 'a.png' },
      [],
    ],
    [
      'with a picture that stays behind',
      { record: { avatar: 'http://a/a.png' }, pictures: new Map([['http://a/a.png', { isHere: false }]]) },
      byPassword(),
      { avatar: 'http://a/a.png' },
      ["its picture 'http://a/a.png' is not taken over"],
    ],
    [
      'with a picture elsewhere',
      { record: { avatar: 'https://b/a.png' } },
      byPassword(),
      { avatar: 'https://b/a.png' },
      [],
    ],
    [
      'with a picture that is lost',
      { record: { avatar: 'a.png' } },
      byPassword(),
      { avatar: 'a.png' },
      ["its picture 'a.png' is not taken over"],
    ],
    ['with no picture', { record: { avatar: '' } }, byPassword(), { avatar: null }, []],
  ] as const)
    it(what, async () => {
      const made = await accountOf(applicant(given as object), password, true);
      for (const [name, value] of Object.entries(account))
        assert.equal((made.account as Record<string, unknown>)[name], value, name);
      assert.equal(made.changes.length, changes.length, made.changes.join());
      for (const [index, change] of changes.entries())
        if (typeof change === 'string') assert.equal(made.changes[index], change);
        else assert.match(made.changes[index] ?? '', change);
    });

  it('keeps a name of their own, and a password that only a real run hashes', async () => {
    const [tried, done] = await Promise.all(
      [true, false].map(async (isDryRun) => (await accountOf(applicant({}), byPassword(), isDryRun)).account),
    );
    assert.equal(tried?.name_key, 'ann');
    assert.notDeepEqual(tried?.credential, done?.credential);
  });
});

describe('the report of an import', () => {
  function linesOf(act: (report: Report) => void): string[] {
    const lines: string[] = [];
    act(new Report((line) => lines.push(line)));
    return lines;
  }
  const decided = (id: bigint, decision: object) =>
    ({ table: 'lin_user', id, ...decision }) as RecordDecision;
  const imported = (...changes: string[]) => ({ outcome: 'imported', changes });
  const records = [
    decided(1n, { ...imported(), target: 1n }),
    decided(2n, { ...imported('a'), target: 2n }),
    decided(3n, { ...imported('a', 'b'), target: 9n }),
    decided(4n, { outcome: 'present', target: 4n }),
    decided(5n, { outcome: 'present', target: 8n }),
    decided(6n, { outcome: 'skipped', reason: 'c' }),
    decided(7n, { outcome: 'skipped', reason: 'c' }),
    { ...decided(7n, { outcome: 'present' }), table: 'lin_log' },
  ];

  it('names the records of each decision in one line, once', () => {
    const lines = linesOf((report) => {
      for (const one of records) report.add(one);
      report.flush();
      report.flush();
    });
    assert.deepEqual(lines, [
      'lin_user  changed: a  [id 2, 3]',
      'lin_user  changed: b  [id 3]',
      'lin_user  changed: it gets another id here  [id 3 → 9]',
      'lin_user  already there under another id  [id 5 → 8]',
      'lin_user  skipped: c  [id 6, 7]',
    ]);
  });

  it('counts them by table', () => {
    const report = new Report(() => {});
    for (const one of records) report.add(one);
    assert.deepEqual(report.summary().split('\n'), [
      'table     read  imported  already there  skipped  of the imported, changed',
      'lin_user     7         3              2        2                         2',
      'lin_log      1         0              1        0                         0',
    ]);
  });

  it('tells of samples that make way, and of times to come', () => {
    const lines = linesOf((report) => {
      report.tellFuture('UTC');
      report.clear('book', [1n, 2n]);
      for (const time of [2000, 3000, 1000]) report.noteFuture(time);
      report.tellFuture('+08:00');
    });
    assert.equal(lines.length, 2);
    assert.equal(lines[0], 'book  untouched samples of this server make way  [id 1, 2]');
    assert.match(lines[1] ?? '', /^\nWarning: .*: 3, the latest 1970-01-01T00:00:03.000Z\. .* \+08:00;/);
  });
});
