import type { Locator, Page } from 'playwright-core';

/** The seconds of the keystroke-level model: to prepare an action, to point, to press a button or a key. */
const [THINK_S, POINT_S, PRESS_S, KEY_S] = [1.35, 1.1, 0.2, 0.28];
const CLICK_S = POINT_S + PRESS_S;

/** What a task asks for. */
export interface Effort {
  readonly actions: number;
  /** Pages that were opened. */
  readonly pages: number;
  /** As the keystroke-level model estimates, without what the machine needs. */
  readonly seconds: number;
}

/**
 * The hand of somebody at a console, whose actions are counted: a click, a key press, a typed field with the way into it, an
 * option of a list, a drag and a choice of files count one each.
 */
export function countedHand(page: Page) {
  let [actions, pages, seconds, path] = [0, 0, 0, ''];
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    const next = new URL(frame.url()).pathname;
    if (next !== path) pages += 1;
    path = next;
  });
  const act = async (takes: number, done: Promise<unknown>) => {
    actions += 1;
    seconds += THINK_S + takes;
    await done;
  };
  return {
    begin() {
      [actions, pages, seconds, path] = [0, 0, 0, new URL(page.url()).pathname];
    },
    effort: (): Effort => ({ actions, pages, seconds: Math.round(seconds) }),
    click: (target: Locator, position?: { readonly x: number; readonly y: number }) =>
      act(CLICK_S, target.click(position && { position })),
    press: (key: string) => act(KEY_S, page.keyboard.press(key)),
    type: (field: Locator, text: string) => act(CLICK_S + text.length * KEY_S, field.fill(text)),
    /** Types into the parts of a field, the first of which is clicked. */
    typeParts: (first: Locator, keys: string) =>
      act(
        CLICK_S + keys.length * KEY_S,
        first.click().then(() => page.keyboard.type(keys)),
      ),
    /** Opens a list of options and takes one: two actions. */
    async choose(list: Locator, option: string) {
      await act(CLICK_S, list.focus());
      await act(CLICK_S, list.selectOption({ label: option }));
    },
    /** Asks for files and takes as many as wanted: two actions. */
    async chooseFiles(button: Locator, files: Parameters<Locator['setInputFiles']>[0]) {
      const asked = page.waitForEvent('filechooser');
      await act(CLICK_S, button.click());
      await act(CLICK_S, (await asked).setFiles(files));
    },
    /** Pastes what another program has copied: one key, as a browser without windows has no clipboard. */
    paste: (text: string) => act(KEY_S, page.evaluate(pasteHere, text)),
  };
}

export type CountedHand = ReturnType<typeof countedHand>;

/** Runs in the page. */
function pasteHere(text: string): void {
  const { document, DataTransfer, ClipboardEvent } = globalThis as unknown as PageScope;
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}

interface PageScope {
  readonly document: { readonly activeElement: { dispatchEvent(event: object): void } };
  readonly DataTransfer: new () => { setData(type: string, text: string): void };
  readonly ClipboardEvent: new (name: string, options: object) => object;
}
