import { computed, type Ref, ref, type WritableComputedRef } from 'vue';
import { toJson } from '../../../../server/shared/exact-json.ts';

/** An element with a key, so that it keeps its controls wherever it moves. */
export interface KeyedElement {
  readonly key: number;
  readonly value: unknown;
}

export interface Elements {
  readonly list: WritableComputedRef<readonly KeyedElement[]>;
  /** The keys of the elements that were added by hand since the form was opened. */
  readonly fresh: Ref<ReadonlySet<number>>;
  insert(at: number, value: unknown): void;
  set(index: number, value: unknown): void;
  remove(index: number): void;
  /** Puts values in the place of `count` elements. The list is as before until the form has taken this. */
  splice(at: number, count: number, values: readonly unknown[]): void;
}

/** The elements of a list that is edited. */
export function useElements(given: () => unknown, change: (values: readonly unknown[]) => void): Elements {
  let last = 0;
  let known: readonly KeyedElement[] = [];
  const fresh = ref<ReadonlySet<number>>(new Set());
  const list = computed<readonly KeyedElement[]>({
    get() {
      const now = given();
      known = withKeys(known, Array.isArray(now) ? now : [], () => ++last);
      return known;
    },
    set(changed) {
      known = changed;
      change(changed.map(({ value }) => value));
    },
  });
  function splice(at: number, count: number, values: readonly unknown[]) {
    const replaced = list.value.slice(at, at + count);
    const put = values.map((value, index) => ({ key: replaced[index]?.key ?? ++last, value }));
    const added = put.slice(replaced.length).map(({ key }) => key);
    if (added.length > 0) fresh.value = new Set([...fresh.value, ...added]);
    list.value = list.value.toSpliced(at, count, ...put);
  }
  return {
    ...{ list, fresh, splice },
    insert: (at, value) => splice(at, 0, [value]),
    set: (index, value) => splice(index, 1, [value]),
    remove: (index) => splice(index, 1, []),
  };
}

/** Elements before and after what was changed elsewhere keep their keys; so do all if their number is the same. */
export function withKeys(
  known: readonly KeyedElement[],
  values: readonly unknown[],
  next: () => number,
): readonly KeyedElement[] {
  if (known.length === values.length)
    return values.map((value, at) => ({ key: known[at]?.key ?? next(), value }));
  const isSame = (one: KeyedElement | undefined, value: unknown) =>
    one !== undefined && (one.value === value || toJson(one.value) === toJson(value));
  const most = Math.min(known.length, values.length);
  let [before, after] = [0, 0];
  while (before < most && isSame(known[before], values[before])) before += 1;
  while (after < most - before && isSame(known.at(-1 - after), values.at(-1 - after))) after += 1;
  const shift = known.length - values.length;
  return values.map((value, at) => {
    const former = at < before ? known[at] : at >= values.length - after ? known[at + shift] : undefined;
    return { key: former?.key ?? next(), value };
  });
}
