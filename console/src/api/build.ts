import { consoleBase } from '../base.ts';

/** The least time between reloads: during a rolling update, old and new servers answer in turns. */
const PAUSE_MS = 60_000;
const STORAGE_KEY = 'quire-console-reloaded';

/** Reloads the console at an address. Returns false if it has just been reloaded, so that it never loops. */
export function reloadAt(address: string): boolean {
  if (Date.now() - Number(sessionStorage.getItem(STORAGE_KEY)) < PAUSE_MS) return false;
  sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
  location.assign(address);
  return true;
}

/** Whether the server has been updated since this page was loaded. */
export async function hasNewerBuild(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
  if (script === undefined) return false;
  try {
    const answer = await fetch(consoleBase, { cache: 'no-cache' });
    return answer.ok && !(await answer.text()).includes(new URL(script).pathname.split('/').at(-1) ?? '');
  } catch {
    return false; // offline: unknown
  }
}
