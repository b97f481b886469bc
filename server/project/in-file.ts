import { CannotStart, isRefusal } from '../errors.ts';
import { render } from '../messages/message.ts';

/** Does work for a file of a project; its errors are rethrown as CannotStart, naming the file. */
export async function inFile<T>(file: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof CannotStart)
      throw new CannotStart(
        cause.problems.map((problem) => `${file}: ${problem}`),
        { cause },
      );
    if (isRefusal(cause)) throw new CannotStart(`${file}: ${render(cause.text, 'en')}`, { cause });
    throw cause;
  }
}
