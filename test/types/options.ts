// Nothing here runs: the compiler checks it. What it refuses, a start refuses too (test/dangers/writes/mistakes.test.ts).
import {
  bigint,
  blocks,
  boolean,
  choice,
  date,
  dateTime,
  decimal,
  defineCollection,
  defineJob,
  email,
  file,
  files,
  group,
  integer,
  json,
  list,
  login,
  longText,
  reference,
  references,
  richText,
  slug,
  Type,
  text,
  url,
} from '../../server/definitions/index.ts';

// Every kind takes the options that it has …
bigint({ min: 1n, required: true });
boolean({ default: false });
choice(['a', 'b'], { default: 'a', words: { a: 'A' } });
date({ min: '2026-01-01' });
dateTime({ label: 'When', min: 0 });
decimal({ precision: 9, scale: 2, default: '0.00', min: '0.00', max: '99.50' });
email({ unique: true });
file({ accept: ['image/*'] });
files({ accept: ['image/*'], required: true, min: 2, max: 9, onDelete: 'refuse' });
group({ street: text({ max: 20 }) }, { required: true, label: 'Address' });
list(text({ max: 20 }), { required: true, min: 1, max: 9 });
blocks({ quote: group({ words: text({ max: 20 }) }) }, { max: 9 });
integer({ min: 1, max: 3 });
json({ depth: 3 });
longText({ searchable: true });
reference('author', { onDelete: 'delete' });
references('author', { onDelete: 'detach', label: 'Authors' });
richText({ format: 'markdown' });
slug({ from: 'title', help: 'Lower case' });
text({ max: 20, read: login });
url({ indexed: true });

// … and no others, also beside good ones.
// @ts-expect-error
bigint({ min: 1n, raed: login });
// @ts-expect-error
boolean({ default: false, raed: login });
// @ts-expect-error
choice(['a', 'b'], { default: 'a', defualt: 'b' });
// @ts-expect-error
date({ min: '2026-01-01', mxa: '2027-01-01' });
// @ts-expect-error
dateTime({ label: 'When', requird: true });
// @ts-expect-error
decimal({ precision: 9, scale: 2, min: 0 });
// @ts-expect-error
email({ unique: true, max: 20 });
// @ts-expect-error
file({ accept: ['image/*'], raed: login });
// @ts-expect-error
integer({ min: 1, mxa: 3 });
// @ts-expect-error
json({ depth: 3, indexed: true });
// @ts-expect-error
longText({ searchable: true, unique: true });
// @ts-expect-error
reference('author', { required: true, ondelete: 'delete' });
// @ts-expect-error
references('author', { max: 3, unique: true });
// @ts-expect-error
references('author', { onDelete: 'delete' });
// @ts-expect-error
richText({ max: 100, raed: login });
// @ts-expect-error
slug({ from: 'title', required: true });
// @ts-expect-error
text({ max: 20, raed: login });
// @ts-expect-error
text({ max: 10, requird: true });
// @ts-expect-error
url({ max: 20, pattern: /x/ });

// @ts-expect-error what must be sent needs no default
text({ max: 20, required: true, default: '' });
// @ts-expect-error
text({});
// @ts-expect-error
text({ max: '10' });

const collection = {
  name: 'thing',
  label: 'x',
  audit: 'full',
  fields: { title: text({ max: 20 }) },
} as const;
const rules = { create: login, update: login, delete: login } as const;
defineCollection({ ...collection, unique: [['title']], access: { ...rules, read: login } });
// @ts-expect-error
defineCollection({ ...collection, uniqe: [['title']] });
// @ts-expect-error
defineCollection({ ...collection, access: { ...rules, read: login, histroy: login } });
// @ts-expect-error
defineCollection({ ...collection, unique: [['titel']] });
// @ts-expect-error
defineCollection({ ...collection, hooks: { beforeCrate() {} } });
// @ts-expect-error
defineCollection({ ...collection, audit: 'ful' });

const job = { name: 'tidy', label: 'x', run() {} } as const;
defineJob({ ...job, schedule: { cron: '0 3 * * *' } });
defineJob({ ...job, input: Type.Object({ id: Type.Id() }), run: ({ input }) => input.id satisfies bigint });
// @ts-expect-error nobody sends the input of a job that a calendar adds
defineJob({ ...job, schedule: { cron: '0 3 * * *' }, input: Type.Object({}) });
