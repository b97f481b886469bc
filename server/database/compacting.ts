/** What came of giving free space back: the sizes of the database on its disk, or what its engine does by itself. */
export type Compacted =
  | { readonly bytesBefore: number; readonly bytesAfter: number }
  | { readonly note: string };
