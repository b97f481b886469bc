/** Bytes and rows that do not belong together, and what ends it; no end where only a person can decide. */
export interface Finding {
  readonly kind: 'bytes without a row' | 'row without bytes' | 'damaged bytes' | 'unfinished work';
  readonly what: string;
  readonly size: number;
  readonly remove?: () => Promise<void>;
}
