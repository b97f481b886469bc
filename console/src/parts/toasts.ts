import { shallowRef } from 'vue';

/** A notice about something done, with an optional action. */
export interface Toast {
  readonly text: string;
  /** Whether it tells that something was not done. */
  readonly isProblem?: true;
  readonly action?: { readonly label: string; run(): Promise<void> | void };
}

interface Shown extends Toast {
  readonly key: number;
}

/** What is shown at present, the oldest first. */
export const toasts = shallowRef<readonly Shown[]>([]);

const MOST = 4;
let last = 0;

/** Shows a notice. The oldest disappears if there are too many. */
export function toast(shown: Toast): void {
  last += 1;
  toasts.value = [...toasts.value, { ...shown, key: last }].slice(-MOST);
}

export function closeToast(key: number): void {
  toasts.value = toasts.value.filter((one) => one.key !== key);
}

/** Another user must not undo the actions of the last one. */
export function closeAllToasts(): void {
  toasts.value = [];
}
