/** Whether whole products and loops run, as in a night, where other runs take pairs and parts. */
export const isWhole = process.env.TEST_WHOLE !== undefined;

/** Runs take a third or a fifth of the files that have parts; in the next run of the same file, another part must come. */
const FILES_IN_PARTS = 3;
const ENGINES = ['sqlite', 'postgres', 'mysql'];

/**
 * The part of `parts` that this run has on its engine, from 0 on. It goes round: each part comes once in as many runs. Which
 * one it is, is printed; TEST_TURN repeats it.
 */
export function partInTurn(what: string, parts: number): number {
  const turn = Number(process.env.TEST_TURN ?? 0);
  const part = partOf(turn, process.env.TEST_ENGINE ?? 'sqlite', parts);
  console.log(`${what}: part ${part + 1} of ${parts} (TEST_TURN=${turn})`);
  return part;
}

/** The part that a turn has on an engine. */
export function partOf(turn: number, engine: string, parts: number): number {
  const step = (turn % FILES_IN_PARTS) + Math.floor(turn / FILES_IN_PARTS);
  return (step + ENGINES.indexOf(engine)) % parts;
}
