import type { Page, Request } from 'playwright-core';

/** An answer that the server has given and the page has not got yet. */
export interface HeldAnswer {
  /** Once the server has answered. */
  readonly given: Promise<void>;
  release(): void;
}

/** Holds back the answer to the first such request. All others pass. */
export async function holdAnswer(page: Page, isMeant: (request: Request) => boolean): Promise<HeldAnswer> {
  const given = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route('**/*', async (route) => {
    if (isHeld || !isMeant(route.request())) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    given.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { given: given.promise, release: released.resolve };
}

/** A request with this method to an address that has all of these parts. */
export function asking(method: string, ...parts: readonly string[]) {
  return (request: Request): boolean => {
    const url = decodeURIComponent(request.url());
    return request.method() === method && parts.every((part) => url.includes(part));
  };
}
