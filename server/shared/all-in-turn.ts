import { CannotStart } from '../errors.ts';

/**
 * Does one piece of work after the other and answers their results. If some throw CannotStart, the others are done nevertheless,
 * and one CannotStart names the mistakes of all: people repair them in one go.
 */
export async function allInTurn<const Works extends readonly (() => unknown)[]>(
  works: Works,
): Promise<Results<Works>> {
  const results: unknown[] = [];
  const problems = new Set<string>(); // files that import one with a mistake fail with the same words
  for (const work of works)
    try {
      results.push(await work());
    } catch (cause) {
      if (!(cause instanceof CannotStart)) throw cause;
      for (const problem of cause.problems) problems.add(problem);
    }
  if (problems.size > 0) throw new CannotStart([...problems]);
  return results as Results<Works>; // one for each, in their order
}

type Results<Works extends readonly (() => unknown)[]> = {
  -readonly [Each in keyof Works]: Awaited<ReturnType<Works[Each]>>;
};
