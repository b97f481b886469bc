import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

/** Conditions of rules. What stands for `it` is computed: a value of another type, or a sound one that no record holds. */
const FORMS = {
  ne: '{ size: { ne: it } }',
  nin: '{ size: { nin: [it] } }',
  ninWithMore: '{ size: { nin: [3, it] } }',
  notEq: '{ not: { size: it } }',
  notIn: '{ not: { size: { in: [3, it] } } }',
  notGt: '{ not: { size: { gt: it } } }',
  notNotNe: '{ not: { not: { size: { ne: it } } } }',
  notOr: '{ not: { or: [{ size: it }, { title: "other" }] } }',
  notAnd: '{ not: { and: [{ title: "other" }, { size: it }] } }',
  both: '{ title: { ne: "other" }, size: { ne: it } }',
  through: '{ next: { size: { ne: it } } }',
  notThrough: '{ not: { next: { size: it } } }',
  reference: '{ next: { ne: it } }',
  many: '{ others: { ne: it } }',
  manyIn: '{ others: { nin: [it] } }',
  notMany: '{ not: { others: it } }',
  inside: '{ parts: { count: { ne: it } } }',
  notInside: '{ not: { parts: { count: it } } }',
  below: '{ not: { above: { below: it } } }',
} as const;

/** Of texts, a value of another type is what is no text, no number and no truth value. */
const TEXTS = {
  neText: '{ title: { ne: it } }',
  ninText: '{ title: { nin: ["x", it] } }',
  ncontains: '{ title: { ncontains: it } }',
  notStarts: '{ not: { title: { starts: it } } }',
  notEnds: '{ not: { title: { ends: it } } }',
} as const;

const values: Readonly<Record<string, readonly [wrong: string, sound: string]>> = {
  ...Object.fromEntries(Object.keys(FORMS).map((name) => [name, ['user.username', '77']])),
  ...Object.fromEntries(Object.keys(TEXTS).map((name) => [name, ['user', '"77"']])),
  missing: ['undefined', '77'],
};
const conditions: Readonly<Record<string, string>> = { ...FORMS, ...TEXTS, missing: FORMS.ninWithMore };

const names = Object.keys(conditions);
const rules = names.flatMap((name) =>
  values[name]?.map(
    (value, index) => `${name}${'WS'[index]}: (user, it = ${value}) => (${conditions[name]}),`,
  ),
);

/** The name of a user says which condition leaves them records: of a wrong value, or of a sound one. */
const line = `const rules = { ${rules.join('\n')} };
const rule = recordsWhere(login, (user) => rules[user.username]?.(user) ?? { id: { gt: 0n } });
export default defineCollection({
  name: 'line', label: 'Line', path: '/v1/line', audit: 'none',
  fields: {
    title: text({ max: 40, default: '' }),
    size: integer(),
    next: reference('line'),
    above: reference('line', { tree: true }),
    others: references('line'),
    parts: list(group({ count: integer() })),
  },
  access: { read: rule, create: login, update: rule, delete: rule },
});`;

const app = await freshApp({ contentDir: projectOf({ 'content/line.ts': line }) });
const ada = await app.person();
const first = await ada.make('/v1/line', {});
const ids = [
  first,
  await ada.make('/v1/line', { title: 'other' }),
  await ada.make('/v1/line', { title: 'full', size: 1, parts: [{ count: 2 }] }),
];
ids.push(await ada.make('/v1/line', { next: ids[2], above: first, others: [first] }));

for (const name of names)
  it(`a rule with a value of another type leaves no record: ${name}`, async () => {
    for (const [kind, mayAny] of [
      ['W', false],
      ['S', true],
    ] as const) {
      const person = await app.person([], name + kind);
      const seen = (await person.list('/v1/line')).length;
      assert.equal(seen > 0, mayAny, `${kind} lists ${seen}`);
      const got = [];
      const changed = [];
      for (const id of ids) {
        got.push((await person.get(`/v1/line/${id}`)).status);
        changed.push((await person.ask(`PATCH /v1/line/${id}`, {})).status);
      }
      const any = [got.includes(200), changed.includes(200)];
      assert.deepEqual(any, [mayAny, mayAny], `${kind} ${got} ${changed}`);
    }
  });
