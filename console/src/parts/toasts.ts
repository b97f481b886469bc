import { shallowRef } from 'vue';

/** A word about something that is done, with the way back. */
export interface Toast {
  readonly text: string;
  readonly action?: { readonly label: string; run(): Promise<void> | void };
}

interface Shown extends Toast {
  readonly key: number;
}

/** What is shown at present, the oldest first. */
export const toasts = shallowRef<readonly Shown[]>([]);

const MOST = 4;
let last = 0;

/** Tells people of something without stopping them. It stays until it is closed, or others push it out. */
export function toast(shown: Toast): void {
  last += 1;
  toasts.value = [...toasts.value, { ...shown, key: last }].slice(-MOST);
}

export function closeToast(key: number): void {
  toasts.value = toasts.value.filter((one) => one.key !== key);
}

/** What was done by one user is not to be undone by the next. */
export function closeAllToasts(): void {
  toasts.value = [];
}
