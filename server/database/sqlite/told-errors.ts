import { Unfit } from '../values.ts';

/** An error on its way between processes, which lose its class and whatever it has of its own. */
export interface ToldError {
  readonly error: unknown;
  /** What it has beside message, stack and cause, such as the codes of SQLite. */
  readonly own: Readonly<Record<string, unknown>>;
  readonly isUnfit: boolean;
}

export function tellError(error: unknown): ToldError {
  return { error, own: { ...(error as object) }, isUnfit: error instanceof Unfit };
}

/** The error as it was thrown in the other process. */
export function toldError({ error, own, isUnfit }: ToldError): unknown {
  if (!(error instanceof Error)) return error;
  if (isUnfit) Object.setPrototypeOf(error, Unfit.prototype);
  return Object.assign(error, own);
}
