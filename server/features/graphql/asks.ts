import type { GraphQLField } from 'graphql';

/** What a field of a record's type asks of the API. */
export interface Asks {
  /** Named in `fields`, behind the path of its record. */
  readonly fields?: string;
  /** Named in `expand`: the field's selection is asked of the records there. */
  readonly expand?: string;
  /** How many records it may lead to; one if it leads to one. */
  readonly times?: number;
  readonly can?: true;
  readonly etag?: true;
}

/** Marks a field of a type with what it asks. */
export const asking = (asks: Asks) => ({ extensions: { asks } });

/** What a field asks; nothing if it takes what others have asked. */
export function asksOf(field: Pick<GraphQLField<unknown, unknown>, 'extensions'>): Asks {
  return (field.extensions.asks as Asks | undefined) ?? {}; // `asking` puts it there
}
