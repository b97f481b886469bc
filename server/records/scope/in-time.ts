/** The result of work, or an error once it has taken this long; the work itself goes on. */
export async function inTime<T>(working: T | Promise<T>, withinMs: number): Promise<T> {
  if (!(working instanceof Promise)) return working;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it took longer than ${withinMs} ms`)), withinMs);
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}
