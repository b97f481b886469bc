import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';

const contentDir = projectOf({
  'content/book.ts': `export default defineCollection({ name: 'book', label: 'Book', path: '/v1/book', audit: 'full',
    fields: { title: text({ max: 50 }), inside: text({ max: 50, read: login }) },
    access: { read: everyone, create: login, update: login, delete: login } });`,
});
const KNOWN = 'query ($id: ID!) { book(id: $id) { title } }\n';
const SECRET = '{ book_list { nodes { inside } } }\n';
const folder = join(contentDir, '../graphql');
mkdirSync(folder);
writeFileSync(join(folder, 'one-book.graphql'), KNOWN);
writeFileSync(join(folder, 'insides.graphql'), SECRET);
writeFileSync(join(folder, 'notes.txt'), '{ book_list { nodes { id } } }');

const idOf = (text: string) => `sha256:${hash('sha256', text, 'hex')}`;
const apollo = (text: string) => ({
  persistedQuery: { version: 1, sha256Hash: hash('sha256', text, 'hex') },
});

for (const isKnownOnly of [false, true])
  describe(
    isKnownOnly ? 'where only known documents are answered' : 'where all documents are answered',
    async () => {
      const app = await freshApp({
        contentDir,
        graphql: true,
        language: 'en',
        graphqlKnownOnly: isKnownOnly,
      });
      const id = await app.root.make('/v1/book', { title: 'Walden', inside: 'hiddenword' });
      const variables = { id };
      for (const [what, body, found] of [
        ['the name of a file', { documentId: 'one-book', variables }, true],
        ['a hash', { documentId: idOf(KNOWN), variables }, true],
        ['the hash of Apollo', { extensions: apollo(KNOWN), variables }, true],
        ['its text', { query: KNOWN, variables }, true],
        ['the hash of Apollo and its text', { query: KNOWN, extensions: apollo(KNOWN), variables }, true],
        ['another text', { query: KNOWN.trim(), variables }, !isKnownOnly],
        [
          'an unknown text with its hash',
          { query: KNOWN.trim(), extensions: apollo(KNOWN.trim()), variables },
          !isKnownOnly,
        ],
        [
          'an unknown text with the hash of another',
          { query: KNOWN.trim(), extensions: apollo(KNOWN), variables },
          !isKnownOnly,
        ],
        ['an unknown name', { documentId: 'another' }, false],
        ['a path', { documentId: '../graphql/one-book' }, false],
        ['a file that is no document', { documentId: 'notes' }, false],
        ['a property of every object', { documentId: '__proto__' }, false],
        ['an unknown hash', { documentId: idOf('x') }, false],
        ['an unknown hash of Apollo', { extensions: apollo('x') }, false],
        ['a hash that is a number', { extensions: { persistedQuery: { sha256Hash: 1 } } }, false],
      ] as const)
        it(`${what} is ${found ? 'found' : 'refused'}`, async () => {
          const { status, text } = await app.nobody.post('/graphql', body);
          const { data, errors } = JSON.parse(text);
          assert.deepEqual([status, data?.book?.title], found ? [200, 'Walden'] : [400, undefined], text);
          if (!found) assert.ok(errors.length > 0);
        });

      it('a known document shows nothing that its caller may not see', async () => {
        const { text } = await app.nobody.post('/graphql', { documentId: 'insides' });
        assert.doesNotMatch(text, /hiddenword/);
        assert.match((await app.root.post('/graphql', { documentId: 'insides' })).text, /hiddenword/);
        const { text: byGet } = await app.nobody.get(
          `/graphql?documentId=one-book&variables=${JSON.stringify(variables)}`,
        );
        assert.equal(JSON.parse(byGet).data.book.title, 'Walden');
      });

      it('clients of Apollo are told that they may send the text', async () => {
        const { text } = await app.nobody.post('/graphql', { extensions: apollo('x') });
        assert.equal(JSON.parse(text).errors[0].extensions.code, 'PERSISTED_QUERY_NOT_FOUND');
      });
    },
  );
