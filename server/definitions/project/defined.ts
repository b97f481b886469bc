/** Registered, so that a second copy of this module in a process knows it as well. */
const DEFINED_BY = Symbol.for('quire.definedBy');

/** Marks what a `define…` function returns, so that a loader tells it from whatever else a file exports. */
export function markDefined<D extends object>(by: string, definition: D): D {
  Object.defineProperty(definition, DEFINED_BY, { value: by });
  return Object.freeze(definition);
}

/** Whether a value is what this `define…` function returned. */
export function isDefinedBy(by: string, value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, DEFINED_BY) === by;
}
