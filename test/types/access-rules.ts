// Nothing here runs: the compiler checks it.
import {
  type Asker,
  anyOf,
  choice,
  decimal,
  defineCollection,
  everyone,
  login,
  loginUnlessOff,
  ownRecords,
  permission,
  recordsWhere,
  reference,
  superAdministrator,
  text,
} from '../../server/definitions/index.ts';

const fields = {
  title: text({ max: 50, required: true }),
  state: choice(['draft', 'live'], { default: 'draft' }),
  author: reference('author'),
  price: decimal({ precision: 9, scale: 2, read: permission('See prices'), write: superAdministrator }),
} as const;
const rest = { create: login, update: login, delete: login } as const;
const common = { name: 'thing', label: 'x', audit: 'full', fields } as const;

const isLive = { state: 'live' } as const;
defineCollection({ ...common, access: { ...rest, read: recordsWhere(everyone, { state: 'live' }) } });
defineCollection({ ...common, access: { ...rest, read: recordsWhere(everyone, isLive) } });
defineCollection({
  ...common,
  access: { ...rest, read: recordsWhere(login, (actor) => ({ author: actor.id })) },
});
defineCollection({
  ...common,
  access: { ...rest, read: recordsWhere(login, ({ groupIds }) => (groupIds.length > 0 ? 'all' : isLive)) },
});
defineCollection({
  ...common,
  access: { ...rest, read: recordsWhere(everyone, (actor?: Asker) => (actor ? 'own' : 'none')) },
});
defineCollection({
  ...common,
  access: {
    ...rest,
    read: anyOf(recordsWhere(everyone, isLive), ownRecords(login), permission('See all')),
    update: recordsWhere(permission('Edit'), {
      or: [{ title: { starts: 'x' } }, { author: { name: 'ann' } }],
    }),
    history: recordsWhere(login, { create_user_id: { gt: 1n }, update_time: { lt: 5 } }),
  },
});

// @ts-expect-error no such field
defineCollection({ ...common, access: { ...rest, read: recordsWhere(login, { statsu: 'live' }) } });
const besideOne = recordsWhere(login, { state: 'live', titel: 'x' });
// @ts-expect-error no such field beside one that there is
defineCollection({ ...common, access: { ...rest, read: besideOne } });
const inGroup = recordsWhere(login, { or: [{ state: 'live' }, { titel: 'x' }] });
// @ts-expect-error no such field in a group
defineCollection({ ...common, access: { ...rest, read: inGroup } });
// @ts-expect-error no such field in one of several rules
defineCollection({ ...common, access: { ...rest, read: anyOf(login, recordsWhere(login, { titel: 'x' })) } });
defineCollection({
  ...common,
  // @ts-expect-error no such field in what a function answers
  access: { ...rest, read: recordsWhere(login, (actor) => ({ autor: actor.id })) },
});
// @ts-expect-error where nobody may ask, a function must think of nobody
recordsWhere(everyone, (actor) => ({ author: actor.id }));
// @ts-expect-error a switch to public would let a stranger see what is nobody's
recordsWhere(loginUnlessOff('THING_LOGIN_REQUIRED'), { state: 'live' });
// @ts-expect-error a value is never a float's kin
recordsWhere(login, { state: { eq: undefined } });
text({ max: 5, read: ownRecords(login) });
text({ max: 5, write: anyOf(superAdministrator, recordsWhere(login, { state: 'live' })) });
