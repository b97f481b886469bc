/**
 * The new place of a record in an order by hand: before or after another record, or at an end of its list. `within` moves it to
 * another list.
 */
export type Destination = SiblingPosition & {
  /** The value of the list's records in the field that separates lists. Without it, the record stays in its list. */
  readonly within?: unknown;
};

type SiblingPosition =
  | { readonly before: bigint; readonly after?: undefined; readonly to?: undefined }
  | { readonly after: bigint; readonly before?: undefined; readonly to?: undefined }
  | { readonly to: 'first' | 'last'; readonly before?: undefined; readonly after?: undefined };
