import { CannotStart } from '../../errors.ts';
import { type AnyOptionTable, problemsOfOptions } from '../checks/options.ts';

/** Registered, so that a second copy of this module in a process knows it as well. */
const DEFINED_BY = Symbol.for('quire.definedBy');

/** Marks the results of `define…` functions, so that a loader recognises them among a file's exports. */
export function markDefined<D extends object>(by: string, definition: D): D {
  Object.defineProperty(definition, DEFINED_BY, { value: by });
  return Object.freeze(definition);
}

/** Whether this `define…` function returned a value. */
export function isDefinedBy(by: string, value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, DEFINED_BY) === by;
}

/** Throws with all problems of what a project's file declares. */
export function requireSound(subject: string, table: AnyOptionTable, declared: unknown): void {
  const problems = problemsOfOptions(table, declared);
  if (problems.length > 0) throw new CannotStart(`${subject}: ${problems.join('\n')}`);
}

/** What a mistake is in: `mail 'receipt'`, or `mail` where its name is missing. */
export function subjectOf(what: string, name: unknown): string {
  return typeof name === 'string' ? `${what} '${name}'` : what;
}
