import './page.ts';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadPageTexts } from '../src/texts/index.ts';
import { collectionOf, fieldOf } from './collections.ts';

const film = collectionOf([fieldOf('price', 'decimal')]);
const star = collectionOf([], { name: 'star', label: 'Star' });
const find = (name: string) => [film, star].find((one) => one.name === name);

before(async () => {
  await loadPageTexts();
});

describe('a job', async () => {
  const { wordsOf } = await import('../src/pages/admin/jobs/job-text.ts');
  for (const [kind, label, subject, words] of [
    ['keep quire_log 90 days', null, null, ['Remove expired data: the log', 'older than 90 days']],
    ['keep quire_log 1 days', null, null, ['Remove expired data: the log', 'older than a day']],
    ['keep own_table 2 days', null, null, ['Remove expired data: own_table', 'older than 2 days']],
    ['encrypt secrets anew webhook', null, null, ['Re-encrypt stored secrets', '']],
    ['import', null, 'film 7', ['Import or bulk change', 'Film 7']],
    ['import', null, 'star 12', ['Import or bulk change', 'Star 12']],
    ['import', null, 'imports of 7', ['Import or bulk change', '']],
    ['import', null, 'gone 7', ['Import or bulk change', 'gone 7']],
    ['import', null, 'film', ['Import or bulk change', 'film']],
    ['jobs/import', null, null, ['Import or bulk change', '']],
    ['jobs/tidy-up', 'Tidy up', null, ['Tidy up', '']],
    ['jobs/tidy-up', null, 'jobs/tidy-up', ['tidy-up', '']],
    ['mail/welcome', 'Welcome', 'ann', ['Email: Welcome', 'ann']],
    ['mail/welcome', null, null, ['Email: welcome', '']],
    ['unknown', null, null, ['unknown', '']],
  ] as const)
    it(`${kind} about ${subject} reads ${words.join(', ')}`, () => {
      const { title, subject: about } = wordsOf({ kind, label, subject } as never, [film, star]);
      assert.deepEqual([title, about], words);
    });
});

describe('a webhook', async () => {
  const { summaryOf } = await import('../src/pages/admin/webhooks/webhook-text.ts');
  for (const [what, webhook, summary] of [
    [
      'everything',
      { collections: null, events: null, filter: null, access: null },
      'all collections · all events',
    ],
    [
      'two collections',
      { collections: ['film', 'gone'], events: null, filter: null, access: null },
      'Film, gone · all events',
    ],
    [
      'some events',
      { collections: null, events: ['created', 'deleted'], filter: {}, access: null },
      'all collections · filtered · Created, Deleted',
    ],
    [
      'access alone',
      { collections: [], events: null, filter: null, access: ['user', 'grant'] },
      'Users, Permissions of groups · all events',
    ],
    [
      'a word that is newer',
      { collections: [], events: ['new'], filter: null, access: ['new'] },
      'new · new',
    ],
  ] as const)
    it(`about ${what} reads '${summary}'`, () =>
      assert.equal(summaryOf(webhook as never, [film, star]), summary));
});

describe('an API key', async () => {
  const { limitsText } = await import('../src/pages/admin/keys/limits-text.ts');
  const none = {
    permissions: null,
    collections: null,
    networks: null,
    read_only: false,
    manages_accounts: false,
    requests_per_minute: null,
  };
  for (const [limits, text] of [
    [{}, 'everything its user can do'],
    [{ requests_per_minute: 600 }, 'everything its user can do · 600 requests a minute'],
    [{ read_only: true, requests_per_minute: 60 }, 'read only · 60 requests a minute'],
    [{ read_only: true }, 'read only'],
    [{ manages_accounts: true }, 'manage accounts'],
    [{ collections: ['film', 'star'] }, 'only film, star'],
    [{ permissions: [] }, 'only the permissions –'],
    [{ permissions: ['log.list', 'log.search'] }, 'only the permissions log.list, log.search'],
    [{ networks: ['10.0.0.0/8'] }, 'from 10.0.0.0/8'],
    [{ read_only: true, collections: ['film'], networks: ['::1'] }, 'read only · only film · from ::1'],
  ] as const)
    it(`that is ${text}`, () => assert.equal(limitsText({ ...none, ...limits } as never), text));
});

describe('a rule', async () => {
  const { subjectText } = await import('../src/pages/admin/permissions/subject-text.ts');
  for (const [subject, text] of [
    ['film read', 'Film · View'],
    ['star delete', 'Star · Delete'],
    ['film own', 'Film · own'],
    ['film.price read', 'Film · PRICE · View'],
    ['film.price write', 'Film · PRICE · Change'],
    ['film.gone write', 'Film · gone · Change'],
    ['gone read', 'gone read'],
    ['POST /v1/film/bulk', 'POST /v1/film/bulk'],
  ] as const)
    it(`'${subject}' reads '${text}'`, () => assert.equal(subjectText(subject, find), text));
});

describe('the list that was left', async () => {
  const { lastList, noteList } = await import('../src/parts/last-list.ts');
  it('is kept for each collection', () => {
    noteList('film', '/collections/film?q=a');
    noteList('star', '/collections/star');
    noteList('film', '/collections/film?q=b');
    assert.deepEqual(
      [lastList('film'), lastList('star'), lastList('gone')],
      ['/collections/film?q=b', '/collections/star', undefined],
    );
  });
});
