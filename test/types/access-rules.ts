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
  ownRows,
  permission,
  reference,
  rowsWhere,
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
defineCollection({ ...common, access: { ...rest, read: rowsWhere(everyone, { state: 'live' }) } });
defineCollection({ ...common, access: { ...rest, read: rowsWhere(everyone, isLive) } });
defineCollection({
  ...common,
  access: { ...rest, read: rowsWhere(login, (actor) => ({ author: actor.id })) },
});
defineCollection({
  ...common,
  access: { ...rest, read: rowsWhere(login, ({ groupIds }) => (groupIds.length > 0 ? 'all' : isLive)) },
});
defineCollection({
  ...common,
  access: { ...rest, read: rowsWhere(everyone, (actor?: Asker) => (actor ? 'own' : 'none')) },
});
defineCollection({
  ...common,
  access: {
    ...rest,
    read: anyOf(rowsWhere(everyone, isLive), ownRows(login), permission('See all')),
    update: rowsWhere(permission('Edit'), { or: [{ title: { starts: 'x' } }, { author: { name: 'ann' } }] }),
    history: rowsWhere(login, { create_user_id: { gt: 1n }, update_time: { lt: 5 } }),
  },
});

// @ts-expect-error no such field
defineCollection({ ...common, access: { ...rest, read: rowsWhere(login, { statsu: 'live' }) } });
// @ts-expect-error no such field beside one that there is
defineCollection({ ...common, access: { ...rest, read: rowsWhere(login, { state: 'live', titel: 'x' }) } });
const inGroup = rowsWhere(login, { or: [{ state: 'live' }, { titel: 'x' }] });
// @ts-expect-error no such field in a group
defineCollection({ ...common, access: { ...rest, read: inGroup } });
// @ts-expect-error no such field in one of several rules
defineCollection({ ...common, access: { ...rest, read: anyOf(login, rowsWhere(login, { titel: 'x' })) } });
defineCollection({
  ...common,
  // @ts-expect-error no such field in what a function answers
  access: { ...rest, read: rowsWhere(login, (actor) => ({ autor: actor.id })) },
});
// @ts-expect-error where nobody may ask, a function must think of nobody
rowsWhere(everyone, (actor) => ({ author: actor.id }));
// @ts-expect-error a switch to public would let a stranger see what is nobody's
rowsWhere(loginUnlessOff('THING_LOGIN_REQUIRED'), { state: 'live' });
// @ts-expect-error a value is never a float's kin
rowsWhere(login, { state: { eq: undefined } });
// @ts-expect-error a field is ruled for all rows
text({ max: 5, read: ownRows(login) });
// @ts-expect-error a field is ruled for all rows
text({ max: 5, write: rowsWhere(login, { state: 'live' }) });
