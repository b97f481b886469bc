/** How a cost may grow with what is swept: not at all, or in proportion. */
export type Growth = 'flat' | 'linear';

/** The highest exponent of each growth, and the highest ratio to the statement by hand at the largest size. */
export const targets = { exponent: { flat: 0.2, linear: 1.05 }, ratio: 1.5 } as const;

/** One request of Quire, in a form that `fetch` takes. */
export interface Ask {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly body?: unknown;
  readonly token?: string;
}

/** What is measured at each size. */
export interface Operation {
  readonly what: string;
  readonly growth: Growth;
  /** The request that is sent at a turn; each differs, so that no cache holds its answer. */
  readonly ask: (turn: number) => Ask;
  /** The statements that do the same by hand, in one transaction. Without them only the growth is measured. */
  readonly byHand?: (turn: number) => readonly string[];
}

/** A cost that was measured at one size, in milliseconds. */
export interface Cost {
  readonly size: number;
  readonly quire: number;
  readonly byHand: number | undefined;
}

/** An operation with its costs, by rising size. */
export interface Measured {
  readonly sweep: string;
  readonly what: string;
  readonly growth: Growth;
  readonly costs: readonly Cost[];
}

/** The slope of the logarithm of the cost over that of the size, by least squares. */
export function exponentOf(costs: readonly Cost[]): number {
  const points = costs.map(({ size, quire }) => [Math.log(size), Math.log(quire)] as const);
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

/** The cost beside that by hand, at the largest size. */
export function ratioOf(costs: readonly Cost[]): number | undefined {
  const last = costs.at(-1);
  return last?.byHand === undefined ? undefined : last.quire / last.byHand;
}

/** Whether an operation met the target of its growth, and that of its ratio where it has one. */
export function isMet({ growth, costs }: Measured): boolean {
  return exponentOf(costs) <= targets.exponent[growth] && (ratioOf(costs) ?? 0) <= targets.ratio;
}
