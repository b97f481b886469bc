/** A mail, ready to send. */
export interface Mail {
  /** The same at each try: receivers know repetitions by it. */
  readonly delivery: string;
  readonly to: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}
