// Takes long: hundreds of random questions are explained, and then really asked, in each run.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Explained } from '../../support/bodies.ts';
import { decisions, questionsTo } from '../../support/decisions/questions.ts';
import { type Asker, firstWorld, NEEDS_FACTOR, worlds } from '../../support/decisions/worlds.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';

/** How many are made of one set of records and grants. */
const OF_ONE_WORLD = 20;
/** How many decisions are explained and then made; RANDOM_DECISIONS=10000 for a long night. */
const decisionsOf = (few: number) =>
  Math.ceil(Number(process.env.RANDOM_DECISIONS ?? few) / OF_ONE_WORLD) * OF_ONE_WORLD;

const settings = {
  contentDir: 'test/content/rules',
  graphql: true,
  factorPolicy: { groups: new Set([NEEDS_FACTOR]), graceMs: 86_400_000, freshMs: 600_000 },
};

describe('what is explained is what the server then does', () => {
  it(`for ${decisionsOf(600)} random decisions`, async (test) => {
    test.diagnostic(await compare(await freshApp(settings), decisionsOf(600)));
  });

  // Each request goes to the next server: changes, explanations and decisions are of different ones.
  it(`for ${decisionsOf(200)} that three servers explain and make in turns`, async (test) => {
    const app = await freshApp({ ...settings, instances: 3 });
    test.diagnostic(await compare(app, decisionsOf(200)));
  });
});

/** Fails at the first decision that is not as it was explained; answers how many were allowed. */
async function compare(app: FreshApp, count: number): Promise<string> {
  const { rows: records, change, askerOf } = await firstWorld(app);
  const questionOf = await questionsTo(app, records);
  const seen = { allowed: 0, refused: 0, asked: 0 };
  const some = { minLength: OF_ONE_WORLD, maxLength: OF_ONE_WORLD };
  await fc.assert(
    fc.asyncProperty(worlds(), fc.array(decisions(), some), async (world, asked) => {
      await change(world);
      for (const one of asked) {
        const asker = askerOf(one.who);
        const { query, made } = questionOf(one, asker);
        const explained = await explain(app, query, asker);
        if (explained === undefined) continue;
        const { allowed, proof } = explained;
        const { isAllowed, asksProof = false, said } = await made();
        const about = `${asker.name}: ${query} (explained: ${allowed}, proof ${proof}): ${said}`;
        assert.equal(isAllowed, allowed, about);
        assert.equal(asksProof, allowed && proof === 'fresh', about);
        seen[allowed ? 'allowed' : 'refused'] += 1;
        if (asksProof) seen.asked += 1;
      }
    }),
    { numRuns: count / OF_ONE_WORLD, endOnFailure: true },
  );
  assert.ok(seen.allowed > count / 5 && seen.refused > count / 5, JSON.stringify(seen));
  return `${seen.allowed} allowed, ${seen.asked} of them after a fresh proof, ${seen.refused} refused`;
}

/** Undefined for who is shut out where everybody may ask: some of these routes look at a token all the same, others do not. */
async function explain(
  { root }: FreshApp,
  query: string,
  { about, isPerson }: Asker,
): Promise<Explained | undefined> {
  const ask = (user: string) => root.read<Explained>(`/cms/access/explain?${query}${user}`);
  const explained = await ask(about);
  const isUndecided =
    !explained.allowed && isPerson === true && query.startsWith('method') && (await ask('')).allowed;
  return isUndecided ? undefined : explained;
}
