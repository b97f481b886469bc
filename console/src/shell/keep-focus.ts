import { onMounted, onScopeDispose, type ShallowRef } from 'vue';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Where the focused element stood: between these two, in this one. */
interface FocusPosition {
  readonly target: Node;
  readonly previousSibling: Node | null;
  readonly nextSibling: Node | null;
}

/**
 * Keeps the focus of people who work with keys on the page: where the focused element is removed or
 * disabled, the nearest control of its section that is left gets it. Browsers give it to the body, which shows nothing.
 */
export function useKeptFocus(main: Readonly<ShallowRef<HTMLElement | null>>): void {
  let last: Element | undefined;
  let lost: FocusPosition | undefined;

  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element && target.matches(':focus-visible') ? target : undefined;
  };
  const observer = new MutationObserver((changes) => {
    if (!last || !isLost()) return;
    lost = placeOf(lost && !lost.target.isConnected ? lost.target : last, changes) ?? lost;
    setTimeout(restore); // what removes an element may give the focus to another one itself
  });
  const restore = () => {
    const place = lost;
    lost = undefined;
    if (place && isLost() && main.value) nearestControl(place, main.value).focus({ preventScroll: true });
  };

  onMounted(() => {
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  });
  onScopeDispose(() => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  });
}

function isLost(): boolean {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.matches(':disabled');
}

/** Where the node stood before these changes; where its parent stood if that is gone too. */
function placeOf(node: Node, changes: readonly MutationRecord[]): FocusPosition | undefined {
  if (node.isConnected) return { ...siblingsOf(node), target: node.parentNode ?? document.body };
  const removal = changes.find(({ removedNodes }) =>
    [...removedNodes].some((removed) => removed.contains(node)),
  );
  if (!removal || removal.target.isConnected) return removal;
  return placeOf(removal.target, changes);
}

function siblingsOf({
  previousSibling,
  nextSibling,
}: Node): Pick<FocusPosition, 'previousSibling' | 'nextSibling'> {
  return { previousSibling, nextSibling };
}

/**
 * The first control after the place or else the last one before it, from its parent outwards. A section without any other
 * control gives the focus to its heading, because a control of its neighbour would do something else.
 */
function nearestControl(
  { target, previousSibling, nextSibling }: FocusPosition,
  main: HTMLElement,
): HTMLElement {
  if (!main.contains(target)) return main;
  for (let node = nextSibling; node; node = node.nextSibling) {
    const [first] = controlsIn(node);
    if (first) return first;
  }
  for (let node = previousSibling; node; node = node.previousSibling) {
    const before = controlsIn(node).at(-1);
    if (before) return before;
  }
  if (target === main || !target.parentNode) return main;
  const heading =
    target instanceof HTMLElement && target.matches('section')
      ? target.querySelector<HTMLElement>('h2, h3')
      : null;
  if (heading) {
    heading.tabIndex = -1;
    return heading;
  }
  return nearestControl({ ...siblingsOf(target), target: target.parentNode }, main);
}

function controlsIn(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return [];
  return [...(node.matches(CONTROLS) ? [node] : []), ...node.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility(),
  );
}
