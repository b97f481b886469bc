// Functions that run in the page: they may use nothing of this file but types.

interface Scope {
  readonly document: {
    readonly activeElement: Control;
    querySelector(selector: string): Control | null;
    querySelectorAll(selector: string): ArrayLike<Control>;
  };
  readonly performance: {
    now(): number;
    getEntriesByType(type: string): readonly Entry[];
  };
  readonly PerformanceObserver: new (
    call: (list: { getEntries(): readonly Entry[] }) => void,
  ) => { observe(options: object): void; disconnect(): void };
  readonly Event: new (name: string, options: object) => object;
  requestAnimationFrame(call: (time: number) => void): void;
}
interface Control {
  value: string;
  scrollTop: number;
  readonly scrollHeight: number;
  readonly textContent: string | null;
  click(): void;
  dispatchEvent(event: object): void;
}
interface Entry {
  readonly name: string;
  readonly duration: number;
  readonly responseEnd: number;
}

/** Waits until an element is painted whose text begins so; returns the time since the page began. Throws after 30 s. */
export async function paintedAt({ selector, starts }: { selector: string; starts: string }): Promise<number> {
  const { document, performance, requestAnimationFrame } = globalThis as unknown as Scope;
  const last = performance.now() + 30_000;
  while (performance.now() < last) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const texts = Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent ?? '');
    if (texts.some((text) => text.trim().toLowerCase().startsWith(starts))) return performance.now();
  }
  throw new Error(`no ${selector} began with '${starts}' within 30 s`);
}

/** When the last answer arrived whose address contains this, since the page began. */
export function answeredAt(part: string): number {
  const { performance } = globalThis as unknown as Scope;
  const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes(part));
  return answers.at(-1)?.responseEnd ?? Number.NaN;
}

/** The time from a click on a link until a number of elements is painted. */
export async function opensIn({ link, selector, count }: { link: string; selector: string; count: number }) {
  const { document, performance, requestAnimationFrame } = globalThis as unknown as Scope;
  const begun = performance.now();
  document.querySelector(link)?.click();
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    if (document.querySelectorAll(selector).length >= count) return performance.now() - begun;
  }
}

/** The time from a key in the field with the focus until the next frame has been painted. */
export async function paintOf(text: string): Promise<number> {
  const { document, performance, requestAnimationFrame, Event } = globalThis as unknown as Scope;
  const begun = performance.now();
  document.activeElement.value = text;
  document.activeElement.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.now() - begun;
}

/** Scrolls to the end of a grid until it holds this many records. */
export async function readRecords({
  rows: records,
  height,
}: {
  rows: number;
  height: number;
}): Promise<void> {
  const { document } = globalThis as unknown as Scope;
  for (;;) {
    const grid = document.querySelector('.grid');
    if (!grid || grid.scrollHeight > records * height) return;
    grid.scrollTop = grid.scrollHeight;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface Scrolled {
  readonly frames: readonly number[];
  readonly mostRecords: number;
  readonly longestTask: number;
}

/** Scrolls a grid from its end towards its beginning at a speed in pixels a second. */
export async function scroll({ speed, ms }: { speed: number; ms: number }): Promise<Scrolled> {
  const { document, requestAnimationFrame, PerformanceObserver } = globalThis as unknown as Scope;
  const frames: number[] = [];
  let mostRecords = 0;
  let longestTask = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  });
  tasks.observe({ type: 'longtask' });
  const grid = document.querySelector('.grid');
  const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const begun = await next();
  for (let last = begun; grid && last - begun < ms; ) {
    const now = await next();
    frames.push(now - last);
    grid.scrollTop -= ((now - last) / 1000) * speed;
    mostRecords = Math.max(mostRecords, document.querySelectorAll('.grid-body .grid-row').length);
    last = now;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  tasks.disconnect();
  return { frames, mostRecords, longestTask };
}
