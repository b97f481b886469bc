/** Where a row goes in an order by hand: before or after another row, or to an end of its list. */
export type Destination =
  | { readonly before: bigint; readonly after?: undefined; readonly to?: undefined }
  | { readonly after: bigint; readonly before?: undefined; readonly to?: undefined }
  | { readonly to: 'first' | 'last'; readonly before?: undefined; readonly after?: undefined };
