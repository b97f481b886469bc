// No engine changes its result: it is about texts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { guardFormulas, guardFormulasInJson, unguardFormulas } from '../../server/shared/text/formulas.ts';
import { freshApp } from '../support/fresh-app.ts';

const text = fc.string({ unit: fc.constantFrom(...";;''=+-@＝＠x, \t\n"), maxLength: 12 });
/** What a spreadsheet sees in a cell, whichever of both its list separator is. */
const cellsOf = (written: string) => [written, ...written.split(';').slice(1)];

describe('a text in CSV', () => {
  it('is no formula for a spreadsheet, and comes back as it was', () => {
    fc.assert(
      fc.property(text, (value) => {
        const written = guardFormulas(value);
        for (const cell of cellsOf(written)) assert.doesNotMatch(cell, /^[=+\-@＝＋－＠]/);
        assert.equal(unguardFormulas(written), value);
        const json = guardFormulasInJson(JSON.stringify([value]));
        for (const cell of json.split(';').slice(1)) assert.doesNotMatch(cell, /^[=+\-@＝＋－＠]/);
        assert.deepEqual(JSON.parse(json), [value]);
      }),
    );
  });

  it('is quoted where it holds a semicolon', async () => {
    const app = await freshApp({ contentDir: 'test/content/crowd' });
    await app.root.make('/v1/article', { title: 'x;=1+1;y' });
    const { text } = await app.nobody.get('/v1/article/export?fields=title');
    assert.equal(text, `id,title\r\n1,"x;'=1+1;y"\r\n`);
  });
});
