import type { MaybePromise } from '../../shared/maybe-promise.ts';
import { aFunction, flag, name, needed, oneOf, text } from '../checks/option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable } from '../checks/options.ts';
import { markDefined, requireSound, subjectOf } from './defined.ts';

/** One value of a figure, with a value for each of its labels. */
export interface FigureValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The declaration of a figure. */
export interface FigureSource {
  /** snake_case, with the unit at its end, such as `queue_bytes`; that of a counter ends in `_total`. */
  readonly name: string;
  /** What it tells, in a sentence. */
  readonly help: string;
  /** A counter only grows while a process runs; a gauge goes up and down. */
  readonly kind: 'counter' | 'gauge';
  /** The labels, and all values that each may have. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
  /** All processes would tell the same, so one of them is asked; otherwise each tells its own. */
  readonly isShared?: true;
  /** Called when Prometheus asks. Without labels it answers a number, otherwise a list of values. */
  read(): MaybePromise<number | readonly FigureValue[]>;
}

/** A figure of a plug-in, at `/metrics`. */
export interface FigureDefinition extends FigureSource {}

const labels: OptionCheck = {
  allowed: "lists of the values that each may have, such as { outcome: ['sent', 'failed'] }",
  accepts: (value) =>
    isPlainObject(value) &&
    Object.entries(value).every(
      ([label, values]) =>
        /^[a-z][a-z_]*$/.test(label) &&
        !['le', 'worker'].includes(label) &&
        Array.isArray(values) &&
        values.length > 0 &&
        values.every((one) => typeof one === 'string'),
    ),
};

const FIGURE: OptionTable<FigureSource> = {
  owner: 'a figure',
  checks: {
    name: needed(name),
    help: needed(text),
    kind: needed(oneOf('counter', 'gauge')),
    labels,
    isShared: flag,
    read: needed(aFunction),
  },
  contradiction: ({ name: given, kind }) =>
    (kind === 'counter') === given.endsWith('_total')
      ? undefined
      : "the name of a counter ends in '_total', and no other name does",
};

/** Describes a figure of a plug-in. Throws if the description is wrong. */
export function defineFigure(source: FigureSource): FigureDefinition {
  requireSound(subjectOf('figure', source?.name), FIGURE, source);
  return markDefined('defineFigure', { ...source });
}
