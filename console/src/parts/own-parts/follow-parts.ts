import { connection } from '../../api/connection.ts';

const LOOK_EVERY_MS = 500;

/** Loads the page again once parts of the project have changed. What was typed is kept, as after any reload. */
export async function followParts(): Promise<void> {
  let shown: string | undefined;
  for (;;) {
    const now = document.hidden ? undefined : await stateOfParts();
    if (now !== undefined && shown !== undefined && now !== shown) return location.reload();
    shown ??= now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Undefined while the server starts again. */
async function stateOfParts(): Promise<string | undefined> {
  try {
    return JSON.stringify((await connection.request('GET', '/cms/console/part')).items);
  } catch {
    return undefined;
  }
}
