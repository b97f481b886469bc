import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusal } from '../support/refused-start.ts';

const film = (
  way: string,
) => `import { defineCollection, everyone, login, referredBy, text } from 'quire-cms';
export default defineCollection({ name: 'film', label: 'Film', path: '/v1/film', audit: 'full',
  fields: { title: text({ max: 20 }) }, waysBack: { ${way} },
  access: { read: everyone, create: login, update: login, delete: login } });`;
const screening = `import { defineCollection, everyone, login, integer, reference, references } from 'quire-cms';
export default defineCollection({ name: 'screening', label: 'Screening', path: '/v1/screening', audit: 'full',
  fields: { film: reference('film'), films: references('film'), other: reference('screening'), room: integer() },
  access: { read: everyone, create: login, update: login, delete: login } });`;

const cases: Record<string, string | undefined> = {
  "screenings: referredBy('screening.film', { sort: '-room,id', limit: 100 })": undefined,
  "screenings: referredBy('screning.film')": "did you mean 'screening'",
  "screenings: referredBy('screening.flim')": "did you mean 'film'",
  "screenings: referredBy('screening.other')": "no reference to 'film' (allowed: screening.film)",
  "screenings: referredBy('screening.films')": 'refers to many records',
  "screenings: referredBy('screening')": "such as 'screening.film'",
  'screenings: referredBy()': "such as 'screening.film'",
  "screenings: referredBy('screening.film', { sort: 'rom' })": "did you mean 'room'",
  "screenings: referredBy('screening.film', { limit: 0 })": "'limit' must be",
  "screenings: referredBy('screening.film', { limt: 5 })": "did you mean 'limit'",
  "counts: referredBy('screening.film')": 'taken',
  "title: referredBy('screening.film')": 'taken',
  'screenings: text({ max: 20 })': "must be made by referredBy('screening.film')",
  "Screenings: referredBy('screening.film')": 'snake_case',
};

describe('a way back in a definition', () => {
  for (const [way, problem] of Object.entries(cases))
    it(`${problem === undefined ? 'may be' : 'is refused by name as'} ${way}`, async () => {
      const refused = await refusal({ 'film.ts': film(way), 'screening.ts': screening });
      if (problem === undefined) assert.equal(refused, undefined);
      else assert.ok(refused?.includes(problem) && refused.includes("'film'"), String(refused));
    });
});
