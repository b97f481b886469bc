import type { Language } from '../../messages/languages.ts';

/** Whom a call of a plug-in concerns. */
export interface Asker {
  readonly userId: bigint;
  /** Present if the user asks for the call itself: then the plug-in may what both may. */
  readonly request?: {
    readonly authorization: string;
    readonly address: string;
    readonly language: Language;
  };
}
