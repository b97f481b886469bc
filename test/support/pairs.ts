import { randomInt } from 'node:crypto';
import { isWhole } from './in-turn.ts';

type Dimensions = Readonly<Record<string, readonly unknown[]>>;
type Row<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] };

/**
 * Rows of values, one of each dimension, so that every two values of two dimensions meet in a row. Which others they meet
 * differs from run to run: the seed is printed, and PAIRS_SEED repeats it. In a night (TEST_WHOLE), every combination.
 */
export function pairs<const D extends Dimensions>(dimensions: D): Row<D>[] {
  const all = Object.entries(dimensions).map(([name, values]) => ({ name, values }));
  if (isWhole) return everyRow(all) as Row<D>[];
  const seed = Number(process.env.PAIRS_SEED ?? randomInt(1_000_000));
  console.log(`pairs of ${Object.keys(dimensions).join(', ')}: PAIRS_SEED=${seed}`);
  return rowsOf(
    all.map(({ values }) => values.length),
    drawFrom(seed),
  ).map((row) => named(all, row)) as Row<D>[];
}

/** Rows of places, made one by one: each begins with a pair that is missing, then takes what adds most. */
function rowsOf(sizes: readonly number[], draw: (below: number) => number): number[][] {
  const missing = new Map<string, readonly [number, number, number, number]>();
  for (const [one, size] of sizes.entries())
    for (const [other, otherSize] of sizes.entries())
      for (let value = 0; one < other && value < size; value += 1)
        for (let next = 0; next < otherSize; next += 1)
          missing.set(`${one}.${value} ${other}.${next}`, [one, value, other, next]);
  const gain = (row: readonly (number | undefined)[], at: number, value: number) =>
    row.filter(
      (taken, other) =>
        taken !== undefined &&
        missing.has(at < other ? `${at}.${value} ${other}.${taken}` : `${other}.${taken} ${at}.${value}`),
    ).length;
  const rows: number[][] = [];
  while (missing.size > 0) {
    const left = [...missing.values()];
    const [one, value, other, next] = left[draw(left.length)] ?? [0, 0, 0, 0];
    const row: (number | undefined)[] = sizes.map((_, at) =>
      at === one ? value : at === other ? next : undefined,
    );
    for (const [at, size] of sizes.entries()) row[at] ??= best(size, (each) => gain(row, at, each));
    const whole = row.map((each) => each ?? 0);
    for (const [at, each] of whole.entries())
      for (let later = at + 1; later < whole.length; later += 1)
        missing.delete(`${at}.${each} ${later}.${whole[later]}`);
    rows.push(whole);
  }
  return rows;

  function best(size: number, worth: (value: number) => number): number {
    const first = draw(size);
    const values = Array.from({ length: size }, (_, step) => (first + step) % size);
    return values.reduce((found, each) => (worth(each) > worth(found) ? each : found));
  }
}

function everyRow(all: readonly { name: string; values: readonly unknown[] }[]): object[] {
  return all.reduce<object[]>(
    (rows, { name, values }) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
}

function named(all: readonly { name: string; values: readonly unknown[] }[], row: readonly number[]): object {
  return Object.fromEntries(all.map(({ name, values }, at) => [name, values[row[at] ?? 0]]));
}

/** Numbers that a seed decides (a linear congruential generator). */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
