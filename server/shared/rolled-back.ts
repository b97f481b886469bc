/** Thrown to roll back a transaction whose work succeeded; carries its result. */
class RolledBack<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('a dry run keeps nothing');
    this.result = result;
  }
}

/** Does work in the transaction that `transact` opens, and rolls it back. Returns the result of the work. */
export async function rolledBack<Writes, T>(
  transact: (work: (writes: Writes) => Promise<never>) => Promise<never>,
  work: (writes: Writes) => Promise<T>,
): Promise<T> {
  try {
    return await transact(async (writes) => {
      throw new RolledBack(await work(writes));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}
