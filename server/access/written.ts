type Answer = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

interface ItemReport {
  readonly index: number;
  readonly status: 200 | 201;
  readonly id: bigint;
}

/** What a successful write is answered with, and logged as. A class, so that no row of anybody's can be taken for one. */
export class Written {
  readonly status: 200 | 201;
  /** The numeric success code of the Lin CMS family. */
  readonly code: number;
  readonly text: string;
  /** The new row's id, and the path it is found under. */
  readonly id: bigint | undefined;
  readonly location: string | undefined;
  /** What became of each of many items. */
  readonly items: readonly ItemReport[] | undefined;
  /** Whether it was done before, and is only told again. */
  readonly isRepeated: boolean;
  /** Sent instead of the usual code and message, for the few writes that answer something else: tokens, files. */
  readonly answer: Answer | undefined;

  constructor(
    { status, code, text }: Pick<Written, 'status' | 'code' | 'text'>,
    {
      id,
      location,
      items,
      isRepeated = false,
      answer,
    }: Partial<Pick<Written, 'id' | 'location' | 'items' | 'isRepeated' | 'answer'>>,
  ) {
    this.status = status;
    this.code = code;
    this.text = text;
    this.id = id;
    this.location = location;
    this.items = items;
    this.isRepeated = isRepeated;
    this.answer = answer;
  }
}

/** A row was made. */
export function created(code: number, text: string, id: bigint, location?: string): Written {
  return new Written({ status: 201, code, text }, { id, location });
}

/** Something else was done. */
export function done(code: number, text: string, answer?: Answer): Written {
  return new Written({ status: 200, code, text }, { answer });
}
