import { randomInt } from 'node:crypto';
import { isWhole } from './in-turn.ts';

type Dimensions = Readonly<Record<string, readonly unknown[]>>;
type AnyRecord<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] };

/**
 * Combinations of one value of each dimension, so that every two values of two dimensions meet in one. Which others they meet
 * differs from run to run: the seed is printed, and PAIRS_SEED repeats it. In a night (TEST_WHOLE), every combination.
 */
export function pairs<const D extends Dimensions>(dimensions: D): AnyRecord<D>[] {
  const all = Object.entries(dimensions).map(([name, values]) => ({ name, values }));
  if (isWhole) return everyRecord(all) as AnyRecord<D>[];
  const seed = Number(process.env.PAIRS_SEED ?? randomInt(1_000_000));
  console.log(`pairs of ${Object.keys(dimensions).join(', ')}: PAIRS_SEED=${seed}`);
  return recordsOf(
    all.map(({ values }) => values.length),
    drawFrom(seed),
  ).map((record) => named(all, record)) as AnyRecord<D>[];
}

/** Records of places, made one by one: each begins with a pair that is missing, then takes what adds most. */
function recordsOf(sizes: readonly number[], draw: (below: number) => number): number[][] {
  const missing = new Map<string, readonly [number, number, number, number]>();
  for (const [one, size] of sizes.entries())
    for (const [other, otherSize] of sizes.entries())
      for (let value = 0; one < other && value < size; value += 1)
        for (let next = 0; next < otherSize; next += 1)
          missing.set(`${one}.${value} ${other}.${next}`, [one, value, other, next]);
  const gain = (record: readonly (number | undefined)[], at: number, value: number) =>
    record.filter(
      (taken, other) =>
        taken !== undefined &&
        missing.has(at < other ? `${at}.${value} ${other}.${taken}` : `${other}.${taken} ${at}.${value}`),
    ).length;
  const records: number[][] = [];
  while (missing.size > 0) {
    const left = [...missing.values()];
    const [one, value, other, next] = left[draw(left.length)] ?? [0, 0, 0, 0];
    const record: (number | undefined)[] = sizes.map((_, at) =>
      at === one ? value : at === other ? next : undefined,
    );
    for (const [at, size] of sizes.entries()) record[at] ??= best(size, (each) => gain(record, at, each));
    const whole = record.map((each) => each ?? 0);
    for (const [at, each] of whole.entries())
      for (let later = at + 1; later < whole.length; later += 1)
        missing.delete(`${at}.${each} ${later}.${whole[later]}`);
    records.push(whole);
  }
  return records;

  function best(size: number, worth: (value: number) => number): number {
    const first = draw(size);
    const values = Array.from({ length: size }, (_, step) => (first + step) % size);
    return values.reduce((found, each) => (worth(each) > worth(found) ? each : found));
  }
}

function everyRecord(all: readonly { name: string; values: readonly unknown[] }[]): object[] {
  return all.reduce<object[]>(
    (records, { name, values }) =>
      records.flatMap((record) => values.map((value) => ({ ...record, [name]: value }))),
    [{}],
  );
}

function named(
  all: readonly { name: string; values: readonly unknown[] }[],
  record: readonly number[],
): object {
  return Object.fromEntries(all.map(({ name, values }, at) => [name, values[record[at] ?? 0]]));
}

/** Numbers that a seed decides (a linear congruential generator). */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
