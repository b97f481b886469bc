/** A value that is available at once if it is cached, and later if it has to be fetched. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with a value, synchronously if it is already available: `whenKnown(find(id), (record) => record.title)`. */
export function whenKnown<T, R>(value: MaybePromise<T>, next: (value: T) => R): MaybePromise<Awaited<R>> {
  return (value instanceof Promise ? value.then(next) : next(value)) as MaybePromise<Awaited<R>>;
}

/** Does the work for one item after the other, and waits only for promises. */
export function inTurn<T, R>(items: readonly T[], work: (item: T) => MaybePromise<R>): MaybePromise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const result = work(items[index] as T);
    if (result instanceof Promise) return goOn(results, result, items.slice(index + 1), work);
    results.push(result);
  }
  return results;
}

async function goOn<T, R>(
  results: R[],
  next: Promise<R>,
  others: readonly T[],
  work: (item: T) => MaybePromise<R>,
): Promise<R[]> {
  results.push(await next);
  for (const item of others) results.push(await work(item));
  return results;
}
