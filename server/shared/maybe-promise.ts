/** A value that is there at once where it is remembered, and later where it has to be fetched. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value without waiting a turn for what is already there: `whenKnown(find(id), (row) => row.title)`. */
export function whenKnown<T, R>(value: MaybePromise<T>, next: (value: T) => R): MaybePromise<Awaited<R>> {
  return (value instanceof Promise ? value.then(next) : next(value)) as MaybePromise<Awaited<R>>;
}
