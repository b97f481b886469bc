/** How many records are written, one after the other, until this work is done. Other than the last one, they did not wait for it. */
export async function writtenBeside(
  work: Promise<unknown>,
  write: (index: number) => Promise<unknown>,
): Promise<number> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  let count = 0;
  for (; !isDone; count += 1) await write(count);
  await ended;
  return count - 1;
}
