/** Where the focus goes once a cell is saved: back to the list, to the next or the former cell, or where the user clicked. */
export type Way = 'stay' | 'next' | 'back' | 'leave';

const FOCUSABLE = 'input, textarea, select, button, a[href], [tabindex]';

/** What a key does in the editor of a cell; undefined for keys that its control needs. */
export function keyIn(box: Element, event: KeyboardEvent): Way | 'cancel' | undefined {
  const { target, key, isComposing, defaultPrevented, shiftKey } = event;
  if (isComposing || defaultPrevented || !(target instanceof HTMLElement)) return undefined;
  if (target.closest('[popover]') || target.getAttribute('aria-expanded') === 'true') return undefined;
  if (key === 'Escape') return 'cancel';
  if (key === 'Tab') return isAtEdge(box, target, shiftKey) ? (shiftKey ? 'back' : 'next') : undefined;
  if (key !== 'Enter' || target.matches('button, a')) return undefined;
  const isMultiline = target instanceof HTMLTextAreaElement;
  return isMultiline && !event.ctrlKey && !event.metaKey ? undefined : 'stay';
}

/** Whether Tab would leave the control, whose parts it visits first. */
function isAtEdge(box: Element, target: Element, isBackward: boolean): boolean {
  const control = box.querySelector('.cell-editor-control');
  if (!control?.contains(target)) return false;
  const stops = [...control.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility() && !one.matches(':disabled'),
  );
  return (isBackward ? stops.at(0) : stops.at(-1)) === target;
}
