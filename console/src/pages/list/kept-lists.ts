import { whenUserChanges } from '../../api/session.ts';
import type { KeptWindow } from './row-window.ts';

interface KeptList {
  readonly window: KeptWindow;
  readonly scrollTop: number;
  readonly active: number;
}

/** Recently left lists, by address, so that returning shows them unchanged. */
const kept = new Map<string, KeptList>();
const MOST = 5;

whenUserChanges(() => kept.clear());

export function keepList(address: string, list: KeptList): void {
  kept.delete(address);
  kept.set(address, list);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}

export function takeList(address: string): KeptList | undefined {
  const list = kept.get(address);
  kept.delete(address);
  return list;
}
