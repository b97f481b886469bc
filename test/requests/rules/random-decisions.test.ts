import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/rows/api-keys.ts';

/** How many random decisions are compared. */
const DECISIONS = Number(process.env.RANDOM_REQUESTS ?? 2000);
/** The code of everything that the rules or a key refuse. */
const REFUSED = 10_000;

const app = await freshApp({ contentDir: 'test/content/rules' });
const { root } = app;
const { program } = keysOf(app);
const PERMISSIONS = ['编辑全部文章', '查看文章历史', '查看薪资', '修改薪资', '查询所有日志', '搜索日志'];

interface Asker {
  readonly name: string;
  readonly client: Pick<typeof root, 'ask'>;
  /** How the question names them. */
  readonly as: string;
}

const people = [
  await app.person(),
  await app.granted('编辑全部文章'),
  await app.granted('查看薪资', '修改薪资'),
];
const groups = [
  await app.groupWith('编辑全部文章', '查看文章历史', '搜索日志'),
  await app.groupWith(...PERMISSIONS),
];
const LIMITS: readonly object[] = [
  {},
  { read_only: true },
  { records: ['post'] },
  { records: ['person', 'note'], read_only: true },
  { permissions: [] },
  { permissions: ['post.edit', 'log.list'] },
  { permissions: ['person.salaries'], records: ['person'] },
  { networks: ['127.0.0.0/8'] },
  { networks: ['192.0.2.0/24'] },
  { manages_accounts: true },
];
const programs = await Promise.all(LIMITS.map((limits, index) => program(limits, [groups[index % 2] ?? 0])));
const nobody: Asker = { name: 'nobody', client: app.nobody, as: '' };
const askers: readonly Asker[] = [
  nobody,
  { name: 'root', client: root, as: '&user=1' },
  ...people.map((client, index) => ({ name: `person ${index}`, client, as: `&user=${client.id}` })),
  ...programs.map((client, index) => ({
    name: JSON.stringify(LIMITS[index]),
    client,
    as: `&key=${client.id}&address=127.0.0.1`,
  })),
];
const writers = [root, ...people, programs[0] ?? root];
const posts: number[] = [];
for (const [index, writer] of writers.entries())
  for (const state of ['draft', 'published']) {
    const reviewers = [people[index % people.length]?.id ?? 1];
    const { status, body } = await writer.post<{ id: number }>('/v1/post', { title: 'x', state, reviewers });
    if (status === 201) posts.push(body.id);
  }
const persons = [await root.make('/v1/person', { name: 'a', salary: '1.00', contract: 'c', pin: '1' })];
// Posts of their own, for a post with notes of others cannot be deleted.
const notes: number[] = [];
for (const state of ['draft', 'published'])
  notes.push(
    await root.make('/v1/note', { words: 'w', post: await root.make('/v1/post', { title: 'x', state }) }),
  );

const ROWS = { post: posts, person: persons, note: notes } as const;
type Name = keyof typeof ROWS;
const FIELDS = {
  post: ['title', 'state'],
  person: ['name', 'salary', 'pin', 'rank'],
  note: ['words'],
} as const;
const CHANGES: Readonly<Record<string, unknown>> = {
  ...{ title: 'new', state: 'draft', words: 'new', name: 'new' },
  ...{ salary: '2.00', pin: '2', rank: 'new' },
};

/** A request, the question about it, and how an answer says yes. */
interface Decision {
  readonly request: string;
  readonly body?: unknown;
  readonly question: string;
  readonly isYes: (answer: { readonly status: number; readonly body: Record<string, unknown> }) => boolean;
}

const isDone: Decision['isYes'] = ({ status }) => status < 300;

function aboutRow(record: Name, id: number, action: string): Decision {
  const path = `/v1/${record}/${id}`;
  const question = `record=${record}&action=${action}&id=${id}`;
  if (action === 'update') {
    const [field] = FIELDS[record];
    return {
      request: `PATCH ${path}?dry_run=true`,
      body: { [field]: CHANGES[field] },
      question,
      isYes: isDone,
    };
  }
  if (action === 'delete') return { request: `DELETE ${path}?dry_run=true`, question, isYes: isDone };
  return { request: `GET ${path}${action === 'history' ? '/history' : ''}`, question, isYes: isDone };
}

function aboutField(record: Name, id: number, [field, action]: readonly [string, string]): Decision {
  const question = `record=${record}&action=${action}&field=${field}&id=${id}`;
  const path = `/v1/${record}/${id}`;
  return action === 'read'
    ? { request: `GET ${path}`, question, isYes: ({ body }) => Object.hasOwn(body, field) }
    : {
        request: `PATCH ${path}?dry_run=true`,
        body: { [field]: CHANGES[field] },
        question,
        isYes: isDone,
      };
}

const { routes } = await root.read<{ routes: { method: string; path: string; rows: string }[] }>(
  '/cms/access/matrix',
);
/** What would end the session that this test asks by, what asks for another token, and a list whose rows depend on a parameter. */
const LEFT_OUT = /logout|refresh|^\/cms\/file$/;
const askable = routes.filter(({ path }) => !LEFT_OUT.test(path));

function aboutRoute({ method, path, rows }: (typeof askable)[number]): Decision {
  const filled = path.replaceAll(/\{\w+\}/g, '999999');
  return {
    request: `${method} ${filled}`,
    ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
    question: `method=${method}&path=${encodeURIComponent(filled)}`,
    isYes: ({ status, body }) => {
      const code = body.code ?? body.error_code;
      // The rule admits everybody; a few handlers look at a key nevertheless.
      const isOfKey = rows === 'none' && code === 10_262 && status === 403;
      return code !== REFUSED && !isOfKey;
    },
  };
}

const record = fc.constantFrom<Name>('post', 'person', 'note');
const rowOf = (name: Name) => fc.constantFrom(...ROWS[name]);
const decision: fc.Arbitrary<Decision> = fc.oneof(
  record.chain((name) =>
    fc
      .tuple(rowOf(name), fc.constantFrom('read', 'update', 'delete', 'history'))
      .map(([id, action]) => aboutRow(name, id, action)),
  ),
  record.chain((name) =>
    fc
      .tuple(rowOf(name), fc.constantFrom<string>(...FIELDS[name]), fc.constantFrom('read', 'update'))
      .map(([id, field, action]) => aboutField(name, id, [field, action])),
  ),
  fc.constantFrom(...askable).map(aboutRoute),
);

describe('random decisions', () => {
  it(`are explained as the server then decides, ${DECISIONS} times`, async () => {
    const seen = { yes: 0, no: 0 };
    await fc.assert(
      fc.asyncProperty(fc.nat(askers.length - 1), decision, async (index, asked) => {
        const { name, client, as } = askers[index] ?? nobody;
        const { allowed } = await root.read<{ allowed: boolean }>(
          `/cms/access/explain?${asked.question}${as}`,
        );
        const answer = await client.ask(asked.request, asked.body);
        const isYes = asked.isYes(answer);
        seen[isYes ? 'yes' : 'no'] += 1;
        assert.equal(
          allowed,
          isYes,
          `${name}: ${asked.request}: ${answer.status} ${answer.text.slice(0, 200)}`,
        );
      }),
      { numRuns: DECISIONS },
    );
    assert.ok(seen.yes > DECISIONS / 5 && seen.no > DECISIONS / 5, JSON.stringify(seen));
  });
});
