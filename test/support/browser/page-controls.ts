/** A control on the page, as a crawler uses it. */
export interface FoundControl {
  /** Its place in the page, the same for the same control of another record. */
  readonly key: string;
  readonly label: string;
  /** Found again by `data-crawled`. */
  readonly mark: string;
  readonly how: 'click' | 'write' | 'choose' | 'date' | 'moment' | 'press';
  /** It may remove what the other controls are about. */
  readonly isFinal: boolean;
}

/** Runs in the page: what can be used now. In a dialog that lies above the page, only what is in it. */
export function controlsIn(): FoundControl[] {
  const { document } = globalThis as unknown as PageScope;
  const SELECTOR =
    'button, input, select, textarea, summary, [role=option], [role=menuitem], [role=tab], [role=slider], [contenteditable=true]';
  const LISTS = /^(li|tr|option)$/;
  for (const old of document.querySelectorAll('[data-crawled]')) old.removeAttribute('data-crawled');
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  return [...scope.querySelectorAll(SELECTOR)].filter(isUsable).map((element, index) => {
    const mark = String(index);
    element.setAttribute('data-crawled', mark);
    const isFinal = element.matches('.button-danger') || element.querySelector('.lucide-trash-2') !== null;
    return { key: keyOf(element), label: labelOf(element), mark, how: howOf(element), isFinal };
  });

  function isUsable(element: PageElement): boolean {
    const isOff = element.matches(':disabled, [aria-disabled=true], [type=file], [type=hidden]');
    const isShown = element.checkVisibility({ visibilityProperty: true });
    return !isOff && isShown && !element.closest('[inert]') && !endsSession(element);
  }

  /** Signing out ends the crawl; it is done last. */
  function endsSession(element: PageElement): boolean {
    return element.matches('.user-menu > button:last-child');
  }

  function howOf(element: PageElement): FoundControl['how'] {
    const type = element.getAttribute('type') ?? '';
    if (element.localName === 'select') return 'choose';
    if (type === 'range' || type === 'radio') return 'press';
    if (type === 'date') return 'date';
    if (type === 'datetime-local') return 'moment';
    // A text that can only be read, such as a secret, is clicked to be copied.
    const isText = element.matches('textarea:read-write, input:read-write');
    return isText && !/^(checkbox|button|submit)$/.test(type) ? 'write' : 'click';
  }

  function keyOf(element: PageElement): string {
    if (element.matches('.comment-mark')) return 'screen comment-mark'; // each field has one, and all open the same box
    const steps: string[] = [];
    for (let one: PageElement | null = element; one && one !== document.body; one = one.parentElement)
      steps.unshift(stepOf(one));
    return `${partOf(element)} ${steps.join('>').replaceAll(' ', '.')}`;
  }

  /** The frame is the same on all screens, and so are some tools for all collections. */
  function partOf(element: PageElement): string {
    if (element.closest('.sidebar, .topbar, .palette')) return 'shell';
    return element.closest('.list-filter, .columns-menu, .views-menu, .prose-bar') ? 'tool' : 'screen';
  }

  function stepOf(element: PageElement): string {
    const name = `${element.localName}.${element.className}`.replace(/ is-\w+/g, '');
    const isOneOfMany =
      LISTS.test(element.localName) || element.matches('[role=record], [role=option], .grid-cell');
    const siblings = [...(element.parentElement?.children ?? [])].filter(
      ({ localName }) => localName === element.localName,
    );
    return isOneOfMany ? name : `${name}:${siblings.indexOf(element)}`;
  }

  function labelOf(element: PageElement): string {
    const text =
      element.getAttribute('aria-label') || element.textContent?.trim() || element.getAttribute('name');
    return `${element.localName} “${(text || element.className).slice(0, 60)}”`;
  }
}

/** Runs in the page: the value of another choice of a select. */
export function otherOption(select: { readonly options: Iterable<PageOption>; readonly value: string }) {
  return [...select.options].find(({ value, disabled }) => !disabled && value !== select.value)?.value;
}

interface PageOption {
  readonly value: string;
  readonly disabled: boolean;
}

/** Runs in the page: where its links lead, what failure it shows, and whether it shows nothing at all. */
export function waysIn(): { links: string[]; failure: string | undefined; isEmpty: boolean } {
  const { document, location } = globalThis as unknown as PageScope;
  const links = [...document.querySelectorAll('a[href]')].flatMap(({ href }) => {
    const url = new URL(href ?? '', location.href);
    return url.origin === location.origin && url.pathname.startsWith('/console')
      ? [`${url.pathname.slice('/console'.length) || '/'}${url.search}`]
      : [];
  });
  const note = document.querySelector('.note-bad')?.textContent?.trim();
  return {
    links,
    failure: note,
    isEmpty: (document.querySelector('.shell-main')?.textContent ?? '').trim() === '',
  };
}

interface PageElement {
  readonly localName: string;
  readonly className: string;
  readonly textContent: string | null;
  readonly href?: string;
  readonly parentElement: PageElement | null;
  readonly children: Iterable<PageElement>;
  closest(selector: string): PageElement | null;
  matches(selector: string): boolean;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  checkVisibility(options: object): boolean;
}
interface PageScope {
  readonly document: {
    readonly body: PageElement;
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement>;
  };
  readonly location: { readonly href: string; readonly origin: string };
}
