import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';

// A list is planned once for all readers with the same rights. Nobody may be answered by the plan of a reader with others.

const app = await freshApp({ contentDir: 'test/content/rules' });
const member = await app.person();
const payer = await app.granted('person.salaries');
const editor = await app.granted('post.edit');
const people = { nobody: app.nobody, member, payer, editor, root: app.root };
type Name = keyof typeof people;
const names = Object.keys(people) as Name[];

const queries = [
  '/v1/person?',
  '/v1/person?sort=name',
  '/v1/person?fields=name,salary',
  '/v1/person?expand=boss',
  '/v1/person?filter[boss][null]=false',
  '/v1/person?can=1',
  '/v1/person?fields=name,is_mine',
  '/v1/person?filter[is_mine][eq]=true',
  '/v1/person?q=c-1',
  '/v1/post?',
  '/v1/post?can=1',
  '/v1/note?expand=post',
  '/v1/note?expand=post&fields=post.is_mine',
  '/v1/note?sort=post.title',
];

before(async () => {
  const boss = await app.root.make('/v1/person', { name: 'Ann', salary: '5000.00', contract: 'c-1' });
  await app.root.done(`PATCH /v1/person/${boss}`, { boss, deputies: [boss] });
  await app.root.make('/v1/person', { name: 'Bob', boss });
  await member.make('/v1/post', { title: 'of a member' });
  for (const by of [editor, app.root]) {
    await by.make('/v1/post', { title: 'drafted' });
    const post = await by.make('/v1/post', { title: 'published', state: 'published' });
    await by.make('/v1/note', { words: 'w', post });
  }
});

/** The status and the records, without what tells one question from another. */
async function answerOf(name: Name, url: string) {
  const { status, body } = await people[name].ask<{ items?: unknown[] }>(`GET ${url}`);
  return [status, body.items];
}

/** Makes remembered answers stale, but no plan. */
const forgetAnswers = () => app.behind(`update person set name = 'Bob' where name = 'Bob'`);

describe('a list that all ask for in turn', () => {
  for (const [index, query] of queries.entries())
    it(query, async () => {
      const alone: unknown[] = [];
      for (const [place, name] of names.entries())
        alone.push(await answerOf(name, `${query}&count=${50 + index * 5 + place}`)); // a plan of their own
      for (const order of [names, names.toReversed(), names]) {
        for (const name of order) {
          assert.deepEqual(await answerOf(name, `${query}&count=20`), alone[names.indexOf(name)], name);
          await forgetAnswers();
        }
      }
    });
});
