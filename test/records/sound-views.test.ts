// No engine changes its result: views are checked before a database is opened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import { defineCollection, integer, json, login, reference, text } from '../../server/definitions/index.ts';
import { CannotStart } from '../../server/errors.ts';
import { requireSoundViews } from '../../server/records/store/sound-views.ts';

/** Definitions may be written without types. */
const under = (view: object) =>
  makeCatalogue(
    [
      defineCollection({
        ...{ name: 'thing', label: 'Thing', path: '/v1/thing', audit: 'full', drafts: true },
        fields: { title: text({ max: 20 }), size: integer(), facts: json(), next: reference('thing') },
        access: { read: login, create: login, update: login, delete: login },
        views: { one: { label: 'One', ...view } } as never,
      }),
    ],
    [
      { name: 'en', fallbacks: [] },
      { name: 'zh', fallbacks: [] },
    ],
  );

test('views filter and sort as lists can', async () => {
  for (const [view, reason] of [
    [{ filter: { size: 'large' } }, /^views\.one.*'filter\.size\.eq'/],
    [{ filter: { size: { contains: '1' } } }, /^views\.one.*'filter\.size\.contains'/],
    [{ filter: { size: { it: 1 } } }, /'filter\.size\.it'.*did you mean 'lt'/],
    [{ filter: { next: { titel: 'a' } } }, /^views\.one.*titel/],
    [{ filter: {} }, /^views\.one/],
    [{ filter: { publication: 'gone' } }, /^views\.one.*publication/],
    [{ sort: 'facts' }, /^views\.one.*facts/],
    [{ sort: 'size,-size' }, /^views\.one.*sort/],
    [{ locale: 'de' }, /^views\.one.*: 'de' is no language of content \(allowed: en, zh\)/],
    [{ missing: ['zh', 'de'] }, /'de' is no language of content/],
  ] as const)
    await assert.rejects(requireSoundViews(under(view)), (error: Error) => {
      assert.ok(error instanceof CannotStart);
      assert.match(error.message, reason);
      return true;
    });
  for (const view of [
    {},
    { filter: { publication: 'changed', next: { title: { starts: 'a' } }, size: { gte: 1, lt: 5 } } },
    { filter: { or: [{ title: null }, { publish_time: { null: false } }] }, sort: '-publish_time,id' },
    { locale: 'zh', missing: ['zh', 'en'], columns: ['title', 'publication'] },
  ])
    await requireSoundViews(under(view));
});
