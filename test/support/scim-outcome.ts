import { scimFailures } from '../../server/features/scim/scim-error.ts';

/** What a function answers, or the kind and the place of the error that directories get. */
export function outcomeOf(read: () => unknown) {
  try {
    return read();
  } catch (error) {
    const { scimType, detail } = scimFailures.bodyOf(error as never, 'en') as Record<string, string>;
    return `${scimType}: ${detail?.replace('Invalid input: ', '')}`;
  }
}
