import type { Language } from '../../messages/languages.ts';

/** A user who asks for a call of a plug-in, by a request. */
export interface Person {
  readonly userId: bigint;
  readonly authorization: string;
  readonly address: string;
  readonly language: Language;
}

/** Whom a call of a plug-in concerns. */
export interface Asker {
  readonly userId: bigint;
  /** Present if the user asks for the call: then the plug-in may what both may. */
  readonly request?: Person & {
    /** Notes that the user may not do something, so that they are told so where the plug-in gives up. */
    noteRefusal(): void;
  };
}
