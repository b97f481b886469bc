import { consoleBase } from '../base.ts';

/** Servers that are updated one after another answer old and new files in turns for some time. */
const EACH_MS = 60_000;
const LAST = 'quire-console-loaded-anew';

/** Loads the whole page anew, from a newer server; false if that was tried a moment ago, so that it never goes round in circles. */
export function loadAnew(address: string): boolean {
  const isAgain = Date.now() - Number(sessionStorage.getItem(LAST)) < EACH_MS;
  if (isAgain) return false;
  sessionStorage.setItem(LAST, String(Date.now()));
  location.assign(address);
  return true;
}

/** Whether the server answers another console than the one that runs here: it has been updated since. */
export async function hasNewerBuild(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
  if (script === undefined) return false;
  try {
    const answer = await fetch(consoleBase, { cache: 'no-cache' });
    return answer.ok && !(await answer.text()).includes(new URL(script).pathname.split('/').at(-1) ?? '');
  } catch {
    return false; // without a network nothing is known
  }
}
