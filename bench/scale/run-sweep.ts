import { measure, type Sides } from './sides.ts';
import type { Cost, Measured, Operation } from './sweep.ts';

/** One thing that grows. */
export interface Sweep {
  readonly name: string;
  readonly sizes: readonly number[];
  /** Brings the database to a size and starts both servers on it; called by rising size. */
  readonly open: (size: number) => Promise<Sides & AsyncDisposable>;
  readonly operations: (size: number, sides: Sides) => Promise<readonly Operation[]>;
}

/** Measures every operation of a sweep at every size. */
export async function runSweep({ name, sizes, open, operations }: Sweep): Promise<Measured[]> {
  const measured = new Map<string, Measured & { readonly costs: Cost[] }>();
  for (const size of sizes) {
    await using sides = await open(size);
    for (const operation of await operations(size, sides)) {
      const { what, growth } = operation;
      const one = measured.get(what) ?? { sweep: name, what, growth, costs: [] };
      measured.set(what, one);
      one.costs.push(await measure(sides, size, operation));
    }
    console.log(`  ${name}: ${size} measured`);
  }
  return [...measured.values()];
}
