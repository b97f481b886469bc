import fc from 'fast-check';
import type { FreshApp, Person } from '../fresh-app.ts';
import { keysOf } from '../records/api-keys.ts';
import { ADMINISTERS } from '../records/delegates.ts';
import { at } from './at.ts';

const GRANTS = [
  'post.edit',
  'post.history',
  'person.salaries',
  'person.salary.write',
  'log.search',
  'log.list',
];
const PERMISSIONS = [...GRANTS, ...Object.values(ADMINISTERS)];
/** The group whose members need a second factor. */
export const NEEDS_FACTOR = 'factored';
/** What keys are narrowed to. */
const LIMITS: readonly object[] = [
  {},
  { read_only: true },
  { records: ['post'] },
  { records: ['person'], read_only: true },
  { permissions: [] },
  { permissions: ['post.edit', 'log.search'] },
  { permissions: ['person.salaries'], records: ['person'] },
  { networks: ['127.0.0.0/8'] },
  { networks: ['192.0.2.0/24'] },
  { manages_accounts: true },
];

/** The collections whose rules are asked about; `post` more often than others. */
export type Kind = 'post' | 'note' | 'person';
export const kinds = fc.constantFrom<Kind>('post', 'post', 'note', 'person');

/** Somebody who asks, and how questions about them begin. */
export interface Asker {
  readonly name: string;
  readonly client: Pick<Person, 'ask'>;
  readonly about: string;
  /** Whether a token may be refused that is not looked at everywhere. */
  readonly isPerson?: boolean;
}

/** Some changes of records, grants, memberships and activity. */
export function worlds() {
  return fc.record({
    rows: fc.array(
      fc.record({
        kind: kinds,
        writer: fc.nat(),
        state: fc.constantFrom('draft', 'published'),
        reviewer: fc.nat(),
        isDeleted: fc.nat({ max: 5 }).map((one) => one === 0),
      }),
      { maxLength: 3 },
    ),
    grants: fc.array(fc.record({ group: fc.nat(), permission: fc.nat(), isGiven: fc.boolean() }), {
      maxLength: 4,
    }),
    memberships: fc.array(fc.record({ person: fc.nat(), group: fc.nat(), isOver: fc.boolean() }), {
      maxLength: 2,
    }),
    inactive: fc.option(fc.nat(), { freq: 3, nil: undefined }),
  });
}

export type World = ReturnType<typeof worlds> extends fc.Arbitrary<infer Value> ? Value : never;

/** People, programs and records of this app about whom and which decisions are asked. */
export async function firstWorld(app: FreshApp) {
  const { root } = app;
  const permissionIds = await app.permissionIds(...PERMISSIONS);
  const groups = await Promise.all([1, 2, 3].map(() => app.groupWith()));
  const people: (Person & { isSignedOut: boolean })[] = [];
  for (let count = 0; count < 4; count += 1) people.push({ ...(await app.person()), isSignedOut: false });
  await root.done(`PUT /cms/admin/group/${groups[1]}`, { name: NEEDS_FACTOR });
  await ageProofs();
  const programs = await makePrograms(app, groups);
  const records: Record<Kind, number[]> = { post: [], note: [], person: [] };
  /** Posts that are not deleted, to which notes may refer. */
  const standing: number[] = [];
  const writers = [root, ...people];

  /** Records whose references lead to others, of somebody who may make them. */
  async function makeRecord(kind: Kind, by: Pick<Person, 'make'>, state: string, reviewer: number) {
    const number = records[kind].length;
    const made = {
      person: () => root.make('/v1/person', { name: `person ${number}`, salary: '1.00', pin: '1' }),
      note: () => root.make('/v1/note', { words: `note ${number}`, post: at(standing, reviewer) }),
      post: async () => {
        const id = await by
          .make('/v1/post', { title: `post ${number}` })
          .catch(() => root.make('/v1/post', { title: `post ${number}` })); // a deactivated user writes nothing
        const active = people.filter(({ isSignedOut }) => !isSignedOut); // nobody else may be referred to anew
        await root.done(`PATCH /v1/post/${id}`, { state, reviewers: [at(active, reviewer).id] });
        return id;
      },
    };
    const id = await made[kind]();
    records[kind].push(id);
    return id;
  }

  /** Lets all sign in but this person, who is signed out. */
  async function deactivate(number: number | undefined): Promise<void> {
    for (const one of people.filter(({ isSignedOut }) => isSignedOut)) {
      await root.done(`PUT /cms/admin/user/${one.id}/activation`);
      await app.behind('update quire_user set second_factor = false where id = ?', one.id);
      Object.assign(one, app.as((await app.signIn(one.username)).access), { isSignedOut: false });
      await ageProofs();
    }
    if (number === undefined) return;
    const out = at(people, number);
    await root.done(`DELETE /cms/admin/user/${out.id}/activation`);
    out.isSignedOut = true;
  }

  /** The first two have a second factor, which the others should have long since; nobody has proved anything recently. */
  async function ageProofs(): Promise<void> {
    const [one, two] = people.map(({ id }) => id);
    await app.behind('update quire_session set proved_time = 1');
    await app.behind('update quire_user set second_factor = true where id in (?, ?)', one ?? 0, two ?? 0);
    await app.behind('update quire_user set factor_due = 1 where id > 1');
  }

  async function change({ rows: made, grants, memberships, inactive }: World): Promise<void> {
    for (const { kind, writer, state, reviewer, isDeleted } of made) {
      const id = await makeRecord(kind, at(writers, writer), state, reviewer);
      if (isDeleted) await root.done(`DELETE /v1/${kind}/${id}`);
      else if (kind === 'post') standing.push(id);
    }
    for (const { group, permission, isGiven } of grants) {
      const ids = [at(permissionIds, permission)];
      const changes = [{ group_id: at(groups, group), ...(isGiven ? { grant: ids } : { revoke: ids }) }];
      await root.done('POST /cms/admin/grants', { changes });
    }
    for (const { person, group, isOver } of memberships) {
      const [userId, groupId] = [at(people, person).id, at(groups, group)];
      await root.done(`PUT /cms/admin/user/${userId}/memberships/${groupId}`, {});
      if (!isOver) continue;
      const sql = 'update quire_membership set until = 1 where user_id = ? and group_id = ?';
      await app.behind(sql, userId, groupId);
    }
    await deactivate(inactive);
  }

  function askerOf(who: number): Asker {
    const all: Asker[] = [
      { name: 'nobody', client: app.nobody, about: '' },
      { name: 'root', client: root, about: '&user=1' },
      ...[...people, ...people].map((one) => ({
        name: one.username,
        client: one,
        about: `&user=${one.id}`,
        isPerson: true,
      })),
      ...programs.map((one) => ({
        name: one.name,
        client: one,
        about: `&key=${one.id}&address=127.0.0.1`,
      })),
    ];
    return at(all, who);
  }

  for (const { id } of people) await root.done(`PUT /cms/admin/user/${id}/memberships/${groups[0]}`, {});
  standing.push(await makeRecord('post', root, 'draft', 0));
  for (const kind of ['note', 'person'] as const) await makeRecord(kind, root, 'draft', 0);
  return { rows: records, change, askerOf };
}

/** Service users with keys: one that may all that its user may, and narrower ones. */
async function makePrograms(app: FreshApp, groups: readonly number[]) {
  const { program } = keysOf(app);
  const made = [];
  for (const [index, one] of LIMITS.entries())
    made.push({ ...(await program(one, [at(groups, index)])), name: JSON.stringify(one) });
  return made;
}
