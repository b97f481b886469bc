import type { Message } from '../messages/message.ts';

/** Something of the running server that an operator should look at. */
export interface Concern {
  readonly text: Message;
  /** The page of the console that shows more, such as `/admin/webhooks`. */
  readonly page?: string;
}

/** What a module finds when it is asked. */
export type FindConcerns = () => Promise<readonly Concern[]>;
