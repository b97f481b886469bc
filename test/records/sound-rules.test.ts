// No engine changes its result: rules are checked before a database is opened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import {
  type Asker,
  anyOf,
  boolean,
  decimal,
  defineCollection,
  everyone,
  integer,
  login,
  recordsWhere,
  reference,
  references,
  superAdministrator,
  text,
} from '../../server/definitions/index.ts';
import type { Where } from '../../server/definitions/types/where.ts';
import { CannotStart } from '../../server/errors.ts';
import { requireSoundRules } from '../../server/records/store/sound-rules.ts';

/** Definitions may be written without types. */
const under = (where: unknown, audit: 'full' | 'none' = 'full') =>
  makeCatalogue([
    defineCollection({
      name: 'thing',
      label: 'Thing',
      audit,
      fields: {
        title: text({ max: 20 }),
        size: integer(),
        price: decimal({ precision: 5, scale: 2 }),
        open: boolean(),
        pin: text({ max: 5, secret: true }),
        next: reference('thing'),
        more: references('thing'),
        near: text({ max: 20 }),
        within: integer(),
        below: boolean(),
      },
      access: {
        read: anyOf(recordsWhere(everyone, where as never), superAdministrator),
        create: login,
        update: login,
        delete: login,
      },
    }),
  ]);

const sound: readonly (Where | ((actor?: Asker) => Where | string))[] = [
  { title: 'x', size: 5, price: '1.50', open: true, next: 3n, more: { eq: 3n }, create_user_id: 5n },
  { title: { in: [] } },
  { title: 'longer than the twenty characters', size: { lt: 2n ** 80n }, price: '1.505', next: 0n },
  { not: { or: [{ title: { nin: ['a', '\0'] } }, { more: { ne: 3n } }] } },
  { size: { gte: 1, lt: 5 }, update_time: { gt: 0 } },
  { or: [{ title: null }, { next: { more: { title: { contains: 'x' } } } }] },
  { next: { near: { eq: 'x' }, within: { gt: 5 }, below: { eq: true } } },
  { next: { near: null, within: null, below: null }, more: { near: { starts: 'x' } } },
  () => 'none',
  (actor) => (actor ? 'own' : 'all'),
  (actor) => ({ create_user_id: actor?.id ?? 0n }),
];
const unsound: readonly [where: unknown, place: string][] = [
  [{ titel: 'x' }, 'filter.titel'],
  [{ and: [{ title: 'x' }, { next: { titel: 'x' } }] }, 'filter.next.titel'],
  [{ size: 'big' }, 'filter.size.eq'],
  [{ price: '1,5' }, 'filter.price.eq'],
  [{ not: { titel: 'x' } }, 'filter.not.titel'],
  [{ not: {} }, 'filter.not'],
  [{ open: { gt: true } }, 'filter.open.gt'],
  [{ title: { like: 'x' } }, 'filter.title.like'],
  [{ title: undefined }, 'filter.title'],
  [{ title: { eq: null } }, 'filter.title.eq'],
  [{ pin: '1' }, 'filter.pin'],
  [{}, 'filter'],
  [{ or: [{}] }, 'filter'],
  [{ and: [] }, 'filter.and'],
  [{ title: 'x', and: [{ titel: 'x' }] }, 'filter.and.0.titel'],
  [{ or: { title: 'x' } }, 'filter.or'],
  [{ next: { next: { next: { next: { title: 'x' } } } } }, 'filter.next.next.next.next'],
  [() => ({ titel: 'x' }), 'filter.titel'],
];

for (const where of sound)
  test(`a rule may ask for ${String(typeof where === 'function' ? where : Object.keys(where))}`, () =>
    requireSoundRules(under(where)));

for (const [where, place] of unsound)
  test(`a rule that cannot be asked at ${place} stops the start and names the collection, the use and the place`, () => {
    const message = new RegExp(
      `the rule for 'read'.*collection 'thing'.*at '${place.replaceAll('.', '\\.')}'`,
    );
    return assert.rejects(
      requireSoundRules(under(where)),
      (error) => error instanceof CannotStart && message.test(error.message),
    );
  });

for (const use of ['read', 'write'] as const)
  test(`a ${use} rule of a field that cannot be asked stops the start, and names the field and the place`, () => {
    const rule = recordsWhere(login, { titel: 'x' });
    const fields = { title: text({ max: 9, [use]: rule }) };
    const ruled = defineCollection({ name: 'ruled', label: 'Ruled', audit: 'full', fields });
    return assert.rejects(
      requireSoundRules(makeCatalogue([ruled])),
      new RegExp(`field 'title': its ${use} rule: collection 'ruled': .*at 'filter\\.titel'`),
    );
  });

test('a rule that a function cannot answer for everybody stops the start', async () => {
  const fails = (actor: Asker) => ({ title: actor.username });
  await assert.rejects(requireSoundRules(under(fails)), CannotStart);
  const own = (actor?: Asker) => (actor ? 'own' : 'own');
  await assert.rejects(requireSoundRules(under(own, 'none')), CannotStart);
});
